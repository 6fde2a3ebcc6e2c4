"""Validators for one way: what a request must have, and what a response must have."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest

from .support import Case

REF = "#/components/schemas/"
TEXT = {"type": "string"}
BASE: dict[str, Any] = {
    "type": "object",
    "required": ["id", "key", "name"],
    "properties": {
        "id": {"type": "integer", "readOnly": True},
        "key": {"type": "string", "writeOnly": True},
        "name": TEXT,
    },
}


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"{REF}{name}"}


def _tagged(kind: str) -> dict[str, Any]:
    return {
        "allOf": [_ref("Base"), {"properties": {"kind": {"const": kind}}}],
        "required": ["kind"],
    }


SCHEMAS: dict[str, dict[str, Any]] = {
    "Base": BASE,
    "Alias": _ref("Base"),
    "Plain": {"type": "object", "required": ["name"], "properties": {"name": TEXT}},
    "Holder": {"type": "object", "properties": {"in": _ref("Base")}},
    "List": {"type": "array", "items": _ref("Base")},
    "Map": {"type": "object", "additionalProperties": _ref("Base")},
    "Pattern": {"type": "object", "patternProperties": {"^x": _ref("Base")}},
    "Pair": {"prefixItems": [_ref("Base")]},
    "Child": {"allOf": [_ref("Base"), {"properties": {"more": TEXT}}]},
    "Merged": {"allOf": [BASE, {"type": "object"}]},
    "Either": {"oneOf": [_ref("Base"), TEXT]},
    "Nullable": {"anyOf": [_ref("Base"), {"type": "null"}]},
    "Tagged": {"oneOf": [_ref("Cat"), _ref("Dog")]},
    "Cat": _tagged("cat"),
    "Dog": _tagged("dog"),
    "Tried": {"anyOf": [_ref("Base"), {"type": "object", "required": ["other"]}]},
    "If": {"if": {"required": ["name"]}, "then": _ref("Base")},
    "Closed": {"allOf": [_ref("Base")], "unevaluatedProperties": False},
    "Nested": {"type": "object", "properties": {"deep": {"items": BASE}}},
    "Tree": {
        "type": "object",
        "required": ["id"],
        "properties": {
            "id": {"type": "integer", "readOnly": True},
            "children": {"type": "array", "items": _ref("Node")},
        },
    },
    "Node": {"anyOf": [_ref("Tree"), _ref("Plain")]},
    "BaseRequest": {"type": "object", "required": ["whole"]},
}
SENT, GOT = {"name": "n", "key": "k"}, {"name": "n", "id": 1}
NEITHER = {"name": "n"}
WHOLE = {**SENT, **GOT}


@cache
def made(read_only: str = "ignore", write_only: str = "ignore") -> Case:
    """The package of the schemas, each sent and answered."""
    paths = {
        f"/{name.lower()}": {
            "post": {
                "operationId": f"send{name}",
                "requestBody": {
                    "content": {"application/json": {"schema": _ref(name)}}
                },
                "responses": {
                    "200": {
                        "description": "ok",
                        "content": {"application/json": {"schema": _ref(name)}},
                    }
                },
            }
        }
        for name in SCHEMAS
    }
    document = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": paths,
        "components": {"schemas": SCHEMAS},
    }
    path = Path(mkdtemp(prefix="ways-")) / "spec.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return Case(path, read_only=read_only, write_only=write_only)


def _schema(name: str, **options: str) -> Any:
    return made(**options).module("validators").SCHEMAS[name]


def _told(schema: Any, value: object) -> list[tuple[str, str]]:
    return [(item.path, item.keyword) for item in schema.errors(value)]


PLACES: dict[str, tuple[str, Any]] = {
    "Base": ("", lambda value: value),
    "Alias": ("", lambda value: value),
    "Holder": ("/in", lambda value: {"in": value}),
    "List": ("/0", lambda value: [value]),
    "Map": ("/a", lambda value: {"a": value}),
    "Pattern": ("/xa", lambda value: {"xa": value}),
    "Pair": ("/0", lambda value: [value]),
    "Child": ("", lambda value: value),
    "Merged": ("", lambda value: value),
    "Either": ("", lambda value: value),
    "Nullable": ("", lambda value: value),
    "Tagged": ("", lambda value: {**value, "kind": "cat"}),
    "Tried": ("", lambda value: value),
    "If": ("", lambda value: value),
    "Closed": ("", lambda value: value),
    "Nested": ("/deep/0", lambda value: {"deep": [value]}),
}


@pytest.mark.parametrize("name", PLACES)
def test_each_way_asks_for_its_own(name: str) -> None:
    at, held = PLACES[name]
    schema = _schema(name)
    for value in (SENT, GOT, NEITHER, WHOLE):
        assert _told(schema, held(value)) == []
    for way, valid, missing in (("request", SENT, "key"), ("response", GOT, "id")):
        one_way = getattr(schema, way)
        assert one_way is not schema
        assert _told(one_way, held(valid)) == []
        assert _told(one_way, held(WHOLE)) == []
        found = _told(one_way, held(NEITHER))
        assert found == [(f"{at}/{missing}", "required")]


@pytest.mark.parametrize("name", PLACES)
def test_a_refused_property_is_told_where_it_stands(name: str) -> None:
    at, held = PLACES[name]
    schema = _schema(name, read_only="reject", write_only="reject")
    assert _told(schema, held(WHOLE)) == []
    assert _told(schema.request, held(SENT)) == []
    assert _told(schema.response, held(GOT)) == []
    if name == "Tried":
        return  # the other alternative takes part in it
    assert _told(schema.request, held(WHOLE)) == [(f"{at}/id", "readOnly")]
    assert _told(schema.response, held(WHOLE)) == [(f"{at}/key", "writeOnly")]


def test_a_refusal_says_why() -> None:
    schema = _schema("Base", read_only="reject")
    [found] = schema.request.errors(WHOLE)
    assert found.message == "may not be in a request"
    assert found.schema_path == f"{REF}Base/properties/id/readOnly"
    assert schema.response.errors(WHOLE) == []


def test_what_goes_both_ways_has_one_function() -> None:
    plain = _schema("Plain")
    assert plain.request is plain and plain.response is plain
    text = made().files["validators/schemas/plain.py"]
    assert text.count("def ") == 1


def test_on_a_circle() -> None:
    tree = _schema("Tree")
    value = {"id": 1, "children": [{"children": [{"name": "leaf"}]}]}
    assert tree.errors(value) == [] and tree.request.errors(value) == []
    assert tree.request.errors({"children": [{"children": []}]}) == []
    assert _told(tree.response, {"id": 1, "children": [{"children": []}]}) == [
        ("/children/0/id", "required")
    ]


def test_nobody_loses_a_name_to_a_function_for_one_way() -> None:
    validators = made().module("validators")
    assert _told(_schema("BaseRequest"), {}) == [("/whole", "required")]
    assert validators.base_request({})[0].path == "/whole"
    assert validators.base_request_2({})[0].path == "/key"
    assert validators.base_response({})[0].path == "/id"


def test_operations_take_the_way_that_they_go() -> None:
    operation = made().module("validators").OPERATIONS["sendBase"]
    assert _told(operation.request["application/json"], NEITHER) == [
        ("/key", "required")
    ]
    assert _told(operation.responses["200", "application/json"], NEITHER) == [
        ("/id", "required")
    ]


def test_one_way_validators_of_one_way_are_themselves() -> None:
    request = _schema("Base").request
    assert request.request is request and request.response is request
