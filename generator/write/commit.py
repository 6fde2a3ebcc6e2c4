"""Carrying out a change set: all of it, or nothing.

New content is written to a staging folder inside the output folder (so that it is on the
same device), a journal says what is going to move, and only then do files and new folders
change place, each in one step. When a step fails the journal is walked backwards. When
the process is killed the journal stays, and the next run walks it backwards before it
does anything.
"""

from __future__ import annotations

import json
import os
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Literal, TypeAlias

from ..values import dataclass
from . import disk
from .paths import MANIFEST, STAGING_PREFIX, unsafe_reason
from .tree import Irregular, folders_of, kind_of, read_plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from .changes import ChangeSet

_Kind: TypeAlias = Literal["create", "update", "delete"]
_JOURNAL = "journal"
_NEW = "new"


@dataclass(frozen=True, slots=True)
class _Step:
    kind: _Kind
    path: str


@dataclass(frozen=True, slots=True)
class _Journal:
    """The folders that a commit creates, outermost first, and its steps in order."""

    folders: tuple[str, ...] = ()
    steps: tuple[_Step, ...] = ()


class Busy(Exception):
    """Another run holds the output folder."""


@contextmanager
def locked(root: Path) -> Iterator[None]:
    """Hold the output folder against other runs; it is created when it is missing.

    A folder created here is removed again if it is still empty at the end. Raises Busy
    when another run holds it. Where the system has no file locks nothing is held.
    """
    created = _make_parents(root)
    try:
        with _flock(root):
            yield
    finally:
        for folder in reversed(created):
            disk.remove_empty_folder(folder)


@contextmanager
def _flock(root: Path) -> Iterator[None]:
    try:
        import fcntl
    except ImportError:
        yield
        return
    handle = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Busy from None
        yield
    finally:
        os.close(handle)


def _make_parents(folder: Path) -> list[Path]:
    """Create `folder` and what is missing above it; the folders created, outermost first."""
    missing: list[Path] = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    created: list[Path] = []
    try:
        for path in reversed(missing):
            disk.make_folder(path)
            created.append(path)
    except BaseException:
        for path in reversed(created):
            disk.remove_empty_folder(path)
        raise
    return created


def recover(root: Path) -> bool:
    """Undo what a killed run left half done in `root`; whether there was anything.

    Call it while holding the lock. The journal is untrusted: a step with a path that we
    would never write is skipped, and so is all of a journal that cannot be read.
    """
    found = False
    for staging in sorted(root.glob(f"{STAGING_PREFIX}*")):
        if kind_of(staging) != "a folder":
            continue
        _undo(root, staging, _read_journal(staging))
        disk.remove_tree(staging)
        found = True
    return found


@contextmanager
def applied(
    root: Path, changes: ChangeSet, content: Callable[[str], bytes]
) -> Iterator[None]:
    """Make the folder what it should be for the body, and for good if the body succeeds.

    The change set must have no conflicts. Raises OSError when a step fails and Irregular
    when a folder on the way has become something else; in both cases, and on an
    interrupt or anything that the body raises, the folder is as it was before.
    """
    steps = _steps(changes)
    if not steps:
        yield
        return
    staging = disk.make_staging(root, STAGING_PREFIX)
    begun = _Journal()
    try:
        _stage(staging, steps, content)
        journal = _Journal(_missing_folders(root, steps), steps)
        _write_journal(staging, journal)
        begun = journal
        _carry_out(root, staging, journal)
        yield
        disk.remove_file(staging / _JOURNAL)
    except BaseException:
        _undo(root, staging, begun)
        disk.remove_tree(staging)
        raise
    with suppress(OSError):
        disk.remove_tree(staging)
    _prune(root, changes.delete)


def _stage(
    staging: Path, steps: tuple[_Step, ...], content: Callable[[str], bytes]
) -> None:
    """Write what is new below `new` in the staging folder, each file at its path."""
    paths = [step.path for step in steps if step.kind != "delete"]
    for folder in sorted(folders_of(paths)):
        disk.make_folder(staging / _NEW / folder)
    for path in paths:
        target = f"{staging}/{_NEW}/{path}"
        disk.write_new(target, content(path), flush=path == MANIFEST)


