"""mypy and pyright, both strict, over packages that stand side by side in a folder."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PYTHON = "3.11"

Faults = dict[str, list[str]]
"""By package, one text per error: file, line, rule and message."""


def mypy(folder: Path, packages: Iterable[str]) -> Faults:
    """What `mypy --strict` says of some packages in a folder."""
    options = ["--strict", "--python-version", PYTHON, "--config-file", ""]
    options += ["--cache-dir", "../cache", "--no-error-summary", "--output", "json"]
    text = _run(folder, "mypy", [*options, *packages], {0, 1, 2})
    found: Faults = defaultdict(list)
    for item in map(_said_by_mypy, text.splitlines()):
        if item["severity"] == "error":
            place = Path(item["file"]), item["line"]
            _add(found, *place, item["code"], item["message"])
    return found


def _said_by_mypy(line: str) -> dict[str, Any]:
    """A line of its output; what keeps mypy from working at all is no JSON."""
    if not line.startswith("{"):
        raise RuntimeError(f"mypy: {line}")
    said: dict[str, Any] = json.loads(line)
    return said


def pyright(folder: Path, packages: Iterable[str]) -> Faults:
    """What pyright, strict, says of some packages in a folder.

    It does not look into their `_runtime`, which is the same everywhere and checked
    with the golden cases.
    """
    named = list(packages)
    settings = {
        "include": named,
        "exclude": [f"{name}/_runtime" for name in named],
        "typeCheckingMode": "strict",
        "pythonVersion": PYTHON,
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    options = ["--pythonpath", sys.executable, "--outputjson", "-p", "."]
    said = json.loads(_run(folder, "pyright", options, {0, 1}))
    if not said["summary"]["filesAnalyzed"]:
        raise RuntimeError("pyright analysed nothing")
    found: Faults = defaultdict(list)
    for item in _told_by_pyright(said):
        path = Path(item["file"]).relative_to(folder.resolve())
        line = item["range"]["start"]["line"] + 1
        _add(found, path, line, item.get("rule"), item["message"])
    return found


def _told_by_pyright(said: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for item in said["generalDiagnostics"]:
        if item["severity"] in ("error", "warning"):
            yield item


def _add(found: Faults, path: Path, line: int, rule: str | None, message: str) -> None:
    package, *inside = path.parts
    text = " ".join(message.split())
    found[package].append(f"{'/'.join(inside)}:{line}: [{rule}] {text}")


def _run(folder: Path, tool: str, options: list[str], codes: set[int]) -> str:
    command = [sys.executable, "-m", tool, *options]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode not in codes:
        raise RuntimeError(f"{tool}: {(done.stdout + done.stderr)[-2000:]}")
    return done.stdout
