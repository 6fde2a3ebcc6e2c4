"""Path items to operations: parameters, bodies, responses, streams and security."""

from __future__ import annotations

import json

import pytest

from generator.ir import (
    Anything,
    Named,
    Operation,
    PathSegment,
    Record,
    Scalar,
    TypeUse,
    dump,
)

from .lowering import HEAD, lowered


def operation(text: str, *, codes: tuple[str, ...] = ()) -> Operation:
    """The first operation of a document with this content."""
    return lowered(HEAD + text, codes=codes).operations[0]


def test_parameters_of_the_path_are_shared_and_overridden() -> None:
    found = operation("""
paths:
  /a/{id}:
    parameters:
      - {name: id, in: path, required: true, schema: {type: string}}
      - {name: q, in: query, schema: {type: string}}
    get:
      parameters: [{name: q, in: query, required: true, schema: {type: integer}}]
      responses: {"204": {description: ok}}
""")
    assert [(item.name, item.place, item.required) for item in found.parameters] == [
        ("id", "path", True),
        ("q", "query", True),
    ]
    assert found.parameters[1].use == TypeUse(Scalar("integer"))
    assert found.segments == (PathSegment("/a/", False), PathSegment("id", True))


@pytest.mark.parametrize(
    ("place", "style", "explode"),
    [
        ("query", "form", True),
        ("path", "simple", False),
        ("header", "simple", False),
        ("cookie", "form", True),
    ],
)
def test_styles_default_by_place(place: str, style: str, explode: bool) -> None:
    path = "/a/{p}" if place == "path" else "/a"
    found = operation(f"""
paths:
  {path}:
    get:
      parameters: [{{name: p, in: {place}, required: true, schema: {{type: array}}}}]
      responses: {{"204": {{description: ok}}}}
""")
    assert (found.parameters[0].style, found.parameters[0].explode) == (style, explode)


def test_a_parameter_may_be_described_by_content() -> None:
    found = operation("""
paths:
  /a:
    get:
      parameters: [{name: p, in: query, content: {application/json: {schema: {type: integer}}}}]
      responses: {"204": {description: ok}}
""")
    assert found.parameters[0].media == "application/json"
    assert found.parameters[0].use == TypeUse(Scalar("integer"))


def test_reserved_header_parameters_are_left_out_and_told() -> None:
    found = operation(
        """
paths:
  /a:
    get:
      parameters: [{name: accept, in: header, schema: {type: string}}]
      responses: {"204": {description: ok}}
""",
        codes=("W206",),
    )
    assert found.parameters == ()


def test_bodies_and_responses_by_media_type() -> None:
    api = lowered(HEAD + """
paths:
  /a:
    post:
      operationId: make
      requestBody:
        required: true
        content:
          application/json; charset=utf-8: {schema: {type: object, properties: {a: {type: string}}}}
          application/octet-stream: {}
      responses:
        "200": {description: ok, content: {text/plain: {schema: {type: string}}}}
        "202": {description: later, content: {application/vnd.x+json: {schema: {type: object, properties: {b: {}}}}}}
        default: {$ref: "#/components/responses/Problem"}
components:
  responses:
    Problem: {description: no, content: {application/json: {schema: {type: object, properties: {c: {}}}}}}
""")
    found = api.operations[0]
    assert found.body is not None and found.body.required
    assert [item.media for item in found.body.contents] == [
        "application/json",
        "application/octet-stream",
    ]
    assert found.body.contents[1].use == TypeUse(Scalar("bytes"))
    assert [item.status for item in found.responses] == ["200", "202", "default"]
    assert found.responses[0].contents[0].use == TypeUse(Scalar("string"))
    places = {shape.place for shape in api.shapes.values() if isinstance(shape, Record)}
    assert places == {("make", "request"), ("make", "response 202"), ("Problem",)}


EVENT = """
paths:
  /a:
    post:
      operationId: make
      requestBody:
        content: {application/json: {schema: {type: object, properties: {stream: {type: [boolean, "null"]}}}}}
      responses:
        "200":
          description: ok
          content:
            text/event-stream:
              x-oasmith-sentinel: "[DONE]"
              %s
components:
  schemas:
    Item: {type: object, properties: {n: {type: integer}}}
    Event: {type: object, properties: {data: {type: string, contentMediaType: application/json, contentSchema: {$ref: "#/components/schemas/Item"}}}}
"""


@pytest.mark.parametrize(
    "content",
    [
        'itemSchema: {$ref: "#/components/schemas/Item"}',
        'schema: {$ref: "#/components/schemas/Item"}',
        'itemSchema: {$ref: "#/components/schemas/Event"}',
    ],
)
def test_the_item_of_a_stream(content: str) -> None:
    stream = operation(EVENT % content).responses[0].stream
    assert stream is not None
    assert stream.item == TypeUse(Named("#/components/schemas/Item"))
    assert (stream.sentinel, stream.selector) == ("[DONE]", "stream")


@pytest.mark.parametrize("keyword", ["schema", "itemSchema"])
@pytest.mark.parametrize("schema", ["true", '{$ref: "#/components/schemas/Item/not"}'])
def test_the_item_of_a_stream_may_be_anything(keyword: str, schema: str) -> None:
    text = EVENT % f"{keyword}: {schema}"
    found = operation(text.replace("Item: {", "Item: {not: true, "))
    assert found.responses[0].stream is not None
    assert found.responses[0].stream.item == TypeUse(Anything())


def test_security_is_inherited_overridden_and_switched_off() -> None:
    api = lowered(HEAD + """
security: [{key: []}, {}]
paths:
  /a: {get: {responses: {"204": {description: ok}}}}
  /b: {get: {security: [{key: [], other: [read]}], responses: {"204": {description: ok}}}}
  /c: {get: {security: [], responses: {"204": {description: ok}}}}
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key}
    other: {type: http, scheme: Bearer}
""")
    found = [[item.schemes for item in op.security] for op in api.operations]
    assert found == [
        [(("key", ()),), ()],
        [(("key", ()), ("other", ("read",)))],
        [],
    ]
    assert api.security_schemes["other"].http_scheme == "bearer"


def test_the_dump_is_json_that_says_its_version() -> None:
    api = lowered(
        HEAD + "components: {schemas: {X: {type: [string, 'null'], default: null}}}"
    )
    data = json.loads(dump(api))
    assert data["ir"] == 1
    shape = data["shapes"]["#/components/schemas/X"]
    assert shape["is"] == "Alias"
    assert shape["target"]["type"] == {"is": "Scalar", "kind": "string"}


def test_extensions_among_the_paths_are_no_paths() -> None:
    api = lowered(HEAD + "paths: {x-root: /v1, /a: {get: {responses: {}}}}\n")
    assert [operation.path for operation in api.operations] == ["/a"]


def test_a_parameter_without_a_name_tells_nothing_apart() -> None:
    api = lowered(HEAD + """
paths:
  /a:
    get:
      parameters: [{name: "", in: query, schema: {type: string}}]
      responses: {}
""")
    assert api.operations[0].conditions == ()


def test_retries_of_an_operation_and_of_the_document() -> None:
    text = """
x-oasmith-retry: ambiguous
paths:
  /a:
    get: {x-oasmith-retry: unsafe, responses: {"204": {description: ok}}}
    post: {responses: {"204": {description: ok}}}
"""
    found = lowered(HEAD + text).operations
    assert [item.retry for item in found] == ["unsafe", "ambiguous"]
