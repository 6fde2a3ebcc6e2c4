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

_KEYS: dict[str, Code] = {
    "minimum": code("ge"),
    "exclusiveMinimum": code("gt"),
    "maximum": code("le"),
    "exclusiveMaximum": code("lt"),
    "minLength": code("min_length"),
    "maxLength": code("max_length"),
    "minItems": code("min_length"),
    "maxItems": code("max_length"),
    "minProperties": code("min_length"),
    "maxProperties": code("max_length"),
}
_NUMERIC = ("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum")


def field_bounds(use: TypeUse) -> list[tuple[Code, Expr]]:
    """The bounds of `use` as keyword arguments, in the order of its constraints."""
    return [(_KEYS[key], Atom(number(value))) for key, value in bounds_of(use)]


def bounds_of(use: TypeUse) -> list[tuple[str, int | float]]:
    """The constraints of `use` that its Python type can carry, by their keywords."""
    kind = use.type
    if isinstance(kind, Scalar):
        if kind.kind in ("integer", "number"):
            return _numeric(use, kind.kind == "integer")
        return _lengths(use, "Length") if kind.kind == "string" else []
    if isinstance(kind, ListOf) or (isinstance(kind, TupleOf) and not is_fixed(use)):
        return _lengths(use, "Items")
    return _lengths(use, "Properties") if isinstance(kind, MapOf) else []


def is_fixed(use: TypeUse) -> bool:
    """Whether the annotation is a `tuple`, whose length is part of the type."""
    kind = use.type
    least = dict(use.constraints).get("minItems", 0)
    return (
        isinstance(kind, TupleOf) and kind.rest is None and least == len(kind.items) > 0
    )


def _numeric(use: TypeUse, is_integer: bool) -> list[tuple[str, int | float]]:
    return [
        (keyword, _integral(keyword, value) if is_integer else value)
        for keyword, value in use.constraints
        if keyword in _NUMERIC and _is_number(value)
    ]


def _integral(keyword: str, value: int | float) -> int:
    """The integer that bounds integers as `value` does: `>= 0.5` is `>= 1`."""
    if keyword in ("minimum", "exclusiveMaximum"):
        return math.ceil(value)
    return math.floor(value)


def _lengths(use: TypeUse, what: str) -> list[tuple[str, int | float]]:
    """The least and the greatest length, of what the keywords `min...` and `max...` say."""
    return [
        (keyword, math.ceil(value) if keyword[:3] == "min" else math.floor(value))
        for keyword, value in use.constraints
        if keyword in (f"min{what}", f"max{what}")
        and _is_number(value)
        and 0 <= value < 2**63
    ]


def _is_number(value: Json) -> TypeGuard[int | float]:
    if isinstance(value, bool):
        return False
    if isinstance(value, int):
        return abs(value) < 10**300
    return isinstance(value, float) and math.isfinite(value)
