"""Types: what a value may be, as far as a programming language can say it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ..values import dataclass

Id: TypeAlias = str
"""Names a node for good: document, `#`, JSON Pointer (RFC 6901).

The document part is empty for the document that the user named, else its path
relative to that document's folder: `#/components/schemas/Pet`,
`common.yaml#/Pet`. The pointer is that of the node in the upgraded document.
"""

Json: TypeAlias = "bool | int | float | str | tuple[Json, ...] | JsonObject | None"
"""A JSON value, frozen: arrays are tuples, objects are `JsonObject` (see `freeze`)."""


@dataclass(frozen=True, slots=True)
class JsonObject:
    """A JSON object, frozen, in document order."""

    members: tuple[tuple[str, Json], ...]


def freeze(value: object) -> Json:
    """A JSON value as `json.loads` gives it, frozen. Raises TypeError for anything else."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, list):
        return tuple(freeze(item) for item in value)
    if isinstance(value, dict):
        return JsonObject(
            tuple((str(key), freeze(item)) for key, item in value.items())
        )
    raise TypeError(f"not a JSON value: {type(value).__name__}")


def thaw(value: Json) -> object:
    """The inverse of `freeze`: lists and dicts again."""
    if isinstance(value, tuple):
        return [thaw(item) for item in value]
    if isinstance(value, JsonObject):
        return {key: thaw(item) for key, item in value.members}
    return value


ScalarKind: TypeAlias = Literal[
    "string",
    "integer",
    "number",
    "boolean",
    "null",
    "bytes",
    "date",
    "date-time",
    "time",
    "duration",
    "uuid",
]


@dataclass(frozen=True, slots=True)
class Scalar:
    """One JSON scalar. `bytes` is raw binary content, never JSON text."""

    kind: ScalarKind


@dataclass(frozen=True, slots=True)
class Named:
    """The shape with this id in `Api.shapes`."""

    id: Id


@dataclass(frozen=True, slots=True)
class ListOf:
    """An array whose items all have one type."""

    item: TypeUse


@dataclass(frozen=True, slots=True)
class TupleOf:
    """An array with a type per position; `rest` types what follows, None forbids it."""

    items: tuple[TypeUse, ...]
    rest: TypeUse | None


@dataclass(frozen=True, slots=True)
class MapOf:
    """An object whose property names are data.

    `key` is the type of the names where they are listed, None where they are any texts.
    """

    value: TypeUse
    key: TypeUse | None = None


@dataclass(frozen=True, slots=True)
class Optional:
    """The inner type, or null. Never nested in itself."""

    inner: TypeUse


@dataclass(frozen=True, slots=True)
class Const:
    """Exactly this value (JSON Schema `const`, or an enum of one)."""

    value: Json


@dataclass(frozen=True, slots=True)
class Anything:
    """Any JSON value: the schema `true` or `{}`."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """No value at all: the schema `false`."""


Type: TypeAlias = (
    Anything | Const | ListOf | MapOf | Named | Nothing | Optional | Scalar | TupleOf
)


@dataclass(frozen=True, slots=True)
class TypeUse:
    """A type where it stands, with the constraints that a type cannot say.

    `constraints` pairs a JSON Schema 2020-12 keyword with its value, in the order of
    the vocabulary: minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf,
    minLength, maxLength, pattern, minItems, maxItems, uniqueItems, minProperties,
    maxProperties, format.
    """

    type: Type
    constraints: tuple[tuple[str, Json], ...] = ()
