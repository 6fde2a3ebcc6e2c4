"""Generate from a sample of the documents of a folder, and check the types.

    python -m tests.corpus.types FOLDER [--every N] [--largest MB] [--names A,B]
        [--summary FILE]

Taken are every Nth of the documents by size, up to so many megabytes, and those that are
named, by their paths below the folder; with names alone, only these. Their packages,
with all targets, go through `mypy --strict` and through pyright, which is strict too, in
batches. A table tells of each document how many lines its package has and how many
errors there are, with the first of them; `--summary` adds the same to a file: documents
that stand in it and were not checked this time stay.

Where to get a folder of documents, `tests.corpus.run` says.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .checkers import mypy, pyright
from .packages import generate, lines, sample

if TYPE_CHECKING:
    from collections.abc import Iterator

BATCH = 120_000
"""Lines after which the checkers start anew, so that their memory does."""
SHOWN = 3
KEPT = 5


@dataclass(slots=True)
class Checked:
    """What the checkers said of the package of one document."""

    document: str
    package: str
    lines: int = 0
    refused: bool = False
    mypy: list[str] = field(default_factory=list)
    pyright: list[str] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        """Whether there is a package, and nothing to say of it."""
        return not (self.refused or self.mypy or self.pyright)


def make(task: tuple[Path, Path]) -> tuple[int, int]:
    """Generate the package of a document: the exit code and the number of lines."""
    path, root = task
    code, _ = generate(path, root)
    return code, lines(root)


def batches(paths: list[Path], folder: Path, made: Path) -> Iterator[list[Checked]]:
    """Packages below `made`, each generated in a process of its own, by the batch."""
    context = multiprocessing.get_context("fork")
    batch: list[Checked] = []
    for number, path in enumerate(paths):
        name = f"corpus_{number:04}"
        checked = Checked(path.relative_to(folder).as_posix(), name)
        with context.Pool(1) as pool:
            code, checked.lines = pool.apply(make, [(path, made / name)])
        if code not in (0, 2):
            raise RuntimeError(f"{checked.document}: exit code {code}")
        checked.refused = code == 2
        batch.append(checked)
        if sum(item.lines for item in batch) > BATCH:
            yield batch
            batch = []
    yield batch


def check(batch: list[Checked], made: Path) -> None:
    """Write down what both checkers say of a batch."""
    packages = [item.package for item in batch if not item.refused]
    if not packages:
        return
    by_mypy, by_pyright = mypy(made, packages), pyright(made, packages)
    for item in batch:
        item.mypy = by_mypy.get(item.package, [])
        item.pyright = by_pyright.get(item.package, [])


def row(item: Checked) -> str:
    """A line of the table, with the first messages below it."""
    if item.refused:
        return f"{item.document:60} refused"
    figures = f"{item.lines:9} {len(item.mypy):7} {len(item.pyright):7}"
    shown = [*item.mypy[:SHOWN], *item.pyright[:SHOWN]]
    return "\n    ".join([f"{item.document:60} {figures}", *shown])


def summarise(before: dict[str, Any], found: list[Checked]) -> dict[str, Any]:
    """The figures of all documents that were checked up to now."""
    sizes: dict[str, int] = dict(before.get("lines of", {}))
    faults: dict[str, Any] = dict(before.get("faults", {}))
    for item in found:
        if item.refused:
            continue
        sizes[item.document] = item.lines
        faults.pop(item.document, None)
        if not item.clean:
            faults[item.document] = {
                "mypy": len(item.mypy),
                "pyright": len(item.pyright),
                "first": [*item.mypy[:KEPT], *item.pyright[:KEPT]],
            }
    return {
        "documents": len(sizes),
        "clean": len(sizes) - len(faults),
        "lines": sum(sizes.values()),
        "lines of": dict(sorted(sizes.items())),
        "faults": dict(sorted(faults.items())),
    }


def main() -> int:
    """Check a sample; the exit code tells whether the checkers found anything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--every", type=int)
    parser.add_argument("--largest", type=float, default=100.0, help="megabytes")
    parser.add_argument("--names", default="", help="paths below the folder, by commas")
    parser.add_argument("--summary", type=Path)
    given = parser.parse_args()
    folder: Path = given.folder
    paths = [folder / name for name in given.names.split(",") if name]
    if given.every or not paths:
        paths += sample(folder, given.every or 1, given.largest)
    found: list[Checked] = []
    with tempfile.TemporaryDirectory(prefix="corpus-types-") as name:
        made = Path(name, "packages")
        made.mkdir()
        for batch in batches(list(dict.fromkeys(paths)), folder, made):
            check(batch, made)
            found += batch
            for item in batch:
                print(row(item), flush=True)
    if given.summary is not None:
        before = json.loads(given.summary.read_text()) if given.summary.exists() else {}
        text = json.dumps(summarise(before, found), indent=2)
        given.summary.write_text(text + "\n")
    wrong = [item for item in found if not (item.clean or item.refused)]
    print(f"{len(found)} documents, {len(wrong)} with errors")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
