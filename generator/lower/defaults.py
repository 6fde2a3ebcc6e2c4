"""Defaults that fit their schemas; the others are told and left out."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..diagnostics import Sink, diagnostic
from ..ir import (
    Alias,
    Anything,
    Choices,
    Const,
    Field,
    Id,
    Json,
    JsonObject,
    ListOf,
    MapOf,
    Named,
    Nothing,
    Operation,
    Optional,
    Parameter,
    Record,
    Scalar,
    Shape,
    TupleOf,
    TypeUse,
    Variants,
    thaw,
)
from ..load.document import Document
from .view import escape

_DEPTH = 20
_READERS = {
    "date": datetime.date.fromisoformat,
    "date-time": datetime.datetime.fromisoformat,
    "time": datetime.time.fromisoformat,
    "uuid": uuid.UUID,
}


class Defaults:
    """Checks defaults against types, once all shapes are known."""

    def __init__(
        self, document: Document, shapes: Mapping[Id, Shape], sink: Sink
    ) -> None:
        self.document = document
        self.shapes = shapes
        self.sink = sink

    def of_shapes(self) -> dict[Id, Shape]:
        """The shapes, without defaults that do not fit."""
        return {key: self._shape(shape) for key, shape in self.shapes.items()}

    def _shape(self, shape: Shape) -> Shape:
        if not isinstance(shape, Record):
            return shape
        if all(field.default is None for field in shape.fields):
            return shape
        fields = tuple(self._field(shape, field) for field in shape.fields)
        return replace(shape, fields=fields)

    def of_operation(self, operation: Operation) -> Operation:
        """An operation, without defaults of parameters that do not fit."""
        found = tuple(self._parameter(item) for item in operation.parameters)
        return replace(operation, parameters=found)

    def _field(self, record: Record, field: Field) -> Field:
        if field.default is None or self.fits(field.default[0], field.use):
            return field
        place = f"{record.id}/properties/{escape(field.name)}"
        self._tell(place, field.default[0])
        return replace(field, default=None)

    def _parameter(self, parameter: Parameter) -> Parameter:
        default = parameter.default
        if default is None or self.fits(default[0], parameter.use):
            return parameter
        self._tell(f"{parameter.id}/schema", default[0])
        return replace(parameter, default=None)

    def _tell(self, schema: Id, value: Json) -> None:
        """Report a default; null where it is no value says that there is none."""
        if value is None:
            return
        place = f"{schema}/default"
        try:
            self.document.node(place)
        except KeyError:
            place = schema
        span = self.document.locate(place)
        self.sink.add(diagnostic("W250", span, value=repr(thaw(value))))

    def fits(self, value: Json, use: TypeUse, depth: int = 0) -> bool:
        """Whether a value is one of the type, as far as a type can tell."""
        kind = use.type
        if depth > _DEPTH or isinstance(kind, Anything):
            return True
        if isinstance(kind, Named):
            return self._fits_shape(value, self.shapes.get(kind.id), depth + 1)
        if isinstance(kind, Optional):
            return value is None or self.fits(value, kind.inner, depth + 1)
        if isinstance(kind, Const):
            return _same(value, kind.value)
        if isinstance(kind, Scalar):
            return _is_scalar(value, kind.kind)
        if isinstance(kind, Nothing):
            return False
        if isinstance(kind, MapOf):
            return isinstance(value, JsonObject) and all(
                self.fits(item, kind.value, depth + 1)
                and (kind.key is None or self.fits(name, kind.key, depth + 1))
                for name, item in value.members
            )
        if not isinstance(value, tuple):
            return False
        if isinstance(kind, ListOf):
            return all(self.fits(item, kind.item, depth + 1) for item in value)
        return self._fits_tuple(value, kind, depth + 1)

    def _fits_tuple(self, value: tuple[Json, ...], kind: TupleOf, depth: int) -> bool:
        more = value[len(kind.items) :]
        uses = [*kind.items, *[kind.rest] * len(more)]
        return all(
            use is not None and self.fits(item, use, depth)
            for item, use in zip(value, uses, strict=False)
        )

    def _fits_shape(self, value: Json, shape: Shape | None, depth: int) -> bool:
        if isinstance(shape, Alias):
            return self.fits(value, shape.target, depth)
        if isinstance(shape, Choices):
            return any(_same(value, choice.value) for choice in shape.choices) or (
                shape.open and isinstance(value, str | int | float)
            )
        if isinstance(shape, Variants):
            return any(self.fits(value, option, depth) for option in shape.options)
        if not isinstance(shape, Record):
            return True
        if not isinstance(value, JsonObject):
            return False
        members = dict(value.members)
        return all(
            (
                self.fits(members[field.name], field.use, depth)
                if field.name in members
                else not field.required
            )
            for field in shape.fields
        )


def _same(value: Json, other: Json) -> bool:
    """Equality of JSON: 1 is 1.0 and not true."""
    return value == other and isinstance(value, bool) == isinstance(other, bool)


def _is_scalar(value: Json, kind: str) -> bool:
    if kind == "null":
        return value is None
    if kind == "boolean":
        return isinstance(value, bool)
    if kind in ("integer", "number"):
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        return kind == "number" or isinstance(value, int) or value.is_integer()
    if not isinstance(value, str):
        return False
    return kind not in _READERS or _reads(_READERS[kind], value)


def _reads(reader: Any, text: str) -> bool:
    try:
        reader(text)
    except ValueError:
        return False
    return True
