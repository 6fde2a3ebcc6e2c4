"""Documents of a folder, and what the command line makes of one."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING

from generator.cli import main as oasmith

if TYPE_CHECKING:
    from pathlib import Path


def sample(
    folder: Path, every: int = 1, largest: float = 100.0, first: int = 0
) -> list[Path]:
    """Every so manieth document of a folder by size, up to so many megabytes.

    The sample begins with document `first`: with those below `every`, each document
    is in one sample.
    """
    found = [*folder.rglob("*.json"), *folder.rglob("*.yaml")]
    sizes = {path: path.stat().st_size for path in found}
    fitting = [path for path in found if sizes[path] <= largest * 1e6]
    return sorted(fitting, key=lambda path: (sizes[path], path))[first::every]


def generate(path: Path, root: Path) -> tuple[int, str]:
    """Generate all targets below `root`; the exit code, and the messages as JSON."""
    out, err = io.StringIO(), io.StringIO()
    command = ["generate", str(path), "-o", str(root), "--no-cache"]
    with redirect_stdout(out), redirect_stderr(err):
        code = oasmith([*command, "--format", "json"])
    return code, err.getvalue()


def lines(root: Path) -> int:
    """How many lines of Python there are below `root`."""
    return sum(path.read_bytes().count(b"\n") for path in sorted(root.rglob("*.py")))
