"""The types that schemas give to the values which rules speak of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Literal, TypeAlias

from ..cel.types import (
    Bool,
    CelType,
    Double,
    Dyn,
    Field,
    Int,
    List,
    Map,
    Null,
    Object,
    String,
    members,
    union_of,
)
from ..ir import VALIDATIONS, JsonObject
from ..ir.vocabulary import ONE_WAY
from .titles import title_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..ir import Assertions, Id, RuleWhen

Node: TypeAlias = "dict[str, object]"
"""The keywords of one schema."""

Layers: TypeAlias = "dict[Id, Node]"
"""All schemas that hold for one value."""

Way: TypeAlias = Literal["", "request", "response"]
"""Which way a value goes; empty for one that may go either way."""

_ABSENT = {"request": "readOnly", "response": "writeOnly"}
"""What a property is that does not go this way."""

_ORDER = ("boolean", "integer", "fraction", "string", "array", "object", "null")
_ALL = frozenset(_ORDER)
_UNIONS = ("oneOf", "anyOf")
_JSON_TYPES: dict[type, frozenset[str]] = {
    Bool: frozenset(("boolean",)),
    Double: frozenset(("fraction", "integer")),
    Dyn: _ALL,
    Int: frozenset(("integer",)),
    List: frozenset(("array",)),
    Map: frozenset(("object",)),
    Null: frozenset(("null",)),
    Object: frozenset(("object",)),
    String: frozenset(("string",)),
}
_SIMPLE: dict[str, CelType] = {
    "boolean": Bool(),
    "fraction": Double(),
    "string": String(),
    "null": Null(),
}


class SchemaTypes:
    """Types for CEL, made of the assertions of an API as they are asked for.

    A type never says more than validation makes sure of, so that a rule which fits the
    types cannot fail on a value that has passed: what a schema leaves open is `Dyn`.
    """

    def __init__(self, assertions: Mapping[Id, Assertions], way: Way = "") -> None:
        """The types of values that go one `way`, or any."""
        self._assertions = assertions
        self._way: Way = way
        self._ways: dict[Way, SchemaTypes] = {way: self}
        self._known: dict[Id, CelType] = {}
        self._waiting: set[Id] = set()

    def of(self, schema: Id) -> CelType:
        """The type of the values of a schema."""
        known = self._known.get(schema)
        if known is not None:
            return known
        if schema in self._waiting:
            return Dyn()
        self._waiting.add(schema)
        node = self.node(schema)
        if node.keys() - {VALIDATIONS} == {"$ref"}:
            found = self.of(str(node["$ref"]))
        else:
            found = self._typed(self.layers((schema,)), _ALL, schema)
        self._waiting.discard(schema)
        self._known[schema] = found
        return found

    def going(self, way: Way) -> SchemaTypes:
        """The types of values that go one way, which have what is required there."""
        found = self._ways.get(way)
        if found is None:
            found = self._ways[way] = SchemaTypes(self._assertions, way)
        return found

    def of_rules(self, schema: Id, when: RuleWhen = "both") -> CelType:
        """The type of `self` in rules of a schema: null has none, however it is allowed.

        A schema with properties but without a type has rules for objects alone.
        """
        if when == "request" or when == "response":
            return self.going(when).of_rules(schema)
        layers = self.layers((schema,))
        return _restricted(
            self._typed(layers, self.ruled(schema), schema), self.ruled(schema)
        )

    def ruled(self, schema: Id) -> frozenset[str]:
        """The JSON types of values that the rules of a schema are about."""
        layers = self.layers((schema,))
        allowed = _allowed(layers.values()) - {"null"}
        if len(allowed) == len(_ALL) - 1 and any(
            "properties" in node for node in layers.values()
        ):
            return frozenset(("object",))
        return allowed

    def same(self, one: Id, other: Id) -> bool:
        """Whether two schemas say the same, as those do that refer to one component."""
        return one == other or self.node(one) == self.node(other)

    def node(self, schema: Id) -> Node:
        """The keywords of a schema; none for an id without assertions."""
        entry = self._assertions.get(schema)
        return dict(entry.keywords) if entry is not None else {}

    def layers(self, schemas: Iterable[Id]) -> Layers:
        """All schemas that hold with these for a value: through `$ref` and `allOf`."""
        found: Layers = {}
        waiting = list(schemas)[::-1]
        while waiting:
            schema = waiting.pop()
            if schema in found:
                continue
            node = found[schema] = self.node(schema)
            waiting += _ids(node.get("allOf"))[::-1]
            if "$ref" in node:
                waiting.append(str(node["$ref"]))
        return found

    def _typed(self, layers: Layers, allowed: frozenset[str], name: Id) -> CelType:
        allowed &= _allowed(layers.values())
        for schema, node in layers.items():
            for word in _UNIONS:
                if word in node:
                    return self._union(layers, schema, word, allowed)
        if allowed == _ALL:
            return Dyn()
        return union_of(
            self._kind(kind, layers, name) for kind in _ORDER if kind in allowed
        )

    def _union(
        self, layers: Layers, owner: Id, word: str, allowed: frozenset[str]
    ) -> CelType:
        """The type of what has one of several schemas besides those it has anyway."""
        rest = {key: value for key, value in layers[owner].items() if key != word}
        options = _ids(layers[owner][word])
        if len(layers) == 1 and not rest.keys() - {VALIDATIONS}:
            return union_of(self.of(option) for option in options)
        return union_of(
            self._typed(
                {**layers, owner: rest, **self.layers((option,))}, allowed, option
            )
            for option in options
        )

    def _kind(self, kind: str, layers: Layers, name: Id) -> CelType:
        """The type of the values of one JSON type."""
        if kind in _SIMPLE:
            return _SIMPLE[kind]
        if kind == "integer":
            return _integer(layers.values())
        if kind == "array":
            nodes = layers.values()
            least, most = _least(nodes), _most(nodes, "maxItems")
            return List(self._item(nodes), least, most)
        return self._object(layers, name)

    def _item(self, nodes: Iterable[Node]) -> CelType:
        """The type of the items of an array."""
        for node in nodes:
            first = _ids(node.get("prefixItems"))
            if first and "items" not in node:
                return Dyn()
            if "items" in node:
                listed = (*first, str(node["items"]))
                return union_of(self.of(item) for item in listed)
        return Dyn()

    def _object(self, layers: Layers, name: Id) -> CelType:
        properties: dict[str, list[Id]] = {}
        required: set[str] = set()
        for node in layers.values():
            for key, schema in _pairs(node.get("properties")):
                properties.setdefault(key, []).append(schema)
            required.update(_texts(node.get("required")))
        others = [
            str(node[word])
            for node in layers.values()
            for word in ("additionalProperties",)
            if word in node
        ]
        patterns = any("patternProperties" in node for node in layers.values())
        if not properties:
            value = self.of(others[0]) if others and not patterns else Dyn()
            return Map(value, _most(layers.values(), "maxProperties"))
        is_open = patterns or any(
            self.node(other).get("always") is not False for other in others
        )
        fields = _Fields(
            properties, lambda key: self._field(properties[key], key in required)
        )
        return Object(title_of(name), fields, open=is_open)

    def _field(self, schemas: list[Id], is_required: bool) -> Field:
        """A property, as all schemas that describe it have it."""
        layers = self.layers(schemas)
        words = self._one_way(layers)
        absent = _ABSENT.get(self._way, "")
        may_lack = absent in words if absent else bool(words)
        if len(schemas) == 1:
            kind = self.of(schemas[0])
        else:
            kind = self._typed(layers, _ALL, schemas[0])
        return Field(
            kind,
            is_required=is_required and not may_lack,
            absent=absent if absent in words else "",
        )

    def _one_way(self, layers: Layers) -> set[str]:
        """Which of `readOnly` and `writeOnly` the schemas of a property say.

        What stands beside null as the only alternative has its say, as in validation.
        """
        found: set[str] = set()
        seen: set[Id] = set()
        waiting = [*layers.items()]
        while waiting:
            schema, node = waiting.pop()
            if schema in seen:
                continue
            seen.add(schema)
            found |= {word for word in ONE_WAY if node.get(word) is True}
            for word in _UNIONS:
                options = [
                    option
                    for option in _ids(node.get(word))
                    if self.node(option) != {"type": "null"}
                ]
                if len(options) == 1:
                    waiting += self.layers(options).items()
        return found


class _Fields(Mapping[str, Field]):
    """The properties of an object, each made when it is first asked for."""

    def __init__(
        self, names: Mapping[str, object], make: Callable[[str], Field]
    ) -> None:
        self._names = names
        self._make = make
        self._known: dict[str, Field] = {}

    def __getitem__(self, key: str) -> Field:
        if key not in self._known:
            if key not in self._names:
                raise KeyError(key)
            self._known[key] = self._make(key)
        return self._known[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def _restricted(kind: CelType, allowed: frozenset[str]) -> CelType:
    """The part of a type for values of these JSON types."""
    return union_of(x for x in members(kind) if _JSON_TYPES[type(x)] & allowed)


def _allowed(nodes: Iterable[Node]) -> frozenset[str]:
    """The JSON types that all of some schemas allow, by what they state themselves."""
    allowed = _ALL
    for node in nodes:
        stated = node.get("type")
        if stated is not None:
            names = {stated} if isinstance(stated, str) else set(_texts(stated))
            if "number" in names:
                names |= {"integer", "fraction"}
            allowed &= names & _ALL if names & _ALL else _ALL
        if "const" in node:
            allowed &= {_type_of(node["const"])}
        listed = node.get("enum")
        if isinstance(listed, tuple):
            allowed &= set(map(_type_of, listed))
    return allowed


def _least(nodes: Iterable[Node]) -> int:
    """How many items an array has at least."""
    stated = [node.get("minItems") for node in nodes]
    return max([0, *(value for value in stated if type(value) is int)])


def _most(nodes: Iterable[Node], word: str) -> int | None:
    """How many members a value has at most, by a keyword that says so."""
    stated = [node.get(word) for node in nodes]
    return min((value for value in stated if type(value) is int), default=None)


def _integer(nodes: Iterable[Node]) -> CelType:
    """An integer with the bounds that the schemas state."""
    low: int | None = None
    high: int | None = None
    for node in nodes:
        least, most = node.get("minimum"), node.get("maximum")
        if type(least) is int:
            low = least if low is None else max(low, least)
        if type(most) is int:
            high = most if high is None else min(high, most)
    return Int(low, high)


def _type_of(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    if isinstance(value, float):
        return "integer" if value.is_integer() else "fraction"
    if isinstance(value, str):
        return "string"
    return "object" if isinstance(value, JsonObject) else "array"


def _ids(value: object) -> tuple[Id, ...]:
    return tuple(map(str, value)) if isinstance(value, tuple) else ()


def _texts(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, tuple) else ()


def _pairs(value: object) -> tuple[tuple[str, Id], ...]:
    if not isinstance(value, tuple):
        return ()
    return tuple([(str(name), str(schema)) for name, schema in value])
