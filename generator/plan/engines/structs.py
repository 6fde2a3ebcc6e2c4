"""What msgspec cannot have as a type, so that it becomes `Any`, with a warning.

msgspec decides by the JSON type of a value which option of a union is meant, so a union
may hold one array type, one object type and one type of texts; several structs only if
all of them have a tag in the same property. Aliases cannot name themselves. Bounds of
integers fit in 64 bits, and an end has one bound. Source: msgspec's documentation,
"Supported Types", section "Union", and "Constraints".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...diagnostics import Span, report
from ...ir import (
    Alias,
    Choices,
    Const,
    ListOf,
    MapOf,
    Named,
    Optional,
    Record,
    Scalar,
    TupleOf,
    Variants,
)
from ..models.order import circular
from ..python.tags import tag_values

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...diagnostics import Sink
    from ...ir import Api, Id, Json, TypeUse
    from ...name import Names
    from ..python.types import Annotator

_ALIAS = "an alias of msgspec cannot name itself"
_UNION = "msgspec cannot tell its options apart"
_ADVICE = {
    _ALIAS: "put an object on the way from the type to itself",
    _UNION: "options need JSON types of their own, objects a constant of their own",
}
_ENDS = (("minimum", "exclusiveMinimum", 1), ("maximum", "exclusiveMaximum", -1))
_LIMIT = 2**63
_NO_TEXT = ("integer", "number", "boolean", "null")


_UNNAMED = re.compile(r'["\\\x00-\x1f\ud800-\udfff]')


def can_be_named(wire: str) -> bool:
    """Whether a property can be a field of a struct under its name on the wire."""
    return not _UNNAMED.search(wire)


class Structs:
    """The limits of msgspec over one API.

    `widened` pairs the shapes that become `Any` with the reason.
    """

    def __init__(self, annotator: Annotator) -> None:
        self._api: Api = annotator.api
        self._names: Names = annotator.names
        self._tags = self._tagged()
        self.widened: dict[Id, str] = dict.fromkeys(
            circular(self._api.shapes, annotator), _ALIAS
        )
        for shape in self._api.shapes.values():
            if isinstance(shape, Variants) and self.refuses(shape.options):
                self.widened[shape.id] = _UNION

    def refuses(self, uses: Iterable[TypeUse]) -> bool:
        """Whether msgspec cannot have a union of these types."""
        kinds: dict[str, set[object]] = {}
        for kind, member in self._members(uses, set()):
            kinds.setdefault(kind, set()).add(member)
        if any(len(members) > 1 for members in kinds.values()):
            records = kinds.pop("object", set())
            if any(len(members) > 1 for members in kinds.values()):
                return True
            return not self._told_apart(records)
        return False

    def bounds(
        self, use: TypeUse, bounds: dict[str, int | float]
    ) -> dict[str, int | float]:
        """Those of the bounds that msgspec takes."""
        if isinstance(use.type, Scalar) and use.type.kind == "integer":
            bounds = {key: n for key, n in bounds.items() if -_LIMIT <= n < _LIMIT}
        for closed, opened, sign in _ENDS:
            if closed in bounds and opened in bounds:
                is_open = sign * (bounds[opened] - bounds[closed]) >= 0
                bounds.pop(closed if is_open else opened)
        return bounds

    def report(self, sink: Sink) -> None:
        """Tell which shapes are widened, and why, and which properties are left out."""
        for id, reason in sorted(self.widened.items()):
            document, _, pointer = id.partition("#")
            place = Span(document, 0, 0, pointer)
            name, advice = self._names.types[id], _ADVICE[reason]
            report(sink, "W370", place, name=name, reason=reason, advice=advice)

        for shape in self._api.shapes.values():
            for field in shape.fields if isinstance(shape, Record) else ():
                if not can_be_named(field.name):
                    document, _, pointer = shape.id.partition("#")
                    place = Span(document, 0, 0, pointer)
                    name = self._names.types[shape.id]
                    report(sink, "W372", place, name=name, field=field.name)

    def _members(
        self, uses: Iterable[TypeUse], seen: set[Id]
    ) -> Iterator[tuple[str, object]]:
        """The members of a union by kind, those behind names and null included.

        Of each kind, `text`, `array` and `object`, msgspec takes only one.
        """
        for use in uses:
            kind = use.type
            if isinstance(kind, Optional):
                yield from self._members([kind.inner], seen)
            elif isinstance(kind, Named):
                if kind.id not in seen:
                    seen.add(kind.id)
                    yield from self._named(kind.id, seen)
            elif isinstance(kind, (ListOf, TupleOf)):
                yield "array", use
            elif isinstance(kind, MapOf):
                yield "object", use
            elif isinstance(kind, Const):
                yield from _of_value(kind.value)
            elif isinstance(kind, Scalar) and kind.kind not in _NO_TEXT:
                yield "text", kind.kind == "bytes"

    def _named(self, id: Id, seen: set[Id]) -> Iterator[tuple[str, object]]:
        shape = self._api.shapes[id]
        if isinstance(shape, Record):
            yield "object", shape.id
        elif isinstance(shape, Variants):
            yield from self._members(shape.options, seen)
        elif isinstance(shape, Alias):
            yield from self._members([shape.target], seen)
        else:
            assert isinstance(shape, Choices)
            for item in shape.choices:
                yield from _of_value(item.value)

    def _told_apart(self, records: set[object]) -> bool:
        """Whether all of these are records with tags of their own in one property."""
        tags = [self._tags.get(id) for id in records if isinstance(id, str)]
        found = {tag for tag in tags if tag is not None}
        return len(found) == len(records) and len({wire for wire, _ in found}) < 2

    def _tagged(self) -> dict[Id, tuple[str, str]]:
        """The records that get a tag: its property, and the value there.

        A struct has one tag, so a record that two unions tell by different properties
        has none.
        """
        found: dict[Id, set[tuple[str, str]]] = {}
        for shape in self._api.shapes.values():
            if not isinstance(shape, Variants):
                continue
            told = tag_values(shape, self._api, self._names)
            if told is not None and can_be_named(told[0]):
                for record, values in told[1].items():
                    tags = found.setdefault(record, set())
                    tags.update((told[0], value) for value in values)
        return {id: next(iter(tags)) for id, tags in found.items() if len(tags) == 1}


def _of_value(value: Json) -> Iterator[tuple[str, object]]:
    if isinstance(value, str):
        yield "text", False
    elif isinstance(value, tuple):
        yield "array", "any"
    elif value is not None and not isinstance(value, (bool, int, float)):
        yield "object", None
