"""Swagger 2.0 comes out of load in the spelling of OpenAPI 3.2."""

from __future__ import annotations

from typing import Any

import pytest

from .load_support import read

HEAD = 'swagger: "2.0"\ninfo: {title: T, version: "1"}\n'
JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"
TEXT = {"type": "string"}


def operation(body: str, *codes: str, rest: str = "") -> Any:
    """The operation `POST /a`, given in flow style, after loading."""
    text = f"{HEAD}{rest}\npaths: {{/a: {{post: {{{body}}}}}}}\n"
    return read(text, *codes).root["paths"]["/a"]["post"]


def parameter(body: str, *codes: str) -> Any:
    """One parameter of it, called `p`."""
    made = operation(f"responses: {{}}, parameters: [{{name: p, {body}}}]", *codes)
    return made["parameters"][0]


def form(fields: str, *codes: str, more: str = "") -> Any:
    """The request body that form fields come to."""
    return operation(f"responses: {{}}, parameters: [{fields}]{more}", *codes)[
        "requestBody"
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("in: query, type: string", {"schema": TEXT}),
        (
            "in: query, type: integer, format: int32, minimum: 1, exclusiveMinimum: true, x-a: 1",
            {
                "x-a": 1,
                "schema": {"type": "integer", "format": "int32", "exclusiveMinimum": 1},
            },
        ),
        (
            "in: query, type: string, enum: [a, b], default: a, allowEmptyValue: true",
            {
                "allowEmptyValue": True,
                "schema": {"type": "string", "enum": ["a", "b"], "default": "a"},
            },
        ),
        (
            "in: header, type: string, x-nullable: true, description: d, allowEmptyValue: true",
            {"description": "d", "schema": {"type": ["string", "null"]}},
        ),
        (
            "in: query, type: string, x-ms-skip-url-encoding: true",
            {"x-ms-skip-url-encoding": True, "allowReserved": True, "schema": TEXT},
        ),
        (
            "in: header, type: array, items: {type: string}",
            {"schema": {"type": "array", "items": TEXT}},
        ),
    ],
    ids=range(6),
)
def test_parameters_have_schemas(before: str, after: dict[str, object]) -> None:
    found = parameter(before)
    assert found == {"name": "p", "in": found["in"], **after}


@pytest.mark.parametrize(
    ("format", "style", "explode", "codes"),
    [
        ("", "form", False, ()),
        (", collectionFormat: csv", "form", False, ()),
        (", collectionFormat: ssv", "spaceDelimited", False, ()),
        (", collectionFormat: pipes", "pipeDelimited", False, ()),
        (", collectionFormat: multi", "form", True, ()),
        (", collectionFormat: tsv", "spaceDelimited", False, ("W181",)),
    ],
)
def test_arrays_in_a_query_have_the_style_of_their_format(
    format: str, style: str, explode: bool, codes: tuple[str, ...]
) -> None:
    found = parameter(
        f"in: query, type: array, items: {{type: string}}{format}", *codes
    )
    assert (found["style"], found["explode"]) == (style, explode)
    assert "collectionFormat" not in found


def test_a_body_has_the_media_types_that_are_consumed() -> None:
    body = "in: body, name: b, description: d, required: true, schema: {type: string}"
    found = operation(f"responses: {{}}, parameters: [{{{body}}}]")
    assert found["requestBody"] == {
        "description": "d",
        "required": True,
        "content": {JSON: {"schema": TEXT}},
    }
    assert "parameters" not in found
    rest = "consumes: [application/xml, application/json]"
    found = operation(f"responses: {{}}, parameters: [{{{body}}}]", rest=rest)
    held = "#/paths/~1a/post/requestBody/content/application~1json/schema"
    assert found["requestBody"]["content"] == {
        "application/xml": {"schema": {"$ref": held}},
        JSON: {"schema": TEXT},
    }
    own = f"consumes: [text/plain], responses: {{}}, parameters: [{{{body}}}]"
    found = operation(own, rest=rest)
    assert found["requestBody"]["content"] == {"text/plain": {"schema": TEXT}}


def test_one_string_is_a_list_of_media_types() -> None:
    rest = "produces: text/plain"
    found = operation("responses: {200: {schema: {type: string}}}", "W141", rest=rest)
    assert found["responses"]["200"]["content"] == {"text/plain": {"schema": TEXT}}


def test_form_fields_are_properties() -> None:
    field = (
        "{name: a, in: formData, required: true, type: string, description: d, x-b: 1}"
    )
    assert form(field) == {
        "required": True,
        "content": {
            FORM: {
                "schema": {
                    "type": "object",
                    "properties": {"a": {**TEXT, "description": "d", "x-b": 1}},
                    "required": ["a"],
                }
            }
        },
    }


def test_a_file_is_sent_as_multipart() -> None:
    fields = (
        "{name: f, in: formData, type: file}, "
        "{name: g, in: formData, type: array, items: {type: file}}, "
        "{name: w, in: formData, type: array, items: {type: string}}"
    )
    found = form(fields, "W186", more=f", consumes: [{FORM}]")
    content = found["content"][MULTIPART]
    binary = {"type": "string", "format": "binary"}
    assert content["schema"]["properties"] == {
        "f": binary,
        "g": {"type": "array", "items": binary},
        "w": {"type": "array", "items": TEXT},
    }
    assert content["encoding"] == {"w": {"style": "form", "explode": False}}
    assert "required" not in found


def test_a_form_in_two_media_types_has_one_schema() -> None:
    more = f", consumes: [{FORM}, {MULTIPART}]"
    content = form("{name: a, in: formData, type: string}", more=more)["content"]
    assert content[FORM]["schema"]["properties"] == {"a": TEXT}
    held = "#/paths/~1a/post/requestBody/content/application~1x-www-form-urlencoded"
    assert content[MULTIPART]["schema"] == {"$ref": f"{held}/schema"}


