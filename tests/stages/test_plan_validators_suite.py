"""The public JSON-Schema-Test-Suite: what validators accept and refuse, test by test."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.config.formats import FORMATS

from .validator_pipeline import built, bundles
from .validator_support import Validators, collect, load_validators
from .wrapping import KINDS, wrapped

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("OASMITH_DATA", ROOT.parent / "shared/data"))
SUITE = DATA / "json-schema-test-suite"

_OFF = tuple((name, False) for name in FORMATS)

pytestmark = pytest.mark.skipif(not SUITE.is_dir(), reason="needs the public suite")


def _remotes() -> dict[str, object]:
    folder = SUITE / "remotes"
    return {
        f"http://localhost:1234/{path.relative_to(folder).as_posix()}": json.loads(
            path.read_text()
        )
        for path in sorted(folder.rglob("*.json"))
        if "draft2020-12" in path.parts or path.parent == folder
    }


def _groups(draft: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for path in sorted((SUITE / "tests" / draft).glob("*.json")):
        for group in json.loads(path.read_text()):
            yield path.stem, group


def _wrong(
    validators: Validators, cases: list[tuple[str, str, dict[str, Any]]]
) -> list[tuple[str, str]]:
    """The tests whose outcome is not the documented one."""
    return [
        (label, test["description"])
        for name, label, test in cases
        if (validators[name](test["data"]) is None) is not test["valid"]
    ]


def _wrong_wrapped(
    validators: Validators, cases: list[tuple[str, str, dict[str, Any]]]
) -> list[tuple[str, str]]:
    """The tests whose outcome is another where the data is in other types."""
    wrong: list[tuple[str, str]] = []
    for told, kinds in KINDS.items():
        for name, label, test in cases:
            data = wrapped(test["data"], kinds)
            wrong += _wrong(
                validators, [(name, f"{told}: {label}", {**test, "data": data})]
            )
    return wrong


ACCEPTING = pytest.mark.parametrize(
    "accepting", [False, True], ids=["plain", "accepting"]
)
"""With and without `accept_subclasses`; with it also for data in other types."""


@ACCEPTING
def test_required_tests_of_draft_2020_12(tmp_path: Path, accepting: bool) -> None:
    """All 1,299, by all stages, from documents that refer to files.

    The metaschemas of the draft are those of the package `jsonschema-specifications`.
    """
    schemas: dict[str, object] = {}
    cases: dict[str, tuple[str, list[dict[str, Any]]]] = {}
    for file, group in _groups("draft2020-12"):
        name = f"Group{len(schemas)}"
        schemas[name] = group["schema"]
        cases[name] = f"{file}: {group['description']}", group["tests"]
    wrong: list[tuple[str, str]] = []
    count = 0
    remotes = {**_metaschemas(), **_remotes()}
    for path, names in bundles(schemas, remotes, tmp_path):
        package = f"suite_{accepting}_{path.stem}".lower()
        validators = built(path, package, formats=_OFF, accept_subclasses=accepting)
        listed = [
            (name, cases[name][0], test) for name in names for test in cases[name][1]
        ]
        wrong += _wrong(validators, listed)
        if accepting:
            wrong += _wrong_wrapped(validators, listed)
        count += len(listed)
    assert wrong == []
    assert count == 1299


def _metaschemas() -> dict[str, object]:
    from jsonschema_specifications import REGISTRY

    return {uri: REGISTRY.contents(uri) for uri in REGISTRY if "/draft/2020-12/" in uri}


@ACCEPTING
def test_openapi_30_subset(tmp_path: Path, accepting: bool) -> None:
    """The tests of draft 4 that only use what OpenAPI 3.0 has: 394 of 394."""
    wanted = json.loads((SUITE / "oas30_subset.json").read_text())
    schemas: dict[str, object] = {}
    cases: list[tuple[str, str, dict[str, Any]]] = []
    for file, group in _groups("draft4"):
        label = f"{file}|{group['description']}"
        if label in wanted:
            name = f"Group{len(schemas)}"
            schemas[name] = _upgraded(group["schema"])
            listed = set(wanted[label])
            cases += [
                (name, label, test)
                for test in group["tests"]
                if test["description"] in listed
            ]
    api = collect(schemas, {})
    package = f"suite_30_{accepting}".lower()
    validators = load_validators(
        api, tmp_path, package, frozenset(), accept_subclasses=accepting
    )
    assert _wrong(validators, cases) == []
    assert not accepting or _wrong_wrapped(validators, cases) == []
    assert len(cases) == 394


def _upgraded(schema: Any) -> Any:
    """A schema of draft 4 in the spelling of 2020-12."""
    if isinstance(schema, list):
        return [_upgraded(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if isinstance(schema.get("$ref"), str):
        return {"$ref": schema["$ref"]}
    found = {key: _upgraded(value) for key, value in schema.items()}
    for word in ("Minimum", "Maximum"):
        if found.get(f"exclusive{word}") is True:
            found[f"exclusive{word}"] = found.pop(word.lower())
        elif found.get(f"exclusive{word}") is False:
            del found[f"exclusive{word}"]
    return found
