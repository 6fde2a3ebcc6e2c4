"""Small documents in the spirit of the hardest real ones, held to what all must hold to.

`python -m tests.corpus.run FOLDER` does the same to real documents, and
`python -m tests.corpus.types FOLDER` checks their types.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from .checkers import mypy, pyright
from .checks import count, import_all, operations_of, read, unformatted, unused
from .packages import generate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .checkers import Faults

DOCUMENTS = sorted((Path(__file__).parent / "documents").glob("*.yaml"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with a package for each document."""
    folder = tmp_path_factory.mktemp("corpus") / "packages"
    for path in DOCUMENTS:
        code, messages = generate(path, folder / f"corpus_{path.stem}")
        assert code == 0, messages
    yield folder


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_nothing_is_lost_and_everything_imports(path: Path, folder: Path) -> None:
    root = folder / f"corpus_{path.stem}"
    assert operations_of(read(path))
    assert count(read(path), root).lost == []
    assert unformatted(root, path.name) == []
    assert unused(root) == []
    assert import_all(root) > 40


@pytest.mark.parametrize("checker", [mypy, pyright])
def test_type_checkers_find_nothing(
    checker: Callable[[Path, list[str]], Faults], folder: Path
) -> None:
    assert checker(folder, [f"corpus_{path.stem}" for path in DOCUMENTS]) == {}


@pytest.mark.parametrize("checker", [mypy, pyright])
def test_type_checkers_tell_what_they_find(
    checker: Callable[[Path, list[str]], Faults], tmp_path: Path
) -> None:
    for name, value in ("good", "1"), ("bad", "''"):
        root = tmp_path / "packages" / name
        root.mkdir(parents=True)
        (root / "__init__.py").write_text(f"number: int = {value}\n")
    ((package, texts),) = checker(tmp_path / "packages", ["good", "bad"]).items()
    assert package == "bad"
    assert [text.split(" ")[0] for text in texts] == ["__init__.py:1:"]