def test_responses_have_content() -> None:
    rest = "produces: [application/json, application/vnd.a+json]"
    answers = """responses: {
      200: {description: d, schema: {type: string}, headers: {X-A: {type: integer, description: h}},
            examples: {application/json: x}},
      204: {description: none},
      default: {schema: {type: file}}}"""
    found = operation(answers, rest=rest)["responses"]
    held = "#/paths/~1a/post/responses/200/content/application~1json/schema"
    assert found == {
        "200": {
            "description": "d",
            "headers": {"X-A": {"description": "h", "schema": {"type": "integer"}}},
            "content": {
                JSON: {"schema": TEXT, "example": "x"},
                "application/vnd.a+json": {"schema": {"$ref": held}},
            },
        },
        "204": {"description": "none"},
        "default": {
            "content": {
                "application/octet-stream": {
                    "schema": {"type": "string", "format": "binary"}
                }
            }
        },
    }


def test_examples_without_a_schema_are_content() -> None:
    found = operation("responses: {200: {examples: {text/plain: a}}}", "W187")
    assert found["responses"]["200"] == {"content": {"text/plain": {"example": "a"}}}


@pytest.mark.parametrize(
    ("address", "urls"),
    [
        ("", []),
        ("basePath: /v1/", ["/v1"]),
        ("basePath: /", []),
        ("host: a.example", ["https://a.example"]),
        ("host: a.example/\nbasePath: /v1", ["https://a.example/v1"]),
        (
            "host: a.example\nschemes: [ws, http, https]",
            ["https://a.example", "http://a.example", "ws://a.example"],
        ),
        ("host: a.example:8080\nschemes: [http]", ["http://a.example:8080"]),
    ],
    ids=range(7),
)
def test_servers(address: str, urls: list[str]) -> None:
    root = read(f"{HEAD}{address}\npaths: {{}}").root
    assert [server["url"] for server in root.get("servers", ())] == urls
    assert root.keys() <= {"openapi", "info", "paths", "servers"}


def test_an_operation_with_other_schemes_has_its_own_servers() -> None:
    rest = "host: a.example\nschemes: [https]"
    assert "servers" not in operation(
        "schemes: [http, https], responses: {}", rest=rest
    )
    found = operation("schemes: [http], responses: {}", rest=rest)
    assert found == {"responses": {}, "servers": [{"url": "http://a.example"}]}


def test_security_schemes() -> None:
    text = f"""{HEAD}paths: {{}}
securityDefinitions:
  A: {{type: basic, description: d}}
  B: {{type: apiKey, in: query, name: k}}
  C: {{type: oauth2, flow: accessCode, authorizationUrl: a, tokenUrl: t, scopes: {{r: read}}}}
  D: {{type: oauth2, flow: implicit, authorizationUrl: a}}
  E: {{type: oauth2, flow: application, tokenUrl: t, x-a: 1}}
  F: {{type: oauth2, flow: password, tokenUrl: t, scopes: {{}}}}
"""
    assert read(text).root["components"]["securitySchemes"] == {
        "A": {"type": "http", "scheme": "basic", "description": "d"},
        "B": {"type": "apiKey", "in": "query", "name": "k"},
        "C": {
            "type": "oauth2",
            "flows": {
                "authorizationCode": {
                    "authorizationUrl": "a",
                    "tokenUrl": "t",
                    "scopes": {"r": "read"},
                }
            },
        },
        "D": {
            "type": "oauth2",
            "flows": {"implicit": {"authorizationUrl": "a", "scopes": {}}},
        },
        "E": {
            "type": "oauth2",
            "flows": {"clientCredentials": {"tokenUrl": "t", "scopes": {}}},
            "x-a": 1,
        },
        "F": {
            "type": "oauth2",
            "flows": {"password": {"tokenUrl": "t", "scopes": {}}},
        },
    }


@pytest.mark.parametrize(
    ("before", "after", "codes"),
    [
        ("{type: string, x-nullable: true}", {"type": ["string", "null"]}, ()),
        ("{type: string, x-nullable: false}", TEXT, ()),
        ("{type: string, nullable: true}", {"type": ["string", "null"]}, ("W184",)),
        ("{type: file}", {"type": "string", "format": "binary"}, ()),
        ("{discriminator: k}", {"discriminator": {"propertyName": "k"}}, ()),
        (
            "{discriminator: {propertyName: k, mapping: {a: A}}}",
            {
                "discriminator": {
                    "propertyName": "k",
                    "mapping": {"a": "#/components/schemas/A"},
                }
            },
            ("W184",),
        ),
        ("{type: string, example: a}", {**TEXT, "examples": ["a"]}, ()),
        (
            "{properties: {a: {type: string, required: true}}, required: [b]}",
            {"properties": {"a": TEXT}, "required": ["b", "a"]},
            ("W180",),
        ),
        (
            "{x-nullable: true, allOf: [{}], properties: {a: {required: true}}}",
            {
                "anyOf": [
                    {"allOf": [{}], "properties": {"a": {}}, "required": ["a"]},
                    {"type": "null"},
                ]
            },
            ("W180",),
        ),
        (
            "{type: array, items: {}, collectionFormat: csv}",
            {"type": "array", "items": {}},
            (),
        ),
    ],
    ids=range(10),
)
def test_schemas(before: str, after: object, codes: tuple[str, ...]) -> None:
    root = read(f"{HEAD}paths: {{}}\ndefinitions: {{A: {before}}}\n", *codes).root
    assert root["components"] == {"schemas": {"A": after}}
