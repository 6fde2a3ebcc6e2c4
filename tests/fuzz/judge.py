"""What a run over one schema comes to: counts, disagreements, positions that are wrong."""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .constants import constants
from .mutants import Mutator

if TYPE_CHECKING:
    from .subjects import Subject

_KEPT = 5
_ABSENT = ("required", "dependentRequired")
EXPLAINED = {
    (entry["schema"], entry["ours"]): entry
    for entry in tomllib.loads(
        (Path(__file__).parent / "explained.toml").read_text("utf-8")
    )["explained"]
}
"""Disagreements that are right, by schema (`case/Schema`) and what we do."""


@dataclass
class Outcome:
    """A run over one schema. `wrong` and `astray` hold the first few, `counts` all."""

    name: str
    mutants: int = 0
    valid: int = 0
    disagreements: int = 0
    explained: int = 0
    wrong: list[str] = field(default_factory=list)
    astray: list[str] = field(default_factory=list)

    @property
    def line(self) -> str:
        """The counts in one line."""
        return (
            f"{self.name:58} {self.mutants:7} mutants {self.valid:7} valid"
            f" {self.disagreements:5} disagree {self.explained:5} of them explained"
            f" {len(self.astray):3} astray"
        )


def run(name: str, subject: Subject, count: int, seed: int) -> Outcome:
    """Judge so many mutants of one schema, and the instances that they start from."""
    outcome = Outcome(name)
    known = constants(subject.document.api.assertions, subject.id)
    mutator = Mutator(subject.starts, known, seed)
    check, oracle = subject.check, subject.oracle
    for number in range(count):
        place = number // 2
        is_start = number % 2 == 0 and place < len(subject.starts)
        instance = subject.starts[place] if is_start else mutator.make()
        found = check(instance)
        expected = oracle.is_valid(instance)
        outcome.mutants += 1
        outcome.valid += expected
        if (found is None) is not expected:
            _disagree(outcome, instance, found, oracle)
        for item in found or ():
            if not _stands(instance, item.path, item.keyword):
                outcome.astray.append(f"{item.path} {item.keyword}: {_short(instance)}")
    return outcome


def _disagree(outcome: Outcome, instance: Any, found: Any, oracle: Any) -> None:
    outcome.disagreements += 1
    ours = "accepts" if found is None else "refuses"
    if (outcome.name, ours) in EXPLAINED:
        outcome.explained += 1
    elif len(outcome.wrong) < _KEPT:
        why = found or [str(error) for error in oracle.iter_errors(instance)]
        outcome.wrong.append(f"{ours} {_short(instance)}: {_short(why)}")


def _short(value: Any) -> str:
    text = json.dumps(value, default=str)
    return text if len(text) < 700 else f"{text[:700]}..."


def _stands(instance: Any, path: str, keyword: str) -> bool:
    """Whether a path leads into an instance, or to where a property is missing."""
    part = instance
    tokens = [
        token.replace("~1", "/").replace("~0", "~") for token in path.split("/")[1:]
    ]
    for place, token in enumerate(tokens):
        if isinstance(part, dict) and token in part:
            part = part[token]
        elif isinstance(part, list) and token.isdigit() and int(token) < len(part):
            part = part[int(token)]
        else:
            is_last = place == len(tokens) - 1
            return is_last and keyword in _ABSENT and isinstance(part, dict)
    return keyword not in _ABSENT
