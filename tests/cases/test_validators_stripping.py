"""What goes one way taken out: families, names, depth, and what is not asked for."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest

from .support import Case

REF = "#/components/schemas/"
TEXT = {"type": "string"}
READ = {**TEXT, "readOnly": True}
WRITTEN = {**TEXT, "writeOnly": True}


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"{REF}{name}"}


def _extended(base: str, **properties: Any) -> dict[str, Any]:
    own = {"type": "object", "properties": properties}
    return {"allOf": [_ref(base), own]}


SCHEMAS: dict[str, Any] = {
    "Pet": {
        "type": "object",
        "required": ["kind"],
        "discriminator": {
            "propertyName": "kind",
            "mapping": {"cat": f"{REF}Cat", "dog": f"{REF}Dog"},
        },
        "properties": {"kind": TEXT, "id": READ, "secret": WRITTEN},
    },
    "Cat": _extended("Pet", lives=READ, friend=_ref("Pet")),
    "Dog": _extended("Pet", lives=TEXT, pin=WRITTEN),
    "Pets": {"type": "array", "items": _ref("Pet")},
    "Tree": {
        "type": "object",
        "properties": {"id": READ, "inner": _ref("Tree"), "trees": _ref("Trees")},
    },
    "Trees": {"type": "array", "items": _ref("Tree")},
    "Plain": {"type": "object", "properties": {"name": TEXT}},
    "Root": READ,
    "Roots": {"type": "array", "items": READ},
    "Else": {"type": "object", "if": {"required": ["a"]}, "else": _ref("Tree")},
    "Not": {"type": "object", "not": {"properties": {"id": READ}, "required": ["z"]}},
    # names that the functions themselves use
    "Without": {"type": "object", "properties": {"id": READ, "s": _ref("Stripped")}},
    "Stripped": {"type": "object", "properties": {"id": READ}},
    "TagOf": {
        "oneOf": [
            {
                "type": "object",
                "required": ["value"],
                "properties": {"value": {"const": "found"}, "id": READ},
            },
            {
                "type": "object",
                "required": ["value"],
                "properties": {"value": {"const": "tree"}, "id": TEXT},
            },
        ]
    },
}


@cache
def made(read_only: str = "strip", write_only: str = "strip") -> Case:
    """The package of the schemas, each sent and answered."""
    operations = {}
    for name in SCHEMAS:
        content = {"application/json": {"schema": _ref(name)}}
        answer = {"200": {"description": "ok", "content": content}}
        body = {"content": content}
        operations[f"/{name}"] = {
            "post": {
                "operationId": f"send{name}",
                "requestBody": body,
                "responses": answer,
            }
        }
    document = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": operations,
        "components": {"schemas": SCHEMAS},
    }
    path = Path(mkdtemp(prefix="stripping-")) / "spec.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return Case(path, read_only=read_only, write_only=write_only)


def _schema(name: str) -> Any:
    return made().module("validators").SCHEMAS[name]


def test_what_extends_a_schema_is_told_by_its_tag() -> None:
    cat = {"kind": "cat", "id": 1, "lives": 9, "friend": {"kind": "dog", "id": 2}}
    dog = {"kind": "dog", "id": 1, "lives": 9, "pin": "1"}
    pets = _schema("Pets")
    assert pets.request.strip([cat, dog]) == [
        {"kind": "cat", "friend": {"kind": "dog"}},
        {"kind": "dog", "lives": 9, "pin": "1"},
    ]
    told = pets.response.strip([{**cat, "secret": 1, "pin": 1}, {**dog, "secret": 1}])
    assert told == [{**cat, "pin": 1}, {"kind": "dog", "id": 1, "lives": 9}]
    other = {"kind": "fox", "id": 1, "secret": 2, "lives": 3}
    assert pets.response.strip([other]) == [{"kind": "fox", "id": 1, "lives": 3}]


def test_a_value_itself_is_no_property() -> None:
    for name in ("Root", "Roots", "Not"):
        value: Any = {"id": 1}
        assert _schema(name).request.strip(value) is value
    assert "root" not in made().files["validators/stripped/requests.py"]


def test_otherwise_alone() -> None:
    assert _schema("Else").request.strip({"id": 1}) == {}
    assert _schema("Else").request.strip({"a": 1, "id": 1}) == {"a": 1, "id": 1}


def test_names_that_the_functions_use() -> None:
    value = {"id": 1, "s": {"id": 2}}
    assert _schema("Without").request.strip(value) == {"s": {}}
    tag = _schema("TagOf").request
    assert tag.strip({"value": "found", "id": 1}) == {"value": "found"}
    assert tag.strip({"value": "tree", "id": "1"}) == {"value": "tree", "id": "1"}


@pytest.mark.parametrize("odd", [None, 1, "id", [], {}, [{"id": 1}], True])
def test_values_of_other_types_pass(odd: object) -> None:
    for name in ("Pet", "Cat", "Tree", "TagOf", "Else", "Without"):
        for way in ("request", "response"):
            assert getattr(_schema(name), way).strip(odd) is odd


def test_odd_values_of_what_is_taken_out() -> None:
    """They are not looked at, where the keyword says so or the schema includes that."""
    for value in (1, None, {"a": []}):
        assert _schema("Tree").request.is_valid({"id": value})
        assert _schema("Cat").request.is_valid({"kind": "cat", "id": value})
        assert not _schema("Tree").is_valid({"id": value})
        assert not _schema("Tree").response.is_valid({"id": value})


def test_deep_values() -> None:
    value: dict[str, Any] = {"id": 1}
    for _ in range(120):
        value = {"id": 1, "trees": [value]}
    left = _schema("Tree").request.strip(value)
    for _ in range(120):
        assert left.keys() == {"trees"}
        left = left["trees"][0]
    assert left == {}
    value["inner"] = value
    with pytest.raises(RecursionError):
        _schema("Tree").request.strip(value)


def test_each_part_is_visited_once() -> None:
    """The time is linear in the size of a value."""

    visits = 0
    module = made().module("validators.stripped.requests")
    own = module.tree

    def counted(value: object) -> object:
        nonlocal visits
        visits += 1
        return own(value)

    value: dict[str, Any] = {"id": 1}
    for _ in range(8):
        value = {"id": 1, "trees": [value, value], "inner": {"id": 2}}
    module.tree = counted
    try:
        left = counted(value)
    finally:
        module.tree = own
    assert visits == 2**9 - 1 + 2**8 - 1
    assert json.dumps(left).count("id") == 0


@pytest.mark.parametrize("setting", ["ignore", "reject"])
def test_nothing_is_made_unless_asked_for(setting: str) -> None:
    case = made(setting, setting)
    assert not [path for path in case.files if "/stripped/" in path]
    tables = [text for path, text in case.files.items() if "/_parts/" in path]
    assert tables and not any("stripped_request={" in text for text in tables)
    value = {"id": 1, "secret": "s"}
    pet = case.module("validators").SCHEMAS["Pet"]
    assert pet.request.strip(value) is value and pet.response.strip(value) is value


def test_each_way_for_itself() -> None:
    files = made("strip", "ignore").files
    assert "validators/stripped/requests.py" in files
    assert "validators/stripped/responses.py" not in files
    files = made("ignore", "strip").files
    assert "validators/stripped/requests.py" not in files
    assert "strip=" not in files["server/pet.py"] and "strips" in files["server/pet.py"]
    assert "strips" not in files["client/pet.py"]
