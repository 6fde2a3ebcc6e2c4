"""Validators as generated: what they say, how they are named, what is reported."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

from generator.diagnostics import Sink
from generator.name.reserved import FUNCTIONS
from generator.plan.validators.places import RESERVED

from .validator_support import api_of, files_of, names_of, validators

NAMES = iter(range(10**6))


def _check(schema: Any, folder: Path, **others: Any) -> Any:
    """The validator of one schema; `others` are components beside it."""
    name = f"validated_{next(NAMES)}"
    return validators({"Main": schema, **others}, folder, name)["Main"]


def _told(found: Any) -> list[tuple[str, str]]:
    return [(item.path, item.keyword) for item in found or []]


def _record(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "required": list(properties),
        "properties": properties,
        "additionalProperties": False,
    }


def test_a_union_that_comes_to_a_type_is_told_by_it_alone(tmp_path: Path) -> None:
    schemas = {
        "Names": {"anyOf": [{"type": "string"}, {"type": "string", "enum": ["a"]}]},
        "More": {
            "anyOf": [
                {"$ref": "#/components/schemas/Names"},
                {"type": "string", "enum": [f"n{number}" for number in range(20)]},
            ]
        },
        "Main": {
            "type": "object",
            "properties": {"name": {"$ref": "#/components/schemas/More"}},
        },
    }
    api = api_of(schemas)
    files = files_of(api, names_of(api))
    for name in ("more", "main"):
        text = files[f"validators/schemas/{name}.py"]
        assert "any_of" not in text
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and node.module != "__future__":
                assert all(text.count(item.name) > 1 for item in node.names)
    check = _check(
        schemas["Main"], tmp_path, Names=schemas["Names"], More=schemas["More"]
    )
    assert check({"name": "anything"}) is None
    assert _told(check({"name": 1})) == [("/name", "anyOf")]
    assert check({"name": 1})[0].schema_path == "#/components/schemas/More/anyOf"


CAT = _record(kind={"const": "cat"}, lives={"type": "integer", "maximum": 9})
DOG = _record(kind={"enum": ["dog", "wolf"]}, bark={"type": "string"})
FISH = {"type": "object", "properties": {"kind": {"const": "fish"}}}


@pytest.mark.parametrize(
    ("schema", "value", "told"),
    [
        ({"type": ["integer", "null"]}, None, []),
        ({"type": "integer"}, True, [("", "type")]),
        ({"type": "integer"}, 1.0, []),
        ({"type": "number", "multipleOf": 0.1}, 0.3, []),
        ({"enum": [1, "a", None]}, True, [("", "enum")]),
        ({"const": [1, {"a": True}]}, [1.0, {"a": True}], []),
        ({"const": [1, {"a": True}]}, [1, {"a": 1}], [("", "const")]),
        ({"type": "string", "maxLength": 2}, "\U0001f600\U0001f600", []),
        ({"type": "string", "format": "date"}, "2023-02-30", [("", "format")]),
        ({"type": "integer", "format": "int32"}, 2**31, [("", "format")]),
        ({"type": "string", "format": "hostname"}, "?", []),
        ({"type": "string", "pattern": "^\\d+$"}, "12\n", [("", "pattern")]),
        ({"type": "string", "pattern": "^\\d+$"}, "\u0661", [("", "pattern")]),
        (_record(a={"type": "string"}), {"b": 1}, [("/a", "required"), ("/b", None)]),
        ({"items": {"items": {"type": "null"}}}, [[], [None, 0]], [("/1/1", "type")]),
        (
            {"additionalProperties": {"minItems": 1}},
            {"a/b": []},
            [("/a~1b", "minItems")],
        ),
        ({"propertyNames": {"maxLength": 1}}, {"ab": 1}, [("/ab", "maxLength")]),
        ({"dependentRequired": {"a": ["b"]}}, {"a": 1}, [("/b", "dependentRequired")]),
        ({"not": {"type": "string"}}, "a", [("", "not")]),
        ({"if": {"const": 1}, "then": False}, 1, [("", "false")]),
        ({"anyOf": [{"type": "string"}, {"type": "array"}]}, 1, [("", "anyOf")]),
        ({"oneOf": [{"minimum": 1}, {"maximum": 3}]}, 2, [("", "oneOf")]),
        ({"contains": {"const": 1}, "maxContains": 1}, [1, 1], [("", "maxContains")]),
    ],
)
def test_what_is_told(
    schema: Any, value: Any, told: list[tuple[str, str | None]], tmp_path: Path
) -> None:
    found = _told(_check(schema, tmp_path)(value))
    assert len(found) == len(told)
    for (path, keyword), (wanted_path, wanted) in zip(found, told, strict=True):
        assert path == wanted_path
        assert wanted is None or keyword == wanted


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({"kind": "cat", "lives": 9}, []),
        ({"kind": "cat", "lives": 10}, [("/pets/0/lives", "maximum")]),
        ({"kind": "wolf", "bark": 1}, [("/pets/0/bark", "type")]),
        ({"kind": "bird"}, [("/pets/0/kind", "enum")]),
        ({"lives": 1}, [("/pets/0/kind", "required")]),
        ("cat", [("/pets/0", "oneOf")]),
        (None, []),
    ],
)
def test_the_tag_decides_and_the_pointer_is_exact(
    value: Any, told: list[tuple[str, str]], tmp_path: Path
) -> None:
    pet = {"oneOf": [{"$ref": "#/components/schemas/Cat"}, DOG, {"type": "null"}]}
    schema = {"type": "object", "properties": {"pets": {"items": pet}}}
    check = _check(schema, tmp_path, Cat=CAT)
    found = check({"pets": [value]})
    assert _told(found) == told
    for item in found or []:
        assert item.schema_path.startswith("#/components/schemas/")


def test_an_alternative_without_the_tag_is_tried_for_objects_without_it(
    tmp_path: Path,
) -> None:
    check = _check({"anyOf": [CAT, DOG, FISH]}, tmp_path)
    assert check({}) is None
    assert check({"kind": "fish"}) is None
    assert _told(check({"kind": "cat", "lives": "x"})) == [("/lives", "type")]


def test_arrays_are_told_apart_by_their_first_item(tmp_path: Path) -> None:
    texts = {"type": "array", "items": {"type": "string"}}
    tokens = {"type": "array", "items": {"type": "integer"}, "minItems": 1}
    check = _check({"oneOf": [{"type": "string"}, texts, tokens]}, tmp_path)
    assert check([]) is None
    assert check([1, 2.0]) is None
    assert _told(check([1, "a"])) == [("/1", "type")]
    assert _told(check(["a", 1, 2])) == [("/1", "type"), ("/2", "type")]
    assert _told(check([None])) == [("/0", "oneOf")]
    loose = {"type": "array", "items": {"type": "integer"}}
    assert _told(_check({"oneOf": [texts, loose]}, tmp_path)([])) == [("", "oneOf")]
    assert _check({"anyOf": [texts, loose]}, tmp_path)([]) is None
    long = {**loose, "minItems": 2}
    strict = _check({"oneOf": [{**texts, "minItems": 1}, long]}, tmp_path)
    assert _told(strict([])) == [("", "minItems")]
    assert _told(strict([1])) == [("", "minItems")]


def test_equal_properties_of_different_schemas(tmp_path: Path) -> None:
    """Code for equal properties is shared, but not what belongs to one module."""
    properties = {
        "trial": {"oneOf": [{"type": "string"}, {"enum": ["a"]}]},
        "listed": {"enum": [f"value {place}" for place in range(30)]},
        "words": {"type": "array", "items": {"type": "string", "maxLength": 1}},
        "pattern": {"type": "array", "items": {"type": "string", "pattern": "^a"}},
        "number": {"type": ["number", "null"], "multipleOf": 0.1, "format": "int32"},
    }
    schema = {"type": "object", "properties": properties}
    bad = {"trial": "a", "listed": 1, "words": ["ab"], "pattern": ["b"], "number": 0.05}
    check = _check({"anyOf": [{"type": "null"}, schema]}, tmp_path, A=schema, B=schema)
    assert [path for path, _ in _told(check(bad))] == [
        "/trial",
        "/listed",
        "/words/0",
        "/pattern/0",
        "/number",
    ]
    found = validators({"A": schema, "B": schema}, tmp_path, "equal_properties")
    assert _told(found["A"](bad)) == _told(found["B"](bad)) == _told(check(bad))


def test_schema_paths_lead_to_the_keyword(tmp_path: Path) -> None:
    part = {"properties": {"a": {"properties": {"b": {"type": "null"}}}}}
    check = _check({"allOf": [part]}, tmp_path)
    found = check({"a": {"b": 1}})
    assert found[0].path == "/a/b"
    assert found[0].schema_path == (
        "#/components/schemas/Main/allOf/0/properties/a/properties/b/type"
    )


def test_values_are_never_repeated(tmp_path: Path) -> None:
    secret = "hunter2-hunter2"
    check = _check(
        {"anyOf": [{"type": "integer"}, {"enum": ["a"]}, {"minItems": 2}]}, tmp_path
    )
    for value in (secret, [secret], {secret: secret}):
        assert secret not in str(check(value))


def test_modules_that_need_each_other(tmp_path: Path) -> None:
    """The naming stage would give a circle one module; here each schema has its own."""
    check = _check(
        {"properties": {"next": {"$ref": "#/components/schemas/Other"}}},
        tmp_path,
        Other={"properties": {"main": {"$ref": "#/components/schemas/Main"}}},
    )
    assert check({"next": {"main": {"next": {}}}}) is None
    assert _told(check({"next": {"main": {"next": {"main": {"next": None}}}}})) == []
    typed = _check(
        {"type": "object", "properties": {"next": {"$ref": "#/components/schemas/B"}}},
        tmp_path,
        B={
            "type": "object",
            "properties": {"a": {"$ref": "#/components/schemas/Main"}},
        },
    )
    assert _told(typed({"next": {"a": {"next": 1}}})) == [("/next/a/next", "type")]


HOSTILE = (
    "Type",
    "list",
    "Int",
    "Item",
    "Errors",
    "Found",
    "value",
    "At",
    "Open",
    "input",
    "Violation",
    "Missing",
    "def",
)


def test_names_that_the_code_uses_itself(tmp_path: Path) -> None:
    leaf = {"type": "object", "properties": {"n": {"type": "integer"}}}
    others: dict[str, Any] = dict.fromkeys(HOSTILE, leaf)
    properties = {
        name.lower(): {
            "anyOf": [{"$ref": f"#/components/schemas/{name}"}, {"type": "null"}]
        }
        for name in HOSTILE
    }
    check = _check({"type": "object", "properties": properties}, tmp_path, **others)
    assert check({name.lower(): {"n": 1} for name in HOSTILE}) is None
    wrong = check({name.lower(): {"n": "x"} for name in HOSTILE})
    assert _told(wrong) == [(f"/{name.lower()}/n", "type") for name in HOSTILE]


STRINGS = (
    '"""',
    "\\",
    "'",
    '"',
    "a\nb",
    "\r",
    "\u2028",
    "{}",
    "{0}",
    "%s",
    "a/b~c",
    "\x00",
    "\u202e",
    "$ref",
    "x" * 200,
    "__import__('os')",
    "#",
)


