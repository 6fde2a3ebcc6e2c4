"""A part of a document says of its schemas and operations what the whole one says."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.diagnostics import Sink
from generator.ir import Api
from generator.load import Document, Source, load
from generator.lower import lower
from generator.lower.part import (
    calls_of,
    part_about_call,
    part_about_schema,
    within_part,
)

TESTS = Path(__file__).parents[1]
SPECS = [
    *sorted((TESTS / "golden").glob("*/spec.yaml")),
    *sorted((TESTS / "corpus" / "documents").glob("*.yaml")),
]


def document(path: Path) -> Document:
    sink = Sink()
    found = load(Source(path), sink)
    assert not sink.has_errors
    return found


def written(folder: Path, text: str) -> Document:
    path = folder / "spec.yaml"
    path.write_text(
        'openapi: 3.1.0\ninfo: {title: A, version: "1"}\n' + text, encoding="utf-8"
    )
    return document(path)


def same_where_both_are(part: Api, whole: Api) -> None:
    differing = [
        key for key, entry in part.assertions.items() if whole.assertions[key] != entry
    ]
    assert differing == []
    known = {call.id: call for call in (*whole.operations, *whole.webhooks)}
    for call in (*part.operations, *part.webhooks):
        assert call.body == known[call.id].body
        assert call.responses == known[call.id].responses


@pytest.mark.parametrize(
    "path", SPECS, ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_a_part_is_lowered_as_the_whole_is(path: Path) -> None:
    found = document(path)
    whole = lower(found, Sink())
    for name, schema in whole.components.items():
        part = lower(part_about_schema(found, name), Sink())
        assert schema in part.assertions
        same_where_both_are(part, whole)
    for call in calls_of(found):
        part = lower(part_about_call(found, call), Sink())
        calls = (*part.operations, *part.webhooks)
        assert any(item.operation_id == call.operation_id for item in calls)
        same_where_both_are(part, whole)


SCHEMAS = """\
paths:
  /a:
    parameters: [{name: p, in: query, schema: {$ref: "#/components/schemas/P"}}]
    get:
      operationId: getA
      responses: {"200": {$ref: "#/components/responses/R"}}
    post:
      requestBody: {content: {text/json: {schema: {$ref: "#/components/schemas/B"}}}}
      responses: {"204": {description: None.}}
components:
  responses:
    R:
      description: An answer.
      content: {application/json: {schema: {$ref: "#/components/schemas/A"}}}
  schemas:
    A: {type: object, properties: {own: {$ref: "#/components/schemas/B/properties/x"}}}
    B: {type: object, properties: {x: {$ref: "#/components/schemas/C"}}}
    C: {type: string, example: 1}
    P: {type: integer, example: p}
"""


def test_what_leads_to_nothing_is_left_out(tmp_path: Path) -> None:
    found = written(tmp_path, SCHEMAS)
    kept = {
        "A": ["A", "B", "C"],
        "B": ["B", "C"],
        "C": ["C"],
        "P": ["P"],
    }
    for name, schemas in kept.items():
        part = part_about_schema(found, name)
        assert list(part.root["components"]["schemas"]) == schemas
        assert "paths" not in part.root
    assert len(found.root["components"]["schemas"]) == 4
    first, second = calls_of(found)
    assert (first.operation_id, first.signature) == ("getA", "GET /a")
    part = part_about_call(found, second)
    assert list(part.root["components"]["schemas"]) == ["B", "C", "P"]
    assert list(part.root["paths"]["/a"]) == ["parameters", "post"]


def test_findings_about_the_rest_are_left_out(tmp_path: Path) -> None:
    found = written(tmp_path, SCHEMAS)
    for name, lines in (("A", [20]), ("P", [21])):
        sink = Sink()
        lower(found, sink)
        part = part_about_schema(found, name)
        kept = within_part(sink.found, part)
        assert [item.span.line for item in kept if item.span] == lines


@pytest.mark.parametrize(
    ("schemas", "name"),
    [
        # A discriminator elsewhere asks of A that `kind` is `A`.
        (
            """\
    A: {type: object, required: [kind], properties: {kind: {type: string}}}
    B: {type: object, required: [kind], properties: {kind: {type: string}}}
    U:
      oneOf: [{$ref: "#/components/schemas/A"}, {$ref: "#/components/schemas/B"}]
      discriminator: {propertyName: kind}
""",
            "A",
        ),
        # Of the values of A, the mapping gives one to B.
        (
            """\
    A: {type: object, required: [kind], properties: {kind: {enum: [a, b]}}}
    B: {type: object, required: [kind], properties: {kind: {type: string}}}
    U:
      oneOf: [{$ref: "#/components/schemas/A"}, {$ref: "#/components/schemas/B"}]
      discriminator:
        propertyName: kind
        mapping: {a: "#/components/schemas/A", b: "#/components/schemas/B"}
""",
            "A",
        ),
        # A reference to the base, somewhere, means what extends it.
        (
            """\
    A: {type: object, required: [k], properties: {k: {type: string}}, discriminator: {propertyName: k}}
    B: {allOf: [{$ref: "#/components/schemas/A"}, {properties: {b: {type: string}}}]}
    C: {type: array, items: {$ref: "#/components/schemas/A"}}
""",
            "B",
        ),
    ],
)
def test_what_unions_ask_of_their_options_counts(
    tmp_path: Path, schemas: str, name: str
) -> None:
    found = written(tmp_path, f"components:\n  schemas:\n{schemas}")
    assert part_about_schema(found, name) is found
    same_where_both_are(
        lower(part_about_schema(found, name), Sink()), lower(found, Sink())
    )


def test_options_that_tell_themselves_apart_need_no_union(tmp_path: Path) -> None:
    schemas = """\
    A: {type: object, required: [kind], properties: {kind: {const: a}}}
    B: {allOf: [{$ref: "#/components/schemas/K"}], required: [kind]}
    K: {type: object, properties: {kind: {anyOf: [{enum: [b]}, {type: "null"}]}}}
    U:
      oneOf: [{$ref: "#/components/schemas/A"}, {$ref: "#/components/schemas/B"}]
      discriminator: {propertyName: kind, mapping: {a: A, b: B}}
"""
    found = written(tmp_path, f"components:\n  schemas:\n{schemas}")
    for name, kept in (("A", ["A"]), ("B", ["B", "K"])):
        part = part_about_schema(found, name)
        assert list(part.root["components"]["schemas"]) == kept


@pytest.mark.parametrize(
    "schema",
    [
        # It may lead to any schema with that anchor.
        '{$dynamicAnchor: t, type: array, items: {$dynamicRef: "#t"}}',
        # What is required depends on the operations that use the schema.
        "{type: object, required: [x], properties: {x: {readOnly: true}}}",
        "{type: object, required: [x], properties: {x: {writeOnly: true}}}",
    ],
)
def test_what_all_of_the_document_has_to_tell(tmp_path: Path, schema: str) -> None:
    schemas = f"    A: {schema}\n    B: {{$dynamicAnchor: t, readOnly: false}}\n"
    found = written(tmp_path, f"components:\n  schemas:\n{schemas}")
    assert part_about_schema(found, "A") is found
    assert part_about_schema(found, "B") is not found
