"""The write stage as the pipeline calls it: look, compare, and carry out.

Everything that the folder can do wrong becomes a diagnostic here; nothing below knows
about diagnostics except the path rules.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from ..diagnostics import Fatal, Sink, diagnostic, report
from ..values import dataclass
from .changes import ChangeSet, Conflict, Expected, compare, forced
from .commit import Busy, applied, locked, recover
from .manifest import Manifest, ManifestError, Names, parse_manifest
from .paths import MANIFEST, STAGING_PREFIX, clash, unsafe_reason
from .tree import Irregular, Seen, Tree, digest, read_plain, read_tree

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from ..render import RenderedFile


@dataclass(frozen=True, slots=True)
class Output:
    """An output folder: where it is, how the user calls it, whether to use force."""

    root: Path
    shown: str
    force: bool = False

    def place(self, path: str) -> str:
        """A file of the folder as messages name it."""
        return f"{self.shown.rstrip('/')}/{path}"


@dataclass(frozen=True, slots=True)
class Prior:
    """The manifest found in the folder, and its bytes; `found` is None without one."""

    manifest: Manifest
    found: bytes | None


def settle(output: Output, sink: Sink) -> None:
    """Undo what a killed run left half done. Raises Fatal when the folder is in use."""
    if any(output.root.glob(f"{STAGING_PREFIX}*")):
        with _told(output), locked(output.root):
            if recover(output.root):
                report(sink, "W402", path=output.shown)


def read_manifest(output: Output, sink: Sink, *, strict: bool) -> Prior:
    """The manifest of the last run; an empty one when there is none.

    One that cannot be used is a warning, and counts as none, unless `strict`: then it
    raises Fatal.
    """
    try:
        found = read_plain(output.root / MANIFEST)
        return Prior(parse_manifest(found), found)
    except (FileNotFoundError, NotADirectoryError):
        return Prior(Manifest(), None)
    except Irregular as problem:
        reason = f"it is {problem}"
    except ManifestError as problem:
        reason = str(problem)
    except OSError as problem:
        reason = _why(problem)
    code = "E408" if strict else "W401"
    finding = diagnostic(code, path=output.place(MANIFEST), reason=reason)
    if strict:
        raise Fatal(finding)
    sink.add(finding)
    return Prior(Manifest(), None)


def expect(
    files: Iterable[RenderedFile],
    prior: Manifest,
    *,
    version: str,
    package: str,
    targets: Iterable[str],
    names: Names,
    sources: Mapping[str, str] | None = None,
    seen: Mapping[str, Seen] | None = None,
) -> Expected:
    """What the folder should hold, manifest included; the keywords are its facts.

    `seen` are files of it as they were found.

    Raises Fatal when a path breaks the rules of `paths`.
    """
    files = tuple(files)
    _check_paths([file.path for file in files])
    generated = {
        file.path: file.text.encode() for file in files if file.ownership == "generated"
    }
    scaffolds = {
        file.path: file.text.encode() for file in files if file.ownership == "scaffold"
    }
    manifest = Manifest(
        version=version,
        package=package,
        targets=tuple(targets),
        files={
            file.path: file.sha256 or digest(generated[file.path])
            for file in files
            if file.path in generated
        },
        scaffolds=tuple(sorted({*scaffolds, *prior.scaffolds})),
        names=names,
        sources=sources or {},
    )
    return Expected(generated, scaffolds, manifest, seen or {})


def _check_paths(paths: list[str]) -> None:
    for path in paths:
        reason = "it is the manifest's" if path == MANIFEST else unsafe_reason(path)
        if reason:
            raise Fatal(diagnostic("E409", path=path, reason=reason))
    if twins := clash(paths):
        reason = f"it is too close to {twins[0]}"
        raise Fatal(diagnostic("E409", path=twins[1], reason=reason))


def check(output: Output, expected: Expected, prior: Prior) -> ChangeSet:
    """What `generate` would change, without changing it. Raises Fatal if unreadable."""
    with _told(output):
        return compare(expected, _look(output, expected, prior), prior.manifest)


def foresee(output: Output, expected: Expected, prior: Prior, sink: Sink) -> None:
    """Report to `sink` every conflict that `generate` would stop at; write nothing.

    Raises Fatal when the folder cannot be read.
    """
    with _told(output):
        _settled_changes(output, expected, prior, sink)


@contextmanager
def generating(
    output: Output, expected: Expected, prior: Prior, sink: Sink
) -> Iterator[ChangeSet]:
    """Make the folder what it should be; what the body raises undoes it again.

    Gives the changes. Conflicts go to `sink` as errors, and then nothing is written.
    Raises Fatal when the folder cannot be read or written, or changed under our hands;
    it is then as before.
    """
    with _told(output), locked(output.root):
        if _manifest_bytes(output, prior) != prior.found:
            raise Busy
        known = len(sink.found)
        changes = _settled_changes(output, expected, prior, sink)
        if len(sink.found) > known:
            yield changes
            return
        with applied(output.root, changes, expected.content):
            yield changes


def generate(output: Output, expected: Expected, prior: Prior, sink: Sink) -> ChangeSet:
    """Make the folder what it should be and say what that took (see `generating`)."""
    with generating(output, expected, prior, sink) as changes:
        pass
    return changes


def _settled_changes(
    output: Output, expected: Expected, prior: Prior, sink: Sink
) -> ChangeSet:
    """What a run would change, force considered; what stops it goes to `sink`."""
    tree = _look(output, expected, prior)
    changes = compare(expected, tree, prior.manifest)
    if prior.found is None and not tree.empty and not output.force:
        report(sink, "E402", path=output.shown)
        return changes
    if output.force:
        changes = forced(changes, expected)
    for conflict in changes.conflict:
        _report(output, conflict, sink)
    return changes


def _look(output: Output, expected: Expected, prior: Prior) -> Tree:
    wanted = {*expected.generated, *expected.scaffolds}
    wanted.update(prior.manifest.files, prior.manifest.scaffolds)
    return read_tree(output.root, wanted, expected.seen)


def _manifest_bytes(output: Output, prior: Prior) -> bytes | None:
    """The manifest as it is now; what cannot be read counts as what it was."""
    if prior.found is None and output.force:
        return None
    try:
        return read_plain(output.root / MANIFEST)
    except FileNotFoundError:
        return None


def _report(output: Output, conflict: Conflict, sink: Sink) -> None:
    path = output.place(conflict.path)
    match conflict.kind:
        case "edited":
            report(sink, "E403", path=path)
        case "foreign":
            report(sink, "E404", path=path)
        case "irregular" | "linked":
            report(sink, "E405", path=path, kind=conflict.detail)


@contextmanager
def _told(output: Output) -> Iterator[None]:
    """Turn what the system refuses into a diagnostic."""
    try:
        yield
    except Busy:
        raise Fatal(diagnostic("E407", path=output.shown)) from None
    except Irregular as problem:
        reason = str(problem)
        raise Fatal(diagnostic("E406", path=output.shown, reason=reason)) from None
    except OSError as problem:
        where = problem.filename if isinstance(problem.filename, str) else ""
        place = _inside(output, where)
        reason = _why(problem)
        raise Fatal(diagnostic("E406", path=place, reason=reason)) from None


def _inside(output: Output, where: str) -> str:
    """A path of the system as the user would write it; the folder for one of staging."""
    prefix = f"{output.root}/"
    inner = where.removeprefix(prefix) if where.startswith(prefix) else ""
    return (
        output.place(inner) if inner and STAGING_PREFIX not in inner else output.shown
    )


def _why(problem: OSError) -> str:
    return (problem.strerror or "the system refused it").lower()