def test_text_of_the_document_stays_text(tmp_path: Path) -> None:
    properties = {text: {"enum": [text]} for text in STRINGS}
    schema = {
        "type": "object",
        "required": list(STRINGS),
        "properties": properties,
        "patternProperties": {"^\"'\\\\$": {"const": "\"'"}},
        "additionalProperties": False,
    }
    check = _check(schema, tmp_path)
    assert check({text: text for text in STRINGS}) is None
    assert len(check(dict.fromkeys(STRINGS, 1))) == len(STRINGS)
    assert len(check({})) == len(STRINGS)


def test_a_reference_into_the_middle_of_a_schema(tmp_path: Path) -> None:
    check = _check(
        {"$ref": "#/components/schemas/Other/properties/a/items"},
        tmp_path,
        Other={"properties": {"a": {"items": {"type": "string"}}}},
    )
    assert check("x") is None
    assert check(1)[0].schema_path == (
        "#/components/schemas/Other/properties/a/items/type"
    )


def test_what_is_not_checked_is_reported() -> None:
    sink = Sink()
    api = api_of(
        {
            "Main": {
                "properties": {"a": {"type": "string", "pattern": "(\\w+)\\1"}},
                "patternProperties": {"(?P<x>a)": {}},
            }
        }
    )
    files_of(api, names_of(api), sink=sink)
    found = [(item.code, item.span.pointer) for item in sink.found if item.span]
    assert found == [
        ("W351", "/components/schemas/Main/patternProperties/(?P<x>a)"),
        ("W352", "/components/schemas/Main/properties/a/pattern"),
    ]
    assert "back reference" in sink.found[1].message


