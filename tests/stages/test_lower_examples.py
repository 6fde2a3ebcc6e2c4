"""W232: what is wrong with an example, and where the document has it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from generator.diagnostics import Diagnostic, Sink
from generator.load import Source, load
from generator.lower import lower

THING = {
    "type": "object",
    "required": ["id"],
    "properties": {"id": {"type": "string"}, "tags": {"type": "array", "items": {"type": "integer"}}},
}  # fmt: skip
SECRET = "canary"


def told(
    schema: dict[str, Any], version: str = "3.1.0", **others: Any
) -> list[Diagnostic]:
    """The findings about examples of a component."""
    document = {
        "openapi": version,
        "info": {"title": "T", "version": "1"},
        "paths": {},
        "components": {"schemas": {"A": schema, "Thing": THING, **others}},
    }
    sink = Sink()
    lower(load(Source(data=json.dumps(document).encode()), sink), sink)
    return [item for item in sink.found if item.code == "W232"]


A_THING = {"$ref": "#/components/schemas/Thing"}


@pytest.mark.parametrize(
    ("schema", "example", "problem"),
    [
        ({"type": "integer"}, SECRET, "a string, not an integer"),
        ({"type": "integer"}, 1.5, "a number, not an integer"),
        ({"type": "string"}, None, "null, not a string"),
        ({"type": "string"}, {"canary": 1}, "an object, not a string"),
        ({"type": "boolean"}, 1, "a number, not a boolean"),
        ({"type": "string", "format": "date"}, SECRET, "not in the format date"),
        ({"type": "string", "format": "uuid"}, 7, "a number, not a string"),
        ({"enum": ["a", "b"]}, SECRET, "not one of the values that are listed"),
        ({"const": "a"}, SECRET, "not the value that is allowed"),
        ({"type": "array", "items": {"type": "integer"}}, SECRET, "a string, not an array"),
        ({"type": "array", "items": {"type": "integer"}}, [1, SECRET], "at /1: a string, not an integer"),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, {"a/b": SECRET}, "at /a~1b: a string, not an integer"),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, [SECRET], "an array, not an object"),
        ({"type": ["integer", "null"]}, SECRET, "a string, not an integer"),
        ({"anyOf": [{"type": "integer"}, {"type": "boolean"}]}, SECRET, "none of the options fits"),
        ({"type": "object", "properties": {"t": A_THING}}, {"t": {}}, "at /t: the property id is missing"),
        ({"type": "object", "properties": {"t": A_THING}}, {"t": {"id": "x", "tags": [1, SECRET]}}, "at /t/tags/1: a string, not an integer"),
        ({"type": "object", "properties": {"t": A_THING}}, {"t": [SECRET]}, "at /t: an array, not an object"),
        ({"type": "array", "prefixItems": [{"type": "integer"}], "items": False}, [1, SECRET], "at /1: an item too many"),
        ({"type": "array", "prefixItems": [{"type": "integer"}]}, [SECRET], "at /0: a string, not an integer"),
    ],
)  # fmt: skip
def test_what_is_wrong(schema: dict[str, Any], example: object, problem: str) -> None:
    """The first place, and what is wrong; of the value nothing."""
    (found,) = told({"type": "object", "properties": {"p": {**schema, "example": example}}})  # fmt: skip
    start = "this example is not a value of its own schema: "
    assert found.message == start + problem
    assert SECRET not in found.message


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0"])
@pytest.mark.parametrize("place", ["", "/properties/p"])
def test_the_place_is_one_of_the_document(version: str, place: str) -> None:
    """`example` where the document has that, and not the list that it stands for."""
    inner: dict[str, Any] = {"type": "integer", "example": "x"}
    schema = {"type": "object", "properties": {"p": inner}} if place else inner
    (found,) = told(schema, version)
    assert found.span is not None
    assert found.span.pointer == f"/components/schemas/A{place}/example"


def test_the_place_in_a_list() -> None:
    found = told({"type": "integer", "examples": ["x", 1, "y"]})
    assert [item.span and item.span.pointer for item in found] == [
        f"/components/schemas/A/examples/{index}" for index in (0, 2)
    ]


BASE = {"type": "object", "properties": {"n": {"type": "integer", "example": "x"}}}


@pytest.mark.parametrize(
    ("schema", "pointer"),
    [
        ({"allOf": [{"type": "object"}, BASE]}, "A/allOf/1/properties/n/example"),
        ({"allOf": [{"allOf": [BASE]}]}, "A/allOf/0/allOf/0/properties/n/example"),
        (
            {"allOf": [{"$ref": "#/components/schemas/B"}], "description": "A."},
            "B/properties/n/example",
        ),
    ],
)
def test_the_place_of_a_property_that_is_included(
    schema: dict[str, Any], pointer: str
) -> None:
    others = {"B": BASE} if "$ref" in str(schema) else {}
    findings = told(schema, **others)
    assert findings
    for found in findings:
        assert found.span is not None
        assert found.span.pointer == f"/components/schemas/{pointer}"
