"""Rules across fields: from every way to state them to the model."""

from __future__ import annotations

import json

import pytest

from generator.cel.types import (
    Bool,
    Double,
    Dyn,
    Int,
    List,
    Map,
    Null,
    Object,
    String,
    Union,
)
from generator.ir import VALIDATIONS, Api, Rule, dump
from generator.rules.types import SchemaTypes

from .lowering import HEAD, lowered


def rules(api: Api, name: str) -> list[Rule]:
    """The rules of a component."""
    found = dict(api.assertions[api.components[name]].keywords).get(VALIDATIONS, ())
    assert isinstance(found, tuple)
    return list(found)


SWAGGER = """
swagger: "2.0"
info: {title: A, version: "1"}
paths:
  /a:
    post:
      operationId: a
      x-validations: [{rule: response.n == request.n, path: /response/n}]
      parameters: [{name: body, in: body, required: true, schema: {$ref: "#/definitions/A"}}]
      responses: {"200": {description: ok, schema: {$ref: "#/definitions/A"}}}
definitions:
  A:
    type: object
    required: [n]
    x-validations: [{rule: self.n > 0, path: /n, message: " must be\\n  more. "}]
    x-requires: {m: [n, l]}
    properties:
      n: {type: integer}
      m: {type: string, x-nullable: true}
      l: {type: integer}
"""


def test_swagger() -> None:
    api = lowered(SWAGGER)
    first, second = rules(api, "A")
    assert first.rule == "self.n > 0"
    assert (first.message, first.path, first.when) == ("must be more", "/n", "both")
    assert second.rule == "!has(self.m) || self.m == null || has(self.l)"
    assert second.path == "/m"
    (own,) = api.operations[0].rules
    assert (own.when, own.path) == ("exchange", "/response/n")


def test_the_dump_shows_them() -> None:
    data = json.loads(dump(lowered(SWAGGER)))
    assert data["operations"][0]["rules"] == [
        {
            "is": "Rule",
            "message": "must satisfy response.n == request.n",
            "origin": "#/paths/~1a/post/x-validations/0",
            "path": "/response/n",
            "rule": "response.n == request.n",
            "when": "exchange",
        }
    ]


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0", "3.2.0"])
def test_beside_a_reference(version: str) -> None:
    head = HEAD.replace("3.1.0", version).replace("3.2.0", version)
    api = lowered(head + """
paths: {}
components:
  schemas:
    B:
      type: object
      properties:
        a:
          $ref: "#/components/schemas/A"
          x-validations: [{rule: self.n > 1}]
    A: {type: object, required: [n], properties: {n: {type: integer}}}
""")
    place = "#/components/schemas/B/properties/a"
    keywords = dict(api.assertions[place].keywords)
    assert list(keywords) == ["$ref", VALIDATIONS]


def test_what_kubernetes_calls_it() -> None:
    api = lowered(HEAD + """
paths: {}
components:
  schemas:
    A:
      type: object
      required: [a]
      x-kubernetes-validations:
        - {rule: self.a.b == 1, fieldPath: ".a['b']", reason: FieldValueInvalid}
        - {rule: "self.a['b'] == 1", fieldPath: .a.b, message: no}
      properties:
        a: {type: object, required: [b], properties: {b: {type: integer}}}
""")
    first, second = rules(api, "A")
    assert (first.path, first.code) == ("/a/b", "FieldValueInvalid")
    assert (second.path, second.message) == ("/a/b", "no")


def test_what_cannot_be_used_is_left_out() -> None:
    api = lowered(
        HEAD + """
paths: {}
components:
  schemas:
    A:
      type: object
      required: [n]
      x-validations: [{rule: self.m > 0}, {rule: self.n >}, {rule: self.n > 0}]
      properties: {n: {type: integer}}
""",
        codes=("E292", "E291"),
    )
    assert [rule.rule for rule in rules(api, "A")] == ["self.n > 0"]


TYPES = """
paths: {}
components:
  schemas:
    A:
      type: object
      required: [i, secret]
      properties:
        i: {type: integer, minimum: 1, maximum: 9}
        n: {type: number}
        s: {type: [string, "null"]}
        e: {enum: [a, b, null]}
        c: {const: 1.5}
        b: {type: boolean}
        l: {type: array, minItems: 2, items: {type: string}}
        open: {type: array}
        m: {type: object, additionalProperties: {type: boolean}}
        free: {type: object}
        any: {description: whatever}
        loose: {properties: {x: {type: string}}}
        both: {anyOf: [{type: string}, {type: array, items: {type: integer}}]}
        self: {$ref: "#/components/schemas/A"}
        maybe: {anyOf: [{$ref: "#/components/schemas/A"}, {type: "null"}]}
        secret: {type: string, writeOnly: true}
        merged:
          allOf: [{$ref: "#/components/schemas/B"}, {properties: {y: {type: string}}}]
    B: {type: object, required: [x], properties: {x: {type: integer}}}
"""


def test_types_of_schemas() -> None:
    api = lowered(HEAD + TYPES)
    found = SchemaTypes(api.assertions).of(api.components["A"])
    assert isinstance(found, Object)
    kinds = {name: field.type for name, field in found.fields.items()}
    assert kinds["i"] == Int(1, 9)
    assert kinds["n"] == Double()
    assert kinds["s"] == kinds["e"] == Union((String(), Null()))
    assert (kinds["c"], kinds["b"]) == (Double(), Bool())
    assert (kinds["l"], kinds["open"]) == (List(String(), 2), List(Dyn()))
    assert (kinds["m"], kinds["free"]) == (Map(Bool()), Map(Dyn()))
    assert kinds["any"] == kinds["loose"] == Dyn()
    assert kinds["both"] == Union((String(), List(Int())))
    assert kinds["self"] is found
    assert kinds["maybe"] == Union((found, Null()))
    assert isinstance(kinds["merged"], Object)
    assert list(kinds["merged"].fields) == ["x", "y"]
    assert kinds["merged"].fields["x"].is_required
    assert found.fields["i"].is_required and not found.fields["secret"].is_required
