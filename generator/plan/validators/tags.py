"""Which property of objects tells the alternatives of a union apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .schemas import constants, ids, pairs, strings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...ir import Id
    from .schemas import Node, Schemas


def common_tag(
    schemas: Schemas, options: Sequence[Id]
) -> tuple[str, list[list[str]]] | None:
    """A property that every option requires and pins to strings that no other allows.

    Gives its name and the strings of each option; None where there is no such
    property. The first in the order of the first option wins.
    """
    pinned = [_pinned(schemas, option, frozenset()) for option in options]
    for tag in pinned[0]:
        if all(tag in found for found in pinned):
            values = [found[tag] for found in pinned]
            flat = [value for own in values for value in own]
            if len(set(flat)) == len(flat):
                return tag, values
    return None


def _pinned(schemas: Schemas, schema: Id, seen: frozenset[Id]) -> dict[str, list[str]]:
    """The properties that an object must have to be valid, with the strings they allow."""
    if schema in seen:
        return {}
    seen |= {schema}
    node = schemas.node(schema)
    found = _pinned_here(schemas, node)
    parts = [*ids(node.get("allOf")), *([str(node["$ref"])] if "$ref" in node else [])]
    required = set(strings(node.get("required")))
    for part in parts:
        for name, values in _pinned(schemas, part, seen).items():
            found.setdefault(name, values)
        inner = schemas.node(part)
        for name in required - found.keys():
            values = _values_of(schemas, inner, name)
            if values:
                found[name] = values
    for keyword in ("anyOf", "oneOf"):
        if keyword in node:
            options = [_pinned(schemas, item, seen) for item in ids(node[keyword])]
            for name, values in _pinned_by_all(options).items():
                found.setdefault(name, values)
    return found


def _pinned_here(schemas: Schemas, node: Node) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name in strings(node.get("required")):
        values = _values_of(schemas, node, name)
        if values:
            found[name] = values
    order = [name for name, _ in pairs(node.get("properties"))]
    return {name: found[name] for name in order if name in found}


def _values_of(schemas: Schemas, node: Node, name: str) -> list[str]:
    """The strings that a property may hold; empty when it may hold something else."""
    for own, schema in pairs(node.get("properties")):
        if own == name:
            inner = schemas.node(schemas.reference(schema) or schema)
            for keyword in ("const", "enum"):
                if keyword in inner:
                    values = constants(inner, keyword)
                    if all(isinstance(value, str) for value in values):
                        return list(dict.fromkeys(map(str, values)))
    return []


def _pinned_by_all(options: list[dict[str, list[str]]]) -> dict[str, list[str]]:
    """What every option pins, to the strings of all of them."""
    found: dict[str, list[str]] = {}
    for name in options[0] if options else ():
        if all(name in option for option in options):
            values = [value for option in options for value in option[name]]
            found[name] = list(dict.fromkeys(values))
    return found
