"""Values that fit schemas: one for each, always the same.

A value is made from all schemas that hold for it together; where that takes a choice
(`anyOf`, `oneOf`) or says what must not be (`not`), candidates are tried in order and
checked. Properties that are not required are there too, as long as the value stays small
and does not repeat itself.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from typing import TYPE_CHECKING

from ..ir import VALIDATIONS, Variants, thaw
from .checker import Checker, Way
from .containers import Arrays, Impossible, Objects, Spot
from .nodes import Node, Nodes, ids, pairs, types
from .scalars import numbers, texts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..ir import Api, Id, Json
    from .rules import Asked

_RICH = 3
"""So deep in a value, what is not required is there too."""

_DEEPEST = 40
_LARGEST = 262_144
"""So many characters a value may have as JSON."""

_SALTS = 4
_VARIED = 3
"""So many values are tried, of so many properties that a rule names."""

_MOST_STEPS = 4000
"""So many schemas are looked at for one value."""

_CHECKED = frozenset(
    """anyOf contains dependentRequired dependentSchemas if not oneOf patternProperties
    propertyNames x-validations""".split()
)
"""Keywords after which a value is checked once it is made."""

_TELLING = {
    "object": frozenset(
        """additionalProperties dependentRequired dependentSchemas maxProperties
        minProperties patternProperties properties propertyNames required
        unevaluatedProperties""".split()
    ),
    "array": frozenset(
        """contains items maxContains maxItems minContains minItems prefixItems
        unevaluatedItems uniqueItems""".split()
    ),
    "string": frozenset(
        "contentEncoding contentMediaType maxLength minLength pattern".split()
    ),
    "number": frozenset(
        "exclusiveMaximum exclusiveMinimum maximum minimum multipleOf".split()
    ),
}
"""Keywords that tell what a value is meant to be where no `type` does."""

_NUMERIC_FORMATS = {
    "int32": "integer",
    "int64": "integer",
    "double": "number",
    "float": "number",
}
_ALL = ("string", "object", "integer", "number", "array", "boolean", "null")


class _TooMuch(Impossible):
    """It would take too many steps."""


class Instances:
    """Values of the schemas of one API that go one way.

    `examples` of the document stand where they fit.
    """

    def __init__(self, api: Api, way: Way) -> None:
        self._api = api
        self._nodes = Nodes(api.assertions)
        self._checker = Checker(self._nodes, way)
        self._known: dict[Id, object] = {}
        self._parts: dict[tuple[tuple[Id, ...], int, int], object] = {}
        self._sizes: dict[int, int] = {}
        self._steps = 0

    def of(self, schema: Id, examples: Sequence[Json] = ()) -> object:
        """A value for a schema: the first of the examples that fits, else one made.

        Raises Impossible where none is found.
        """
        for example in examples:
            value = thaw(example)
            if self._checker.accepts(value, schema):
                return value
        if schema not in self._known:
            self._known[schema] = self._made(schema)
        return self._known[schema]

    def fits(self, value: object, schema: Id) -> bool:
        """Whether a value fits a schema."""
        return self._checker.accepts(value, schema)

    def several(self, schema: Id, count: int) -> list[object]:
        """So many values for a schema, different ones if there are any.

        Raises Impossible where none is found.
        """
        found = [self.of(schema)]
        for salt in range(1, count):
            self._steps = 0
            try:
                found.append(self._value((schema,), Spot(salt=salt, rich=_RICH)))
            except Impossible:
                found.append(found[0])
        return found

    def _made(self, schema: Id) -> object:
        """The richest value that is found in so many steps."""
        for rich in (_RICH, 1, 0):
            self._steps = 0
            try:
                return self._value((schema,), Spot(rich=rich))
            except _TooMuch:
                continue
        raise Impossible

    def _value(self, schemas: tuple[Id, ...], spot: Spot) -> object:
        """A value that fits all of some schemas. Raises Impossible.

        One that was made before, as rich and as the same of several, does again.
        """
        key = (schemas, max(0, spot.rich - spot.depth), spot.salt)
        if key not in self._parts:
            value = self._new(schemas, spot)
            size = self._size(value)
            if size > _LARGEST:
                raise _TooMuch
            self._parts[key] = value
            self._sizes[id(value)] = size
        return self._parts[key]

    def _size(self, value: object) -> int:
        """About how many characters a value has as JSON; parts may be shared."""
        if isinstance(value, str):
            return len(value) + 2
        if not isinstance(value, dict | list):
            return 4
        known = self._sizes.get(id(value))
        if known is not None:
            return known
        inner = value.values() if isinstance(value, dict) else value
        names = sum(map(len, value)) if isinstance(value, dict) else 0
        return names + 4 * len(value) + 2 + sum(map(self._size, inner))

    def _new(self, schemas: tuple[Id, ...], spot: Spot) -> object:
        self._steps += 1
        if self._steps > _MOST_STEPS:
            raise _TooMuch
        if spot.depth > _DEEPEST:
            raise Impossible
        for value in self._candidates(schemas, spot, frozenset()):
            return value
        raise Impossible

    def _candidates(
        self, schemas: tuple[Id, ...], spot: Spot, chosen: frozenset[Id]
    ) -> Iterator[object]:
        """Values that fit all of some schemas; of `chosen` the union is decided."""
        layers = self._nodes.layers(schemas)
        if any(node.get("always") is False for node in layers.values()):
            return
        found = self._of_layers(schemas, layers, spot, chosen)
        if chosen or all(_CHECKED.isdisjoint(node) for node in layers.values()):
            for value in found:
                yield from self._mended(value, layers)
            return
        for value in found:
            for own in self._mended(value, layers):
                if all(self._checker.accepts(own, schema) for schema in schemas):
                    yield own

    def _mended(self, value: object, layers: Mapping[Id, Node]) -> Iterator[object]:
        """A value, then others like it that keep the rules across fields."""
        yield value
        ruled = [schema for schema, node in layers.items() if VALIDATIONS in node]
        if not ruled or not isinstance(value, dict):
            return
        names = {name for node in layers.values() for name in ids(node.get("required"))}
        left = dict(value)
        for schema in ruled:
            for rule in self._checker.broken(left, schema):
                for name in rule.names:
                    if name not in names and not rule.holds(left):
                        left.pop(name, None)
        if left.keys() != value.keys():
            yield left
        for schema in ruled:
            for rule in self._checker.broken(left, schema):
                made = self._varied(left, layers, rule)
                left = next((one for one in made if rule.holds(one)), left)
        yield left

    def _varied(
        self, value: dict[str, object], layers: Mapping[Id, Node], rule: Asked
    ) -> Iterator[dict[str, object]]:
        """An object with other values for the properties that a rule names."""
        names = [name for name in rule.names if name in value][:_VARIED]
        options = [list(self._others(name, layers, rule)) for name in names]
        for chosen in product(*options):
            yield {**value, **dict(zip(names, chosen, strict=True))}

    def _others(
        self, name: str, layers: Mapping[Id, Node], rule: Asked
    ) -> Iterator[object]:
        """Values of a property: some that are made, and those that the rule names."""
        known = [dict(pairs(node.get("properties"))) for node in layers.values()]
        schemas = tuple(found[name] for found in known if name in found)
        for salt in range(_SALTS):
            with suppress(Impossible):
                yield self._value(schemas, Spot(depth=1, salt=salt))
        for constant in rule.constants:
            if all(self._checker.accepts(constant, schema) for schema in schemas):
                yield constant

    def _of_layers(
        self,
        schemas: tuple[Id, ...],
        layers: Mapping[Id, Node],
        spot: Spot,
        chosen: frozenset[Id],
    ) -> Iterator[object]:
        for schema, node in layers.items():
            for word in ("oneOf", "anyOf"):
                if word in node and f"{schema}/{word}" not in chosen:
                    decided = chosen | {f"{schema}/{word}"}
                    for option in self._options(schema, ids(node[word]), spot):
                        more = (*schemas, *option)
                        yield from self._tried(more, spot, decided)
                    return
        nodes = list(layers.values())
        listed = [
            node[word] for node in nodes for word in ("const", "enum") if word in node
        ]
        if listed:
            yield from self._listed(schemas, nodes, spot.salt)
            return
        for kind in _kinds(nodes):
            yield from self._of_kind(kind, layers, spot)

    def _tried(
        self, schemas: tuple[Id, ...], spot: Spot, chosen: frozenset[Id]
    ) -> Iterator[object]:
        self._steps += 1
        if self._steps > _MOST_STEPS:
            raise _TooMuch
        try:
            yield from self._candidates(schemas, spot, chosen)
        except _TooMuch:
            raise
        except Impossible:
            return

    def _options(
        self, schema: Id, options: Sequence[Id], spot: Spot
    ) -> list[tuple[Id, ...]]:
        """The options of a union, those last that lead back, and null before them.

        With an option comes what its discriminator asks for.
        """
        ranked = sorted(options, key=lambda option: self._rank(option, spot))
        if ranked:
            turn = spot.salt % len(ranked)
            ranked = ranked[turn:] + ranked[:turn]
        return [(option, *self._tagged(schema, option)) for option in ranked]

    def _rank(self, option: Id, spot: Spot) -> int:
        layers = self._nodes.layers([option])
        if not spot.above.isdisjoint(layers):
            return 2
        return any(types(node) == ("null",) for node in layers.values())

    def _tagged(self, schema: Id, option: Id) -> list[Id]:
        """A schema that gives the tag of an option its value, where one decides."""
        shape = self._api.shapes.get(schema)
        if not isinstance(shape, Variants) or shape.discriminator is None:
            return []
        known = self._nodes.layers([option])
        name = shape.discriminator.property
        for value, target in shape.discriminator.mapping:
            if target in known:
                own = f"{option}#{name}={value}"
                tag = self._nodes.add(f"{own}#", {"const": value})
                node: Node = {"properties": ((name, tag),), "required": (name,)}
                return [self._nodes.add(own, node)]
        return []

    def _listed(
        self, schemas: tuple[Id, ...], nodes: Sequence[Node], salt: int
    ) -> Iterator[object]:
        """The values of the shortest list that fit the others."""
        lists = [
            (node["const"],) if "const" in node else node["enum"]
            for node in nodes
            if "const" in node or "enum" in node
        ]
        shortest = min((item for item in lists if isinstance(item, tuple)), key=len)
        values = [thaw(item) for item in shortest]
        values.sort(key=lambda value: value is None)
        if values:
            turn = salt % len(values)
            values = values[turn:] + values[:turn]
        for value in values:
            if all(self._checker.accepts(value, schema) for schema in schemas):
                yield value

    def _of_kind(
        self, kind: str, layers: Mapping[Id, Node], spot: Spot
    ) -> Iterator[object]:
        nodes = list(layers.values())
        if kind == "null":
            yield None
        elif kind == "boolean":
            yield spot.salt % 2 == 0
        elif kind in ("integer", "number"):
            whole = kind == "integer"
            yield from self._fitting(numbers(nodes, spot.salt, whole=whole), nodes)
        elif kind == "string":
            yield from self._fitting(texts(nodes, spot.salt), nodes)
        elif kind == "array":
            yield from Arrays(self._value, self._nodes, layers, spot).all()
        else:
            maker = Objects(
                self._value, self._nodes, layers, spot, self._api, self._checker
            )
            yield from maker.all()

    def _fitting(
        self, values: Iterator[object], nodes: Sequence[Node]
    ) -> Iterator[object]:
        """The values that fit what the layers say of a scalar themselves."""
        for value in values:
            if all(self._checker.fits_scalar(value, node) for node in nodes):
                yield value


def _kinds(nodes: Sequence[Node]) -> tuple[str, ...]:
    """The JSON types that all layers allow, the likeliest first and null last."""
    allowed = set(_ALL)
    order: tuple[str, ...] = ()
    for node in nodes:
        listed = types(node)
        if listed:
            order = order or listed
            wide = {"integer"} if "number" in listed else set[str]()
            allowed &= {*listed, *wide}
    order = tuple(dict.fromkeys((*order, *_meant(nodes), *_ALL)))
    if order[0] == "number" and "number" not in allowed:
        order = ("integer", *order)
    return tuple(
        kind
        for kind in sorted(order, key=lambda kind: kind == "null")
        if kind in allowed
    )


def _meant(nodes: Sequence[Node]) -> Iterator[str]:
    """The types that other keywords are about."""
    for kind, words in _TELLING.items():
        if not all(words.isdisjoint(node) for node in nodes):
            yield kind
    for node in nodes:
        if str(node.get("format")) in _NUMERIC_FORMATS:
            yield _NUMERIC_FORMATS[str(node["format"])]
