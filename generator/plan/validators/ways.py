"""Which schemas ask for something else in requests, or in responses.

They alone get functions for one way. A schema does that if some object on the way from it
must have, or may not have, another set of properties; most documents have none.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import field, replace
from typing import TYPE_CHECKING

from ...ir.circles import reached
from ...ir.references import schemas_in
from ...values import dataclass
from ..python.one_way import WAYS
from .schemas import pairs, strings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ...ir import Id
    from ..python.one_way import Way
    from .schemas import Schemas


@dataclass(frozen=True, slots=True)
class Ways:
    """The schemas as they are for each way, and which of them are not as for any."""

    schemas: Mapping[Way, Schemas]
    differing: Mapping[Way, frozenset[Id]] = field(default_factory=dict)

    def way_of(self, schema: Id, way: Way) -> Way:
        """The way, or none where the schema is the same for it."""
        return way if way and schema in self.differing.get(way, ()) else ""


def find_ways(schemas: Schemas) -> Ways:
    """Compare what the schemas of an API ask for, in general and for each way."""
    found: dict[Way, Schemas] = {"": schemas}
    differing: dict[Way, frozenset[Id]] = {}
    is_known = schemas.one_way is not None and schemas.one_way.is_known
    if not is_known and not schemas.has_rules:
        return Ways(found)
    above = _above(schemas)
    for way in WAYS:
        own = replace(schemas, way=way)
        roots = [
            schema for schema in schemas.assertions if _differs(schemas, own, schema)
        ]
        if roots:
            found[way] = own
            differing[way] = reached(roots, above)
    return Ways(found, differing)


def _differs(one: Schemas, other: Schemas, schema: Id) -> bool:
    """Whether an object with this schema must have, or may not have, something else.

    That is also where it has rules across fields for one way.
    """
    if any(map(other.goes_alone, _unnamed(other, schema))):
        return True
    if not (one.has_rules or (one.one_way is not None and one.one_way.said(schema))):
        return False
    for layer in one.layers(schema):
        if one.has_rules and one.rules(layer.schema) != other.rules(layer.schema):
            return True
        for name in strings(layer.node.get("required")):
            if one.may_lack(schema, name) != other.may_lack(schema, name):
                return True
        for name, _ in pairs(layer.node.get("properties")):
            if other.refused(schema, name) or other.is_stripped(schema, name):
                return True
    return False


def _unnamed(schemas: Schemas, schema: Id) -> Iterator[Id]:
    """The schemas of properties that are taken out by a pattern, or as all others are."""
    if schemas.way not in schemas.stripping:
        return
    for layer in schemas.layers(schema):
        for _, place in pairs(layer.node.get("patternProperties")):
            yield place
        if "additionalProperties" in layer.node:
            yield str(layer.node["additionalProperties"])


def _above(schemas: Schemas) -> dict[Id, list[Id]]:
    """The schemas that hold each schema, or refer to it."""
    found: dict[Id, list[Id]] = defaultdict(list)
    for schema, entry in schemas.assertions.items():
        for inner in schemas_in(entry):
            if inner in schemas.assertions:
                found[inner].append(schema)
    return found
