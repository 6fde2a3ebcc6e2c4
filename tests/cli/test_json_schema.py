"""A bare JSON Schema as input."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from .support import Answer, files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "properties": {"next": {"$ref": "#"}, "tag": {"$ref": "#/$defs/tag"}},
    "$defs": {"tag": {"enum": ["a", "b"]}},
}


def write(project: Path, schema: object, name: str = "node.schema.json") -> str:
    (project / name).write_text(json.dumps(schema))
    return name


def components(call: Callable[..., Answer], name: str) -> list[str]:
    answer = call("ir", name)
    assert answer.code == 0, answer.err
    return list(json.loads(answer.out)["components"])


def test_models_and_validators_are_made(
    project: Path, call: Callable[..., Answer]
) -> None:
    answer = call("generate", write(project, SCHEMA))
    assert answer.code == 0, answer.err
    assert answer.out.endswith(" written; 0 operations, 2 schemas\n")
    folders = {path.partition("/")[0] for path in files(project / "node")}
    assert {"models", "validators"} <= folders
    assert not {"client", "server"} & folders
    manifest = json.loads((project / "node" / ".oasmith.json").read_text())
    assert manifest["targets"] == ["models", "validators"]
    assert call("check", "node.schema.json").code == 0
    assert " unchanged; " in call("generate", "node.schema.json").out


@pytest.mark.parametrize("target", ["client", "server"])
def test_clients_and_servers_need_operations(
    project: Path, call: Callable[..., Answer], target: str
) -> None:
    name = write(project, SCHEMA)
    answer = call("generate", name, "--target", target, "--target", "models")
    assert answer.code == 2
    assert answer.err.startswith(f"{name}:1:1: error[E162]: the target {target} ")
    assert "hint: leave the target out" in answer.err
    assert not (project / "node").exists()
    assert call("generate", name, "--target", "validators").code == 0


@pytest.mark.parametrize(
    ("schema", "names"),
    [
        (SCHEMA, ["node", "tag"]),
        ({**SCHEMA, "title": "Tree Node"}, ["Tree Node", "tag"]),
        (
            {**SCHEMA, "title": "A schema that says at length what it is for"},
            ["node", "tag"],
        ),
        ({**SCHEMA, "title": "tag"}, ["tag document", "tag"]),
        ({"type": "string"}, ["node"]),
        ({"definitions": {"a": {"type": "string"}, "b": True}}, ["node", "a", "b"]),
        ({"properties": {"type": {"type": "string"}}}, ["node"]),
        ({"oneOf": [{"type": "string"}, {"type": "null"}]}, ["node"]),
        ({"$schema": "http://json-schema.org/draft-04/schema#"}, ["node"]),
        ({"$schema": "https://example.com/my-meta", "type": "array"}, ["node"]),
        (True, ["node"]),
        (False, ["node"]),
    ],
)
def test_the_names_of_components(
    project: Path, call: Callable[..., Answer], schema: object, names: list[str]
) -> None:
    assert components(call, write(project, schema)) == sorted(names)


@pytest.mark.parametrize(
    "document",
    [
        {"services": {"web": {"image": "x"}}, "version": "3"},
        {"asyncapi": "3.0.0", "info": {}, "components": {}},
        {"overlay": "1.0.0", "info": {}, "actions": []},
        {"info": {"name": "x"}, "item": []},
        {"info": {"title": "x"}, "paths": {}},
        {"type": "module", "name": "x", "version": "1"},
        {"name": "x", "type": "object", "fields": [], "doc": "y"},
        {"$schema": "https://json.schemastore.org/package", "name": "x"},
        {"properties": {"a": 1}},
        {"title": "Nothing else"},
        {},
        [],
        "text",
    ],
)
def test_what_is_no_schema(
    project: Path, call: Callable[..., Answer], document: object
) -> None:
    answer = call("generate", write(project, document))
    assert answer.code == 2
    assert "error[E120]" in answer.err and "hint: " in answer.err


def test_a_schema_from_standard_input(
    project: Path, call: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch
) -> None:
    from io import BytesIO, TextIOWrapper

    text = json.dumps(SCHEMA).encode()
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(text)))
    assert components(call, "-") == ["schema", "tag"]


def test_an_empty_definition_is_any_value(
    project: Path, call: Callable[..., Answer]
) -> None:
    schema = {"$defs": {"any": {}, "none": False}, "$ref": "#/$defs/any"}
    assert components(call, write(project, schema)) == ["any", "node", "none"]


def test_groups_of_definitions_are_no_components(
    project: Path, call: Callable[..., Answer]
) -> None:
    schema = {
        "definitions": {"group": {"one": {"type": "string"}, "two": {"type": "null"}}},
        "properties": {"a": {"$ref": "#/definitions/group/one"}},
    }
    assert components(call, write(project, schema)) == ["node"]


def test_the_anchors_of_older_drafts(
    project: Path, call: Callable[..., Answer]
) -> None:
    schema = {
        "$schema": "http://json-schema.org/draft-04/schema#",
        "id": "https://example.com/root.json",
        "type": "object",
        "properties": {
            "a": {"$ref": "#item"},
            "b": {"$ref": "root.json#item"},
            "c": {"$ref": "https://example.com/inner.json"},
            "id": {"type": "integer", "minimum": 1, "exclusiveMinimum": True},
        },
        "definitions": {
            "item": {"id": "#item", "type": "string"},
            "inner": {"id": "inner.json", "type": "boolean"},
        },
    }
    answer = call("ir", write(project, schema))
    assert answer.code == 0 and answer.err == "", answer.err
    place = "#/components/schemas/node/properties/id"
    keywords = json.loads(answer.out)["assertions"][place]["keywords"]
    assert keywords == [["type", "integer"], ["exclusiveMinimum", 1]]


def test_beside_a_reference_only_newer_drafts_say_something(
    project: Path, call: Callable[..., Answer]
) -> None:
    schema = {
        "properties": {"a": {"$ref": "#/definitions/b", "maxLength": 1}},
        "definitions": {"b": {"type": "string"}},
    }
    for draft, codes in (("draft-07", ["W130"]), ("draft/2019-09", [])):
        schema["$schema"] = f"http://json-schema.org/{draft}/schema#"
        answer = call("generate", write(project, schema), "--format", "json")
        assert answer.code == 0
        assert answer.findings() == codes


def test_a_file_is_looked_for_beside_the_schema_whatever_its_id(
    project: Path, call: Callable[..., Answer]
) -> None:
    write(project, {"type": "string", "$defs": {"x": {"type": "null"}}}, "other.json")
    schema = {
        "$id": "https://example.com/schemas/node.json",
        "properties": {
            "a": {"$ref": "other.json"},
            "b": {"$ref": "other.json#/$defs/x"},
        },
    }
    assert components(call, write(project, schema)) == ["node"]
    schema["properties"] = {"a": {"$ref": "missing.json"}}
    answer = call("ir", write(project, schema))
    assert answer.code == 2 and "error[E132]" in answer.err


def test_what_is_moved_in_the_text_is_moved_in_what_validators_say(
    project: Path, call: Callable[..., Answer]
) -> None:
    """Also of a file that an earlier run left, whose schemas say what they said."""
    tag = {"tag": {"type": "string", "maxLength": 3}}
    schema: dict[str, Any] = {"properties": {"tag": {"$ref": "#/definitions/tag"}}}
    for section in ("definitions", "$defs", "definitions"):
        schema = {"properties": {"tag": {"$ref": f"#/{section}/tag"}}, section: tag}
        options = ("-o", "out", "--package", "out", "--target", "validators")
        assert call("generate", write(project, schema), *options).code == 0
        text = (project / "out/validators/schemas/tag.py").read_text()
        assert f'"#/{section}/tag' in text
        assert "components" not in text
