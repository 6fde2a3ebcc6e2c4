"""Hold the generated validators against `jsonschema-rs`, at length.

    python -m tests.fuzz [--count 60000] [--seed 1] [--only WORD]

For ten schemas of OpenAI's document, if it is there (`OASMITH_DATA`), and for all golden
schemas. Prints counts for each, and exits with 1 when a disagreement has no explanation
or a violation points astray.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from .judge import run
from .subjects import OPENAI, TEN, goldens, openai

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .subjects import Subject


def _subjects(folder: Path) -> Iterator[tuple[str, Subject]]:
    if OPENAI.is_file():
        ten = openai(folder)
        for subject in ten.subjects():
            if subject.name in TEN:
                yield f"openai/{subject.name}", subject
    for case, document in goldens(folder):
        for subject in document.subjects():
            yield f"{case}/{subject.name}", subject


def main() -> int:
    """Run, and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=60_000, help="mutants of each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="part of the names to take")
    options = parser.parse_args()
    mutants = disagreements = explained = astray = schemas = 0
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for name, subject in _subjects(Path(folder)):
            if options.only not in name:
                continue
            outcome = run(name, subject, options.count, options.seed)
            print(outcome.line, flush=True)
            for text in (*outcome.wrong, *outcome.astray[:3]):
                print(f"    {text}", flush=True)
            schemas += 1
            mutants += outcome.mutants
            disagreements += outcome.disagreements
            explained += outcome.explained
            astray += len(outcome.astray)
            failed = failed or bool(outcome.wrong or outcome.astray)
    print(
        f"{schemas} schemas, {mutants} mutants, {disagreements} disagreements,"
        f" {explained} of them explained, {astray} positions astray"
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
