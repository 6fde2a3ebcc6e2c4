"""The few ways in which the output folder is ever changed, each a single step.

Kept apart from their order (`commit.py`) so that a test can make any one of them fail.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

_NEW = (
    os.O_WRONLY
    | os.O_CREAT
    | os.O_EXCL
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


def make_folder(path: Path) -> None:
    """Create one folder; its parent exists."""
    path.mkdir()


def make_staging(root: Path, prefix: str) -> Path:
    """Create a private, freshly named folder inside `root`."""
    return Path(tempfile.mkdtemp(prefix=prefix, dir=root))


def write_new(path: str, content: bytes, *, flush: bool = False) -> None:
    """Write a file that must not exist yet; `flush` waits until it is on the device."""
    handle = os.open(path, _NEW, 0o666)
    try:
        view = memoryview(content)
        while view:
            view = view[os.write(handle, view) :]
        if flush:
            os.fsync(handle)
    finally:
        os.close(handle)


def keep_copy(path: str, backup: str) -> None:
    """Keep the present content of `path` under a second name."""
    try:
        os.link(path, backup, follow_symlinks=False)
    except (OSError, NotImplementedError):
        shutil.copy2(path, backup, follow_symlinks=False)


def move(source: str, target: str) -> None:
    """Put `source` in the place of `target` in one step."""
    Path(source).replace(target)


def remove_file(path: Path) -> None:
    """Remove one file."""
    path.unlink()


def remove_empty_folder(path: Path) -> None:
    """Remove a folder if nothing is in it; a folder in use stays."""
    with suppress(OSError):
        path.rmdir()


def remove_tree(path: Path) -> None:
    """Remove a folder of ours with all that is in it; links in it are not followed."""
    shutil.rmtree(path)
