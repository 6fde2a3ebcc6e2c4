"""The repository keeps its own style: ruff, black and mypy have nothing to say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    "command",
    [
        ["ruff", "check", "."],
        ["black", "--check", "-q", "generator", "templates", "tests", "generated"],
        ["mypy", "--strict", "-p", "generator"],
    ],
    ids=lambda command: str(command[0]),
)
def test_the_tools_find_nothing(command: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
