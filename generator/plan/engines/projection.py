"""The shapes of an API as a JSON Schema document for the tool, all names stand-ins.

It is made from shapes, which are what a type can say; what only assertions say (patterns,
`multipleOf`, `not` and the like) is left to the validators, as with our own models. So
both engines are given the same types to express.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...ir import (
    Alias,
    Anything,
    Choices,
    Const,
    ListOf,
    MapOf,
    Named,
    Nothing,
    Optional,
    Record,
    Scalar,
    TupleOf,
    TypeUse,
    Variants,
)
from ..python.bounds import bounds_of, is_fixed
from ..python.tags import tag_values
from .keys import NOTHING
from .structs import can_be_named

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ...ir import Api, Id, Json, Shape
    from ...name import Names
    from ..python.one_way import OneWay
    from ..python.types import Annotator
    from .keys import Keys
    from .kinds import Kind
    from .structs import Structs

_FORMATS = {
    "bytes": "binary",
    "date": "date",
    "date-time": "date-time",
    "time": "time",
    "uuid": "uuid",
}
_PLAIN = ("string", "integer", "number", "boolean", "null")


class Projection:
    """Writes schemas for the shapes of one API.

    `structs` says what a type of msgspec cannot be; None for the other kinds.
    """

    def __init__(
        self,
        annotator: Annotator,
        one_way: OneWay,
        kind: Kind,
        keys: Keys,
        structs: Structs | None,
    ) -> None:
        self._annotator = annotator
        self._api: Api = annotator.api
        self._names: Names = annotator.names
        self._one_way = one_way
        self._kind = kind
        self._keys = keys
        self._structs = structs

    def document(self, shapes: Iterable[Shape]) -> dict[str, Any]:
        """A schema document that defines these shapes and nothing else."""
        definitions = {NOTHING: {"type": "string"}}
        for shape in shapes:
            definitions[self._keys.type(shape.id)] = self._definition(shape)
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$defs": definitions,
        }

    def _definition(self, shape: Shape) -> dict[str, Any]:
        if self._structs is not None and shape.id in self._structs.widened:
            return {}
        if isinstance(shape, Record):
            return self._record(shape)
        if isinstance(shape, Choices):
            return self._choices([item.value for item in shape.choices], shape.open)
        if isinstance(shape, Variants):
            return self._variants(shape)
        assert isinstance(shape, Alias)
        return self._use(shape.target)

    def _record(self, shape: Record) -> dict[str, Any]:
        attributes = self._names.fields[shape.id]
        properties: dict[str, Any] = {}
        required: list[str] = []
        for field in shape.fields:
            if self._structs is not None and not can_be_named(field.name):
                continue
            key = self._property(field.name, attributes[field.name])
            properties[key] = self._use(field.use)
            if field.required and not self._one_way.record_may_lack(shape, field):
                required.append(key)
        found: dict[str, Any] = {"type": "object", "properties": properties}
        if required:
            found["required"] = required
        if self._kind.has_extra:
            if shape.extra is None:
                found["additionalProperties"] = False
            elif not isinstance(shape.extra.type, Anything):
                found["additionalProperties"] = self._use(shape.extra)
        return found

    def _property(self, wire: str, attribute: str) -> str:
        if not self._kind.has_attributes:
            attribute = wire
        return self._keys.property(wire, attribute)

    def _choices(self, values: Iterable[Json], is_open: bool) -> dict[str, Any]:
        """An enumeration, beside the types of the values that no `Literal` can hold."""
        members: dict[str, Any] = {}
        types: dict[str, dict[str, Any]] = {}
        for value in values:
            kind = _kind_of(value)
            if _fits_literal(value):
                member = self._keys.value(value) if isinstance(value, str) else value
                members[f"{kind} {value}"] = member
                if is_open:
                    types[kind] = {"type": kind}
            else:
                types[kind] = {"type": kind}
        options = [{"enum": list(members.values())}] if members else []
        return _any_of([*options, *types.values()])

    def _variants(self, shape: Variants, *more: dict[str, Any]) -> dict[str, Any]:
        """A union, with the property that tells its options apart; `more` are options too."""
        if self._structs is not None and shape.id in self._structs.widened:
            return {}
        options = [self._use(use) for use in self._present(shape.options)]
        found = _any_of([*options, *more])
        told = tag_values(shape, self._api, self._names)
        if told is None or "anyOf" not in found or not self._kind.has_bounds:
            return found
        return {"oneOf": found["anyOf"], "discriminator": self._tag(shape, *told)}

    def _tag(
        self, shape: Variants, wire: str, values: Mapping[Id, frozenset[str]]
    ) -> dict[str, Any]:
        """How the property `wire` tells the options of a union apart, by its values.

        The mapping is spelt out: without it the tool takes the names of the schemas.
        """
        attribute = self._names.fields[next(iter(values))][wire]
        mapping: dict[str, str] = {}
        for use in shape.options:
            record = self._annotator.resolve(use)
            assert isinstance(record, Record)
            for value in sorted(values[record.id]):
                mapping[self._keys.value(value)] = self._use(use)["$ref"]
        return {"propertyName": self._property(wire, attribute), "mapping": mapping}

    @staticmethod
    def _present(uses: tuple[TypeUse, ...]) -> tuple[TypeUse, ...]:
        """The types of a union that have values; one of the others if none has."""
        return tuple(u for u in uses if not isinstance(u.type, Nothing)) or uses[:1]

    def _use(self, use: TypeUse) -> dict[str, Any]:
        found = self._type(use)
        if self._kind.has_bounds:
            bounds = dict(bounds_of(use))
            found |= self._structs.bounds(use, bounds) if self._structs else bounds
        return found

    def _type(self, use: TypeUse) -> dict[str, Any]:
        kind = use.type
        if isinstance(kind, Named):
            is_null = self._annotator.is_null(use)
            return {"type": "null"} if is_null else self._named(kind.id)
        if isinstance(kind, Scalar):
            return _scalar(kind.kind)
        if isinstance(kind, Optional):
            return self._optional(kind)
        if isinstance(kind, ListOf):
            return {"type": "array", "items": self._use(kind.item)}
        if isinstance(kind, MapOf):
            return {"type": "object", "additionalProperties": self._use(kind.value)}
        if isinstance(kind, TupleOf):
            return self._tuple(use, kind)
        if isinstance(kind, Const):
            return self._choices([kind.value], False)
        if isinstance(kind, Nothing):
            return {"$ref": f"#/$defs/{NOTHING}"}
        assert isinstance(kind, Anything)
        return {}

    def _named(self, id: Id) -> dict[str, Any]:
        shape = self._api.shapes[id]
        if self._annotator.is_named(shape):
            return {"$ref": f"#/$defs/{self._keys.type(id)}"}
        return self._definition(shape)

    def _optional(self, kind: Optional) -> dict[str, Any]:
        null = {"type": "null"}
        if isinstance(kind.inner.type, Nothing):
            return null
        if isinstance(kind.inner.type, Named):
            shape = self._api.shapes[kind.inner.type.id]
            if isinstance(shape, Variants) and not self._annotator.is_named(shape):
                return self._variants(shape, null)
        inner = self._use(kind.inner)
        return _any_of([inner, null]) if inner else {}

    def _tuple(self, use: TypeUse, kind: TupleOf) -> dict[str, Any]:
        """An array with a type per place if its length is fixed, else one of any of them."""
        if is_fixed(use):
            length = len(kind.items)
            return {
                "type": "array",
                "prefixItems": [self._use(item) for item in kind.items],
                "items": False,
                "minItems": length,
                "maxItems": length,
            }
        uses = (*kind.items, *((kind.rest,) if kind.rest is not None else ()))
        items = [self._use(item) for item in self._present(uses or (_NOTHING,))]
        if self._structs is not None and self._structs.refuses(uses):
            items = [{}]
        return {"type": "array", "items": _any_of(items)}


_NOTHING = TypeUse(Nothing())


def _scalar(kind: str) -> dict[str, Any]:
    if kind in _PLAIN:
        return {"type": kind}
    found = {"type": "string"}
    if kind in _FORMATS:
        found["format"] = _FORMATS[kind]
    return found


def _any_of(options: list[dict[str, Any]]) -> dict[str, Any]:
    """A union; everything as soon as one of the options is everything."""
    found: list[dict[str, Any]] = []
    for option in options:
        if not option:
            return {}
        found += [option] if option not in found else []
    return found[0] if len(found) == 1 else {"anyOf": found}


def _fits_literal(value: Json) -> bool:
    """Whether type checkers take a value in a `Literal`."""
    if isinstance(value, (str, bool)):
        return True
    return isinstance(value, int) and -(2**63) <= value < 2**63


def _kind_of(value: Json) -> str:
    """The JSON type of a value."""
    if value is None:
        return "null"
    for python, name in (
        (bool, "boolean"),
        (int, "integer"),
        (float, "number"),
        (str, "string"),
        (tuple, "array"),
    ):
        if isinstance(value, python):
            return name
    return "object"