def test_the_order_of_components_changes_no_module() -> None:
    schemas: dict[str, object] = {
        name: {"properties": {"a": {"$ref": "#/components/schemas/B"}}, "items": CAT}
        for name in ("C", "A", "B")
    }
    forward = api_of(schemas)
    backward = api_of(dict(reversed(schemas.items())))
    first = files_of(forward, names_of(forward))
    second = files_of(backward, names_of(backward))
    for path in first:
        if not path.endswith("__init__.py"):
            assert first[path] == second[path]


STANDARD = ("__future__", "importlib", "typing")


def test_only_the_standard_library_is_imported() -> None:
    api = api_of({"Main": {"anyOf": [CAT, DOG], "pattern": "^a"}})
    for text in files_of(api, names_of(api)).values():
        for node in ast.walk(ast.parse(text)):
            assert not isinstance(node, ast.Import)
            if isinstance(node, ast.ImportFrom):
                assert node.level > 0 or node.module in STANDARD


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "array", "enum": [["a"]], "items": {"type": "string"}},
        {"enum": [{"a": 1}, [1]], "properties": {"a": {"minimum": 1}}, "minItems": 2},
        {"allOf": [{"enum": [["a"]]}, {"enum": [["a"], "b"], "maxItems": 1}]},
        {"const": {"a": "b"}, "required": ["a"]},
    ],
)
def test_what_follows_a_list_of_values_expects_no_type(
    schema: Any, tmp_path: Path
) -> None:
    check = _check(schema, tmp_path)
    for value in (None, 5, "b", True, [], {}, [5], {"a": "x"}):
        assert check(value)


def test_unknown_types_are_all_types(tmp_path: Path) -> None:
    for kind in ("file", [], ["file", "string"]):
        assert _check({"type": kind}, tmp_path)(5) is None


def test_a_step_beyond_the_integers(tmp_path: Path) -> None:
    check = _check({"type": "number", "multipleOf": 1e308}, tmp_path)
    assert check(1e308) is None and check(0) is None
    assert check(1e307)


def test_no_schema_is_called_what_bodies_call_their_own() -> None:
    """So that the function of a component has the name that the name stage gave it."""
    assert RESERVED <= FUNCTIONS
