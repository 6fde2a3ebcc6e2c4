"""What is taken out of values of random schemas, against an interpreter of the rule.

The interpreter follows JSON Schema 2020-12, core, section 7.7.1.1: what a schema says of a
property counts where the value is valid by that schema. `jsonschema` tells whether it is.
"""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from ..cases.support import Case

SEEDS = range(6)
SCHEMAS = 40
VALUES = 60
REF = "#/components/schemas/"
PLAIN, MAYBE = ("a", "b", "c"), ("r", "s")
"""Names of properties that go both ways, and of those that may go one way."""


class Maker:
    """Makes schemas and values by chance."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.names = [f"S{number}" for number in range(SCHEMAS)]
        self.schemas: dict[str, Any] = {}
        for name in self.names:
            self.schemas[name] = self._object(3)

    def _schema(self, depth: int) -> Any:
        kind = self.random.choice(
            ["ref", "ref", "text", "text", "object", "array", "union", "all", "null"]
        )
        if kind == "text" or depth <= 0:
            return {"type": self.random.choice(["string", "integer"])}
        if kind == "ref":
            return {"$ref": REF + self.random.choice(self.names)}
        if kind == "array":
            return self._array(depth - 1)
        if kind == "union":
            word = self.random.choice(["anyOf", "oneOf"])
            return {word: [self._schema(depth - 1) for _ in range(2)]}
        if kind == "null":
            return {"anyOf": [self._schema(depth - 1), {"type": "null"}]}
        if kind == "all":
            return {"allOf": [self._object(depth - 1), self._object(depth - 1)]}
        return self._object(depth - 1)

    def _array(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {"type": "array"}
        if self.random.random() < 0.8:
            found["items"] = self._schema(depth)
        if self.random.random() < 0.3:
            found["prefixItems"] = [self._schema(depth) for _ in range(2)]
        if self.random.random() < 0.2:
            found |= {"contains": self._schema(depth), "minContains": 0}
        return found

    def _object(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {"type": "object", "properties": {}}
        for name in PLAIN:
            if self.random.random() < 0.5:
                found["properties"][name] = self._schema(depth)
        for name in MAYBE:
            if self.random.random() < 0.5:
                is_so = self.random.random() < 0.6
                found["properties"][name] = {"type": "string", "readOnly": is_so}
        if found["properties"].keys() & {*PLAIN} and self.random.random() < 0.4:
            known = sorted(found["properties"].keys() & {*PLAIN})
            found["required"] = [self.random.choice(known)]
        if depth > 0:
            self._more(found, depth - 1)
        return found

    def _more(self, found: dict[str, Any], depth: int) -> None:
        chance = self.random.random
        if chance() < 0.15:
            found["additionalProperties"] = self.random.choice(
                [False, self._schema(depth), {"type": "string", "readOnly": True}]
            )
        if chance() < 0.1:
            found["patternProperties"] = {"^x": self._schema(depth)}
        if chance() < 0.1:
            found["dependentSchemas"] = {"a": self._object(depth)}
        if chance() < 0.1:
            found["if"] = {"required": ["b"]}
            found["then"], found["else"] = self._object(depth), self._object(depth)
        if chance() < 0.15:
            found[self.random.choice(["anyOf", "oneOf"])] = [
                self._object(depth) for _ in range(self.random.choice([2, 3]))
            ]
        if chance() < 0.1:
            earlier = self.names[: len(self.schemas)]  # so that none includes itself
            if earlier:
                found["allOf"] = [{"$ref": REF + self.random.choice(earlier)}]
        if chance() < 0.1:
            found["unevaluatedProperties"] = self._schema(depth)

    def value(self, schema: Any, depth: int = 5) -> Any:
        """A value that is often valid."""
        if "$ref" in schema and len(schema) == 1:
            return self.value(self.schemas[schema["$ref"].removeprefix(REF)], depth)
        for word in ("anyOf", "oneOf", "allOf"):
            if word in schema and len(schema) == 1:
                return self.value(self.random.choice(schema[word]), depth)
        kind = schema.get("type", "string") if isinstance(schema, dict) else "null"
        if kind == "null":
            return None
        if kind == "array":
            listed = schema.get("prefixItems", [])[: 1 if depth <= 0 else 2]
            items = [self.value(item, depth - 1) for item in listed]
            if "items" in schema and depth > 0:
                items += [self.value(schema["items"], depth - 1) for _ in range(2)]
            return items
        if kind != "object":
            return "text" if kind == "string" else self.random.randrange(3)
        found = {}
        for part in (schema, *self._parts(schema)):
            for name, inner in part.get("properties", {}).items():
                needed = name in part.get("required", ())
                if needed or (depth > 0 and self.random.random() < 0.6):
                    found.setdefault(name, self.value(inner, depth - 1))
        for name in ("x1", "zz", "r", "s"):
            if self.random.random() < 0.15:
                found.setdefault(name, "more")
        return found

    def _parts(self, schema: dict[str, Any]) -> list[dict[str, Any]]:
        found = list(schema.get("allOf", ()))
        for word in ("anyOf", "oneOf"):
            if word in schema:
                found.append(self.random.choice(schema[word]))
        return [
            self.schemas[item["$ref"].removeprefix(REF)] if "$ref" in item else item
            for item in found
        ]


def _unlooked(schema: Any) -> Any:
    """A schema that says nothing of values that are taken out: they are not looked at."""
    if isinstance(schema, list):
        return [_unlooked(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("readOnly") is True:
        return {"readOnly": True}
    return {name: _unlooked(item) for name, item in schema.items()}


class Rule:
    """The rule, interpreted."""

    def __init__(self, schemas: dict[str, Any]) -> None:
        self.schemas: dict[str, Any] = _unlooked(schemas)
        document = {"components": {"schemas": self.schemas}}
        self._root = Draft202012Validator(document)

    def is_valid(self, value: Any, schema: Any) -> bool:
        return self._root.evolve(schema=schema).is_valid(value)

    def strip(self, value: Any, schemas: list[Any]) -> Any:
        """A value without what goes the other way by all of these schemas."""
        found = [one for schema in schemas for one in self._held(value, schema)]
        if isinstance(value, dict):
            left = {}
            for name, item in value.items():
                inner = [one for schema in found for one in self._named(schema, name)]
                if not any(self._is_so(one) for one in inner):
                    left[name] = self.strip(item, inner)
            return left
        if isinstance(value, list):
            return [
                self.strip(
                    item,
                    [one for schema in found for one in self._at(schema, place, item)],
                )
                for place, item in enumerate(value)
            ]
        return value

    def _is_so(self, schema: Any) -> bool:
        return isinstance(schema, dict) and schema.get("readOnly") is True

    def _held(self, value: Any, schema: Any) -> list[Any]:
        """The schema, and those that hold for the same value because it does."""
        if not isinstance(schema, dict) or not self.is_valid(value, schema):
            return []
        inner = list(schema.get("allOf", ()))
        if "$ref" in schema:
            inner.append(self.schemas[schema["$ref"].removeprefix(REF)])
        inner += [*schema.get("anyOf", ()), *schema.get("oneOf", ())]
        if "if" in schema:
            word = "then" if self.is_valid(value, schema["if"]) else "else"
            inner += [schema["if"], schema.get(word, True)]
        for name, part in schema.get("dependentSchemas", {}).items():
            inner += [part] if isinstance(value, dict) and name in value else []
        found = [schema]
        for part in inner:
            found += self._held(value, part)
        if "unevaluatedProperties" in schema and isinstance(value, dict):
            rest = schema["unevaluatedProperties"]
            left = {
                name
                for name in value
                if not any(self._named(one, name) for one in found)
            }
            found.append({"properties": dict.fromkeys(left, rest)})
        return found

    def _named(self, schema: dict[str, Any], name: str) -> list[Any]:
        found = []
        if name in schema.get("properties", {}):
            found.append(schema["properties"][name])
        for pattern, part in schema.get("patternProperties", {}).items():
            if re.search(pattern, name):
                found.append(part)
        if not found and "additionalProperties" in schema:
            found.append(schema["additionalProperties"])
        return found

    def _at(self, schema: dict[str, Any], place: int, item: Any) -> list[Any]:
        first = schema.get("prefixItems", [])
        found = [first[place]] if place < len(first) else []
        if not found and "items" in schema:
            found.append(schema["items"])
        if "contains" in schema and self.is_valid(item, schema["contains"]):
            found.append(schema["contains"])
        return found


def _made(schemas: dict[str, Any], setting: str) -> Any:
    paths = {
        f"/{name}": {
            "post": {
                "requestBody": {
                    "content": {"application/json": {"schema": {"$ref": REF + name}}}
                },
                "responses": {"204": {"description": "ok"}},
            }
        }
        for name in schemas
    }
    document = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": paths,
        "components": {"schemas": schemas},
    }
    path = Path(mkdtemp(prefix="stripping-")) / "spec.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    case = Case(path, read_only=setting, targets=("validators",))
    return case.module("validators").SCHEMAS


@pytest.mark.parametrize("seed", SEEDS)
def test_random_values(seed: int) -> None:
    maker = Maker(seed)
    stripping = _made(maker.schemas, "strip")
    refusing = _made(maker.schemas, "reject")
    rule = Rule(maker.schemas)
    seen = changed = valid = settled = 0
    for name in maker.names:
        request = stripping[name].request
        for _ in range(VALUES // 2):
            value = maker.value(maker.schemas[name])
            before = copy.deepcopy(value)
            left = request.strip(value)
            assert value == before
            assert (left is value) == (left == value)
            is_valid = rule.is_valid(value, rule.schemas[name])
            assert request.is_valid(value) == is_valid, (name, value)
            if not is_valid:
                continue
            seen += 1
            changed += left is not value
            wanted = rule.strip(value, [rule.schemas[name]])
            assert left == wanted, (
                name,
                json.dumps(value),
                json.dumps(left),
                json.dumps(wanted),
            )
            if not rule.is_valid(left, rule.schemas[name]):
                continue
            assert refusing[name].request.errors(left) == []
            # an alternative may accept what is left that did not accept the whole
            again = rule.strip(left, [rule.schemas[name]])
            assert request.strip(left) == again
            settled += again == left
            valid += 1
    assert seen > 100 and changed > 30
    assert settled >= 0.99 * valid > 0
