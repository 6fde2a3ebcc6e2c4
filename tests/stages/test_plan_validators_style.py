"""Generated validators as text: what black and the type checkers make of them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import black
import pytest

from generator.diagnostics import Sink
from generator.load import Source, load
from generator.lower import lower
from generator.name import NameOptions, name
from generator.render import RenderedFile
from generator.style import style

from .validator_support import api_of, files_of, names_of, write_package

ROOT = Path(__file__).resolve().parents[2]
LONG = "a_property_with_a_name_that_is_rather_long_for_its_place"
MODE = black.Mode()


def _tagged(tag: str) -> dict[str, Any]:
    return {
        "type": "object",
        "required": ["kind"],
        "properties": {"kind": {"const": tag}, LONG: {"type": "integer", "minimum": 1}},
    }


CROWD: dict[str, Any] = {
    "scalar": {"$ref": "#/components/schemas/Scalar"},
    "list": {"type": "array", "items": {"$ref": "#/components/schemas/Scalar"}},
    "map": {"additionalProperties": {"$ref": "#/components/schemas/Scalar"}},
}

SCHEMAS: dict[str, Any] = {
    "Everything": {
        "type": ["object", "null"],
        "required": ["count", LONG, "any"],
        "properties": {
            "count": {"type": "integer", "minimum": 1, "exclusiveMaximum": 10.5},
            LONG: {"type": ["integer", "null"], "format": "int64"},
            f"{LONG}_and_longer": {"type": ["number", "null"], "multipleOf": 0.5},
            "ratio": {"type": "number", "multipleOf": 3},
            "any": True,
            "none": False,
            "flag": {"enum": [True, False]},
            "language": {"enum": [f"language-{place}" for place in range(20)]},
            "mixed": {"enum": ["a", 1, None, [1], {"a": 1}]},
            "level": {"type": "integer", "enum": [1, 2]},
            "when": {"type": "string", "format": "date-time"},
            "code": {"type": "string", "pattern": "^[a-z]{2}$", "maxLength": 2},
            "tags": {"type": "array", "items": {"type": "string"}, "uniqueItems": True},
            "grid": {"type": "array", "items": {"items": {"type": "number"}}},
            "pair": {"prefixItems": [{"type": "string"}, True], "items": False},
            "map": {"type": "object", "additionalProperties": {"type": "integer"}},
            "pet": {"oneOf": [_tagged("cat"), _tagged("dog"), {"type": "null"}]},
            "me": {"anyOf": [{"$ref": "#/components/schemas/Everything"}]},
            "union": {"anyOf": [{"minLength": 3}, {"maxItems": 2}, {"maximum": 3}]},
            "words": {
                "oneOf": [
                    {"type": "string"},
                    {"type": "array", "items": {"type": "string"}},
                    {"type": "array", "items": {"type": "integer"}, "minItems": 1},
                ]
            },
        },
        "patternProperties": {"^x-": {"type": "string"}},
        "additionalProperties": {"type": "boolean"},
        "propertyNames": {"maxLength": 80},
        "minProperties": 1,
        "maxProperties": 99,
        "dependentRequired": {"count": ["flag"]},
        "dependentSchemas": {"tags": {"required": ["code"]}},
    },
    "Closed": {
        "allOf": [
            {"$ref": "#/components/schemas/Everything"},
            {"properties": {"extra": {"not": {"type": "null"}}}},
        ],
        "if": {"required": ["count"]},
        "then": {"properties": {"count": {"minimum": 2}}},
        "else": {"required": ["ratio"]},
        "unevaluatedProperties": False,
    },
    "List": {
        "type": "array",
        "prefixItems": [{"type": "string"}],
        "contains": {"type": "integer"},
        "minContains": 2,
        "unevaluatedItems": {"type": "boolean"},
    },
    "Scalar": {"type": ["string", "integer"], "minLength": 1, "minimum": 0},
    "Alias": {"$ref": "#/components/schemas/Scalar"},
    "Nothing": False,
    "Anything": True,
    "AComponentWithANameThatIsLongerThanMostOfThemAre": _tagged("long"),
    "Crowd": {
        "type": "object",
        "properties": {
            f"{name}_{place}": schema
            for name, schema in CROWD.items()
            for place in range(66)
        },
    },
    "Trial": {"oneOf": [{"$ref": "#/components/schemas/Closed"}, {"minProperties": 2}]},
}


def _styled(files: dict[str, str]) -> dict[str, str]:
    rendered = tuple(RenderedFile(path, text) for path, text in files.items())
    return {file.path: file.text for file in style(rendered)}


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    api = api_of(SCHEMAS)
    return _styled(files_of(api, names_of(api)))


@pytest.fixture(scope="module")
def completions() -> dict[str, str]:
    sink = Sink()
    api = lower(load(Source(ROOT / "spec/completions.yaml"), sink), sink)
    return _styled(files_of(api, name(api, NameOptions("completions", "X", {}))))


def _unstable(files: dict[str, str]) -> list[str]:
    return [
        path
        for path, text in files.items()
        if black.format_str(text, mode=MODE) != text
    ]


def test_black_changes_nothing(
    files: dict[str, str], completions: dict[str, str]
) -> None:
    assert _unstable(files) == []
    assert _unstable(completions) == []


def test_type_checkers_are_content(
    files: dict[str, str], completions: dict[str, str], tmp_path: Path
) -> None:
    write_package(tmp_path / "one", files)
    write_package(tmp_path / "two", completions)
    settings = {"typeCheckingMode": "strict", "pythonVersion": "3.11"}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    for tool in (["mypy", "--strict", "one", "two"], ["pyright"]):
        done = subprocess.run(
            [sys.executable, "-m", *tool],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout


def test_no_checker_is_silenced(files: dict[str, str]) -> None:
    for text in files.values():
        assert "type: ignore" not in text
        assert "noqa" not in text


def test_a_request_reads_as_by_hand(completions: dict[str, str]) -> None:
    text = completions["validators/schemas/create_completion_request.py"]
    assert (
        '    if "best_of" in value and (best_of := value["best_of"]) is not None:\n'
        "        if type(best_of) is not int and not is_whole(best_of):\n"
        '            found += mistyped("/best_of", "integer or null")\n'
        "        elif best_of < 0:\n"
        '            found += fault("/best_of", "minimum", 0)\n'
    ) in text
    assert text.partition("def _rules(")[0].count("\n") < 145
    assert text.count("\n") < 270


def test_each_body_and_event_has_a_function(completions: dict[str, str]) -> None:
    text = completions["validators/operations/completions.py"]
    assert "create_completion_response_200_event = completion_chunk\n" in text
    assert "create_completion_response_429 = error_response\n" in text


def test_a_parameter_of_several_operations_has_one_function() -> None:
    case = Path(__file__).parents[1] / "golden/binary_and_text/expected"
    text = (case / "validators/operations/blobs.py").read_text(encoding="utf-8")
    assert text.count("def put_blob_path_name(") == 1
    assert "get_blob_path_name = put_blob_path_name\n" in text
