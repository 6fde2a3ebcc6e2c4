"""Names that linters refuse because they look like digits: `l`, `I`, `O`."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from generator.config.model import TARGETS

from .support import SPECS, Case

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def made() -> Iterator[Case]:
    """A package with all targets, of a document that has such names everywhere."""
    yield Case(SPECS / "ambiguous-names.yaml", targets=TARGETS)


def test_the_default_rules_of_ruff_refuse_none(made: Case) -> None:
    options = ["--isolated", "--select=E4,E7,E9,F", str(made.folder / made.package)]
    report = subprocess.run(
        [sys.executable, "-m", "ruff", "check", *options],
        capture_output=True,
        text=True,
    )
    assert report.returncode == 0, report.stdout


def test_the_wire_keeps_its_names(made: Case) -> None:
    wire = {"l": {"l": "a", "O": ["ab"]}, "I": 3, "O": "O"}
    found = made.model("L").model_validate(wire)
    assert found.l_.l_ == "a"
    assert found.to_dict() == wire
    assert made.faults("l", wire) == []
    assert made.faults("l", {**wire, "l": {"O": ["a"]}}) == [("/l/O/0", "minLength")]
    assert made.faults("U", {"l": "c"}) == [("/l", "enum")]
    assert made.violations("l_", {}) == [("/l", "required")]
