"""Shapes: the types that deserve a name, and the full assertions of every schema.

`repr` leaves descriptions out: they can be long, and say nothing about the type.
"""

from __future__ import annotations

from dataclasses import field
from typing import TypeAlias

from ..values import dataclass
from .types import Id, Json, TypeUse


@dataclass(frozen=True, slots=True)
class Field:
    """A property of a record. `name` is the name on the wire."""

    name: str
    use: TypeUse
    required: bool
    description: str = field(default="", repr=False)
    default: tuple[Json] | None = None
    """The documented default in a 1-tuple, so that null is told from none."""
    read_only: bool = False
    write_only: bool = False
    deprecated: bool = False
    examples: tuple[Json, ...] = ()
    fixed: bool = False
    """Whether who makes the object fills in the constant, though it is not required."""


@dataclass(frozen=True, slots=True)
class Record:
    """An object with known properties, in document order, `allOf` merged.

    `extra` types the properties not listed; None where the schema forbids them
    (`additionalProperties: false`). An unconstrained schema has `Anything` there.
    """

    id: Id
    root: Id
    """The component or operation that it stands in; its own id for a component."""
    place: tuple[str, ...]
    """Words that tell where it stands, outermost first, for naming: `("Pet", "owner")`."""
    fields: tuple[Field, ...]
    extra: TypeUse | None
    title: str = ""
    description: str = field(default="", repr=False)
    deprecated: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an enumeration."""

    value: Json
    description: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Choices:
    """An enumeration. `open` means that other values of the same JSON type are valid too."""

    id: Id
    root: Id
    place: tuple[str, ...]
    choices: tuple[Choice, ...]
    open: bool = False
    title: str = ""
    description: str = field(default="", repr=False)
    deprecated: bool = False


@dataclass(frozen=True, slots=True)
class Discriminator:
    """Chooses the option by the value of a property (OpenAPI 3.2, section 4.25).

    `mapping` pairs a value of the property with the id of the shape that it means; a
    value that means one of several is listed with each. `default` is what another
    value means, or none.
    """

    property: str
    mapping: tuple[tuple[str, Id], ...]
    default: Id | None = None


@dataclass(frozen=True, slots=True)
class Variants:
    """A value of one of several types (`oneOf` when `exclusive`, else `anyOf`)."""

    id: Id
    root: Id
    place: tuple[str, ...]
    options: tuple[TypeUse, ...]
    exclusive: bool
    discriminator: Discriminator | None = None
    title: str = ""
    description: str = field(default="", repr=False)
    deprecated: bool = False


@dataclass(frozen=True, slots=True)
class Alias:
    """A component that is another type under a name of its own."""

    id: Id
    root: Id
    place: tuple[str, ...]
    target: TypeUse
    title: str = ""
    description: str = field(default="", repr=False)
    deprecated: bool = False


Shape: TypeAlias = Alias | Choices | Record | Variants


@dataclass(frozen=True, slots=True)
class Assertions:
    """What a schema asserts, whole: nothing merged, nothing dropped.

    `keywords` pairs each JSON Schema 2020-12 keyword that stands there with its value,
    in document order. A value that holds schemas holds their ids instead: `not` an id,
    `allOf` a tuple of ids, `properties` a tuple of (name, id). `$ref` is an id.
    `$dynamicRef` keeps its text. `x-validations` is a tuple of `Rule`, with the rules of
    its aliases and short forms. Other annotations (title, description, default, examples,
    deprecated, x-*) are left out. The schemas `true` and `false` have the keyword
    `"always"` with that boolean as their only pair.
    """

    id: Id
    keywords: tuple[tuple[str, object], ...]
