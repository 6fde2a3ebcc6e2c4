"""What is wrong with an example: the first place that does not fit, without its value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ir import (
    Alias,
    Choices,
    Const,
    Json,
    JsonObject,
    ListOf,
    MapOf,
    Named,
    Nothing,
    Optional,
    Record,
    Scalar,
    TupleOf,
    TypeUse,
)
from .view import escape

if TYPE_CHECKING:
    from .defaults import Defaults

_WORDS = {
    "array": "an array",
    "boolean": "a boolean",
    "integer": "an integer",
    "null": "null",
    "number": "a number",
    "object": "an object",
    "string": "a string",
}


def misfit(value: Json, use: TypeUse, defaults: Defaults) -> str:
    """Why a value does not fit a type: where, as a JSON Pointer, and what is wrong.

    It goes where `Defaults.fits` says that something does not fit, so it ends as that does.
    """
    place, problem = _Search(defaults).of(value, use, "")
    return f"at {place}: {problem}" if place else problem


class _Search:
    def __init__(self, defaults: Defaults) -> None:
        self._fits = defaults.fits
        self._shapes = defaults.shapes

    def of(self, value: Json, use: TypeUse, place: str) -> tuple[str, str]:
        """The place and what is wrong there."""
        kind = use.type
        if isinstance(kind, Optional):
            return self.of(value, kind.inner, place)
        if isinstance(kind, Named):
            return self._of_shape(value, kind, place)
        if isinstance(kind, Nothing):
            return place, "no value is allowed here"
        if isinstance(kind, Const):
            return place, "not the value that is allowed"
        if isinstance(kind, Scalar):
            return place, _mistyped(value, kind.kind)
        if isinstance(kind, MapOf):
            return self._of_map(value, kind, place)
        if not isinstance(value, tuple):
            return place, _mistyped(value, "array")
        if isinstance(kind, ListOf):
            uses: list[TypeUse | None] = [kind.item] * len(value)
        elif isinstance(kind, TupleOf):
            more = len(value) - len(kind.items)
            uses = [*kind.items, *[kind.rest] * more]
        else:
            uses = []
        for index, (item, wanted) in enumerate(zip(value, uses, strict=False)):
            inner = f"{place}/{index}"
            if wanted is None:
                return inner, "an item too many"
            if not self._fits(item, wanted):
                return self.of(item, wanted, inner)
        return place, "the value does not fit"

    def _of_map(self, value: Json, kind: MapOf, place: str) -> tuple[str, str]:
        if not isinstance(value, JsonObject):
            return place, _mistyped(value, "object")
        for name, item in value.members:
            inner = f"{place}/{escape(name)}"
            if not self._fits(item, kind.value):
                return self.of(item, kind.value, inner)
            if kind.key is not None and not self._fits(name, kind.key):
                return inner, "the name is not allowed"
        return place, "the value does not fit"

    def _of_shape(self, value: Json, kind: Named, place: str) -> tuple[str, str]:
        shape = self._shapes.get(kind.id)
        if isinstance(shape, Alias):
            return self.of(value, shape.target, place)
        if isinstance(shape, Choices):
            return place, "not one of the values that are listed"
        if not isinstance(shape, Record):
            return place, "none of the options fits"
        if not isinstance(value, JsonObject):
            return place, _mistyped(value, "object")
        members = dict(value.members)
        for field in shape.fields:
            if field.name not in members:
                if field.required:
                    return place, f"the property {field.name} is missing"
            elif not self._fits(members[field.name], field.use):
                inner = f"{place}/{escape(field.name)}"
                return self.of(members[field.name], field.use, inner)
        return place, "the value does not fit"


def _mistyped(value: Json, wanted: str) -> str:
    """The kind of a value and the kind that is due; a format where the kind is right."""
    found = _kind(value)
    if wanted in _WORDS:
        return f"{_WORDS[found]}, not {_WORDS[wanted]}"
    if found != "string":
        return f"{_WORDS[found]}, not a string"
    return f"not in the format {wanted}"


def _kind(value: Json) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, str):
        return "string"
    return "object" if isinstance(value, JsonObject) else "array"
