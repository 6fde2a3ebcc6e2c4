"""The same input gives the same bytes, and a small change makes a small difference."""

from __future__ import annotations

import copy
import difflib
import json
import os
import random
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from generator import cli, emission
from generator.config import ApiConfig
from generator.load.source import Source

from .golden.cases import CASES, HERE, config_of, make, source_of

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
SPECS = {
    "completions": ROOT / "spec" / "completions.yaml",
    **{
        case: HERE / case / "spec.yaml"
        for case in ("all_of", "recursion", "shadowing_names", "stream")
    },
}
NAMES = list(SPECS)


@cache
def _text(name: str) -> str:
    return SPECS[name].read_text(encoding="utf-8")


def document(name: str) -> dict[str, Any]:
    """A copy of a document as plain data."""
    found: dict[str, Any] = yaml.safe_load(_text(name))
    return found


def generated(data: dict[str, Any]) -> dict[str, str]:
    """What all targets make of a document, runtime left out."""
    config = ApiConfig("api", "spec.yaml", "api", ROOT, "api", env_prefix="API")
    return make(config, Source(Path("spec.json"), json.dumps(data).encode())).own


def changed(old: dict[str, str], new: dict[str, str]) -> dict[str, list[str]]:
    """The lines that differ, with `+` or `-`, by the path of their file."""
    found = {}
    for path in sorted(old.keys() | new.keys()):
        lines = difflib.ndiff(
            old.get(path, "").splitlines(), new.get(path, "").splitlines()
        )
        if different := [line for line in lines if line[0] in "+-"]:
            found[path] = different
    return found


@pytest.mark.parametrize("case", CASES[::4])
def test_two_processes_make_what_one_makes(
    case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    config, source = config_of(case), source_of(case)
    monkeypatch.chdir(HERE / case)
    alone = make(config, source)
    monkeypatch.setattr(emission, "_SECOND_PROCESS", 0)
    monkeypatch.setattr(emission, "_STRETCH", 1)
    shared = make(config, source)
    assert list(shared.files) == list(alone.files)
    assert shared == alone


_GENERATE = """\
import sys
from generator.cli import main
for spec, output in zip(sys.argv[1::2], sys.argv[2::2], strict=True):
    assert main(["generate", spec, "-o", output]) == 0
"""


def test_hash_seeds_change_nothing(tmp_path: Path) -> None:
    trees = []
    for seed in ("1", "2"):
        base = tmp_path / seed
        arguments = [
            str(item) for name, spec in SPECS.items() for item in (spec, base / name)
        ]
        environment = {
            **os.environ,
            "PYTHONHASHSEED": seed,
            "PYTHONPATH": str(ROOT),
            "OASMITH_CACHE_DIR": str(base / "cache"),
        }
        command = [sys.executable, "-c", _GENERATE, *arguments]
        subprocess.run(
            command, env=environment, cwd=tmp_path, check=True, capture_output=True
        )
        trees.append(dict(_tree(base)))
    assert len(trees[0]) > 200
    assert trees[0] == trees[1]


def _tree(base: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(base.rglob("*")):
        if path.is_file() and "cache" not in path.relative_to(base).parts:
            yield path.relative_to(base).as_posix(), path.read_bytes()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("order", ["reversed", "shuffled"])
def test_the_order_of_components_changes_nothing(name: str, order: str) -> None:
    data = document(name)
    other = copy.deepcopy(data)
    for kind, entries in other["components"].items():
        keys = list(entries)[::-1]
        if order == "shuffled":
            random.Random(7).shuffle(keys)
        other["components"][kind] = {key: entries[key] for key in keys}
    assert changed(generated(data), generated(other)) == {}


def test_the_order_of_properties_renames_nothing() -> None:
    data = document("shadowing_names")
    other = copy.deepcopy(data)
    fields = other["components"]["schemas"]["Model"]["properties"]
    reordered = dict(reversed(fields.items()))
    other["components"]["schemas"]["Model"]["properties"] = reordered
    old, new = generated(data), generated(other)
    assert old != new
    for path, text in new.items():
        assert sorted(text.splitlines()) == sorted(old[path].splitlines()), path


def test_something_new_leaves_what_is_there_alone() -> None:
    data = document("completions")
    old = generated(data)
    data["components"]["schemas"]["Aardvark"] = {
        "type": "object",
        "properties": {"name": {"type": "string"}, "choice": {"enum": ["a", "b"]}},
    }
    data["paths"]["/aardvarks"] = {
        "get": {
            "operationId": "listAardvarks",
            "tags": ["Aardvarks"],
            "responses": {
                "200": {
                    "description": "All of them.",
                    "content": {
                        "application/json": {
                            "schema": {"$ref": "#/components/schemas/Aardvark"}
                        }
                    },
                }
            },
        }
    }
    new = generated(data)
    assert new.keys() - old.keys() == {
        "models/aardvark.py",
        "validators/schemas/aardvark.py",
        "client/streamed/aardvarks.py",
        "validators/operations/aardvarks.py",
        "validators/_parts/aardvarks.py",
        "client/aardvarks.py",
        "client/raw/aardvarks.py",
        "server/aardvarks.py",
    }
    found = {path: lines for path, lines in changed(old, new).items() if path in old}
    assert set(found) == {
        "models/__init__.py",
        "validators/__init__.py",
        "validators/_parts/__init__.py",
        "client/client.py",
        "server/__init__.py",
        "server/app.py",
    }
    lost = [line for lines in found.values() for line in lines if line[0] == "-"]
    assert lost == []


def test_one_field_more_is_one_field_more() -> None:
    data = document("completions")
    old = generated(data)
    fields = data["components"]["schemas"]["CreateCompletionRequest"]["properties"]
    fields["mood"] = {
        "type": "integer",
        "minimum": 0,
        "maximum": 9,
        "description": "How cheerful the text is.",
    }
    found = changed(old, generated(data))
    assert set(found) == {
        "models/create_completion_request.py",
        "validators/schemas/create_completion_request.py",
        "client/completions.py",
        "client/raw/completions.py",
    }
    assert [line for lines in found.values() for line in lines if line[0] == "-"] == []
    assert all(
        len(lines) <= 12 for path, lines in found.items() if path[:6] != "client"
    )


@pytest.mark.parametrize("cached", [True, False])
def test_a_second_run_writes_nothing(
    cached: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("OASMITH_CACHE_DIR", str(tmp_path / "cache"))
    arguments = ["generate", str(SPECS["completions"]), "-o", str(tmp_path / "api")]
    assert cli.main(arguments) == 0
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "api").rglob("*")}
    if not cached:
        monkeypatch.setenv("OASMITH_CACHE_DIR", str(tmp_path / "other"))
    capsys.readouterr()
    assert cli.main(arguments) == 0
    after = {path: path.stat().st_mtime_ns for path in (tmp_path / "api").rglob("*")}
    assert after == before
    assert "written" not in capsys.readouterr().out
