"""Of which schemas' values something is taken out, since it does not go their way.

Validators, server and client ask here, so that they always agree.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from ...ir.circles import reached
from .one_way import ABSENT, OneWay

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ...ir import Api, Assertions, Id, Operation
    from .one_way import Way

_ONE = (
    "$ref",
    "additionalProperties",
    "contains",
    "else",
    "if",
    "items",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
)
_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
_PROPERTIES = ("patternProperties", "properties")


class Stripped:
    """Answers for the operations of an API; `stripping` are the ways that are asked for."""

    def __init__(self, api: Api, stripping: frozenset[Way]) -> None:
        one_way = OneWay(api) if stripping else None
        self._losing: dict[Way, frozenset[Id]] = {
            way: losing(api.assertions, one_way, way)
            for way in stripping
            if one_way is not None
        }

    def loses(self, schema: Id | None, way: Way) -> bool:
        """Whether something is taken out of values of a schema that go this way."""
        return schema in self._losing.get(way, ())

    def key(self, operation: Operation) -> str:
        """What `OPERATIONS` of the validators calls an operation; empty where it has none."""
        if operation.kind != "call":
            return ""
        return operation.operation_id or f"{operation.method} {operation.path}"


def losing(
    assertions: Mapping[Id, Assertions], one_way: OneWay, way: Way
) -> frozenset[Id]:
    """The schemas with a property, at any depth, that does not go this way."""
    above: dict[Id, list[Id]] = defaultdict(list)
    waiting: list[Id] = []
    for schema, entry in assertions.items():
        node = dict(entry.keywords)
        for inner in _inside(node):
            above[inner].append(schema)
        if any(ABSENT[way] in one_way.words_of(inner) for inner in _values(node)):
            waiting.append(schema)
    return reached(waiting, above)


def _values(node: dict[str, object]) -> Iterator[Id]:
    """The schemas of the properties of an object."""
    for word in _PROPERTIES:
        yield from _named(node.get(word))
    if "additionalProperties" in node:
        yield str(node["additionalProperties"])


def _inside(node: dict[str, object]) -> Iterator[Id]:
    """The schemas that hold for a value or a part of it, if the schema does."""
    for word in _ONE:
        if word in node:
            yield str(node[word])
    for word in _LISTS:
        value = node.get(word)
        yield from map(str, value) if isinstance(value, tuple) else ()
    for word in (*_PROPERTIES, "dependentSchemas"):
        yield from _named(node.get(word))


def _named(value: object) -> Iterator[Id]:
    """The schemas that a keyword such as `properties` names."""
    for _, schema in value if isinstance(value, tuple) else ():
        yield str(schema)
