"""The assertions of schemas, as those who look at values want them."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, TypeAlias

from ..values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..ir import Assertions, Id

Node: TypeAlias = "dict[str, object]"
"""The keywords of one schema."""


@dataclass(slots=True)
class Nodes:
    """The keywords of every schema of an API by id, and of those that are added."""

    assertions: Mapping[Id, Assertions]
    _known: dict[Id, Node] = field(default_factory=dict)
    _layers: dict[tuple[Id, ...], dict[Id, Node]] = field(default_factory=dict)

    def of(self, schema: Id) -> Node:
        """The keywords of a schema; none for an id without assertions."""
        found = self._known.get(schema)
        if found is None:
            entry = self.assertions.get(schema)
            found = self._known[schema] = dict(entry.keywords) if entry else {}
        return found

    def add(self, schema: Id, node: Node) -> Id:
        """Make a schema known that does not stand in the document."""
        self._known[schema] = node
        return schema

    def layers(self, schemas: Iterable[Id]) -> Mapping[Id, Node]:
        """All schemas that hold with these for a value: through `$ref` and `allOf`."""
        key = tuple(schemas)
        found = self._layers.get(key)
        if found is None:
            found = self._layers[key] = self._find_layers(key)
        return found

    def _find_layers(self, schemas: tuple[Id, ...]) -> dict[Id, Node]:
        found: dict[Id, Node] = {}
        waiting = [*reversed(schemas)]
        while waiting:
            schema = waiting.pop()
            if schema in found:
                continue
            node = found[schema] = self.of(schema)
            waiting += ids(node.get("allOf"))[::-1]
            if "$ref" in node:
                waiting.append(str(node["$ref"]))
        return found


def ids(value: object) -> tuple[Id, ...]:
    """The ids in the value of a keyword such as `allOf`; none where it is absent."""
    return tuple(map(str, value)) if isinstance(value, (tuple, list)) else ()


def pairs(value: object) -> tuple[tuple[str, Id], ...]:
    """The (name, id) pairs in the value of a keyword such as `properties`."""
    if not isinstance(value, (tuple, list)):
        return ()
    return tuple([(str(name), str(schema)) for name, schema in value])


def number(value: object) -> int | float | None:
    """The number that a keyword such as `minimum` has as its value."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return value


def types(node: Node) -> tuple[str, ...]:
    """What `type` lists; empty where it does not stand."""
    value = node.get("type")
    return (value,) if isinstance(value, str) else ids(value)


def members(value: object) -> dict[str, object]:
    """The members of a frozen object such as the value of `dependentRequired`."""
    return dict(getattr(value, "members", ()))
