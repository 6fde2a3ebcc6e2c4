"""Instances of schemas that ask for too much: bounded, and soon."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from generator.conform import Impossible, Instances
from generator.diagnostics import Sink
from generator.ir import Api
from generator.load import Source, load
from generator.lower import lower


def _api(schemas: dict[str, Any]) -> Api:
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Limits", "version": "1"},
        "paths": {},
        "components": {"schemas": schemas},
    }
    sink = Sink()
    return lower(load(Source(data=json.dumps(document).encode()), sink), sink)


def _instance(schemas: dict[str, Any], key: str = "It") -> object:
    api = _api(schemas)
    return Instances(api, "answer").of(api.components[key])


def _wide(level: int) -> dict[str, Any]:
    if level == 0:
        return {"type": "string"}
    reference = {"$ref": f"#/components/schemas/L{level - 1}"}
    names = [f"p{place}" for place in range(9)]
    return {
        "type": "object",
        "required": names,
        "properties": dict.fromkeys(names, reference),
    }


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "array", "minItems": 2_000_000_000, "items": {"type": "integer"}},
        {"type": "string", "minLength": 2_000_000_000},
        {"type": "object", "minProperties": 2_000_000_000},
        {"type": "string", "pattern": "^(a{1,1000}){1,1000}$"},
        {"type": "string", "pattern": "^(a+)+$", "minLength": 40},
        {"not": {}},
        {"type": "integer", "minimum": 3, "maximum": 2},
        {"type": "number", "multipleOf": 1e-300},
    ],
)
def test_one_schema(schema: dict[str, Any]) -> None:
    begin = time.process_time()
    try:
        value = _instance({"It": schema})
    except Impossible:
        value = None
    assert len(json.dumps(value)) < 200_000
    assert time.process_time() - begin < 2


def test_many_ways_to_the_same() -> None:
    levels = {f"L{level}": _wide(level) for level in range(12)}
    begin = time.process_time()
    with pytest.raises(Impossible):
        _instance(levels, "L11")
    assert time.process_time() - begin < 10


def test_what_never_ends() -> None:
    it = {
        "type": "object",
        "required": ["it"],
        "properties": {"it": {"$ref": "#/components/schemas/It"}},
    }
    with pytest.raises(Impossible):
        _instance({"It": it})
    ends = {"anyOf": [{"$ref": "#/components/schemas/Chain"}, {"type": "null"}]}
    chain = {"type": "object", "required": ["next"], "properties": {"next": ends}}
    assert _instance({"Chain": chain}, "Chain") == {"next": None}


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"oneOf": [{"type": "number"}, {"type": "integer"}]}, 1.5),
        ({"type": "string", "not": {"enum": ["string"]}}, None),
        ({"type": "array", "contains": {"const": 7}, "minContains": 2}, [7, 7]),
        ({"if": {"required": ["a"]}, "then": {"required": ["b"]}, "type": "object",
          "properties": {"a": {"const": 1}, "b": {"const": 2}}}, {"a": 1, "b": 2}),
        ({"type": "object", "propertyNames": {"pattern": "^k[0-9]$"}, "minProperties": 2}, None),
        ({"enum": [None, 5]}, 5),
        ({"type": "integer", "multipleOf": 0.4, "minimum": 1}, 2),
        ({"allOf": [{"type": "integer", "minimum": 3}, {"maximum": 3}]}, 3),
    ],
)  # fmt: skip
def test_kinds(schema: dict[str, Any], expected: object) -> None:
    api = _api({"It": schema})
    instances = Instances(api, "answer")
    try:
        value = instances.of(api.components["It"])
    except Impossible:
        assert schema.get("not") is not None
        return
    assert instances.fits(value, api.components["It"])
    assert expected is None or value == expected
