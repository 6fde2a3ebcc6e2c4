"""What can be known about a schema before any value is there."""

from __future__ import annotations

from dataclasses import field
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from ...ir import VALIDATIONS, Assertions, Id, JsonObject, Origins, Rule
from ...ir.vocabulary import ONE_SCHEMA, ONE_WAY, SCHEMA_LIST, SCHEMA_MAP
from ...values import dataclass
from ..python.one_way import ABSENT, Way

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ...ir import Discriminator
    from ..python.one_way import OneWay
    from .statements import Block

Node: TypeAlias = "dict[str, object]"
"""The keywords of one schema."""

Types: TypeAlias = "frozenset[str]"
"""JSON types as disjoint atoms: `number` is `integer` and `fraction`."""

ANY: Types = frozenset(
    ("null", "boolean", "integer", "fraction", "string", "array", "object")
)
NUMERIC: Types = frozenset(("integer", "fraction"))

_NESTING = frozenset((*ONE_SCHEMA, *SCHEMA_LIST, *SCHEMA_MAP))
_ALONE = frozenset(
    """contains dependentSchemas else if not patternProperties properties propertyNames
    then unevaluatedItems unevaluatedProperties prefixItems x-validations""".split()
)
_ELSEWHERE = frozenset(("$ref", "pattern"))
_MENTIONED_ONCE = (frozenset(("string",)), frozenset(("boolean",)))
_SCALARS = ANY - {"array", "object"}
_OF_SMALL_OBJECTS = frozenset(("properties", "required", "type"))
_MAX_INLINE_OPTIONS = 6
_MAX_INLINE_PROPERTIES = 6
_MAX_INLINE_DEPTH = 1


@dataclass(frozen=True, slots=True)
class Layer:
    """One schema among those that all hold for a value, and where it stands (`/allOf/1`)."""

    suffix: str
    node: Node
    schema: Id


