"""What Swagger 2.0 shares finds its place, and references and places follow it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from generator.diagnostics import Sink
from generator.load import Source, load

from .load_support import read, told

if TYPE_CHECKING:
    from pathlib import Path

    from generator.load import Document

SHARED = """swagger: "2.0"
info: {title: T, version: "1"}
consumes: [application/json]
produces: [application/json]
paths:
  /a:
    parameters:
      - $ref: "#/parameters/Limit"
      - $ref: "#/parameters/Body"
    post:
      parameters:
        - name: q
          in: query
          type: array
          items: {type: string}
      responses:
        200: {$ref: "#/responses/Ok"}
    put:
      consumes: [application/xml]
      produces: [text/csv, application/json]
      responses:
        200: {$ref: "#/responses/Ok"}
    patch:
      parameters:
        - {name: own, in: body, schema: {type: boolean}}
      responses: {}
  /b:
    post:
      parameters:
        - $ref: "#/parameters/Photo"
        - $ref: "#/parameters/Note"
      responses: {}
    put:
      parameters:
        - {$ref: "#/parameters/Note"}
        - {$ref: "#/paths/~1a/post/parameters/0"}
      responses:
        200: {schema: {$ref: "#/paths/~1a/patch/parameters/0/schema"}}
definitions:
  Pet:
    properties:
      name: {type: string, maxLength: 9}
parameters:
  Limit: {name: limit, in: query, type: integer}
  Body: {name: pet, in: body, description: d, schema: {$ref: "#/definitions/Pet"}}
  Photo: {name: photo, in: formData, type: file, required: true}
  Note: {name: note, in: formData, type: array, items: {type: string, enum: [x]}}
responses:
  Ok:
    description: ok
    schema: {type: array, items: {$ref: "#/definitions/Pet"}}
    headers: {X-A: {type: integer}}
"""
PET = {"$ref": "#/components/schemas/Pet"}


@pytest.fixture(scope="module")
def document() -> Document:
    return read(SHARED)


def test_shared_parameters_and_bodies_are_apart(document: Document) -> None:
    components = document.root["components"]
    limit = {"name": "limit", "in": "query", "schema": {"type": "integer"}}
    assert components["parameters"] == {"Limit": limit}
    assert components["requestBodies"] == {
        "Body": {"description": "d", "content": {"application/json": {"schema": PET}}}
    }


def test_the_body_of_a_path_goes_to_operations_without_one(document: Document) -> None:
    item = document.root["paths"]["/a"]
    assert item["parameters"] == [{"$ref": "#/components/parameters/Limit"}]
    assert item["post"]["requestBody"] == {"$ref": "#/components/requestBodies/Body"}
    assert item["put"]["requestBody"] == {
        "description": "d",
        "content": {"application/xml": {"schema": PET}},
    }
    assert item["patch"]["requestBody"] == {
        "content": {"application/json": {"schema": {"type": "boolean"}}}
    }


def test_a_shared_response_in_other_media_types_is_told_again(
    document: Document,
) -> None:
    item = document.root["paths"]["/a"]
    shared = "#/components/responses/Ok"
    assert item["post"]["responses"]["200"] == {"$ref": shared}
    schema = {"$ref": f"{shared}/content/application~1json/schema"}
    assert item["put"]["responses"]["200"] == {
        "description": "ok",
        "headers": {"X-A": {"$ref": f"{shared}/headers/X-A"}},
        "content": {
            "text/csv": {"schema": schema},
            "application/json": {"schema": schema},
        },
    }


def test_shared_form_fields_go_into_each_form(document: Document) -> None:
    item = document.root["paths"]["/b"]
    photo = {"type": "string", "format": "binary"}
    note = {"type": "array", "items": {"type": "string", "enum": ["x"]}}
    first = item["post"]["requestBody"]["content"]["multipart/form-data"]["schema"]
    assert first["properties"] == {"photo": photo, "note": note}
    assert first["required"] == ["photo"]
    content = item["put"]["requestBody"]["content"]
    second = content["application/x-www-form-urlencoded"]["schema"]
    assert second["properties"] == {"note": note}
    assert second["properties"]["note"] is not first["properties"]["note"]


def test_references_into_other_operations_follow(document: Document) -> None:
    item = document.root["paths"]["/b"]["put"]
    assert item["parameters"] == [{"$ref": "#/paths/~1a/post/parameters/0"}]
    moved = "#/paths/~1a/patch/requestBody/content/application~1json/schema"
    content = item["responses"]["200"]["content"]
    assert content == {"application/json": {"schema": {"$ref": moved}}}
    assert document.node(moved) == {"type": "boolean"}


@pytest.mark.parametrize(
    ("id", "line", "text", "pointer"),
    [
        ("#/components/schemas", "definitions:", "definitions", "/definitions"),
        (
            "#/components/schemas/Pet/properties/name/maxLength",
            "      name:",
            "9",
            "/definitions/Pet/properties/name/maxLength",
        ),
        ("#/components/parameters/Limit", "  Limit:", "Limit", "/parameters/Limit"),
        (
            "#/components/parameters/Limit/schema/type",
            "  Limit:",
            "integer",
            "/parameters/Limit/type",
        ),
        ("#/components/requestBodies/Body", "  Body:", "Body", "/parameters/Body"),
        (
            "#/components/requestBodies/Body/content/application~1json/schema",
            "  Body:",
            "schema",
            "/parameters/Body/schema",
        ),
        (
            "#/components/responses/Ok/content/application~1json/schema/items",
            "    schema: {type: array",
            "items",
            "/responses/Ok/schema/items",
        ),
        (
            "#/paths/~1a/post/parameters/0/schema/items",
            "          items: {type: string}",
            "items",
            "/paths/~1a/post/parameters/0/items",
        ),
        (
            "#/paths/~1a/patch/requestBody/content/application~1json/schema",
            "        - {name: own",
            "schema",
            "/paths/~1a/patch/parameters/0/schema",
        ),
        (
            "#/paths/~1b/post/requestBody/content/multipart~1form-data/schema/properties/note/items/enum",
            "  Note:",
            "enum",
            "/parameters/Note/items/enum",
        ),
        (
            "#/paths/~1b/put/requestBody/content/application~1x-www-form-urlencoded/schema/properties/note",
            "  Note:",
            "Note",
            "/parameters/Note",
        ),
        ("#/paths/~1a/put/requestBody", "  Body:", "Body", "/parameters/Body"),
    ],
    ids=range(12),
)
def test_places_are_those_of_the_text(
    document: Document, id: str, line: str, text: str, pointer: str
) -> None:
    span = document.locate(id)
    found = SHARED.splitlines()[span.line - 1]
    assert (found[: len(line)], span.pointer) == (line, pointer)
    assert found[span.column - 1 :].startswith(text)


def _load(folder: Path, files: dict[str, str], *codes: str) -> Document:
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    sink = Sink()
    document = load(Source(folder / "main.yaml"), sink)
    assert told(sink) == sorted(set(codes))
    return document


def test_fragments_are_of_the_version_of_the_document(tmp_path: Path) -> None:
    main = """swagger: "2.0"
