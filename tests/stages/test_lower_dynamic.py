"""Dynamic references, vocabularies and addresses, from documents to validators."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from generator.diagnostics import Fatal, Sink
from generator.load import Source, load
from generator.lower import dynamic, lower

from .validator_pipeline import built, generate

PAGE = """
openapi: 3.1.0
info: {title: T, version: "1"}
paths: {}
components:
  schemas:
    Page:
      $id: page
      type: object
      required: [items]
      properties:
        items: {type: array, items: {$dynamicRef: "#item"}}
        next: {$ref: page}
      $defs:
        any: {$dynamicAnchor: item}
    PetPage:
      $id: pet-page
      $ref: page
      $defs:
        pet: {$dynamicAnchor: item, $ref: "#/components/schemas/Pet"}
    NamePage:
      $id: name-page
      allOf: [{$ref: page}]
      $defs:
        name: {$dynamicAnchor: item, type: string}
    Pet: {type: object, required: [name], properties: {name: {type: string}}}
"""


def _paths(found: list[Any] | None) -> list[tuple[str, str]]:
    return [(item.path, item.schema_path) for item in found or ()]


def test_a_generic_schema_means_what_the_one_around_it_says(tmp_path: Path) -> None:
    path = tmp_path / "api.yaml"
    text = PAGE.replace('"#/components/schemas/Pet"', "pet.yaml")
    path.write_text(text)
    (tmp_path / "pet.yaml").write_text(
        "{type: object, required: [name], properties: {name: {type: string}}}"
    )
    found, _ = generate(path, "unused")
    assert [item.code for item in found if item.severity != "note"] == []
    schemas = built(path, "dynamic_pages")
    item = "#/components/schemas/Page/properties/items/items"
    inner = "#/components/schemas/NamePage/$defs/name/type"
    page = {"items": ["x"], "next": {"items": [1]}}
    assert schemas["Page"](page) is None
    assert schemas["NamePage"]({"items": ["x"]}) is None
    assert _paths(schemas["NamePage"](page)) == [("/next/items/0", inner)]
    assert [item[0] for item in _paths(schemas["PetPage"](page))] == [
        "/items/0",
        "/next/items/0",
    ]
    assert schemas["PetPage"]({"items": [{"name": "a"}]}) is None
    assert _paths(schemas["PetPage"]({"items": 1})) == [
        ("/items", f"{item.removesuffix('/items')}/type")
    ]


def test_no_schema_changes_where_nothing_is_dynamic() -> None:
    text = PAGE.replace("$dynamicRef", "$ref").encode()
    sink = Sink()
    document = load(Source(data=text), sink)
    assert document.scopes is None


def test_beside_a_reference_both_count(tmp_path: Path) -> None:
    path = tmp_path / "schema.json"
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$ref": "#/$defs/short",
        "$dynamicRef": "#text",
        "$defs": {
            "short": {"maxLength": 2},
            "t": {"$anchor": "text", "type": "string"},
        },
    }
    path.write_text(json.dumps(schema))
    check = built(path, "dynamic_beside")["schema"]
    assert check("ab") is None
    assert [item.keyword for item in check("abc")] == ["maxLength"]
    assert [item.keyword for item in check(1)] == ["type"]


def test_a_schema_of_a_file_with_anchors_addresses_and_dynamic_references(
    tmp_path: Path,
) -> None:
    main = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://example.com/strict",
        "$dynamicAnchor": "node",
        "$ref": "tree",
        "unevaluatedProperties": False,
    }
    tree = {
        "$id": "https://example.com/tree",
        "$dynamicAnchor": "node",
        "type": "object",
        "properties": {"name": {"$ref": "#name"}, "children": {"$ref": "#/$defs/many"}},
        "$defs": {
            "name": {"$anchor": "name", "type": "string"},
            "many": {"type": "array", "items": {"$dynamicRef": "#node"}},
        },
    }
    (tmp_path / "strict.json").write_text(json.dumps(main))
    (tmp_path / "tree").with_suffix(".json").write_text(json.dumps(tree))
    main["$ref"] = "tree.json"
    (tmp_path / "strict.json").write_text(json.dumps(main))
    check = built(tmp_path / "strict.json", "dynamic_tree")["strict"]
    assert check({"name": "a", "children": [{"children": []}]}) is None
    assert [item.path for item in check({"children": [{"nmae": 1}], "name": 1})] == [
        "/name",
        "/children/0/nmae",
    ]


def test_an_anchor_and_a_definition_of_a_file_that_is_read_for_them(
    tmp_path: Path,
) -> None:
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "properties": {
            "a": {"$ref": "other.json#/$defs/one"},
            "b": {"$ref": "other.json#two"},
        },
    }
    other = {
        "$id": "https://example.com/other",
        "$defs": {
            "one": {"$ref": "other#two"},
            "two": {"$anchor": "two", "type": "integer"},
        },
    }
    (tmp_path / "main.json").write_text(json.dumps(schema))
    (tmp_path / "other.json").write_text(json.dumps(other))
    check = built(tmp_path / "main.json", "dynamic_anchor")["main"]
    assert check({"a": 1, "b": 2}) is None
    assert [item.path for item in check({"a": "1", "b": "2"})] == ["/a", "/b"]


def test_a_file_that_is_referred_to_by_its_own_address(tmp_path: Path) -> None:
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "properties": {
            "a": {"$ref": "https://example.com/other"},
            "b": {"$ref": "other.json"},
        },
    }
    (tmp_path / "main.json").write_text(json.dumps(schema))
    (tmp_path / "other.json").write_text(
        '{"$id": "https://example.com/other", "minimum": 2}'
    )
    check = built(tmp_path / "main.json", "dynamic_address")["main"]
    assert [item.path for item in check({"a": 1, "b": 2})] == ["/a"]


def test_a_metaschema_without_validation(tmp_path: Path) -> None:
    meta = {
        "$vocabulary": {
            "https://json-schema.org/draft/2020-12/vocab/core": True,
            "https://json-schema.org/draft/2020-12/vocab/applicator": True,
        }
    }
    schema = {
        "$schema": "meta.json",
        "type": "object",
        "properties": {"a": {"minimum": 2}, "b": False},
        "$defs": {
            "own": {
                "$id": "own",
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "minimum": 2,
            }
        },
    }
    (tmp_path / "meta.json").write_text(json.dumps(meta))
    (tmp_path / "main.json").write_text(json.dumps(schema))
    schemas = built(tmp_path / "main.json", "no_validation")
    assert schemas["main"]({"a": 1}) is None
    assert [item.path for item in schemas["main"]({"a": 1, "b": 1})] == ["/b"]
    assert schemas["own"](1) is not None


def test_meanings_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dynamic, "LIMIT", 1)
    text = PAGE.replace('"#/components/schemas/Pet"', "'#/$defs/any'").encode()
    sink = Sink()
    document = load(
        Source(data=text.replace(b"$ref: '#/$defs/any'", b"type: object")), sink
    )
    assert not sink.has_errors
    with pytest.raises(Fatal) as stopped:
        lower(document, sink)
    assert stopped.value.diagnostic.code == "E231"
