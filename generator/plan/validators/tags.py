"""Which property of objects tells the alternatives of a union apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...values import dataclass
from .schemas import constants, ids, pairs, strings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...ir import Discriminator, Id
    from .schemas import Schemas


@dataclass(frozen=True, slots=True)
class Choice:
    """How the value of a property narrows a union down.

    `groups` gives the schemas that an object with that value can satisfy, `untagged`
    those for an object without the property, `unknown` those for one with another value.
    """

    tag: str
    groups: dict[str, tuple[Id, ...]]
    untagged: tuple[Id, ...]
    unknown: tuple[Id, ...] = ()


@dataclass(frozen=True, slots=True)
class Pin:
    """The strings that a schema allows for a property, and whether it requires it."""

    values: tuple[str, ...]
    required: bool


def choose_tag(schemas: Schemas, options: Sequence[Id]) -> Choice | None:
    """The property that narrows the options down best, the first of equals.

    Every option must allow nothing but strings that it lists for the property. None
    where no property leaves fewer options for each of its values.
    """
    best: Choice | None = None
    least = len(options)
    for tag in _candidates(schemas, options[0], frozenset()):
        pins = [_pin(schemas, option, tag, frozenset()) for option in options]
        choice = _choice(schemas, tag, options, pins)
        if choice is None:
            continue
        widest = max(map(len, (*choice.groups.values(), choice.untagged)))
        if widest < least:
            best, least = choice, widest
    return best


def stated_choice(
    schemas: Schemas, discriminator: Discriminator, options: Sequence[Id]
) -> Choice | None:
    """The choice that a discriminator of the document makes among the options.

    None where it does not speak of all of them.
    """
    named: dict[Id, Id] = {}
    for option in options:
        target = schemas.reference(option) or option
        for shape in (option, target, target.removesuffix("/discriminator")):
            named.setdefault(shape, option)
    groups: dict[str, tuple[Id, ...]] = {}
    for value, shape in discriminator.mapping:
        if shape in named:
            groups[value] = (*groups.get(value, ()), named[shape])
    default = named.get(discriminator.default or "")
    told = {option for group in groups.values() for option in group}
    if {*options} - told - {default}:
        return None
    tag = discriminator.property
    if default is not None:
        return Choice(tag, groups, (default,), (default,))
    untagged = tuple(
        option
        for option in options
        if not _requires(schemas, option, tag, frozenset())
        or schemas.may_lack(option, tag)
    )
    return Choice(tag, groups, untagged)


def _choice(
    schemas: Schemas, tag: str, options: Sequence[Id], pins: Sequence[Pin | None]
) -> Choice | None:
    groups: dict[str, tuple[Id, ...]] = {}
    untagged: list[Id] = []
    for option, pin in zip(options, pins, strict=True):
        if pin is None:
            return None
        for value in pin.values:
            groups[value] = (*groups.get(value, ()), option)
        if not pin.required or schemas.may_lack(option, tag):
            untagged.append(option)
    return Choice(tag, groups, tuple(untagged))


def _candidates(schemas: Schemas, schema: Id, seen: frozenset[Id]) -> dict[str, None]:
    """The names of properties of which a schema lists the values."""
    found: dict[str, None] = {}
    if schema in seen:
        return found
    seen |= {schema}
    node = schemas.node(schema)
    for name, inner in pairs(node.get("properties")):
        if _listed(schemas, inner) is not None:
            found.setdefault(name)
    for part in _parts(schemas, schema):
        found.update(_candidates(schemas, part, seen))
    for keyword in ("anyOf", "oneOf"):
        for option in ids(node.get(keyword))[:1]:
            found.update(_candidates(schemas, option, seen))
    return found


def _parts(schemas: Schemas, schema: Id) -> tuple[Id, ...]:
    """The schemas that must hold as well: the reference and the members of `allOf`."""
    node = schemas.node(schema)
    reference = (str(node["$ref"]),) if "$ref" in node else ()
    return (*reference, *ids(node.get("allOf")))


def _pin(schemas: Schemas, schema: Id, tag: str, seen: frozenset[Id]) -> Pin | None:
    """What a schema says of the property `tag`; None where other values are valid."""
    if schema in seen:
        return None
    seen |= {schema}
    node = schemas.node(schema)
    required = tag in strings(node.get("required"))
    values: tuple[str, ...] | None = None
    for name, inner in pairs(node.get("properties")):
        if name == tag:
            values = _listed(schemas, inner)
    for part in _parts(schemas, schema):
        pin = _pin(schemas, part, tag, seen)
        required = required or _requires(schemas, part, tag, seen)
        if pin is not None and values is None:
            values = pin.values
    for keyword in ("anyOf", "oneOf"):
        if keyword in node:
            pins = [_pin(schemas, part, tag, seen) for part in ids(node[keyword])]
            found = [pin for pin in pins if pin is not None]
            if len(found) == len(pins):
                required = required or all(pin.required for pin in found)
                joined = [value for pin in found for value in pin.values]
                values = values or tuple(dict.fromkeys(joined))
    return None if values is None else Pin(values, required)


def _requires(schemas: Schemas, schema: Id, tag: str, seen: frozenset[Id]) -> bool:
    if schema in seen:
        return False
    seen |= {schema}
    if tag in strings(schemas.node(schema).get("required")):
        return True
    return any(_requires(schemas, part, tag, seen) for part in _parts(schemas, schema))


def _listed(schemas: Schemas, schema: Id) -> tuple[str, ...] | None:
    """The strings that a property may hold; None where it may hold something else."""
    node = schemas.node(schemas.reference(schema) or schema)
    for keyword in ("const", "enum"):
        if keyword in node:
            values = constants(node, keyword)
            if values and all(isinstance(value, str) for value in values):
                return tuple(dict.fromkeys(map(str, values)))
    return None
