"""The packages of the golden cases, written once for each process that runs tests."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from .cases import CASES, behaviour_of, lay_out

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="session")
def laid_out(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder on the path with the package `case_<name>` of each case."""
    folder = tmp_path_factory.mktemp("cases")
    lay_out(folder)
    pytest.register_assert_rewrite(*map(behaviour_of, CASES))
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))
