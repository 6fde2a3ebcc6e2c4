"""The output folder as it is: hashes of the files that concern us, names of the rest.

Reading never follows a symbolic link and never opens a device or a pipe.
"""

from __future__ import annotations

import hashlib
import os
import stat
from typing import TYPE_CHECKING

from ..values import dataclass
from .paths import MANIFEST, STAGING_PREFIX, USER_FOLDER

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


class Irregular(Exception):
    """A path holds no plain file; the message says what instead."""


@dataclass(frozen=True, slots=True)
class Tree:
    """What lies in an output folder.

    `hashes` maps each plain file among those asked for to its sha256; `linked` are those
    of them with a second hard link; `irregular` says what stands in the place of a file
    or of a folder that we would use; `others` are further files in folders of ours.
    """

    hashes: dict[str, str]
    linked: frozenset[str]
    irregular: dict[str, str]
    others: tuple[str, ...]
    empty: bool


@dataclass(frozen=True, slots=True)
class Seen:
    """A file as it was found: the sha256 of its content, and what tells a later change.

    That is its inode, size and times. The system sets the time of the last change, which
    nobody else can, so a file with all of them the same has the same content.
    """

    sha256: str
    stamp: tuple[int, int, int, int]


def digest(content: bytes) -> str:
    """The sha256 of a file's content, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def read_plain(path: str | Path) -> bytes:
    """The content of a plain file.

    Raises Irregular for anything else that exists there, OSError as the system does.
    """
    return _read(os.fspath(path))[0]


def read_seen(path: str | Path) -> tuple[bytes, Seen]:
    """The content of a plain file, and the file as it was found; raises as `read_plain`."""
    content, status = _read(os.fspath(path))
    return content, Seen(digest(content), _stamp(status))


def _stamp(status: os.stat_result) -> tuple[int, int, int, int]:
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def _read(path: str) -> tuple[bytes, os.stat_result]:
    """Content and status. O_NOFOLLOW makes a link fail at open."""
    try:
        handle = os.open(path, _FLAGS)
    except OSError:
        reason = kind_of(path)
        if reason is not None:
            raise Irregular(reason) from None
        raise
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise Irregular(_kind(status.st_mode) or "a special file")
        chunks: list[bytes] = []
        while chunk := os.read(handle, max(status.st_size + 1, 65536)):
            chunks.append(chunk)
            if len(chunk) == status.st_size:
                break
        return b"".join(chunks), status
    finally:
        os.close(handle)


def kind_of(path: str | Path) -> str | None:
    """What stands at `path` if it is no plain file: a link, a folder, a special file."""
    try:
        return _kind(os.lstat(path).st_mode)
    except OSError:
        return None


def _kind(mode: int) -> str | None:
    if stat.S_ISREG(mode):
        return None
    if stat.S_ISLNK(mode):
        return "a symbolic link"
    if stat.S_ISDIR(mode):
        return "a folder"
    return "a special file"


def folders_of(paths: Iterable[str]) -> set[str]:
    """Every folder on the way to one of `paths`; the top is the empty text."""
    found = {""}
    for path in paths:
        folder = path.rpartition("/")[0]
        while folder not in found:
            found.add(folder)
            folder = folder.rpartition("/")[0]
    return found


def read_tree(
    root: Path, wanted: Iterable[str], seen: Mapping[str, Seen] | None = None
) -> Tree:
    """Look at `root`: hash the `wanted` files, name the others in the same folders.

    What is as it was `seen` before is not read again. Raises OSError when a folder or a
    file cannot be read.
    """
    reader = _Reader({*wanted, MANIFEST}, seen or {})
    if os.path.lexists(root):
        reader.read(os.fspath(root))
    return Tree(
        hashes=reader.hashes,
        linked=frozenset(reader.linked),
        irregular=reader.irregular,
        others=tuple(sorted(reader.others)),
        empty=reader.empty,
    )


class _Reader:
    """Walks the folders that hold files of ours; all others stay unopened."""

    def __init__(self, wanted: set[str], seen: Mapping[str, Seen]) -> None:
        self.wanted = wanted
        self.seen = seen
        self.folders = folders_of(wanted)
        self.hashes: dict[str, str] = {}
        self.linked: set[str] = set()
        self.irregular: dict[str, str] = {}
        self.others: list[str] = []
        self.empty = True

    def read(self, top: str) -> None:
        pending = [""]
        while pending:
            folder = pending.pop()
            with os.scandir(f"{top}/{folder}" if folder else top) as entries:
                for entry in entries:
                    if not _ignored(entry.name):
                        path = f"{folder}/{entry.name}" if folder else entry.name
                        if self._enter(entry, path):
                            pending.append(path)

    def _enter(self, entry: os.DirEntry[str], path: str) -> bool:
        """Note one entry; whether it is a folder to go into."""
        hidden = entry.name.startswith(".")
        self.empty = self.empty and hidden
        if path in self.folders:
            if entry.is_dir(follow_symlinks=False):
                return True
            self.irregular[path] = kind_of(entry.path) or "a file"
        elif path in self.wanted:
            self._hash(entry.path, path)
        elif not (hidden or _is_users(path) or entry.is_dir(follow_symlinks=False)):
            self.others.append(path)
        return False

    def _hash(self, place: str, path: str) -> None:
        seen = self.seen.get(path)
        if seen is not None and seen.stamp == _stamp(status := os.lstat(place)):
            self.hashes[path] = seen.sha256
        else:
            try:
                content, status = _read(place)
            except Irregular as reason:
                self.irregular[path] = str(reason)
                return
            self.hashes[path] = digest(content)
        if status.st_nlink > 1:
            self.linked.add(path)


def _ignored(name: str) -> bool:
    return name == "__pycache__" or name.startswith(STAGING_PREFIX)


def _is_users(path: str) -> bool:
    """Whether a path is in the folder that belongs to the user, or would be it.

    No folder of ours has its name, so it may stand at the top of a package anywhere.
    """
    return USER_FOLDER in path.split("/")
