"""A violation's `schema_path` is a place of the source document, and says the keyword.

That holds for what was written in another spelling, too: Swagger 2.0, bare JSON Schemas,
keywords of older drafts. Exceptions are named in `_is_right`, each with its reason.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from generator.load.source import Source
from generator.pipeline import NAMELESS

from ..golden.cases import CASES, config_of, source_of
from ..golden.cases import HERE as GOLDEN
from .told import Told, Written, told

if TYPE_CHECKING:
    from collections.abc import Iterable

SPECS = Path(__file__).parents[1] / "cases/specs"
UNUSABLE = {"005-ref-alias-self-cycle.yaml"}
"""Documents that are refused."""

MENDED = {"enums-misplaced.yaml", "tolerance.yaml"}
"""Documents with mistakes that are mended: their keywords stand elsewhere or nowhere."""

OLDER = {
    ("items", "additionalItems"),
    ("dependentRequired", "dependencies"),
}
"""Keywords and what they were called up to draft 2019-09."""

DRAFT_7 = """\
$schema: http://json-schema.org/draft-07/schema#
title: Order
type: object
required: [id]
properties:
  id: {type: string, minLength: 2}
  size:
    items: [{type: integer}, {type: string}]
    additionalItems: false
  part: {$ref: "#/definitions/part"}
  self: {$ref: "#"}
  any:
    anyOf: [{enum: [a, b]}, {enum: [c]}]
dependencies:
  part: [id, size]
  size: {required: [part], properties: {any: {minLength: 2}}}
definitions:
  part:
    oneOf:
    - {type: object, required: [kind], properties: {kind: {const: a}, x: {type: integer}}}
    - {type: object, required: [kind], properties: {kind: {const: b}, x: {type: string}}}
    - {type: array, items: false}
"""
DRAFT_2020 = """\
$schema: https://json-schema.org/draft/2020-12/schema
type: object
properties: {next: {$ref: "#"}, tag: {$ref: "#/$defs/tag"}, no: false}
unevaluatedProperties: false
$defs:
  tag: {oneOf: [{type: string, maxLength: 1}, {type: string, pattern: b}, {type: object, not: {required: [a]}}]}
"""
NULLABLE = """\
openapi: 3.0.3
info: {title: A, version: "1"}
paths:
  /a:
    get:
      parameters:
      - {name: n, in: query, schema: {type: integer, minimum: 0, exclusiveMinimum: true}}
      responses: {"204": {description: None.}}
components:
  schemas:
    A:
      type: object
      properties:
        wrapped: {nullable: true, allOf: [{$ref: "#/components/schemas/B"}]}
        one:
          nullable: true
          oneOf: [{type: integer, maximum: 3}, {type: string, maxLength: 2}]
        either:
          nullable: true
          anyOf: [{$ref: "#/components/schemas/B"}, {$ref: "#/components/schemas/C"}]
          discriminator: {propertyName: k}
    B: {type: object, required: [k], properties: {k: {type: string}, b: {type: integer}}}
    C: {type: object, required: [k], properties: {k: {type: string}, c: {type: boolean}}}
"""
SWAGGER = """\
swagger: "2.0"
info: {title: A, version: "1"}
consumes: [application/json]
parameters:
  limit: {name: limit, in: query, type: integer, maximum: 5}
responses:
  bad: {description: No., schema: {type: object, required: [why]}}
paths:
  /a:
    parameters: [{$ref: "#/parameters/limit"}]
    post:
      parameters:
      - {name: x, in: header, type: array, items: {type: integer, minimum: 1}, maxItems: 2}
      - {name: body, in: body, schema: {type: object, properties: {a: {$ref: "#/definitions/A"}}}}
      responses:
        "200":
          description: Yes.
          headers: {X-N: {type: integer}}
          schema: {type: array, items: {$ref: "#/definitions/A"}}
        default: {$ref: "#/responses/bad"}
  /form:
    post:
      consumes: [multipart/form-data]
      parameters:
      - {name: f, in: formData, type: file, required: true}
      - {name: n, in: formData, type: integer, minimum: 2}
      responses: {"204": {description: None.}}