info: {title: T, version: "1"}
produces: [text/plain]
paths:
  /a: {$ref: "parts.yaml#/item"}
  /b:
    get:
      parameters: [{$ref: "parts.yaml#/limit"}, {$ref: "parts.yaml#/body"}]
      responses: {200: {$ref: "parts.yaml#/ok"}}
"""
    parts = """item:
  post:
    parameters: [{$ref: "#/body"}]
    responses: {200: {$ref: "#/ok"}}
limit: {name: limit, in: query, type: integer}
body: {name: body, in: body, schema: {$ref: "#/definitions/A"}}
ok: {description: ok, schema: {type: string, x-nullable: true}}
definitions: {A: {type: string}}
"""
    document = _load(tmp_path, {"main.yaml": main, "parts.yaml": parts})
    get = document.root["paths"]["/b"]["get"]
    assert get["parameters"] == [{"$ref": "parts.yaml#/limit"}]
    assert get["requestBody"] == {"$ref": "parts.yaml#/body"}
    schema = {"$ref": "parts.yaml#/definitions/A"}
    content = {"application/json": {"schema": schema}}
    assert document.node("parts.yaml#/body") == {"content": content}
    assert document.node("parts.yaml#/ok") == {
        "description": "ok",
        "content": {"text/plain": {"schema": {"type": ["string", "null"]}}},
    }
    post = document.node("parts.yaml#/item")["post"]
    assert post["requestBody"] == {"$ref": "parts.yaml#/body"}
    place = document.locate("parts.yaml#/body/content/application~1json/schema")
    assert (place.line, place.pointer) == (6, "/body/schema")


def test_a_whole_document_of_2_0_lends_its_parts_to_a_newer_one(
    tmp_path: Path,
) -> None:
    main = """openapi: 3.1.0
info: {title: T, version: "1"}
paths:
  /a:
    get:
      parameters: [{$ref: "old.yaml#/parameters/Limit"}]
      responses: {"200": {$ref: "old.yaml#/responses/Ok"}}
"""
    old = """swagger: "2.0"
produces: [text/csv]
parameters: {Limit: {name: limit, in: query, type: integer}}
responses: {Ok: {description: ok, schema: {$ref: "#/definitions/A"}}}
definitions: {A: {type: string, x-nullable: true}}
"""
    document = _load(tmp_path, {"main.yaml": main, "old.yaml": old})
    limit = document.node("old.yaml#/parameters/Limit")
    assert limit == {"name": "limit", "in": "query", "schema": {"type": "integer"}}
    schema = {"$ref": "old.yaml#/definitions/A"}
    assert document.node("old.yaml#/responses/Ok")["content"] == {
        "text/csv": {"schema": schema}
    }
    assert document.node(schema["$ref"]) == {"type": ["string", "null"]}


def test_a_plain_name_names_a_definition() -> None:
    text = """swagger: "2.0"
info: {title: T, version: "1"}
paths: {}
definitions:
  A: {type: string}
  B: {items: {$ref: A}}
"""
    schemas = read(text, "W153").root["components"]["schemas"]
    assert schemas["B"] == {"items": {"$ref": "#/components/schemas/A"}}


def test_a_reference_into_an_unused_form_field_names_nothing() -> None:
    text = """swagger: "2.0"
info: {title: T, version: "1"}
paths: {}
parameters: {F: {name: f, in: formData, type: array, items: {type: string}}}
definitions: {A: {$ref: "#/parameters/F/items"}}
"""
    read(text, "E130")


def test_a_path_item_with_form_fields_only(tmp_path: Path) -> None:
    text = """swagger: "2.0"
info: {title: T, version: "1"}
paths:
  /a:
    parameters: [{name: f, in: formData, type: string}, {name: g, in: formData, type: string}]
    post: {parameters: [{name: f, in: formData, type: integer}], responses: {}}
    put: {responses: {}}
"""
    item = read(text).root["paths"]["/a"]
    assert "parameters" not in item
    media = "application/x-www-form-urlencoded"
    fields = item["post"]["requestBody"]["content"][media]["schema"]["properties"]
    assert fields == {"f": {"type": "integer"}, "g": {"type": "string"}}
    fields = item["put"]["requestBody"]["content"][media]["schema"]["properties"]
    assert fields == {"f": {"type": "string"}, "g": {"type": "string"}}
