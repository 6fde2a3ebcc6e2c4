"""The few statements that validators are made of.

Bodies are trees first, so that checks can be merged into one `if`, and text last, when
the column is known (see `printer.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import TYPE_CHECKING, TypeAlias

from ...values import dataclass
from ..python.code import Code, code, join

if TYPE_CHECKING:
    pass


@dataclass(frozen=True, slots=True)
class Call:
    """A call with plain arguments."""

    func: Code
    args: tuple[Code, ...]

    @property
    def text(self) -> Code:
        """The call on one line."""
        return code("{}({})", self.func, join(", ", self.args))


@dataclass(frozen=True, slots=True)
class Cond:
    """A condition: parts that must all hold. A `loose` one binds weaker than `and`.

    `call` is set where the last part is `errors := call`.
    """

    parts: tuple[Code, ...]
    loose: frozenset[int] = frozenset()
    call: Call | None = None

    @property
    def text(self) -> Code:
        """The whole condition on one line."""
        if len(self.parts) == 1:
            return self.parts[0]
        return join(" and ", self.tight())

    def tight(self) -> list[Code]:
        """The parts, each as it stands beside an `and`."""
        if not self.loose:
            return list(self.parts)
        return [
            code("({})", part) if place in self.loose else part
            for place, part in enumerate(self.parts)
        ]

    def split(self, count: int) -> tuple[Cond, Cond]:
        """The first `count` parts, and the others."""
        head = frozenset(place for place in self.loose if place < count)
        tail = frozenset(place - count for place in self.loose if place >= count)
        return Cond(self.parts[:count], head), Cond(self.parts[count:], tail, self.call)


@dataclass(slots=True)
class Found:
    """`found += call(args, schema)`, or `return ...` where it is all there is to find.

    `schema` is relative to the schema of the function unless it is that of another one;
    None where the call takes none.
    It is left out where the call implies it (see the runtime's `fault`).
    """

    call: Code
    args: tuple[Code, ...]
    schema: str | None = None
    implied: bool = False


@dataclass(slots=True)
class Line:
    """A simple statement."""

    text: Code


@dataclass(slots=True)
class For:
    """A loop over what is in a value; `sparing` is one that does the same without a `break`."""

    names: Code
    source: Code
    body: list[Statement]
    sparing: For | None = None


@dataclass(slots=True)
class If:
    """`if`, `elif` and `else`.

    `result` is set where the whole takes over what this call found, and nothing else;
    `is_whole` as well where that has whole schema paths.
    """

    arms: list[tuple[Cond, list[Statement]]]
    orelse: list[Statement] = field(default_factory=list)
    result: Call | None = None
    is_whole: bool = False


@dataclass(slots=True)
class Guard:
    """Leave the function under a condition: with a violation, or with None."""

    cond: Cond
    found: Found | None


@dataclass(slots=True)
class Choose:
    """Let the function that `table` has for `key` be `check`; `wrong` where it has none.

    That fails with `KeyError` or `TypeError`, which costs a value that has one nothing.
    """

    table: Code
    key: Code
    body: list[Statement]
    wrong: Found


@dataclass(slots=True)
class Block:
    """Statements that stand in several functions; laid out once for each column.

    `uses` are the names of the runtime that they mention.
    """

    body: list[Statement]
    uses: frozenset[str]
    texts: dict[tuple[int, bool], Code] = field(default_factory=dict)


Statement: TypeAlias = Block | Choose | Found | For | Guard | If | Line


def cond(text: Code, loose: bool = False) -> Cond:
    """A condition of one part; `loose` when it has an `or` or a `:=` outside brackets."""
    return Cond((text,), frozenset((0,)) if loose else frozenset())


def both(*conds: Cond) -> Cond:
    """All of the conditions."""
    parts: list[Code] = []
    loose: set[int] = set()
    for item in conds:
        loose.update(len(parts) + place for place in item.loose)
        parts += item.parts
    return Cond(tuple(parts), frozenset(loose), conds[-1].call)


def taken(call: Call) -> Cond:
    """The condition that a call finds something, which it calls `errors`."""
    return Cond((code("errors := {}", call.text),), frozenset((0,)), call)


def either(conds: Sequence[Cond]) -> Cond:
    """At least one of the conditions."""
    if len(conds) == 1:
        return conds[0]
    parts = [
        code("({})", item.text) if len(item.parts) > 1 else item.text for item in conds
    ]
    return cond(join(" or ", parts), True)


def when(test: Cond, body: list[Statement]) -> list[Statement]:
    """`body` under a condition, merged with the condition that it may start with."""
    if not body:
        return []
    only = single(body)
    if only is not None and len(only.arms) == 1 and not only.orelse:
        inner, rest = only.arms[0]
        return [If([(both(test, inner), rest)])]
    return [If([(test, body)])]


def single(body: Sequence[Statement]) -> If | None:
    """The `if` that is the whole body, or None."""
    if len(body) == 1 and isinstance(body[0], If):
        return body[0]
    return None


def chain(
    arms: list[tuple[Cond, list[Statement]]], body: list[Statement]
) -> list[Statement]:
    """`if`/`elif` arms whose last `else` is the body, merged into it where it is an `if`."""
    only = single(body)
    if only is not None:
        return [If([*arms, *only.arms], only.orelse)]
    return [If(arms, body)]


def returns_directly(body: Sequence[Statement]) -> bool:
    """Whether a function can return the one thing it finds, without a list to collect."""
    while len(body) > 1 and isinstance(body[0], Line):
        body = body[1:]
    if len(body) == 1 and isinstance(body[0], Choose):
        return returns_directly(body[0].body)
    only = single(body)
    if only is None:
        return len(body) == 1 and isinstance(body[0], Found)
    if only.result is not None:
        return only.is_whole
    bodies = [arm for _, arm in only.arms]
    if only.orelse:
        bodies.append(only.orelse)
    return all(len(arm) == 1 and _is_found(arm[0]) for arm in bodies)


def _is_found(item: Statement) -> bool:
    """Whether a statement is a violation, or takes over what a call of a whole one finds."""
    return isinstance(item, Found) or (isinstance(item, If) and item.is_whole)


LEAVE = Line(code("break"))
"""The end of a loop that has said all with what it found."""
