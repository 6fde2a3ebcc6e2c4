"""What is only read or only written: models and validators ask for the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from .support import Case, case

REF = "#/components/schemas/"
TEXT = {"type": "string"}
ID = {"type": "string", "readOnly": True}
NAMED = {"type": "object", "properties": {"id": ID}}

LACKING: dict[str, dict[str, Any]] = {
    "beside the property": {**NAMED, "required": ["id"]},
    "in another member of allOf": {"allOf": [NAMED, {"required": ["id"]}]},
    "beside a base": {"allOf": [{"$ref": f"{REF}Named"}], "required": ["id"]},
    "in a member beside a base": {
        "allOf": [{"$ref": f"{REF}Named"}, {"required": ["id"], "type": "object"}]
    },
    "in a base": {"allOf": [{"$ref": f"{REF}Whole"}, {"properties": {"a": TEXT}}]},
    "said by what the property refers to": {
        "properties": {"id": {"$ref": f"{REF}Id"}},
        "required": ["id"],
    },
    "said by what the property includes": {
        "properties": {"id": {"allOf": [{"$ref": f"{REF}Id"}], "title": "Id"}},
        "required": ["id"],
    },
    "said by what the property is or null": {
        "properties": {"id": {"anyOf": [{"$ref": f"{REF}Id"}, {"type": "null"}]}},
        "required": ["id"],
    },
    "in an object or null": {
        "anyOf": [{**NAMED, "required": ["id"]}, {"type": "null"}]
    },
    "said again by a child": {
        "allOf": [
            {"$ref": f"{REF}Whole"},
            {"properties": {"id": {"minLength": 1}}, "required": ["id"]},
        ]
    },
}
ALWAYS: dict[str, dict[str, Any]] = {
    "said by a child of what requires it": {
        "allOf": [{"$ref": f"{REF}Plain"}, {"properties": {"id": {"readOnly": True}}}]
    },
    "not said": {"properties": {"id": TEXT}, "required": ["id"]},
    "said to be false": {
        "properties": {"id": {**TEXT, "readOnly": False}},
        "required": ["id"],
    },
}


def _made(folder: Path, schema: dict[str, Any]) -> Case:
    """The package of a document that sends and returns `X`."""
    content = {"application/json": {"schema": {"$ref": f"{REF}X"}}}
    operation = {
        "requestBody": {"content": content},
        "responses": {"200": {"description": "Done.", "content": content}},
    }
    schemas = {
        "X": {"type": ["object", "null"], **schema},
        "Named": NAMED,
        "Whole": {**NAMED, "required": ["id"]},
        "Plain": {"type": "object", "properties": {"id": TEXT}, "required": ["id"]},
        "Id": ID,
    }
    document = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": {"/x": {"post": operation}},
        "components": {"schemas": schemas},
    }
    path = folder / "spec.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return Case(path)


@pytest.mark.parametrize("form", LACKING)
def test_a_request_may_lack_what_is_only_read(form: str, tmp_path: Path) -> None:
    made = _made(tmp_path, LACKING[form])
    assert made.faults("X", {}) == []
    assert made.model("X").model_validate({}).to_dict() == {}


@pytest.mark.parametrize("form", ALWAYS)
def test_everything_else_that_is_required_is_there(form: str, tmp_path: Path) -> None:
    made = _made(tmp_path, ALWAYS[form])
    assert made.faults("X", {}) == [("/id", "required")]
    with pytest.raises(ValidationError, match="id"):
        made.model("X").model_validate({})


def test_required_holds_one_way_in_nested_and_composed_models() -> None:
    made = case("101-readonly-writeonly")
    fields = made.fields("User")
    created = "Annotated[datetime.datetime | None, Field(alias='createdAt')] = None"
    assert fields == {
        "created_at": created,
        "id": "int | None = None",
        "name": "str",
        "secret": "str | None = None",
        "friend": "User | None = None",
    }
    user = made.model("User")
    sent = {"name": "a", "secret": "s", "friend": {"name": "b", "secret": "t"}}
    got = {
        "name": "a",
        "id": 1,
        "createdAt": "2024-02-29T00:00:00Z",
        "friend": {"name": "b", "id": 2, "createdAt": "2024-02-29T00:00:00Z"},
    }
    for value in (sent, got):
        assert user.model_validate(value).to_dict() == value
        assert made.faults("User", value) == []
    assert made.faults("User", {"friend": {}}) == [
        ("/name", "required"),
        ("/friend/name", "required"),
    ]
    client = made.files["client/u.py"]
    assert "secret: str" in client and "created_at" not in client
