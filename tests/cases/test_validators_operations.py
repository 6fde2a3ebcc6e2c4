"""What operations carry: `OPERATIONS` of the validators has a schema for every part."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .support import Case

REF = "#/components/schemas/"
INTEGER = {"type": "integer", "minimum": 1}
PET = {"$ref": f"{REF}Pet"}
JSON = "application/json"
LINES = "application/jsonl"


def _held(schema: dict[str, Any], media: str = JSON) -> dict[str, Any]:
    return {"content": {media: {"schema": schema}}}


DOCUMENT: dict[str, Any] = {
    "openapi": "3.2.0",
    "info": {"title": "T", "version": "1"},
    "paths": {
        "/pets/{id}": {
            "parameters": [
                {"name": "id", "in": "path", "required": True, "schema": INTEGER}
            ],
            "put": {
                "operationId": "putPet",
                "tags": ["pets"],
                "parameters": [
                    {"name": "near", "in": "query", **_held(PET)},
                    {"name": "X-Depth", "in": "header", "schema": INTEGER},
                    {"name": "seen", "in": "cookie", "schema": {"type": "string"}},
                ],
                "requestBody": {
                    "content": {
                        JSON: {"schema": PET},
                        "application/x-www-form-urlencoded": {"schema": PET},
                        "text/plain": {"schema": {"type": "string", "maxLength": 3}},
                    }
                },
                "responses": {
                    "200": {
                        "description": "ok",
                        "headers": {
                            "X-Count": {"schema": INTEGER},
                            "X-Pet": _held(PET),
                        },
                        "content": {
                            JSON: {"schema": PET},
                            "text/event-stream": {
                                "itemSchema": {"properties": {"data": INTEGER}}
                            },
                            LINES: {"itemSchema": PET},
                        },
                    },
                    "4XX": {"description": "bad", **_held({"type": "string"})},
                    "default": {"description": "other", **_held({"type": "null"})},
                },
                "callbacks": {
                    "done": {
                        "{$request.query.url}": {
                            "post": {
                                "operationId": "onDone",
                                "requestBody": _held(PET),
                                "responses": {"204": {"description": "ok"}},
                            }
                        }
                    }
                },
            },
            "get": {
                "tags": ["pets"],
                "responses": {"200": {"description": "ok", **_held(PET)}},
            },
        },
        "/lines": {
            "post": {
                "operationId": "sendLines",
                "tags": ["lines"],
                "requestBody": {"content": {LINES: {"itemSchema": PET}}},
                "responses": {"204": {"description": "ok"}},
            }
        },
    },
    "webhooks": {
        "born": {
            "post": {
                "operationId": "onBorn",
                "parameters": [{"name": "X-Id", "in": "header", "schema": INTEGER}],
                "requestBody": _held(PET),
                "responses": {"204": {"description": "ok"}},
            }
        },
        "nameless": {
            "post": {
                "requestBody": _held(PET),
                "responses": {"204": {"description": "ok"}},
            }
        },
    },
    "components": {
        "schemas": {
            "Pet": {
                "type": "object",
                "required": ["id", "key"],
                "properties": {
                    "id": {"type": "integer", "readOnly": True},
                    "key": {"type": "string", "writeOnly": True},
                },
            }
        }
    },
}
WRITTEN, READ = {"key": "k"}, {"id": 1}
WRONG_WRITTEN, WRONG_READ = ["/key"], ["/id"]
WHOLE = {"id": 1, "key": "k"}


@pytest.fixture(scope="module")
def operations(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("operations") / "spec.json"
    path.write_text(json.dumps(DOCUMENT), encoding="utf-8")
    return Case(path).module("validators").OPERATIONS


def _paths(schema: Any, value: object) -> list[str]:
    return [item.path for item in schema.errors(value)]


def test_every_operation_is_there_by_its_id(operations: Any) -> None:
    assert list(operations) == [
        "putPet",
        "GET /pets/{id}",
        "sendLines",
        "onBorn",
        "onDone",
    ]


def test_every_part_is_there(operations: Any) -> None:
    put = operations["putPet"]
    assert list(put.request) == [
        JSON,
        "application/x-www-form-urlencoded",
        "text/plain",
    ]
    assert set(put.parameters) == {
        ("path", "id"),
        ("query", "near"),
        ("header", "X-Depth"),
        ("cookie", "seen"),
    }
    assert list(put.responses) == [("200", JSON), ("4XX", JSON), ("default", JSON)]
    assert set(put.headers) == {("200", "X-Count"), ("200", "X-Pet")}
    assert set(put.items) == {("200", "text/event-stream"), ("200", LINES)}
    lines = operations["sendLines"]
    assert list(lines.items) == [("request", LINES)]
    assert not lines.request and not lines.responses
    assert list(operations["GET /pets/{id}"].parameters) == [("path", "id")]
    assert list(operations["onBorn"].parameters) == [("header", "X-Id")]


def test_each_part_checks_its_own_schema(operations: Any) -> None:
    put = operations["putPet"]
    assert _paths(put.parameters["path", "id"], 0) == [""]
    assert _paths(put.parameters["cookie", "seen"], 0) == [""]
    assert put.request["text/plain"].errors("long")[0].keyword == "maxLength"
    assert put.responses["4XX", JSON].is_valid("no")
    assert not put.responses["default", JSON].is_valid("no")
    assert not put.headers["200", "X-Count"].is_valid(0)
    event = put.items["200", "text/event-stream"]
    assert _paths(event, {"data": 0}) == ["/data"]


@pytest.mark.parametrize(
    ("part", "key", "valid", "invalid", "paths"),
    [
        ("request", JSON, WRITTEN, READ, WRONG_WRITTEN),
        ("parameters", ("query", "near"), WRITTEN, READ, WRONG_WRITTEN),
        ("responses", ("200", JSON), READ, WRITTEN, WRONG_READ),
        ("headers", ("200", "X-Pet"), READ, WRITTEN, WRONG_READ),
        ("items", ("200", LINES), READ, WRITTEN, WRONG_READ),
    ],
)
def test_each_part_is_checked_for_its_way(
    operations: Any,
    part: str,
    key: object,
    valid: object,
    invalid: object,
    paths: list[str],
) -> None:
    schema = getattr(operations["putPet"], part)[key]
    assert schema.errors(valid) == [] and schema.errors(WHOLE) == []
    assert _paths(schema, invalid) == paths


def test_the_items_of_a_body_go_in_a_request(operations: Any) -> None:
    item = operations["sendLines"].items["request", LINES]
    assert item.errors(WRITTEN) == []
    assert _paths(item, READ) == WRONG_WRITTEN


@pytest.mark.parametrize("name", ["onBorn", "onDone"])
def test_what_the_service_sends_may_lack_both(operations: Any, name: str) -> None:
    """The owner of the data sends these requests, so neither word can be told apart."""
    schema = operations[name].request[JSON]
    assert schema.errors({}) == []
    assert _paths(schema, {"id": "1"}) == ["/id"]


def test_a_part_that_is_not_there_is_a_key_error(operations: Any) -> None:
    with pytest.raises(KeyError):
        operations["putPet"].request["text/html"]
    assert "text/html" not in operations["putPet"].request


def test_nothing_is_imported_before_it_is_used(tmp_path: Path) -> None:
    import subprocess
    import sys

    path = tmp_path / "spec.json"
    path.write_text(json.dumps(DOCUMENT), encoding="utf-8")
    made = Case(path)
    script = f"""
import sys
from {made.package}.validators import OPERATIONS, SCHEMAS
def loaded():
    below = (".validators.operations.", ".validators.schemas.")
    return [name for name in sys.modules if any(part in name for part in below)]
assert loaded() == [], loaded()
put = OPERATIONS["putPet"]
assert len(put.request) == 3 and loaded() == []
tables = [name for name in sys.modules if ".validators._parts." in name]
assert tables == ["{made.package}.validators._parts.pets"], tables
assert set(OPERATIONS) > {{"putPet"}} and "putPets" not in OPERATIONS
put.request["application/json"]
assert any(name.endswith("operations.pets") for name in loaded())
assert not any(name.endswith("operations.lines") for name in loaded())
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=made.folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