@dataclass(slots=True)
class Schemas:
    """The assertions of an API, with answers that are remembered.

    `discriminators` are those of schemas that have one. `way` is where the values go
    that are checked; if it is `refusing`, they may not have what does not go this way. If
    it is `stripping`, that is taken out of them, and nobody looks at it.
    `has_rules` tells that some have rules across fields. `origins` tell where they stand in
    the text of the document.
    """

    assertions: Mapping[Id, Assertions]
    one_way: OneWay | None = None
    discriminators: Mapping[Id, Discriminator] = field(default_factory=dict)
    way: Way = ""
    refusing: frozenset[Way] = frozenset()
    stripping: frozenset[Way] = frozenset()
    has_rules: bool = False
    origins: Origins = Origins()
    is_exact: bool = False
    _nodes: dict[Id, Node] = field(default_factory=dict)
    _types: dict[Id, Types | None] = field(default_factory=dict)
    _inline: dict[Id, int] = field(default_factory=dict)
    _only_types: dict[Id, bool] = field(default_factory=dict)
    blocks: dict[tuple[str, str | None, str, str], Block] = field(default_factory=dict)
    """What was written for properties of objects, for the next ones that are equal."""
    bodies: dict[str, Block] = field(default_factory=dict)
    """What was written for whole values, by signature."""
    _signatures: dict[Id, str] = field(default_factory=dict)
    _references: dict[Id, tuple[Id, ...]] = field(default_factory=dict)
    told: list[tuple[Id, Id]] = field(default_factory=list)
    """What `origins` tell, sorted, once somebody has asked for a part of it."""

    def node(self, schema: Id) -> Node:
        """The keywords of a schema; empty for an id without assertions."""
        found = self._nodes.get(schema)
        if found is None:
            entry = self.assertions.get(schema)
            found = dict(entry.keywords) if entry is not None else {}
            for word in ONE_WAY & found.keys():
                del found[word]
            self._nodes[schema] = found
        return found

    def place(self, schema: Id) -> Id:
        """Where a schema stands in the document, also one that has its own meaning there."""
        return self.origins.of(self.origin(schema))

    def origin(self, schema: Id) -> Id:
        """The id of a schema; of one that has its own meaning somewhere, that of the place."""
        entry = self.assertions.get(schema)
        return entry.origin or schema if entry is not None else schema

    def _is_moved(self, schema: Id) -> bool:
        """Whether a keyword of a schema, or a schema in it, stands not where it seems to."""
        moved = self.origins.moved
        if not moved:
            return False
        node = self.node(schema)
        inside = (f"{schema}/{keyword}" for keyword in node)
        return any(place in moved for place in (*inside, *_children(node)))

    def may_lack(self, schema: Id, name: str) -> bool:
        """Whether an object may lack a property that the schema requires."""
        if self.one_way is None:
            return False
        return self.one_way.may_lack(schema, name, self.way)

    def refused(self, schema: Id, name: str) -> str:
        """The keyword by which an object may not have a property; mostly empty."""
        if self.one_way is None or self.way not in self.refusing:
            return ""
        word = ABSENT[self.way]
        return word if word in self.one_way.words(schema, name) else ""

    def is_stripped(self, schema: Id, name: str) -> bool:
        """Whether a property is taken out of an object, so that its value does not count."""
        if self.one_way is None or self.way not in self.stripping:
            return False
        return ABSENT[self.way] in self.one_way.words(schema, name)

    def goes_alone(self, schema: Id) -> bool:
        """Whether a property with this schema is taken out of values that go this way."""
        if self.one_way is None or self.way not in self.stripping:
            return False
        return ABSENT[self.way] in self.one_way.words_of(schema)

    def rules(self, schema: Id) -> tuple[Rule, ...]:
        """The rules across fields of a schema, for values that go its way."""
        value = self.node(schema).get(VALIDATIONS)
        if not isinstance(value, tuple):
            return ()
        return tuple(rule for rule in value if rule.when in ("both", self.way))

    def reference(self, schema: Id) -> Id | None:
        """The target of a schema that is nothing but a reference, else None."""
        node = self.node(schema)
        if len(node) == 1 and "$ref" in node:
            return str(node["$ref"])
        return None

    def is_false(self, schema: Id) -> bool:
        """Whether this is the schema `false`."""
        return self.node(schema).get("always") is False

    def accepts_all(self, schema: Id) -> bool:
        """Whether this is the schema `true`, or one without assertions."""
        node = self.node(schema)
        return not node or node.get("always") is True

    def layers(self, schema: Id, suffix: str = "") -> list[Layer]:
        """The schema and the members of its `allOf`, theirs too, outermost first.

        A member with `unevaluated*` of its own is a scope of its own; it stays a call
        (see `scoped`).
        """
        node = self.node(schema)
        found = [Layer(suffix, node, schema)]
        for index, part in enumerate(ids(node.get("allOf"))):
            if not self.scoped(part):
                found += self.layers(part, f"{suffix}/allOf/{index}")
        return found

    def is_simple(self, schema: Id) -> bool:
        """Whether the checks of a schema surely mention the value only once."""
        node = self.node(schema)
        if node.keys() == {"enum", "type"}:
            listed = constants(node, "enum")
            return len(listed) < 9 and all(isinstance(item, str) for item in listed)
        if len(node) != 1:
            return False
        if "$ref" in node:
            target = str(node["$ref"])
            return not self.only_types(target) or self.types(target) in _MENTIONED_ONCE
        return node.get("type") in ("string", "boolean")

    def only_types(self, schema: Id) -> bool:
        """Whether a schema says nothing but which types a value may have."""
        found = self._only_types.get(schema)
        if found is None:
            self._only_types[schema] = False  # until it is known: it may lead to itself
            found = self._only_types[schema] = self._finds_only_types(schema)
        return found

    def _finds_only_types(self, schema: Id) -> bool:
        node = self.node(schema)
        if node.keys() == {"$ref"}:
            return self.only_types(str(node["$ref"]))
        if node.keys() == {"anyOf"}:
            options = ids(node["anyOf"])
            plain = [option for option in options if self.only_types(option)]
            covered = frozenset[str]().union(*map(self.types, plain))
            return self.types(schema) <= covered
        if node.keys() == {"additionalProperties", "type"}:
            return self.accepts_all(str(node["additionalProperties"]))
        return node.keys() == {"type"}

    def beside_null(self, schema: Id) -> Id | None:
        """The union of a schema and null that a schema is the one half of."""
        outer, _, place = schema.rpartition("/")
        union, _, keyword = outer.rpartition("/")
        if not place.isdigit() or keyword not in ("anyOf", "oneOf"):
            return None
        options = ids(self.node(union).get(keyword))
        others = [option for option in options if option != schema]
        if len(others) != 1 or self.node(others[0]) != {"type": "null"}:
            return None
        return union

    def is_flat(self, schema: Id) -> bool:
        """Whether a schema has no sub-schemas."""
        return _NESTING.isdisjoint(self.node(schema))

    def signature(self, schema: Id) -> str:
        """Text that is equal for schemas with equal checks; empty where they call others.

        That is for schemas whose checks stand inline and depend on nothing but them.
        """
        found = self._signatures.get(schema)
        if found is None:
            found = ""
            if self.inline(schema) and not self._is_moved(schema):
                found = self._find_signature(self.node(schema))
            self._signatures[schema] = found
        return found

    def _find_signature(self, node: Node) -> str:
        if not _ALONE.isdisjoint(node) or not _ELSEWHERE.isdisjoint(node):
            return ""
        if self.stripping and "additionalProperties" in node:
            return ""  # the same keywords may be those of properties that go one way
        parts: list[str] = []
        for keyword, value in node.items():
            if keyword in ONE_SCHEMA or keyword in SCHEMA_LIST:
                inner = (str(value),) if keyword in ONE_SCHEMA else ids(value)
                known = [self.signature(part) for part in inner]
                if not all(known):
                    return ""
                parts.append(f"{keyword}: [{', '.join(known)}]")
            else:
                parts.append(f"{keyword}: {value!r}")
        return f"{{{', '.join(parts)}}}"

    def scoped(self, schema: Id) -> bool:
        """Whether the schema has `unevaluatedProperties` or `unevaluatedItems`."""
        node = self.node(schema)
        return "unevaluatedProperties" in node or "unevaluatedItems" in node

    def references(self, roots: Iterable[Id]) -> dict[Id, None]:
        """The targets of all references in schemas and their sub-schemas, in order."""
        found: dict[Id, None] = {}
        for root in roots:
            known = self._references.get(root)
            if known is None:
                known = self._references[root] = tuple(self._find_references(root))
            found.update(dict.fromkeys(known))
        return found

    def _find_references(self, root: Id) -> Iterator[Id]:
        waiting = [root]
        while waiting:
            node = self.node(waiting.pop())
            if "$ref" in node:
                yield str(node["$ref"])
            if not _NESTING.isdisjoint(node):
                waiting += reversed(list(_children(node)))

    def types(self, schema: Id) -> Types:
        """A superset of the JSON types that the schema accepts; exact where it is plain."""
        if schema in self._types:
            known = self._types[schema]
            return ANY if known is None else known
        self._types[schema] = None
        found = self._find_types(self.node(schema))
        self._types[schema] = found
        return found

    def _find_types(self, node: Node) -> Types:
        if node.get("always") is False:
            return frozenset()
        found = stated_types(node)
        for keyword in ("enum", "const"):
            if keyword in node:
                found &= frozenset(map(type_of, constants(node, keyword)))
        if "$ref" in node:
            found &= self.types(str(node["$ref"]))
        for part in ids(node.get("allOf")):
            found &= self.types(part)
        for keyword in ("anyOf", "oneOf"):
            if keyword in node:
                options = [self.types(option) for option in ids(node[keyword])]
                found &= frozenset[str]().union(*options)
        return found

    def inline(self, schema: Id) -> bool:
        """Whether the checks of a schema are few enough to stand where they apply."""
        return self._inline_depth(schema) <= _MAX_INLINE_DEPTH

    def _inline_depth(self, schema: Id) -> int:
        """How many loops the checks nest when they stand inline; large when they must not."""
        found = self._inline.get(schema)
        if found is None:
            found = self._find_inline_depth(self.node(schema))
            self._inline[schema] = found
        return found

    def _find_inline_depth(self, node: Node) -> int:
        if self._is_small_object(node):
            return 0
        if not _ALONE.isdisjoint(node):
            return 99
        options = [*ids(node.get("anyOf")), *ids(node.get("oneOf"))]
        if len(options) > _MAX_INLINE_OPTIONS:
            return 99
        deepest = 0
        for part in ids(node.get("allOf")):
            deepest = max(deepest, self._inline_depth(part))
        for option in options:
            deepest = max(deepest, self._called_depth(option))
        for keyword in ("items", "additionalProperties"):
            if keyword in node:
                deepest = max(deepest, 1 + self._called_depth(str(node[keyword])))
        return deepest

    def _is_small_object(self, node: Node) -> bool:
        """Whether a schema is that of an object of a few scalars and references."""
        properties = pairs(node.get("properties"))
        return (
            node.get("type") == "object"
            and node.keys() <= _OF_SMALL_OBJECTS
            and 0 < len(properties) <= _MAX_INLINE_PROPERTIES
            and all(self._is_leaf(schema) for _, schema in properties)
        )

    def _is_leaf(self, schema: Id) -> bool:
        """Whether a schema is a reference, or for values that hold no others."""
        is_scalar = self.types(schema) <= _SCALARS and self.inline(schema)
        return is_scalar or "$ref" in self.node(schema)

    def _called_depth(self, schema: Id) -> int:
        """The same for a schema that is called where it cannot stand inline."""
        depth = self._inline_depth(schema)
        return 0 if depth > _MAX_INLINE_DEPTH else depth


