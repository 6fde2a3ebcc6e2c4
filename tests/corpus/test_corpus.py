"""Small documents in the spirit of the hardest real ones, held to what all must hold to.

`python -m tests.corpus.run FOLDER` does the same to real documents.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from generator.cli import main as oasmith

from .checks import count, import_all, operations_of, read, unformatted

if TYPE_CHECKING:
    from collections.abc import Iterator

DOCUMENTS = sorted((Path(__file__).parent / "documents").glob("*.yaml"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with a package for each document."""
    folder = tmp_path_factory.mktemp("corpus")
    for path in DOCUMENTS:
        target = ["-o", str(folder / f"corpus_{path.stem}"), "--no-cache", "-q"]
        assert oasmith(["generate", str(path), *target]) == 0, path.name
    yield folder


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_nothing_is_lost_and_everything_imports(path: Path, folder: Path) -> None:
    root = folder / f"corpus_{path.stem}"
    assert operations_of(read(path))
    assert count(read(path), root).lost == []
    assert unformatted(root, path.name) == []
    assert import_all(root) > 40


@pytest.mark.parametrize(
    "command",
    [
        ["-m", "mypy", "--strict", "--no-error-summary"],
        ["-m", "pyright", "--pythonpath", sys.executable, "-p", "."],
    ],
    ids=["mypy", "pyright"],
)
def test_type_checkers_find_nothing(command: list[str], folder: Path) -> None:
    packages = [f"corpus_{path.stem}" for path in DOCUMENTS]
    config = {"include": packages, "typeCheckingMode": "strict"}
    (folder / "pyrightconfig.json").write_text(json.dumps(config))
    named = packages if "mypy" in command else []
    done = subprocess.run(
        [sys.executable, *command, *named],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:]
