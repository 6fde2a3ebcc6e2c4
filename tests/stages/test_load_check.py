"""Shapes and paths: what later stages can rely on."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from generator.diagnostics import Fatal, Sink, render
from generator.load import Source, load
from generator.load.kinds import KINDS

from .load_support import HEAD, read

PATHS = f"""{HEAD}paths:
  /a/{{id}}:
    parameters: [{{$ref: "#/components/parameters/Id"}}]
    get: {{operationId: a, responses: {{"204": {{description: ok}}}}}}
  /b/{{id}}/{{part}}:
    get:
      operationId: b
      parameters: [{{$ref: "#/components/parameters/Id"}}]
      responses: {{"204": {{description: ok}}}}
  /c:
    additionalOperations:
      COPY: {{operationId: c, responses: {{"204": {{description: ok}}}}}}
components:
  parameters:
    Id: {{name: id, in: path, required: true, schema: {{type: string}}}}
"""


def test_path_parameters_are_made_complete() -> None:
    document = read(PATHS, "W149")
    added = document.root["paths"]["/b/{id}/{part}"]["get"]["parameters"][1]
    assert added == {
        "name": "part",
        "in": "path",
        "required": True,
        "schema": {"type": "string"},
    }


def test_path_items_by_reference_are_checked() -> None:
    text = f"""{HEAD}paths:
  /a: {{$ref: "#/components/pathItems/P"}}
  /b: {{$ref: "#/components/pathItems/P"}}
  /c: {{get: {{operationId: p, responses: {{"204": {{description: ok}}}}}}}}
components:
  pathItems:
    P: {{get: {{operationId: p, responses: {{"204": {{description: ok}}}}}}}}
"""
    read(text, "W270")


def test_rules_name_kinds_that_exist() -> None:
    for kind in KINDS.values():
        for rule in [*kind.fields.values(), *([kind.free] if kind.free else [])]:
            assert (rule.form in ("one", "map", "list")) == bool(rule.kind)
            assert not rule.kind or rule.kind in KINDS


JUNK: list[Any] = [
    None,
    1.5,
    True,
    "",
    "#/components",
    [],
    {},
    [None],
    {"$ref": "#/components/schemas/Pet"},
    {"$ref": "#/paths"},
    {"$ref": 1},
    {"$id": "a", "$anchor": "b", "$ref": "#b"},
    {"$dynamicRef": "#b"},
    {"nullable": True, "oneOf": [{"type": "null"}]},
    {"items": [{}], "type": [None, "string"]},
    {"propertyName": "x", "mapping": {"a": "Pet", "b": 1}},
]
NAMES = ("$ref", "nullable", "type", "properties", "allOf", "parameters", "get")


def sample() -> dict[str, Any]:
    """A document that has a little of everything."""
    pet = {"$ref": "#/components/schemas/Pet"}
    content = {"application/json": {"schema": pet, "examples": {"a": {"value": 1}}}}
    operation = {
        "operationId": "a",
        "parameters": [{"name": "q", "in": "query", "schema": {"type": "string"}}],
        "requestBody": {"content": content},
        "responses": {"200": {"description": "ok", "content": content}},
        "callbacks": {"c": {"{$url}": {"post": {"responses": {}}}}},
        "security": [{"key": []}],
    }
    return {
        "openapi": "3.0.3",
        "info": {"title": "T", "version": "1"},
        "servers": [{"url": "/", "variables": {"v": {"default": "d"}}}],
        "paths": {"/a": {"get": operation}},
        "components": {
            "schemas": {
                "Pet": {
                    "type": "object",
                    "nullable": True,
                    "oneOf": [{"required": ["a"]}, pet],
                    "properties": {"a": {"type": "string", "enum": ["x"]}, "b": pet},
                    "discriminator": {"propertyName": "a", "mapping": {"x": "Pet"}},
                },
            },
            "securitySchemes": {"key": {"type": "apiKey", "name": "k", "in": "header"}},
        },
    }


def spots(data: Any) -> list[tuple[Any, Any]]:
    """Every place in a document where a value stands."""
    found: list[tuple[Any, Any]] = []
    waiting = [data]
    while waiting:
        value = waiting.pop()
        keys: Any = value if isinstance(value, dict) else range(len(value))
        for key in keys:
            found.append((value, key))
            if isinstance(value[key], (dict, list)):
                waiting.append(value[key])
    return found


@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 2**32), as_yaml=st.booleans())
def test_no_document_brings_the_stage_down(seed: int, as_yaml: bool) -> None:
    import copy
    import json

    chance = random.Random(seed)
    data = sample()
    values = JUNK + [owner[key] for owner, key in spots(sample())]
    for _ in range(chance.randint(1, 6)):
        owner, key = chance.choice(spots(data))
        if isinstance(owner, dict) and chance.random() < 0.4:
            key = chance.choice(NAMES)
        owner[key] = copy.deepcopy(chance.choice(values))
    text = ("# YAML\n" if as_yaml else "") + json.dumps(data)
    sink = Sink()
    try:
        document = load(Source(data=text.encode()), sink)
    except Fatal as fatal:
        sink.add(fatal.diagnostic)
    else:
        waiting: list[tuple[Any, str]] = [(document.root, "#")]
        while waiting:
            value, id = waiting.pop()
            assert document.node(id) is value
            assert document.locate(id).line >= 1
            if isinstance(value, dict):
                waiting += [
                    (item, f"{id}/{name.replace('~', '~0').replace('/', '~1')}")
                    for name, item in value.items()
                ]
            elif isinstance(value, list):
                waiting += [(item, f"{id}/{index}") for index, item in enumerate(value)]
    for form in ("text", "json", "github"):
        render(sink.found, form)
