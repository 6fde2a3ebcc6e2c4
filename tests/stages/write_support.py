"""What the tests of the write stage share: small trees, and pictures of folders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.diagnostics import Sink
from generator.render import RenderedFile
from generator.write import Expected, Manifest, Output, Prior, generate, read_manifest
from generator.write import expect as expect_files

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from generator.write import ChangeSet

FIRST = {"__init__.py": "a = 1\n", "models/pet.py": "b = 2\n", "old/gone.py": "c = 3\n"}
SECOND = {"__init__.py": "a = 9\n", "models/pet.py": "b = 2\n", "new/deep/x.py": "d\n"}


def expect(
    texts: Mapping[str, str],
    prior: Manifest | None = None,
    scaffolds: Mapping[str, str] | None = None,
) -> Expected:
    """The expectation of a run with these files."""
    files = [RenderedFile(path, text) for path, text in texts.items()]
    for path, text in (scaffolds or {}).items():
        files.append(RenderedFile(path, text, "scaffold"))
    return expect_files(
        files,
        prior or Manifest(),
        version="1",
        package="pets",
        targets=("models",),
        names={"types": {"#/components/schemas/Pet": "Pet"}},
    )


def output_at(root: Path, *, force: bool = False) -> Output:
    """The output folder as the command line would describe it."""
    return Output(root, root.name, force)


def run(
    root: Path,
    texts: Mapping[str, str],
    *,
    force: bool = False,
    scaffolds: Mapping[str, str] | None = None,
) -> tuple[ChangeSet, list[str]]:
    """Generate these files into a folder; the changes, and the codes reported."""
    sink = Sink()
    output = output_at(root, force=force)
    prior = read_manifest(output, sink, strict=not force)
    expected = expect(texts, prior.manifest, scaffolds)
    changes = generate(output, expected, prior, sink)
    return changes, [finding.code for finding in sink.found]


def prior_of(root: Path) -> Prior:
    """The manifest in a folder."""
    return read_manifest(output_at(root), Sink(), strict=True)


def picture(root: Path) -> dict[str, object]:
    """Everything in a folder: contents of files, targets of links, and the folders."""
    found: dict[str, object] = {}
    for path in root.rglob("*"):
        key = str(path.relative_to(root))
        if path.is_symlink():
            found[key] = ("link", str(path.readlink()))
        elif path.is_dir():
            found[key] = "folder"
        else:
            found[key] = path.read_bytes() if path.is_file() else "special"
    return found
