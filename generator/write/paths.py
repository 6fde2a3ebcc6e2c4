"""Which paths the output may have: the rules, checked at the sink.

Naming already gives clean file names; these rules hold even if it does not. They follow
what the file systems and the interpreter treat specially: parent references, absolute
and drive paths, the device names of Windows, names that differ only in case or Unicode
form, and modules that Python or its tools load by themselves.
"""

from __future__ import annotations

import os
import re
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

from ..diagnostics import Fatal, diagnostic

if TYPE_CHECKING:
    from collections.abc import Iterable

MANIFEST = ".oasmith.json"
"""The manifest's name in the output folder."""

STAGING_PREFIX = ".oasmith-staging-"
"""Folders of a run in progress, or of one that was killed, start like this."""

USER_FOLDER = "_custom"
"""A folder at the top of a package that belongs to the user entirely."""

_PART = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,119}", re.ASCII)
_DEVICES = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$"}
    | {f"{port}{number}" for port in ("com", "lpt") for number in range(10)}
)
_LOADED_BY_THEMSELVES = frozenset(
    {"conftest", "sitecustomize", "usercustomize", "setup", "__main__"}
)
_LONGEST = 240


def unsafe_reason(path: str) -> str | None:
    """Why `path` may not be written below the output folder, or None when it may.

    `path` is relative and uses `/`.
    """
    if path == MANIFEST:
        return None
    if len(path) > _LONGEST:
        return "it is too long"
    for part in path.split("/"):
        if part in {"", ".", ".."}:
            return "it has an empty, '.' or '..' part"
        if not _PART.fullmatch(part):
            return "it has a part that is no plain file name"
        if part.endswith("."):
            return "a part ends with a dot"
        stem = part.split(".", 1)[0].casefold()
        if stem in _DEVICES:
            return "a part is the name of a device"
        if stem in _LOADED_BY_THEMSELVES:
            return "Python or its tools load a file of that name by themselves"
    return None


def clash(paths: Iterable[str]) -> tuple[str, str] | None:
    """Two paths that some file system takes for one, or a file that is also a folder.

    Compared after NFKC and case folding.
    """
    seen: dict[str, str] = {}
    for path in paths:
        key = unicodedata.normalize("NFKC", path).casefold()
        if key in seen:
            return seen[key], path
        seen[key] = path
    for key, path in seen.items():
        while "/" in key:
            key = key.rpartition("/")[0]
            if key in seen:
                return seen[key], path
    return None


def checked_root(output: Path, base: Path) -> Path:
    """The output folder as an absolute path, once it is known to be a sane place.

    `output` is what the user gave; a relative one starts at `base`. Raises Fatal for the
    root of the file system, a home folder, a path that is no folder, a symbolic link on
    the way from `base`, and the top of a repository that we did not generate.
    """
    root = Path(os.path.normpath(base / output))
    resolved = root.resolve()
    if resolved == resolved.parent or resolved in _homes():
        raise Fatal(diagnostic("E401", path=str(output), reason="it is not a project"))
    if link := _link_between(base, root):
        raise Fatal(diagnostic("E405", path=str(link), kind="a symbolic link"))
    if not os.path.lexists(root):
        return root
    if not root.is_dir():
        raise Fatal(diagnostic("E401", path=str(output), reason="it is not a folder"))
    if (root / ".git").exists() and not (root / MANIFEST).exists():
        reason = "it is the top of a repository"
        raise Fatal(diagnostic("E401", path=str(output), reason=reason))
    return root


def _homes() -> set[Path]:
    try:
        home = Path.home().resolve()
    except (OSError, RuntimeError):
        return set()
    return {home, *home.parents}


def _link_between(base: Path, root: Path) -> Path | None:
    """The first symbolic link below `base` on the way to `root`, `root` included.

    Only the last part is looked at when `root` does not lie below `base`: how one gets
    there is then the user's own business.
    """
    try:
        parts = root.relative_to(base).parts
        place = base
    except ValueError:
        parts = (root.name,)
        place = root.parent
    for part in parts:
        place = place / part
        if place.is_symlink():
            return place
    return None
