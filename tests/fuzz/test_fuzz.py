"""A short run of `python -m tests.fuzz`: no disagreement without an explanation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from .judge import EXPLAINED, run
from .subjects import OPENAI, TEN, goldens, openai

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from .judge import Outcome
    from .subjects import Subject

pytest.importorskip("jsonschema_rs")

SEED = 7


def _faults(outcomes: Iterable[Outcome]) -> str:
    return "\n".join(
        f"{item.name}: {text}"
        for item in outcomes
        for text in (*item.wrong, *item.astray)
    )


def test_golden_schemas(tmp_path: Path) -> None:
    found = [
        run(f"{case}/{subject.name}", subject, 120, SEED)
        for case, document in goldens(tmp_path)
        for subject in document.subjects()
    ]
    assert _faults(found) == ""
    told = {item.name for item in found if item.explained}
    assert {schema for schema, _ in EXPLAINED} <= told, "explained, but not found"
    assert len(found) > 100
    assert sum(item.valid for item in found) > 4000
    assert sum(item.mutants - item.valid for item in found) > 4000


@pytest.mark.skipif(not OPENAI.is_file(), reason="needs the real document")
def test_real_schemas(tmp_path: Path) -> None:
    found = [
        run(f"openai/{subject.name}", subject, 500, SEED)
        for subject in openai(tmp_path).subjects()
        if subject.name in TEN
    ]
    assert _faults(found) == ""
    assert len(found) == len(TEN)
    assert all(20 < item.valid < item.mutants - 20 for item in found)


def _subject(tmp_path: Path) -> Subject:
    _, document = next(iter(goldens(tmp_path)))
    return next(document.subjects())


class _Wrong:
    """A subject whose validator is another."""

    def __init__(self, subject: Subject, check: Any) -> None:
        self.document, self.id = subject.document, subject.id
        self.oracle, self.starts = subject.oracle, subject.starts
        self.check = check


@pytest.mark.parametrize("way", ["accepts", "refuses"])
def test_a_wrong_validator_is_found(way: str, tmp_path: Path) -> None:
    subject = _subject(tmp_path)
    wrong: Any = _Wrong(subject, lambda value: None if way == "accepts" else [])
    found = run("wrong", wrong, 200, SEED)
    assert found.wrong
    assert all(text.startswith(way) for text in found.wrong)


def test_a_position_that_is_not_there_is_found(tmp_path: Path) -> None:
    subject = _subject(tmp_path)

    def astray(value: object) -> list[Any]:
        told = subject.check(value) or []
        return [
            item._replace(path=f"{item.path}/nowhere", keyword="type") for item in told
        ]

    wrong: Any = _Wrong(subject, astray)
    assert run("astray", wrong, 200, SEED).astray


def test_the_same_seed_makes_the_same_mutants(tmp_path: Path) -> None:
    subject = _subject(tmp_path)
    first, second = (run("same", subject, 300, SEED) for _ in range(2))
    assert first == second
    assert run("same", subject, 300, SEED + 1) != first
