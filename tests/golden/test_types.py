"""mypy and pyright, both strict, and ruff, over all generated packages in one run each.

Checked are the golden cases, the programs that use them (`behaviour.py`, and the examples
of the projects around them), and the package that comes with the repository.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ..project.support import CLIENTS, examples
from .cases import CASES, RUNTIME, example, generated, package_of, write


@pytest.fixture(scope="module")
def project(laid_out: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with everything to check."""
    folder = tmp_path_factory.mktemp("typed") / "packages"
    shutil.copytree(laid_out, folder, ignore=shutil.ignore_patterns("__pycache__"))
    write(folder / "completions", example(mock=True).files)
    for case in CLIENTS:
        for path, text in examples(case).items():
            write(folder, {f"shown_{case}_{path.replace('/', '_')}": text})
    return folder


def test_mypy(project: Path) -> None:
    options = ["--strict", "--python-version", "3.11", "--config-file", ""]
    report = _run(project, "mypy", *options, "--cache-dir", "../cache", ".")
    assert re.search(r"no issues found in \d{3,} source files", report), report


def test_pyright(project: Path) -> None:
    """A module of the runtime is the same everywhere, and checked in one package only."""
    known = set(example().runtime)
    known_already: list[str] = []
    for case in CASES:
        own = generated(case).runtime.keys()
        package = package_of(case)
        known_already += [f"{package}/{RUNTIME}{name}" for name in own & known]
        known |= own
    settings = {
        "typeCheckingMode": "strict",
        "pythonVersion": "3.11",
        "exclude": known_already,
    }
    path = project / "pyrightconfig.json"
    path.write_text(json.dumps(settings), encoding="utf-8")
    report = _run(project, "pyright", "--pythonpath", sys.executable, "-p", ".")
    assert "0 errors, 0 warnings" in report, report


def test_ruff(project: Path) -> None:
    """Long lines are addresses and words of the document, which nothing can break."""
    options = ["--isolated", "--no-cache", "--exclude", "behaviour_*"]
    report = _run(project, "ruff", "check", *options, "--select=E,F,I", "--ignore=E501")
    assert "All checks passed!" in report, report


def test_nothing_is_hidden_from_the_checkers(project: Path) -> None:
    for path in project.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert "type: ignore" not in text and "pyright: " not in text, path


def _run(folder: Path, tool: str, *options: str) -> str:
    command = [sys.executable, "-m", tool, *options]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr
