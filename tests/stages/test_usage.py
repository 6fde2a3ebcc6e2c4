"""Which way schemas travel."""

from __future__ import annotations

import json
from typing import Any

import pytest

from generator.diagnostics import Sink
from generator.ir.usage import Usage, usage_of
from generator.load import Source, load
from generator.lower import lower

AT = "#/components/schemas/"


def usage(schemas: dict[str, Any], operation: dict[str, Any], **rest: Any) -> Usage:
    """The usage of a document with one operation, and a schema that goes one way."""
    responses = {"204": {"description": "Done."}}
    document = {
        "openapi": "3.2.0",
        "info": {"title": "T", "version": "1"},
        "paths": {"/x": {"post": {"responses": responses, **operation}}},
        "components": {"schemas": {**schemas, "OneWay": {"readOnly": True}}},
        **rest,
    }
    return usage_in(document)


def usage_in(document: dict[str, Any]) -> Usage:
    """The usage of a document."""
    sink = Sink()
    return usage_of(lower(load(Source(data=json.dumps(document).encode()), sink), sink))


@pytest.mark.parametrize(("value", "known"), [(True, True), (False, False)])
def test_followed_only_where_a_schema_goes_one_way(value: bool, known: bool) -> None:
    document = {
        "openapi": "3.2.0",
        "info": {"title": "T", "version": "1"},
        "components": {"schemas": {"A": {"writeOnly": value}}},
    }
    assert usage_in(document).is_known is known


def held(name: str, media: str = "application/json", key: str = "schema") -> Any:
    return {"content": {media: {key: {"$ref": AT + name}}}}


def answered(**content: Any) -> dict[str, Any]:
    return {"responses": {"default": {"description": "", **content}}}


INNER: dict[str, Any] = {"type": "object", "properties": {"id": {"type": "integer"}}}
REF = {"$ref": f"{AT}Inner"}
AROUND: list[dict[str, Any]] = [
    {"type": "object", "properties": {"a": REF}},
    {"type": "object", "additionalProperties": REF},
    {"type": "array", "items": REF},
    {"type": "array", "prefixItems": [REF]},
    {"oneOf": [REF, {"type": "string"}]},
    {"anyOf": [REF, {"type": "null"}]},
    {"allOf": [REF, {"type": "object"}]},
    {"type": "object", "properties": {"a": {"type": "array", "items": REF}}},
    {"not": REF},
    REF,
]


@pytest.mark.parametrize("outer", AROUND)
def test_what_is_inside_goes_the_same_way(outer: dict[str, Any]) -> None:
    schemas = {"Outer": outer, "Inner": INNER, "Other": INNER}
    ids = {f"{AT}Outer", f"{AT}Inner", f"{AT}Inner/properties/id"}
    sent = usage(schemas, {"requestBody": held("Outer")})
    assert ids <= sent.requests and not sent.answers
    got = usage(schemas, answered(**held("Outer")))
    assert ids <= got.answers and not got.requests
    assert f"{AT}Other" not in sent.requests | got.answers


def test_parameters_headers_and_streams() -> None:
    schemas = {"Inner": INNER}
    parameter = {"name": "q", "in": "query", **held("Inner")}
    assert f"{AT}Inner" in usage(schemas, {"parameters": [parameter]}).requests
    header = answered(headers={"X-A": {"schema": REF}})
    assert f"{AT}Inner" in usage(schemas, header).answers
    stream = answered(**held("Inner", "application/jsonl", "itemSchema"))
    assert f"{AT}Inner" in usage(schemas, stream).answers


def test_schemas_on_a_circle() -> None:
    schemas = {"A": {"type": "object", "properties": {"next": {"$ref": f"{AT}A"}}}}
    assert f"{AT}A" in usage(schemas, {"requestBody": held("A")}).requests


def test_what_webhooks_hold_goes_both_ways() -> None:
    hook = {"post": {"requestBody": held("Inner"), **answered()}}
    found = usage({"Inner": INNER}, {}, webhooks={"done": hook})
    assert f"{AT}Inner" in found.requests & found.answers
