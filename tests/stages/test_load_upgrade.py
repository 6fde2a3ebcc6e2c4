"""Older spellings of schemas, and places that survive the moves."""

from __future__ import annotations

import pytest

from .load_support import HEAD, HEAD_30, read, schema

NULL = {"type": "null"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("{type: string, nullable: true}", {"type": ["string", "null"]}),
        ("{type: string, nullable: false}", {"type": "string"}),
        ("{nullable: true}", {}),
        (
            "{type: string, nullable: true, enum: [a, null]}",
            {"type": ["string", "null"], "enum": ["a", None]},
        ),
        (
            "{nullable: true, description: d, oneOf: [{type: string}, {type: number}]}",
            {
                "description": "d",
                "anyOf": [{"oneOf": [{"type": "string"}, {"type": "number"}]}, NULL],
            },
        ),
        (
            "{nullable: true, allOf: [{type: object}], type: object, default: null}",
            {
                "default": None,
                "anyOf": [{"allOf": [{"type": "object"}], "type": "object"}, NULL],
            },
        ),
        (
            "{nullable: true, anyOf: [{type: string}, {type: string, nullable: true}]}",
            {"anyOf": [{"type": "string"}, {"type": ["string", "null"]}]},
        ),
        (
            "{nullable: true, oneOf: [{type: string, nullable: true}, {type: array, nullable: true}]}",
            {
                "anyOf": [
                    {
                        "oneOf": [
                            {"type": ["string", "null"]},
                            {"type": ["array", "null"]},
                        ]
                    },
                    NULL,
                ]
            },
        ),
        (
            "{type: integer, minimum: 5, exclusiveMinimum: true}",
            {"type": "integer", "exclusiveMinimum": 5},
        ),
        ("{maximum: 9.5, exclusiveMaximum: false}", {"maximum": 9.5}),
        ("{type: string, example: a}", {"type": "string", "examples": ["a"]}),
        ("{example: {$ref: '#/nowhere'}}", {"examples": [{"$ref": "#/nowhere"}]}),
        ("{type: string, format: binary}", {"type": "string", "format": "binary"}),
    ],
    ids=range(13),
)
def test_schemas_of_3_0(before: str, after: object) -> None:
    assert schema(before, head=HEAD_30) == after


def test_an_enum_without_null() -> None:
    found = schema("{type: string, nullable: true, enum: [a]}", "W151", head=HEAD_30)
    assert found == {"type": ["string", "null"], "enum": ["a", None]}


@pytest.mark.parametrize("head", [HEAD_30, HEAD])
def test_x_nullable_is_meant_in_every_version(head: str) -> None:
    null = ["string", "null"]
    assert schema("{type: string, x-nullable: true}", "W154", head=head)["type"] == null
    kept = schema("{type: string, x-nullable: false}", head=head)
    assert kept["type"] == "string"


def test_a_nullable_reference() -> None:
    text = f"""{HEAD_30}paths: {{}}
components:
  schemas:
    A: {{$ref: "#/components/schemas/B", nullable: true, description: d}}
    B: {{type: string}}
"""
    found = read(text, "W159").root["components"]["schemas"]["A"]
    reference = {"$ref": "#/components/schemas/B"}
    assert found == {"description": "d", "anyOf": [reference, NULL]}


def test_nullable_in_3_1_is_honoured_with_one_warning() -> None:
    found = schema("{type: [string], nullable: true, items: {nullable: true}}", "W150")
    assert found == {"type": ["string", "null"], "items": {}}


def test_a_tuple_in_items() -> None:
    found = schema("{items: [{type: string}], additionalItems: false}", "W153")
    assert found == {"prefixItems": [{"type": "string"}], "items": False}


def test_values_of_strings_are_as_written() -> None:
    found = schema("{type: string, default: 1.10, enum: [0x1F, 1.10, true]}", "W141")
    assert found == {
        "type": "string",
        "default": "1.10",
        "enum": ["0x1F", "1.10", "true"],
    }


WRAPPED = f"""{HEAD_30}paths: {{}}
components:
  schemas:
    A:
      nullable: true
      description: d
      oneOf:
        - type: string
        - type: object
          properties:
            b: {{type: string}}
          example: {{b: x}}
    B:
      $ref: "#/components/schemas/A/oneOf/1/properties/b"
"""


def test_references_follow_what_an_upgrade_moved() -> None:
    document = read(WRAPPED)
    moved = "#/components/schemas/A/anyOf/0/oneOf/1/properties/b"
    assert document.root["components"]["schemas"]["B"] == {"$ref": moved}
    assert document.node(moved) == {"type": "string"}


@pytest.mark.parametrize(
    ("id", "place", "pointer"),
    [
        ("#/components/schemas/A", (6, 5), "/components/schemas/A"),
        (
            "#/components/schemas/A/description",
            (8, 20),
            "/components/schemas/A/description",
        ),
        ("#/components/schemas/A/anyOf/0", (6, 5), "/components/schemas/A"),
        ("#/components/schemas/A/anyOf/0/oneOf", (9, 7), "/components/schemas/A/oneOf"),
        (
            "#/components/schemas/A/anyOf/0/oneOf/0",
            (10, 11),
            "/components/schemas/A/oneOf/0",
        ),
        (
            "#/components/schemas/A/anyOf/0/oneOf/1/properties/b",
            (13, 13),
            "/components/schemas/A/oneOf/1/properties/b",
        ),
        (
            "#/components/schemas/A/anyOf/0/oneOf/1/examples",
            (14, 11),
            "/components/schemas/A/oneOf/1/examples",
        ),
        ("#", (1, 1), ""),
    ],
    ids=range(8),
)
def test_places_are_those_of_the_original(
    id: str, place: tuple[int, int], pointer: str
) -> None:
    span = read(WRAPPED).locate(id)
    assert (span.line, span.column, span.pointer) == (*place, pointer)


def test_places_of_ids_that_lead_nowhere() -> None:
    span = read(WRAPPED).locate("#/components/schemas/A/nowhere/at/all")
    assert (span.line, span.column) == (6, 5)


def test_the_version_is_kept() -> None:
    assert read(f"{HEAD_30}paths: {{}}").version == "3.0.3"
    assert read(f"{HEAD}paths: {{}}").version == "3.1.0"
