"""Conditions about the type of a value, and the paths that violations get."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from ...values import dataclass
from ..python.code import Code, code, join
from ..python.literals import filled, ident, lit
from .schemas import NUMERIC, Types
from .statements import Cond, both, cond, either

if TYPE_CHECKING:
    from collections.abc import Callable

GROUPS = ("null", "boolean", "numeric", "string", "array", "object")
"""Types by the checks that apply to them."""

_CLASSES = {
    "boolean": code("bool"),
    "string": code("str"),
    "array": code("list"),
    "object": code("dict"),
}
KEYS = tuple(map(ident, ("key", "name", "label", "word")))
"""The names of objects' keys in loops, by depth. They may need escapes, as places do not."""

_NARROWING = {"array": "JsonArray", "object": "JsonObject"}
"""The same types by names of the runtime after which type checkers know what is inside."""


class Needs(Protocol):
    """What conditions need of who writes them.

    With `is_exact` there are numbers that are of a subclass of `float`.
    """

    is_exact: bool

    def use(self, name: str) -> Code:
        """A name of the runtime, imported."""
        ...


class Unneeded:
    """Stands in for who writes conditions that are only looked at."""

    is_exact = False

    def use(self, name: str) -> Code:
        """The name, which nothing imports."""
        return ident(name)


@dataclass(slots=True)
class Var:
    """An expression for a value; counts how often the code mentions it.

    `is_json` says that type checkers know it as `Json`, not merely as `object`; `filled`
    that an array is known to have an item.
    """

    text: Code
    is_json: bool = True
    uses: int = 0
    filled: bool = False

    def __call__(self) -> Code:
        """The expression, counted."""
        self.uses += 1
        return self.text


@dataclass(frozen=True, slots=True)
class Path:
    """Where a value stands: reference tokens, `Code` for those known only at run time."""

    tokens: tuple[str, ...] = ()

    def child(self, token: str) -> Path:
        """One token further."""
        return Path((*self.tokens, token))

    @property
    def is_dynamic(self) -> bool:
        """Whether a token is known only at run time."""
        return any(type(token) is Code for token in self.tokens)

    def depth(self) -> int:
        """How many tokens are known only at run time: the loops around."""
        return sum(type(token) is Code for token in self.tokens)

    def implies(self, suffix: str) -> bool:
        """Whether `suffix` is the schema of the property at this path."""
        names = [f"/properties/{escape(token)}" for token in self.tokens]
        return suffix == "".join(names)

    def code(self, use: Callable[[str], Code]) -> Code:
        """The pointer as an expression; `use` imports what it calls."""
        if not self.is_dynamic:
            return lit("".join(f"/{escape(token)}" for token in self.tokens))
        if not any(type(token) is Code and token in KEYS for token in self.tokens):
            steps = [
                ("/", token if type(token) is Code else escape(token))
                for token in self.tokens
            ]
            return filled(*[part for step in steps for part in step])
        parts = [
            token if isinstance(token, Code) else lit(token) for token in self.tokens
        ]
        return code("{}({})", use("at"), join(", ", parts))


def escape(token: str) -> str:
    """A reference token as it stands in a pointer (RFC 6901, section 3)."""
    return token.replace("~", "~0").replace("/", "~1")


@lru_cache(maxsize=256)
def group_of(types: Types) -> tuple[str, ...]:
    """The groups that types belong to, in their order."""
    found = {"numeric" if name in NUMERIC else name for name in types}
    return tuple(group for group in GROUPS if group in found)


def members(group: str) -> Types:
    """The types of a group."""
    return NUMERIC if group == "numeric" else frozenset((group,))


def is_type(types: Types, x: Var, needs: Needs) -> Cond:
    """Whether the value has one of the types."""
    return either([_is_group(group, types, x, needs) for group in group_of(types)])


def _is_group(group: str, types: Types, x: Var, needs: Needs) -> Cond:
    if group == "null":
        return cond(code("{} is None", x()))
    if group == "numeric":
        whole = cond(code("type({}) is int", x()))
        if types >= NUMERIC:
            if needs.is_exact:  # the test that is quicker is first
                return either([whole, _is_float(x, needs)])
            return either([_is_float(x, needs), whole])
        known_whole = cond(code("{}({})", needs.use("is_whole"), x()))
        if "fraction" in types:
            return both(_is_float(x, needs), cond(code("not {}", known_whole.text)))
        return either([whole, known_whole])
    return cond(code("type({}) is {}", x(), _class(group, x, needs)))


def _is_float(x: Var, needs: Needs) -> Cond:
    if needs.is_exact:
        return cond(code("isinstance({}, float)", x()))
    return cond(code("type({}) is float", x()))


def _is_no_float(x: Var, needs: Needs) -> Cond:
    if needs.is_exact:
        return cond(code("not isinstance({}, float)", x()))
    return cond(code("type({}) is not float", x()))


def _class(group: str, x: Var, needs: Needs) -> Code:
    if not x.is_json and group in _NARROWING:
        return needs.use(_NARROWING[group])
    return _CLASSES[group]


def is_no_type(types: Types, x: Var, needs: Needs) -> Cond:
    """Whether the value has none of the types."""
    return both(*[_is_no_group(group, types, x, needs) for group in group_of(types)])


def _is_no_group(group: str, types: Types, x: Var, needs: Needs) -> Cond:
    if group == "null":
        return cond(code("{} is not None", x()))
    if group == "numeric":
        not_whole = cond(code("type({}) is not int", x()))
        if types >= NUMERIC:
            if needs.is_exact:
                return both(not_whole, _is_no_float(x, needs))
            return both(_is_no_float(x, needs), not_whole)
        known_whole = cond(code("{}({})", needs.use("is_whole"), x()))
        if "fraction" in types:
            return either([_is_no_float(x, needs), known_whole])
        return both(not_whole, cond(code("not {}", known_whole.text)))
    return cond(code("type({}) is not {}", x(), _class(group, x, needs)))
