"""Whether a value fits a schema (JSON Schema 2020-12), by the model alone.

It takes what the generated validators take. What it cannot decide, it refuses: a pattern
that cannot be followed in bounded time.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Literal, TypeAlias

from ..ir import VALIDATIONS, thaw
from .formats import is_of
from .nodes import ids, members, number, pairs, types
from .patterns import Unreadable, matches

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from ..ir import Id
    from .nodes import Node, Nodes
    from .rules import Asked

Way: TypeAlias = Literal["request", "answer"]
"""Which way a value goes: it may lack what only goes the other way."""

_DEPTH = 200
_LONGEST = 10_000
_INTEGERS = {"int32": 31, "int64": 63}


class Checker:
    """Checks values that go one way."""

    def __init__(self, nodes: Nodes, way: Way) -> None:
        self._nodes = nodes
        self._one_way = "readOnly" if way == "request" else "writeOnly"
        self._way = way
        self._rules: dict[Id, list[Asked]] = {}

    def accepts(self, value: object, schema: Id, depth: int = 0) -> bool:
        """Whether a JSON value, as `json.loads` gives it, fits the schema."""
        if depth > _DEPTH:
            return False
        node = self._nodes.of(schema)
        if not node:
            return True
        if "always" in node:
            return node["always"] is True
        return (
            self._is_of_type(value, node)
            and _is_listed(value, node)
            and self._fits_kind(value, node, depth + 1)
            and self._fits_others(value, node, depth + 1)
            and (VALIDATIONS not in node or self.keeps_rules(value, schema))
        )

    def keeps_rules(self, value: object, schema: Id) -> bool:
        """Whether a value with the right structure keeps the rules of its schema."""
        return not self.broken(value, schema)

    def broken(self, value: object, schema: Id) -> Sequence[Asked]:
        """The rules of a schema that such a value breaks."""
        if schema not in self._rules:
            from .rules import asked

            self._rules[schema] = list(asked(self._nodes, schema, self._way))
        return [rule for rule in self._rules[schema] if not rule.holds(value)]

    def fits_scalar(self, value: object, node: Node) -> bool:
        """Whether a text, number, boolean or null fits the keywords of one schema."""
        return (
            self._is_of_type(value, node)
            and _is_listed(value, node)
            and self._fits_kind(value, node, 0)
        )

    def is_one_way(self, schema: Id) -> bool:
        """Whether values of a property do not go this way."""
        layers = self._nodes.layers([schema])
        return any(node.get(self._one_way) is True for node in layers.values())

    def _is_of_type(self, value: object, node: Node) -> bool:
        listed = types(node)
        found = type_of(value)
        if not listed or found in listed:
            return True
        return found == "integer" and "number" in listed

    def _fits_kind(self, value: object, node: Node, depth: int) -> bool:
        if isinstance(value, str):
            return self._fits_text(value, node)
        if isinstance(value, dict):
            return self._fits_object(value, node, depth)
        if isinstance(value, list):
            return self._fits_array(value, node, depth)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return _fits_number(value, node)
        return True

    def _fits_text(self, value: str, node: Node) -> bool:
        if not _within(len(value), node, "Length") or not is_of(
            node.get("format"), value
        ):
            return False
        pattern = node.get("pattern")
        return not isinstance(pattern, str) or is_match(pattern, value)

    def _fits_array(self, value: list[object], node: Node, depth: int) -> bool:
        if not _within(len(value), node, "Items"):
            return False
        is_set = node.get("uniqueItems") is True
        if is_set and len({key_of(item) for item in value}) < len(value):
            return False
        first = ids(node.get("prefixItems"))
        rest = node.get("items")
        for place, item in enumerate(value):
            schema = first[place] if place < len(first) else rest
            if schema is not None and not self.accepts(item, str(schema), depth):
                return False
        if "contains" not in node:
            return True
        inner = str(node["contains"])
        count = sum(self.accepts(item, inner, depth) for item in value)
        least = number(node.get("minContains"))
        most = number(node.get("maxContains"))
        return count >= (1 if least is None else least) and (
            most is None or count <= most
        )

    def _fits_object(self, value: dict[str, object], node: Node, depth: int) -> bool:
        if not _within(len(value), node, "Properties"):
            return False
        known = dict(pairs(node.get("properties")))
        for name in ids(node.get("required")):
            if name not in value and not self.may_lack(name, known):
                return False
        listed = pairs(node.get("patternProperties"))
        names = node.get("propertyNames")
        for name, item in value.items():
            if names is not None and not self.accepts(name, str(names), depth):
                return False
            schemas = [known[name]] if name in known else []
            schemas += [inner for text, inner in listed if is_match(text, name)]
            if not schemas and "additionalProperties" in node:
                schemas = [str(node["additionalProperties"])]
            if not all(self.accepts(item, schema, depth) for schema in schemas):
                return False
        return self._fits_dependents(value, node, depth)

    def may_lack(self, name: str, known: dict[str, Id]) -> bool:
        """Whether a property that is required may lack, since it goes the other way."""
        return name in known and self.is_one_way(known[name])

    def _fits_dependents(
        self, value: dict[str, object], node: Node, depth: int
    ) -> bool:
        for name, needed in members(node.get("dependentRequired")).items():
            if name in value and not set(ids(needed)) <= value.keys():
                return False
        return all(
            self.accepts(value, schema, depth)
            for name, schema in pairs(node.get("dependentSchemas"))
            if name in value
        )

    def _fits_others(self, value: object, node: Node, depth: int) -> bool:
        """Whether it fits the schemas that apply to the same value."""
        if "$ref" in node and not self.accepts(value, str(node["$ref"]), depth):
            return False
        if not all(self.accepts(value, one, depth) for one in ids(node.get("allOf"))):
            return False
        if "anyOf" in node:
            options = ids(node["anyOf"])
            if not any(self.accepts(value, one, depth) for one in options):
                return False
        if "oneOf" in node:
            options = ids(node["oneOf"])
            if sum(self.accepts(value, one, depth) for one in options) != 1:
                return False
        if "not" in node and self.accepts(value, str(node["not"]), depth):
            return False
        if "if" not in node:
            return True
        word = "then" if self.accepts(value, str(node["if"]), depth) else "else"
        return word not in node or self.accepts(value, str(node[word]), depth)


def is_match(pattern: str, text: str) -> bool:
    """Whether a pattern matches; no for one that cannot be followed in bounded time."""
    try:
        return len(text) <= _LONGEST and matches(pattern, text)
    except Unreadable:
        return False


def _is_listed(value: object, node: Node) -> bool:
    for word in ("const", "enum"):
        if word in node:
            listed = node[word]
            allowed = (listed,) if word == "const" else listed
            assert isinstance(allowed, tuple)
            own = key_of(value)
            if not any(key_of(thaw(item)) == own for item in allowed):
                return False
    return True


def _within(size: int, node: Node, what: str) -> bool:
    least, most = number(node.get(f"min{what}")), number(node.get(f"max{what}"))
    return (least is None or size >= least) and (most is None or size <= most)


def _fits_number(value: int | float, node: Node) -> bool:
    bounds = {
        word: number(node.get(word))
        for word in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
    }
    least, most = bounds["minimum"], bounds["maximum"]
    above, below = bounds["exclusiveMinimum"], bounds["exclusiveMaximum"]
    bits = _INTEGERS.get(str(node.get("format")))
    step = number(node.get("multipleOf"))
    return (
        (least is None or value >= least)
        and (most is None or value <= most)
        and (above is None or value > above)
        and (below is None or value < below)
        and (bits is None or -(2**bits) <= value < 2**bits)
        and (step is None or step <= 0 or is_multiple(value, step))
    )


def is_multiple(value: int | float, step: int | float) -> bool:
    """Whether one number is a multiple of another, as the decimals that they show."""
    return Fraction(repr(value)) % Fraction(repr(step)) == 0


def type_of(value: object) -> str:
    """The JSON type of a value; `1.0` is an integer."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        is_whole = isinstance(value, int) or value.is_integer()
        return "integer" if is_whole else "number"
    if isinstance(value, str):
        return "string"
    return "object" if isinstance(value, dict) else "array"


def key_of(value: object) -> Hashable:
    """Something that is equal for values that are equal in JSON only."""
    if isinstance(value, dict):
        return "object", frozenset((name, key_of(item)) for name, item in value.items())
    if isinstance(value, list):
        return "array", tuple(map(key_of, value))
    if isinstance(value, bool) or value is None:
        return type(value).__name__, value
    assert isinstance(value, (int, float, str))
    return "scalar", value
