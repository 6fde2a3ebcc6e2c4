"""Constraints of a type as arguments of pydantic's `Field`.

Only numeric and length bounds, and only where the Python type has that property;
everything else is left to the validators.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeGuard

from ...ir import ListOf, MapOf, Scalar, TupleOf
from .code import code
from .layout import Atom
from .literals import number

if TYPE_CHECKING:
    from ...ir import Json, TypeUse
    from .code import Code
    from .layout import Expr

_NUMERIC: dict[str, Code] = {
    "minimum": code("ge"),
    "exclusiveMinimum": code("gt"),
    "maximum": code("le"),
    "exclusiveMaximum": code("lt"),
}
_LENGTHS: dict[str, dict[str, Code]] = {
    "string": {"minLength": code("min_length"), "maxLength": code("max_length")},
    "list": {"minItems": code("min_length"), "maxItems": code("max_length")},
    "dict": {"minProperties": code("min_length"), "maxProperties": code("max_length")},
}


def field_bounds(use: TypeUse) -> list[tuple[Code, Expr]]:
    """The bounds of `use` as keyword arguments, in the order of its constraints."""
    kind = use.type
    if isinstance(kind, Scalar):
        if kind.kind in ("integer", "number"):
            return _numeric(use, kind.kind == "integer")
        return _lengths(use, "string") if kind.kind == "string" else []
    if isinstance(kind, ListOf) or (isinstance(kind, TupleOf) and not is_fixed(use)):
        return _lengths(use, "list")
    return _lengths(use, "dict") if isinstance(kind, MapOf) else []


def is_fixed(use: TypeUse) -> bool:
    """Whether the annotation is a `tuple`, whose length is part of the type."""
    kind = use.type
    least = dict(use.constraints).get("minItems", 0)
    return (
        isinstance(kind, TupleOf) and kind.rest is None and least == len(kind.items) > 0
    )


def _numeric(use: TypeUse, is_integer: bool) -> list[tuple[Code, Expr]]:
    found: list[tuple[Code, Expr]] = []
    for keyword, value in use.constraints:
        key = _NUMERIC.get(keyword)
        if key is not None and _is_number(value):
            bound = _integral(keyword, value) if is_integer else value
            found.append((key, Atom(number(bound))))
    return found


def _integral(keyword: str, value: int | float) -> int:
    """The integer that bounds integers as `value` does: `>= 0.5` is `>= 1`."""
    if keyword in ("minimum", "exclusiveMaximum"):
        return math.ceil(value)
    return math.floor(value)


def _lengths(use: TypeUse, kind: str) -> list[tuple[Code, Expr]]:
    found: list[tuple[Code, Expr]] = []
    for keyword, value in use.constraints:
        key = _LENGTHS[kind].get(keyword)
        if key is not None and _is_number(value) and 0 <= value < 2**63:
            size = math.ceil(value) if keyword.startswith("min") else math.floor(value)
            found.append((key, Atom(number(size))))
    return found


def _is_number(value: Json) -> TypeGuard[int | float]:
    if isinstance(value, bool):
        return False
    if isinstance(value, int):
        return abs(value) < 10**300
    return isinstance(value, float) and math.isfinite(value)
