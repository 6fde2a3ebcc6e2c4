"""Random instances of a schema, some valid, most with a few defects."""

from __future__ import annotations

from random import Random
from typing import Any

JUNK: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    1.0,
    2.5,
    10**20,
    "",
    "a",
    "text",
    [],
    {},
    [1],
    ["a"],
    [[1]],
    [None],
    {"type": "text"},
    {"a": 1},
)


class Instances:
    """Makes instances after schemas of one document; the same for the same seed."""

    def __init__(self, document: dict[str, Any], seed: int) -> None:
        self._document = document
        self._random = Random(seed)

    def make(self, name: str, defects: float) -> Any:
        """An instance of a component; `defects` is how likely a part is junk."""
        self._defects = defects
        return self._value({"$ref": f"#/components/schemas/{name}"}, 0)

    def _value(self, schema: Any, depth: int) -> Any:
        random = self._random
        if random.random() < self._defects or not isinstance(schema, dict):
            return random.choice(JUNK)
        if "$ref" in schema:
            return self._value(self._resolve(schema["$ref"]), depth)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return random.choice(schema["enum"])
        for word in ("oneOf", "anyOf"):
            if word in schema:
                found = self._value(random.choice(schema[word]), depth)
                return self._joined(found, schema, depth)
        if "allOf" in schema:
            parts = [self._value(part, depth) for part in schema["allOf"]]
            if all(isinstance(part, dict) for part in parts):
                merged = {key: item for part in parts for key, item in part.items()}
                return self._joined(merged, schema, depth)
            return parts[0]
        kind = schema.get("type", "object" if "properties" in schema else None)
        if isinstance(kind, list):
            kind = random.choice(kind)
        return self._of_type(kind, schema, depth)

    def _joined(self, found: Any, schema: dict[str, Any], depth: int) -> Any:
        """The properties that stand beside a union or `allOf`, added to an object."""
        if isinstance(found, dict) and "properties" in schema:
            return {**found, **self._object(schema, depth)}
        return found

    def _of_type(self, kind: str | None, schema: dict[str, Any], depth: int) -> Any:
        random = self._random
        if kind == "object":
            return self._object(schema, depth)
        if kind == "array":
            least = schema.get("minItems", 0)
            count = least if depth > 5 else least + random.choice((0, 1, 1, 2))
            items = schema.get("items", True)
            return [self._value(items, depth + 1) for _ in range(count)]
        if kind in ("integer", "number"):
            low = schema.get("minimum", schema.get("exclusiveMinimum", -3))
            high = schema.get("maximum", low + 10)
            edges = (low, high, low - 1, high + 1, (low + high) / 2)
            return random.choice((*edges, *map(int, edges), float(int(low))))
        if kind == "string":
            return random.choice(
                ("", "a", "some text", "x" * 65, "1234", "https://a.b/c")
            )
        if kind == "boolean":
            return random.random() < 0.5
        return None if kind == "null" else random.choice(JUNK)

    def _object(self, schema: dict[str, Any], depth: int) -> dict[str, Any]:
        random = self._random
        required = schema.get("required", ())
        share = 0.5 if depth < 2 else 0.15
        found: dict[str, Any] = {}
        for name, part in schema.get("properties", {}).items():
            if name in required or (depth < 6 and random.random() < share):
                found[name] = self._value(part, depth + 1)
        extra = schema.get("additionalProperties")
        if isinstance(extra, dict) and random.random() < 0.7:
            found[random.choice(("1", "key", "a/b", ""))] = self._value(
                extra, depth + 1
            )
        if found and random.random() < self._defects:
            del found[random.choice(list(found))]
        if random.random() < self._defects:
            found["unknown~/"] = random.choice(JUNK)
        return found

    def _resolve(self, pointer: str) -> Any:
        node: Any = self._document
        for token in pointer.split("/")[1:]:
            token = token.replace("~1", "/").replace("~0", "~")
            node = node[int(token)] if isinstance(node, list) else node[token]
        return node
