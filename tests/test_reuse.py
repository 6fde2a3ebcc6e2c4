"""Files that are taken from the last run are those that would be made now."""

from __future__ import annotations

import copy
import hashlib
import json
import random
import re
from contextlib import chdir
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from generator.config import ApiConfig
from generator.diagnostics import Sink
from generator.job import Left
from generator.load.source import Source
from generator.pipeline import Build, build
from generator.progress import Laps
from generator.reuse import Reuse

from .golden.cases import CASES, HERE, ROOT, config_of, write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

EDITS = 6
_FILES = re.compile(r"ref\W+[\w./-]+\.ya?ml")
SPECS = {
    case: path
    for case in CASES
    if not _FILES.search(
        (path := HERE / case / "spec.yaml").read_text(encoding="utf-8")
    )
}


def _schemas(node: Any) -> Iterator[dict[str, Any]]:
    """The schemas of a document that say something about objects or scalars."""
    if isinstance(node, dict):
        if "type" in node or "properties" in node:
            yield node
        for value in node.values():
            yield from _schemas(value)
    elif isinstance(node, list):
        for value in node:
            yield from _schemas(value)


def _describe(document: dict[str, Any], random: random.Random) -> None:
    random.choice([*_schemas(document)] or [document["info"]])["description"] = "New."


def _add_property(document: dict[str, Any], random: random.Random) -> None:
    objects = [node for node in _schemas(document) if "properties" in node]
    if objects:
        kind = random.choice(["string", "integer", "boolean"])
        random.choice(objects)["properties"]["addedNow"] = {"type": kind}


def _remove_property(document: dict[str, Any], random: random.Random) -> None:
    objects = [node for node in _schemas(document) if node.get("properties")]
    if objects:
        chosen = random.choice(objects)
        name = random.choice(sorted(map(str, chosen["properties"])))
        chosen["properties"].pop(name, None)
        chosen.pop("required", None)


def _turn(document: dict[str, Any], random: random.Random) -> None:
    scalars = [node for node in _schemas(document) if node.get("type") == "string"]
    if scalars:
        chosen = random.choice(scalars)
        for key in set(chosen) - {"type", "in", "name"}:
            del chosen[key]
        chosen["type"] = "integer"


def _read_only(document: dict[str, Any], random: random.Random) -> None:
    random.choice([*_schemas(document)] or [{}])["readOnly"] = True


def _add_schema(document: dict[str, Any], random: random.Random) -> None:
    added = {"type": "object", "properties": {"text": {"type": "string"}}}
    components = document.setdefault("components", {})
    components.setdefault("schemas", {})["AddedNow"] = added


def _remove_operation(document: dict[str, Any], random: random.Random) -> None:
    paths = document.get("paths") or {}
    if len(paths) > 1:
        del paths[random.choice(sorted(paths))]


def _add_tag(document: dict[str, Any], random: random.Random) -> None:
    for item in (document.get("paths") or {}).values():
        for operation in item.values():
            if isinstance(operation, dict) and "responses" in operation:
                operation["tags"] = ["moved"]
                return


CHANGES: list[Callable[[dict[str, Any], random.Random], None]] = [
    _describe,
    _add_property,
    _remove_property,
    _turn,
    _read_only,
    _add_schema,
    _remove_operation,
    _add_tag,
]


def _build(config: ApiConfig, document: Any, reuse: Reuse | None) -> Build | None:
    sink = Sink()
    source = Source(None, json.dumps(document, default=str).encode())
    try:
        return build(
            config, source, {}, sink, Laps(), lambda: _check(sink), Left(reuse)
        )
    except _Unusable:
        return None


class _Unusable(Exception):
    """An edit made a document that cannot be generated from."""


def _check(sink: Sink) -> None:
    if sink.has_errors:
        raise _Unusable([finding.message for finding in sink.found])


def _texts(built: Build) -> dict[str, str]:
    return {file.path: file.text for file in built.files}


def _known(built: Build) -> dict[str, tuple[str, str]]:
    return {
        file.path: (depends_on, hashlib.sha256(file.text.encode()).hexdigest())
        for file in built.files
        if (depends_on := built.digests.get(file.path))
    }


@pytest.mark.parametrize("case", [*SPECS, "completions"])
def test_an_edit_gives_the_same_files_as_a_run_from_nothing(
    case: str, tmp_path: Path
) -> None:
    path = SPECS.get(case, ROOT / "spec" / "completions.yaml")
    config = (
        config_of(case)
        if case in SPECS
        else ApiConfig("c", "-", "out", tmp_path, "completions")
    )
    document = yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader)
    document = _plain(document)
    with chdir(tmp_path):
        first = _build(config, document, Reuse("base", tmp_path, {}))
    assert first is not None, case
    write(tmp_path, _texts(first))
    reuse = Reuse("base", tmp_path, _known(first))
    chance = random.Random(case)
    for change in chance.sample(CHANGES, EDITS):
        edited = copy.deepcopy(document)
        change(edited, chance)
        anew = _build(config, edited, None)
        again = _build(config, edited, reuse)
        assert (anew is None) == (again is None)
        if anew is not None and again is not None:
            assert _texts(again) == _texts(anew), change.__name__


def _plain(node: Any) -> Any:
    """Scalars of YAML 1.2's core schema, as JSON has them, from their texts."""
    if isinstance(node, dict):
        return {key: _plain(value) for key, value in node.items()}
    if isinstance(node, list):
        return [_plain(value) for value in node]
    if node in ("true", "false", "null"):
        return json.loads(node)
    try:
        return int(node)
    except ValueError:
        return node


def test_only_what_an_edit_concerns_is_made_again(tmp_path: Path) -> None:
    config = ApiConfig("t", "-", "out", tmp_path, "t")
    document = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": {
            f"/{name}": {
                "get": {
                    "operationId": f"get{name}",
                    "tags": [name],
                    "responses": {"200": _answer(name)},
                }
            }
            for name in ("Dog", "Cat")
        },
        "components": {"schemas": {name: _pet() for name in ("Dog", "Cat")}},
    }
    first = _build(config, document, Reuse("base", tmp_path, {}))
    document["components"]["schemas"]["Dog"]["description"] = "A dog."  # type: ignore[index]
    second = _build(config, document, Reuse("base", tmp_path, {}))
    assert first is not None and second is not None
    changed = {
        path for path in second.digests if second.digests[path] != first.digests[path]
    }
    assert {path for path in changed if "cat" in path} == set()
    assert "models/dog.py" in changed and "client/dog.py" in changed
    other = _build(config, document, Reuse("other", tmp_path, {}))
    assert other is not None
    assert not set(other.digests.values()) & set(second.digests.values()) - {""}


def _answer(name: str) -> dict[str, Any]:
    schema = {"$ref": f"#/components/schemas/{name}"}
    return {"description": "", "content": {"application/json": {"schema": schema}}}


def _pet() -> dict[str, Any]:
    return {"type": "object", "properties": {"name": {"type": "string"}}}


def test_a_file_that_was_edited_by_hand_is_not_taken(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    known = {"a.py": ("digest", hashlib.sha256(b"x = 1\n").hexdigest())}
    reuse = Reuse("base", tmp_path, known)
    found = reuse.file("a.py", "digest", "generated")
    assert found is not None
    file, seen = found
    assert (file.text, file.sha256) == ("x = 1\n", seen.sha256)
    assert reuse.file("a.py", "other", "generated") is None
    assert reuse.file("b.py", "digest", "generated") is None
    (tmp_path / "a.py").write_text("x = 2\n")
    assert reuse.file("a.py", "digest", "generated") is None
