"""How a check gets at the property of an object that it is about, at the least cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..python.code import Code, code
from ..python.literals import ident, lit
from .conditions import Path, Var
from .statements import Cond, Found, If, Line, cond, single

if TYPE_CHECKING:
    from typing import TypeAlias

    from ...ir import Id
    from .emitter import Emitter
    from .statements import Statement

    Check: TypeAlias = "tuple[Cond, list[Statement]]"

LONGEST_HEAD = 88 - len("    elif :")
"""So long may a condition be that stands on one line."""

_KINDS = tuple(map(ident, ("int", "float", "str", "bool", "list", "dict")))


def local_of(emitter: Emitter, name: str, x: Var) -> Code:
    """A local variable for a property, which is not that of the object itself."""
    local = emitter.module.local(name)
    return code("{}_", local) if local == x.text else local


def looked_up(
    emitter: Emitter,
    name: str,
    schema: Id,
    inner: Path,
    suffix: str,
    absent: Check,
    x: Var,
) -> list[Statement]:
    """Checks of a required property that may not be null, with one look into the object.

    Null is what `get` gives where the property is missing, so that is asked only where
    the value is wrong. Empty where it is not clear which check null fails first.
    """
    target = code("{}.get({})", x(), lit(name))
    local = local_of(emitter, name, x)
    var = Var(target if emitter.schemas.is_simple(schema) else local)
    body = emitter.emit(schema, var, inner, suffix)
    if not _blame_absence(body, var.text, absent):
        return []
    if var.uses > 1:
        bound = bound_in(body, local, target)
        return bound or [Line(code("{} = {}", local, target)), *body]
    if var.text is not target:
        body = emitter.emit(schema, Var(target), inner, suffix)
        _blame_absence(body, target, absent)
    return body


def unless_null(
    test: Cond, rest: list[Statement], local: Code, x: Var, name: str
) -> Check:
    """The checks of a property unless it is null or missing, with one look for it."""
    got = code("({} := {}.get({})) is not None", local, x.text, lit(name))
    _, others = test.split(1)
    return cond(got), [If([(others, rest)])] if others.parts else rest


def _blame_absence(body: list[Statement], local: Code, absent: Check) -> bool:
    """Make the check that null fails first tell absence; False where that is not clear."""
    only = single(body)
    if only is None:
        return False
    for place, (test, rest) in enumerate(only.arms):
        if _passes_null(test, local):
            continue
        if not _stops_null(test, local) or not _is_report(rest):
            return False
        only.arms[place] = (test, [If([absent], rest)])
        return True
    if not _is_report(only.orelse):
        return False
    only.orelse = [If([absent], only.orelse)]
    return True


def _is_report(body: list[Statement]) -> bool:
    return len(body) == 1 and isinstance(body[0], Found)


def _passes_null(test: Cond, local: Code) -> bool:
    """Whether a test is for another type than null."""
    names = test.parts[0].split(" or ")
    positive = [code("type({}) is {}", local, kind) for kind in _KINDS]
    positive.append(code("isinstance({}, float)", local))
    return len(test.parts) == 1 and all(name in positive for name in names)


def _stops_null(test: Cond, local: Code) -> bool:
    """Whether null surely meets a test, which is for what is wrong."""
    if test.call is not None:
        return len(test.parts) == 1
    negative = [code("type({}) is not {}", local, kind) for kind in _KINDS]
    negative.append(code("not isinstance({}, float)", local))
    whole = code("not is_whole({})", local)
    if all(part in negative or part == whole for part in test.parts):
        return True
    starts = (
        code("{} != ", local),
        code("{} not in ", local),
        code("{} is not True", local),
        code("{} is not False", local),
        code("type({}) is not str or ", local),
    )
    return len(test.parts) == 1 and test.parts[0].startswith(starts)


def bound_in(
    body: list[Statement], local: Code, target: Code
) -> list[Statement] | None:
    """The body with its variable bound in its first condition, or None if it cannot be."""
    only = single(body)
    if only is None:
        return None
    test, rest = only.arms[0]
    first = test.parts[0]
    walrus = code("({} := {})", local, target)
    bare = code("{} := {}", local, target)
    if first == code("{} is not None", local):
        bound = code("{} is not None", walrus)
    else:
        for kind in _KINDS:
            if first == code("type({}) is not {}", local, kind):
                bound = code("type({}) is not {}", bare, kind)
                break
        else:
            return None
    started = Cond((bound, *test.parts[1:]), test.loose)
    if len(only.arms) > 1 and len(started.text) > LONGEST_HEAD:
        return None
    return [If([(started, rest), *only.arms[1:]], only.orelse)]
