"""A project in a temporary folder, and calls of the command line in this process."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from generator import cli

from .support import SPEC, Answer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with one document, as the current folder."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "pets.yaml").write_text(SPEC)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OASMITH_CACHE_DIR", str(tmp_path / ".cache"))
    monkeypatch.delenv("OASMITH_DEBUG", raising=False)
    return tmp_path


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Callable[..., Answer]:
    """Call the command line in this process."""

    def run(*argv: str) -> Answer:
        try:
            code = cli.main(argv)
        except SystemExit as ended:
            code = int(str(ended.code or 0))
        out, err = capsys.readouterr()
        return Answer(code, out, err)

    return run
