"""The checked-in figures of the last run over public documents meet the target."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def summary() -> Any:
    return json.loads((HERE / "summary.json").read_text(encoding="utf-8"))


def test_every_document_is_generated_or_refused(summary: Any) -> None:
    assert set(summary["outcomes"]) <= {"generated", "refused"}
    assert sum(summary["outcomes"].values()) == summary["documents"] > 2600


def test_no_operation_is_lost_and_nothing_else_is_wrong(summary: Any) -> None:
    assert summary["operations lost"] == 0
    assert summary["faults"] == {}


def test_what_is_refused_is_broken_and_says_where(summary: Any) -> None:
    assert len(summary["refused"]) == summary["outcomes"].get("refused", 0) < 10
    for document, errors in summary["refused"].items():
        assert errors and all(error.startswith("E") for error in errors), document
