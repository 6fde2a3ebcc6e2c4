"""Bad input all at once: a located message for each fault, in one run, nothing written."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from .support import SPEC, Answer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

BAD = """\
openapi: 3.1.0
info: {title: Bad, version: "1"}
paths:
  /pets/{id}:
    parameters:
      - {name: id, in: path, required: true, schema: {type: string, nullable: true}}
      - {name: other, in: path, required: true, schema: {type: string}}
    get:
      operationId: getPet
      parameters: [{$ref: "#/components/schemas/Pet"}]
    put:
      operationId: putPet
      requestBody: {$ref: "#/components/requestBodies/Missing"}
      responses: {"200": {$ref: "#/components/responses/Gone"}}
    delete: {operationId: deletePet, responses: {"204": 3}}
components:
  schemas:
    Pet: {type: object, properties: {age: {type: integer, minimum: old}}}
    A: {$ref: "#/components/schemas/B"}
    B: {$ref: "#/components/schemas/A"}
    C: {allOf: [{$ref: "#/components/schemas/C"}, {type: object}]}
    D: {type: number, minimum: 3, exclusiveMinimum: true}
    E: {properties: {e: {$ref: "#/components/schemas/Nothing"}}, pattern: {a: b}}
    F: {type: string, maxLength: long}
  responses:
    Ok: {description: ok, headers: {X: {$ref: "#/components/schemas/Pet"}}}
"""
EXPECTED = [
    (6, "W150", "nullable"),
    (7, "W146", "other"),
    (9, "W144", "responses"),
    (10, "E135", "a parameter is due"),
    (13, "E130", "Missing"),
    (14, "E130", "Gone"),
    (15, "E140", "must be an object"),
    (18, "E140", "must be a number"),
    (20, "E134", "circle"),
    (21, "E201", "includes itself"),
    (22, "W153", "exclusiveMinimum: 3"),
    (23, "E130", "Nothing"),
    (23, "E140", "must be a string"),
    (24, "E140", "must be a whole number"),
    (26, "E135", "a header is due"),
]


def test_each_fault_is_told_at_its_place(
    project: Path, call: Callable[..., Answer]
) -> None:
    (project / "bad.yaml").write_text(BAD)
    answer = call("generate", "bad.yaml", "--format", "json")
    assert answer.code == 2
    found = json.loads(answer.err)
    for line, code, words in EXPECTED:
        assert any(
            item["line"] == line and item["code"] == code and words in item["message"]
            for item in found
        ), (line, code, words)
    assert len(found) == len(EXPECTED)
    assert all(item["hint"] for item in found)
    assert not (project / "bad").exists()


def test_a_newer_document_that_calls_itself_older(
    project: Path, call: Callable[..., Answer]
) -> None:
    newer = SPEC.replace("3.1.0", "3.0.3").replace(
        "name: {type: string}", 'name: {type: [string, "null"], const: x}'
    )
    (project / "pets.yaml").write_text(newer)
    answer = call("generate", "pets.yaml")
    assert answer.code == 0
    assert "pets.yaml:20:16: warning[W160]" in answer.err
    model = (project / "pets" / "models" / "pet.py").read_text()
    assert 'name: Literal["x"]' in model


def test_strict_tells_of_all_stages_in_one_run(
    project: Path, call: Callable[..., Answer]
) -> None:
    spec = SPEC.replace("name: {type: string}", 'name: {type: thing, pattern: "["}')
    (project / "pets.yaml").write_text(spec.replace("tags: [pets]", "unknown: 1"))
    answer = call("generate", "pets.yaml", "--strict", "--format", "json")
    assert answer.code == 2
    codes = set(answer.findings())
    assert {"W143", "W204", "W351"} <= codes
    assert not (project / "pets").exists()
