"""The functions and methods that rules may call, and their types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import CelTypeError
from .narrow import TYPES
from .nodes import Call, Literal
from .patterns import ecma_of
from .types import (
    Bool,
    CelType,
    Double,
    Dyn,
    Int,
    List,
    Map,
    Object,
    String,
    Union,
    described,
    members,
)

if TYPE_CHECKING:
    from .check import Checker
    from .facts import Facts

TYPE_NAMES = frozenset((*TYPES, "bytes", "type", "uint"))
"""The names of types, which are no variables."""

_LARGEST = 2**40
_SIZED = (List, Map, Object, String)
_TESTS = frozenset(("contains", "endsWith", "matches", "startsWith"))
_CONVERSIONS: dict[str, tuple[tuple[type, ...], CelType]] = {
    "double": ((Double, Int), Double(is_float=True)),
    "int": ((Double, Int, String), Int()),
    "string": ((Bool, Int, String), String()),
}
_REFUSED = {
    "bool": 'a string is compared with "true" instead',
    "bytes": "JSON has no bytes",
    "duration": "durations cannot be computed with",
    "dyn": "the type of a value comes from its schema",
    "timestamp": "timestamps cannot be computed with",
    "uint": "JSON has no unsigned integers: use int",
}
_KNOWN = (
    "there is has, size, int, double, string, type, contains, startsWith, endsWith, "
    "matches, all, exists, exists_one, filter and map"
)


def call(checker: Checker, expr: Call, facts: Facts) -> CelType:
    """The type of a call. Raises CelTypeError for an unknown function and wrong arguments."""
    name = expr.function
    args = expr.args if expr.target is None else (expr.target, *expr.args)
    if name == "size":
        _count(expr, 0 if expr.target is not None else 1)
        kind = checker.solid(args[0], facts)
        if not all(isinstance(one, _SIZED) for one in members(kind)):
            message = f"{described(kind)} has no size"
            hint = narrowing(kind, _SIZED)
            raise CelTypeError(message, args[0].offset, hint)
        return Int(0, _LARGEST)
    if name in _TESTS and (expr.target is not None or name == "matches"):
        _count(expr, 1 if expr.target is not None else 2)
        for arg in args:
            kind = checker.solid(arg, facts)
            if kind != String():
                message = f"`{name}` needs strings, and this is {described(kind)}"
                raise CelTypeError(message, arg.offset, narrowing(kind, String))
        if name == "matches":
            _pattern(args[1])
        return Bool()
    if name in _CONVERSIONS and expr.target is None:
        return _convert(checker, expr, facts)
    if name == "type" and expr.target is None:
        message = "`type` can only be compared with the name of a type"
        raise CelTypeError(message, expr.offset, "type(x) == string")
    if name in _REFUSED and expr.target is None:
        message = f"`{name}` cannot be used in a rule"
        raise CelTypeError(message, expr.offset, _REFUSED[name])
    kind_of_call = "function" if expr.target is None else "method"
    message = f"there is no {kind_of_call} `{name}`"
    raise CelTypeError(message, expr.offset, _KNOWN)


def _count(expr: Call, wanted: int) -> None:
    if len(expr.args) != wanted:
        plural = "" if wanted == 1 else "s"
        message = f"`{expr.function}` takes {wanted} argument{plural} here"
        raise CelTypeError(message, expr.offset)


def _convert(checker: Checker, expr: Call, facts: Facts) -> CelType:
    _count(expr, 1)
    taken, result = _CONVERSIONS[expr.function]
    kind = checker.solid(expr.args[0], facts)
    if not isinstance(kind, taken):
        message = f"`{expr.function}` cannot convert {described(kind)}"
        raise CelTypeError(message, expr.args[0].offset, narrowing(kind, taken))
    return kind if isinstance(kind, Int) and isinstance(result, Int) else result


def _pattern(arg: object) -> None:
    """The pattern of `matches`: a literal that has the same meaning in ECMA-262."""
    if not isinstance(arg, Literal):
        message = "the pattern of `matches` must be a literal"
        raise CelTypeError(message, getattr(arg, "offset", 0))
    assert isinstance(arg.value, str)
    try:
        ecma_of(arg.value)
    except ValueError as error:
        message = f"the pattern cannot be used: {error}"
        raise CelTypeError(message, arg.offset) from None


def narrowing(kind: CelType, wanted: type | tuple[type, ...]) -> str:
    """A hint how to ask for one of the types that a value can have; empty for none."""
    if isinstance(kind, Dyn):
        return "ask for its type before: type(x) == string && ..."
    classes = wanted if isinstance(wanted, tuple) else (wanted,)
    if not isinstance(kind, Union):
        return ""
    for name, own in TYPES.items():
        for one in kind.members:
            if isinstance(one, own) and isinstance(one, classes):
                return f"ask for its type before: type(x) == {name} && ..."
    return ""
