"""The difference between the output folder and what it should hold, as data."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Literal, TypeAlias

from ..values import dataclass
from .paths import MANIFEST
from .tree import Seen, Tree, digest, folders_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .manifest import Manifest

ConflictKind: TypeAlias = Literal["edited", "foreign", "irregular", "linked"]


@dataclass(frozen=True, slots=True)
class Conflict:
    """A file that we would have to touch and may not.

    `edited`: ours, but changed by hand; `foreign`: somebody else's file where ours
    belongs; `irregular`: no plain file (`detail` says what); `linked`: a file with a
    second hard link.
    """

    path: str
    kind: ConflictKind
    detail: str = ""


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """What a run would do to the folder; every tuple is sorted.

    `create`, `update`, `delete` and `same` are paths of ours. `conflict` are files that
    stop a run. `extra` are files of others in folders of ours, never touched.
    """

    create: tuple[str, ...] = ()
    update: tuple[str, ...] = ()
    delete: tuple[str, ...] = ()
    same: tuple[str, ...] = ()
    conflict: tuple[Conflict, ...] = ()
    extra: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether there is nothing to write and nothing to delete."""
        return not (self.create or self.update or self.delete or self.conflict)


@dataclass(frozen=True, slots=True)
class Expected:
    """What the folder should hold: generated files and scaffolds with their content,
    and the manifest to write beside them. `seen` are those that it holds already, as they
    were found."""

    generated: Mapping[str, bytes]
    scaffolds: Mapping[str, bytes]
    manifest: Manifest
    seen: Mapping[str, Seen] = field(default_factory=dict)

    def content(self, path: str) -> bytes:
        """The content that `path` should have. Raises KeyError for a path not expected."""
        if path == MANIFEST:
            return self.manifest.text().encode()
        if path in self.generated:
            return self.generated[path]
        return self.scaffolds[path]

    def hashes(self) -> dict[str, str]:
        """The sha256 of every generated file and of the manifest, by path."""
        found = dict(self.manifest.files)
        found[MANIFEST] = digest(self.manifest.text().encode())
        return found


def compare(expected: Expected, tree: Tree, previous: Manifest) -> ChangeSet:
    """Sort every path by what has to happen to it.

    A file of ours may be replaced or deleted only while its content is still what
    `previous` says we wrote. A scaffold is written only where no run has written one.
    """
    create: list[str] = []
    update: list[str] = []
    same: list[str] = []
    hashes = expected.hashes()
    needed = folders_of(hashes) | hashes.keys()
    conflicts = [
        Conflict(path, "irregular", kind)
        for path, kind in tree.irregular.items()
        if path in needed
    ]
    for path, wanted in hashes.items():
        if path in tree.irregular:
            continue
        found = tree.hashes.get(path)
        if found is None:
            create.append(path)
        elif found == wanted:
            same.append(path)
        elif conflict := _conflict(path, found, tree, previous):
            conflicts.append(conflict)
        else:
            update.append(path)
    create += _new_scaffolds(expected, tree, previous)
    delete, stale = _obsolete(expected, tree, previous)
    return ChangeSet(
        create=tuple(sorted(create)),
        update=tuple(sorted(update)),
        delete=tuple(sorted(delete)),
        same=tuple(sorted(same)),
        conflict=tuple(sorted(conflicts + stale, key=lambda item: item.path)),
        extra=tree.others,
    )


def _new_scaffolds(expected: Expected, tree: Tree, previous: Manifest) -> list[str]:
    """Scaffolds that no run has written, where nothing of the user's stands yet.

    That may be a link, in the place of the file or of a folder on the way to it.
    """
    taken = {*previous.scaffolds, *tree.hashes, *tree.irregular}
    return [
        path
        for path in expected.scaffolds
        if path not in taken and folders_of([path]).isdisjoint(tree.irregular)
    ]


def _obsolete(
    expected: Expected, tree: Tree, previous: Manifest
) -> tuple[list[str], list[Conflict]]:
    """Files of the last run that this one does not have: deletable, and conflicts."""
    delete: list[str] = []
    conflicts: list[Conflict] = []
    for path in previous.files:
        found = tree.hashes.get(path)
        if found is None or path in expected.generated or path in expected.scaffolds:
            continue
        conflict = _conflict(path, found, tree, previous)
        if conflict is None:
            delete.append(path)
        else:
            conflicts.append(conflict)
    return delete, conflicts


def _conflict(path: str, found: str, tree: Tree, previous: Manifest) -> Conflict | None:
    if path in tree.linked:
        return Conflict(path, "linked", "a file with a second hard link")
    if path == MANIFEST:
        return None
    owned = previous.files.get(path)
    if owned is None:
        return Conflict(path, "foreign")
    return None if owned == found else Conflict(path, "edited")


def forced(changes: ChangeSet, expected: Expected) -> ChangeSet:
    """The same with edited and foreign files given up; what is no plain file stays."""
    wanted = expected.hashes()
    update = list(changes.update)
    delete = list(changes.delete)
    left: list[Conflict] = []
    for conflict in changes.conflict:
        if conflict.kind in {"irregular", "linked"}:
            left.append(conflict)
        elif conflict.path in wanted:
            update.append(conflict.path)
        else:
            delete.append(conflict.path)
    return ChangeSet(
        create=changes.create,
        update=tuple(sorted(update)),
        delete=tuple(sorted(delete)),
        same=changes.same,
        conflict=tuple(left),
        extra=changes.extra,
    )