def _steps(changes: ChangeSet) -> tuple[_Step, ...]:
    """What to do in which order; the manifest, which vouches for the rest, comes last."""
    steps = [_Step("create", path) for path in changes.create]
    steps += [_Step("update", path) for path in changes.update]
    steps += [_Step("delete", path) for path in changes.delete]
    return tuple(sorted(steps, key=lambda step: step.path == MANIFEST))


def _missing_folders(root: Path, steps: tuple[_Step, ...]) -> tuple[str, ...]:
    """The folders to create. Raises Irregular when something else stands in the way."""
    missing: list[str] = []
    for folder in sorted(folders_of(step.path for step in steps)):
        place = root / folder
        if not os.path.lexists(place):
            missing.append(folder)
        elif (kind := kind_of(place)) != "a folder":
            raise Irregular(f"{folder} is {kind or 'a file'}")
    return tuple(missing)


def _carry_out(root: Path, staging: Path, journal: _Journal) -> None:
    """Take the steps; a folder that is new comes in one step with all that is in it."""
    new = set(journal.folders)
    for folder in journal.folders:
        if folder.rpartition("/")[0] not in new:
            _create(root, staging, folder)
    for number, step in enumerate(journal.steps):
        if step.path.rpartition("/")[0] in new:
            continue
        target = f"{root}/{step.path}"
        if step.kind == "create":
            _create(root, staging, step.path)
        elif step.kind == "delete":
            disk.move(target, f"{staging}/old-{number}")
        else:
            disk.keep_copy(target, f"{staging}/old-{number}")
            disk.move(f"{staging}/{_NEW}/{step.path}", target)


def _create(root: Path, staging: Path, path: str) -> None:
    """Put a new file or folder where nothing may be."""
    target = f"{root}/{path}"
    if os.path.lexists(target):
        raise Irregular(f"{path} has appeared meanwhile")
    disk.move(f"{staging}/{_NEW}/{path}", target)


def _undo(root: Path, staging: Path, journal: _Journal) -> None:
    """Walk a journal backwards. Doing it twice does no more than doing it once."""
    for number, step in reversed(list(enumerate(journal.steps))):
        target = root / step.path
        backup = staging / f"old-{number}"
        if not _plain_way(root, step.path):
            continue
        if kind_of(backup) is None and os.path.lexists(backup):
            disk.move(str(backup), str(target))
        elif step.kind == "create" and _moved(staging / _NEW / step.path, target):
            disk.remove_file(target)
    for folder in reversed(journal.folders):
        if _plain_way(root, folder):
            disk.remove_empty_folder(root / folder)


def _moved(source: Path, target: Path) -> bool:
    return os.path.lexists(target) and not os.path.lexists(source)


def _plain_way(root: Path, path: str) -> bool:
    """Whether every folder between `root` and `path` is really a folder."""
    folders = folders_of([path])
    return all(kind_of(root / folder) == "a folder" for folder in folders)


def _write_journal(staging: Path, journal: _Journal) -> None:
    steps = [[step.kind, step.path] for step in journal.steps]
    text = json.dumps({"folders": journal.folders, "steps": steps})
    draft = f"{staging}/{_JOURNAL}.new"
    disk.write_new(draft, text.encode(), flush=True)
    disk.move(draft, f"{staging}/{_JOURNAL}")


def _read_journal(staging: Path) -> _Journal:
    """The journal of a killed run; an empty one when it had not come that far."""
    try:
        data = json.loads(read_plain(staging / _JOURNAL))
        folders = tuple(str(folder) for folder in data["folders"])
        steps = tuple(_Step(kind, path) for kind, path in data["steps"])
    except (OSError, Irregular, LookupError, TypeError, ValueError, RecursionError):
        return _Journal()
    kinds = {"create", "update", "delete"}
    if any(step.kind not in kinds or not _ours(step.path) for step in steps):
        return _Journal()
    return _Journal(folders if all(map(_ours, folders)) else (), steps)


def _ours(path: object) -> bool:
    return isinstance(path, str) and unsafe_reason(path) is None


def _prune(root: Path, deleted: tuple[str, ...]) -> None:
    """Remove the folders that deleting has emptied."""
    for folder in sorted(folders_of(deleted) - {""}, reverse=True):
        disk.remove_empty_folder(root / folder)