definitions:
  A: {type: object, required: [a], additionalProperties: false, x-nullable: true, properties: {a: {type: string, x-nullable: true, format: date}, b: {type: file}}}
  B: {allOf: [{$ref: "#/definitions/A"}, {type: object, properties: {c: {enum: [1, 2]}}}]}
"""

MORE = [{"id": "ab", "size": ["x", 1, 2], "one": "long", "part": {"kind": "c"}}]
"""What has defects in many places."""


def _is_right(item: Told) -> bool:
    """Whether the place names the keyword, or there is a reason why it does not."""
    last = item.schema_path.rpartition("/")[2]
    if item.keyword in (last, "false"):
        return True  # the schema `false` has no keyword
    if item.keyword == "x-validations":
        return (
            "/x-" in item.schema_path
        )  # a rule, below its keyword or a short form of it
    if last == "discriminator":
        return True  # which asks for the property, and for its values
    if last in ("oneOf", "anyOf"):
        # no alternative alone asks for what tells them apart, but all of them together
        return item.keyword in ("enum", "required")
    return (item.keyword, last) in OLDER


def _wrong(found: Iterable[Told], written: Written, *, mended: bool) -> list[Told]:
    wrong: list[Told] = []
    for item in found:
        try:
            written.at(item.schema_path)
        except KeyError:
            wrong.append(item)
            continue
        if not mended and not _is_right(item):
            wrong.append(item)
    return wrong


@pytest.mark.parametrize("case", CASES)
def test_golden_documents(case: str) -> None:
    config, folder = config_of(case), GOLDEN / case
    document, found = told(folder, config, source_of(case), 40)
    if config.overlays:  # which have put something where no file has it
        for item in found:
            document.node(item.schema_path)
            assert _is_right(item)
        return
    assert found or case in ("client_alone", "oauth", "security", "servers")
    assert _wrong(found, Written(folder, "spec.yaml"), mended=False) == []


@pytest.mark.parametrize("name", sorted(path.name for path in SPECS.glob("*.yaml")))
def test_documents_with_faults_of_others(name: str) -> None:
    if name not in UNUSABLE:
        _, found = told(SPECS, NAMELESS, Source(Path(name)), 25)
        written = Written(SPECS, name)
        assert _wrong(found, written, mended=name in MENDED) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            DRAFT_7,
            """#/type #/required #/properties/id/minLength #/properties/size/additionalItems
            #/properties/size/items/0/type #/properties/any/anyOf #/dependencies
            #/dependencies/size/required #/definitions/part/oneOf
            #/definitions/part/oneOf/0/properties/x/type""",
        ),
        (
            DRAFT_2020,
            """#/type #/properties/no #/unevaluatedProperties #/$defs/tag/oneOf
            #/$defs/tag/oneOf/0/maxLength""",
        ),
        (
            NULLABLE,
            """#/paths/~1a/get/parameters/0/schema/exclusiveMinimum
            #/components/schemas/B/properties/b/type
            #/components/schemas/A/properties/one/oneOf/1/maxLength
            #/components/schemas/A/properties/either/discriminator""",
        ),
        (
            SWAGGER,
            """#/parameters/limit/maximum #/responses/bad/schema/required
            #/paths/~1a/post/parameters/0/items/minimum
            #/paths/~1a/post/parameters/0/maxItems
            #/paths/~1a/post/parameters/1/schema/type
            #/paths/~1a/post/responses/200/headers/X-N/type
            #/paths/~1a/post/responses/200/schema/type
            #/paths/~1form/post/parameters/0/required
            #/paths/~1form/post/parameters/1/minimum
            #/definitions/A/additionalProperties #/definitions/A/properties/a/format
            #/definitions/B/allOf/1/properties/c/enum""",
        ),
    ],
)
def test_other_spellings(text: str, expected: str, tmp_path: Path) -> None:
    (tmp_path / "spec.yaml").write_text(text)
    _, found = told(tmp_path, NAMELESS, Source(Path("spec.yaml")), 400, MORE)
    assert {*expected.split()} - {item.schema_path for item in found} == set()
    written = Written(tmp_path, "spec.yaml")
    assert _wrong(found, written, mended=False) == []