def _children(node: Node) -> Iterator[Id]:
    """The sub-schemas that stand in a schema."""
    for keyword, value in node.items():
        if keyword in ONE_SCHEMA:
            yield str(value)
        elif keyword in SCHEMA_LIST:
            yield from ids(value)
        elif keyword in SCHEMA_MAP:
            yield from (item for _, item in pairs(value))


def ids(value: object) -> tuple[Id, ...]:
    """The ids in the value of a keyword such as `allOf`; none where it is absent."""
    return tuple(map(str, value)) if isinstance(value, (tuple, list)) else ()


def pairs(value: object) -> tuple[tuple[str, Id], ...]:
    """The (name, id) pairs in the value of a keyword such as `properties`."""
    if not isinstance(value, (tuple, list)):
        return ()
    return tuple([(str(name), str(schema)) for name, schema in value])


def strings(value: object) -> tuple[str, ...]:
    """The strings in the value of a keyword such as `required`."""
    return tuple(map(str, value)) if isinstance(value, (tuple, list)) else ()


def constants(node: Node, keyword: str) -> tuple[object, ...]:
    """The values that `enum` or `const` allows."""
    value = node[keyword]
    if keyword == "const":
        return (value,)
    return tuple(value) if isinstance(value, (tuple, list)) else ()


def stated_types(node: Node) -> Types:
    """The types that the keyword `type` allows: all where it names an unknown one."""
    if "type" not in node:
        return ANY
    value = node["type"]
    names = (value,) if isinstance(value, str) else strings(value)
    found: set[str] = set()
    for name in names:
        if name == "number":
            found |= NUMERIC
        elif name in ANY:
            found.add(name)
        else:
            return ANY
    return frozenset(found) or ANY


def type_of(value: object) -> str:
    """The atom of a frozen JSON value."""
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


@lru_cache(maxsize=256)
def type_names(types: Types) -> str:
    """Atoms as JSON Schema names them, for people: `string, number or null`."""
    order = ("string", "integer", "boolean", "array", "object", "null")
    found = [name for name in order if name in types]
    if "fraction" in types:
        place = found.index("integer") if "integer" in types else len(found)
        found[place : place + ("integer" in types)] = ["number"]
    if len(found) < 2:
        return "".join(found)
    return f"{', '.join(found[:-1])} or {found[-1]}"
