"""Whether a value of the document can stand where a type is expected."""

from __future__ import annotations

import datetime
import math
import uuid
from contextlib import suppress
from typing import TYPE_CHECKING

from ...ir import (
    Alias,
    Anything,
    Choices,
    Const,
    JsonObject,
    ListOf,
    MapOf,
    Named,
    Nothing,
    Optional,
    Record,
    Scalar,
    TupleOf,
    Variants,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ...ir import Api, Json, TypeUse

STEPS = 20_000
"""How many types may be looked at for one value."""

_DEEPEST = 24
_PARSED: dict[str, Callable[[str], object]] = {
    "date": datetime.date.fromisoformat,
    "date-time": datetime.datetime.fromisoformat,
    "time": datetime.time.fromisoformat,
    "uuid": uuid.UUID,
}
_LEAST: dict[str, str] = {
    "minLength": "maxLength",
    "minItems": "maxItems",
    "minProperties": "maxProperties",
}


class Fitting:
    """Tells whether values fit types, as far as types and simple bounds go.

    Patterns are those of the document, and never run. Where there is a pattern, examples
    are believed. Unions of unions can have more ways than anybody can try, so `left`
    counts down; when nothing is left, nothing fits.
    """

    def __init__(self, api: Api) -> None:
        self.api = api
        self.left = 0

    def fits(self, value: Json, use: TypeUse) -> bool:
        """Whether a value can stand where `use` does."""
        self.left = STEPS
        return self.within(value, use, 0)

    def within(self, value: Json, use: TypeUse, depth: int = 0) -> bool:
        """The same, with what is left of the steps of a caller."""
        self.left -= 1
        if depth > _DEEPEST or self.left < 0:
            return False
        kind = use.type
        if isinstance(kind, Named):
            return self._shape(value, kind.id, depth + 1)
        if isinstance(kind, Optional):
            return value is None or self.within(value, kind.inner, depth + 1)
        return _bounded(value, dict(use.constraints)) and self._type(value, use, depth)

    def _type(self, value: Json, use: TypeUse, depth: int) -> bool:
        kind = use.type
        if isinstance(kind, Anything):
            return True
        if isinstance(kind, Nothing):
            return False
        if isinstance(kind, Const):
            return _same(value, kind.value)
        if isinstance(kind, ListOf):
            return isinstance(value, tuple) and all(
                self.within(item, kind.item, depth + 1) for item in value
            )
        if isinstance(kind, MapOf):
            return isinstance(value, JsonObject) and all(
                self.within(item, kind.value, depth + 1)
                and (kind.key is None or self.within(name, kind.key, depth + 1))
                for name, item in value.members
            )
        if isinstance(kind, TupleOf):
            return self._tuple(value, kind, depth)
        assert isinstance(kind, Scalar)
        return _is_scalar(value, kind.kind)

    def _tuple(self, value: Json, kind: TupleOf, depth: int) -> bool:
        if not isinstance(value, tuple):
            return False
        rest = value[len(kind.items) :]
        is_open = kind.rest is not None
        return (
            (is_open or not rest)
            and all(
                self.within(item, use, depth + 1)
                for item, use in zip(value, kind.items, strict=False)
            )
            and (kind.rest is None or self._all(rest, kind.rest, depth))
        )

    def _all(self, values: tuple[Json, ...], use: TypeUse, depth: int) -> bool:
        return all(self.within(item, use, depth + 1) for item in values)

    def _shape(self, value: Json, id: str, depth: int) -> bool:
        shape = self.api.shapes[id]
        if isinstance(shape, Alias):
            return self.within(value, shape.target, depth)
        if isinstance(shape, Choices):
            listed = [choice.value for choice in shape.choices]
            if shape.open and not isinstance(value, tuple | JsonObject):
                return any(type(value) is type(one) for one in listed)
            return any(_same(value, one) for one in listed)
        if isinstance(shape, Variants):
            return any(self.within(value, one, depth) for one in shape.options)
        return self._record(value, shape, depth)

    def _record(self, value: Json, shape: Record, depth: int) -> bool:
        if not isinstance(value, JsonObject):
            return False
        members = dict(value.members)
        for field in shape.fields:
            if field.name in members:
                if not self.within(members.pop(field.name), field.use, depth + 1):
                    return False
            elif field.required and not (field.read_only or field.write_only):
                return False
        if shape.extra is None:
            return not members
        return self._all(tuple(members.values()), shape.extra, depth)


def _same(value: Json, other: Json) -> bool:
    """Equality of JSON: a boolean is no number."""
    return value == other and isinstance(value, bool) == isinstance(other, bool)


def _is_scalar(value: Json, kind: str) -> bool:
    if kind == "null":
        return value is None
    if kind == "boolean":
        return isinstance(value, bool)
    if kind in ("integer", "number"):
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        is_finite = isinstance(value, int) or math.isfinite(value)
        return is_finite and (kind == "number" or isinstance(value, int))
    return isinstance(value, str) and _is_formatted(value, kind)


def _is_formatted(value: str, format: str) -> bool:
    parse = _PARSED.get(format)
    if parse is None:
        return True
    with suppress(ValueError):
        parsed = parse(value)
        is_zoned = getattr(parsed, "tzinfo", None) is not None
        return format not in ("date-time", "time") or is_zoned
    return False


def _bounded(value: Json, rules: Mapping[str, Json]) -> bool:
    """Whether a value is within the bounds that say something about its type."""
    if isinstance(value, bool) or value is None:
        return True
    if isinstance(value, int | float):
        return all(
            not isinstance(bound := rules.get(keyword), int | float) or test(bound)
            for keyword, test in _tests(value).items()
        )
    keyword = "minProperties"
    size = len(value.members) if isinstance(value, JsonObject) else len(value)
    if not isinstance(value, JsonObject):
        keyword = "minLength" if isinstance(value, str) else "minItems"
    least, most = rules.get(keyword), rules.get(_LEAST[keyword])
    if isinstance(least, int | float) and size < least:
        return False
    return not isinstance(most, int | float) or size <= most


def _tests(value: int | float) -> Mapping[str, Callable[[int | float], bool]]:
    return {
        "minimum": lambda bound: value >= bound,
        "maximum": lambda bound: value <= bound,
        "exclusiveMinimum": lambda bound: value > bound,
        "exclusiveMaximum": lambda bound: value < bound,
        "multipleOf": lambda step: not step or not value % step,
    }
