"""The setting `accept_subclasses`, by the command line and by the configuration."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from .support import Answer, files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ASK = ("pets.yaml", "--target", "validators")
FLAG = "--accept-subclasses"
PROGRAM = """
from collections import UserDict
from decimal import Decimal
from pets.validators import SCHEMAS
name = next(iter(SCHEMAS))
print(SCHEMAS[name](UserDict()) == SCHEMAS[name]({}))
"""


def accepts(folder: Path) -> bool:
    """Whether the generated validators take a mapping for an object."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout == "True\n"


def test_it_is_off_until_it_is_asked_for(
    project: Path, call: Callable[..., Answer]
) -> None:
    assert call("generate", *ASK).code == 0
    usual = files(project / "pets")
    assert "_runtime/accepting.py" not in usual
    assert not accepts(project)
    assert call("generate", *ASK, FLAG).code == 0
    assert {"_runtime/accepting.py", "_runtime/exact.py"} <= files(
        project / "pets"
    ).keys()
    assert accepts(project)
    assert call("check", *ASK, FLAG).code == 0
    assert call("check", *ASK).code == 1
    assert call("generate", *ASK).code == 0
    assert files(project / "pets") == usual


def test_the_configuration_asks_for_it(
    project: Path, call: Callable[..., Answer]
) -> None:
    lines = ['[apis.pets]\nspec = "pets.yaml"\ntargets = ["validators"]']
    (project / "oasmith.toml").write_text(
        "\n".join([*lines, "accept_subclasses = true"])
    )
    assert call("generate").code == 0
    assert accepts(project)
    (project / "oasmith.toml").write_text("\n".join([*lines, "accept_subclasses = 1"]))
    answer = call("generate")
    assert answer.code == 2
    assert "true or false" in answer.err


@pytest.mark.parametrize("text", ["{}", '{"id": []}', "[1e400]", "[[]]"])
def test_files_are_told_the_same(
    project: Path, call: Callable[..., Answer], text: str
) -> None:
    (project / "x.json").write_text(text)
    ask = ("validate", "pets.yaml", "--schema", "Pet", "x.json")
    usual, more = call(*ask), call(*ask, FLAG)
    assert (usual.code, usual.out) == (more.code, more.out)
    assert usual.code == 1
