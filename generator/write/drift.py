"""What `check` says: each file that is not as it would be generated, and the diffs."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Literal, TypeAlias

from ..values import dataclass
from .paths import MANIFEST, USER_FOLDER

if TYPE_CHECKING:
    from collections.abc import Callable

    from .changes import ChangeSet

DriftKind: TypeAlias = Literal["missing", "different", "hand-edited", "extra"]


_GENERATE = "run `oasmith generate`"
_EDITED = (
    "move the change out of the file, or run `oasmith generate --force` to drop it"
)
_FOREIGN = "move the file elsewhere, or run `oasmith generate --force` to replace it"
_IRREGULAR = "remove it, then run `oasmith generate`"
_EXTRA = f"delete it, or move it to the folder {USER_FOLDER}/ of the output"


@dataclass(frozen=True, slots=True)
class Drift:
    """One file that differs. `note` adds what the kind does not say; `hint` helps."""

    kind: DriftKind
    path: str
    hint: str
    note: str = ""


def drift_of(changes: ChangeSet) -> tuple[Drift, ...]:
    """The change set as a reader of `check` wants it, sorted by path.

    Files that a new run would delete are `extra` like those that were never ours.
    """
    gone, foreign = "no longer generated", "not in the manifest"
    found = [Drift("missing", path, _GENERATE) for path in changes.create]
    found += [Drift("different", path, _GENERATE) for path in changes.update]
    found += [Drift("extra", path, _GENERATE, gone) for path in changes.delete]
    found += [Drift("extra", path, _EXTRA, foreign) for path in changes.extra]
    for conflict in changes.conflict:
        path = conflict.path
        match conflict.kind:
            case "edited":
                found.append(Drift("hand-edited", path, _EDITED))
            case "foreign":
                found.append(Drift("different", path, _FOREIGN, foreign))
            case "irregular" | "linked":
                found.append(Drift("different", path, _IRREGULAR, conflict.detail))
    return tuple(sorted(found, key=lambda item: (item.path, item.kind)))


def unified_diff(
    drift: Drift,
    place: str,
    on_disk: Callable[[str], bytes],
    expected: Callable[[str], bytes],
) -> list[str]:
    """The lines of a unified diff from the file on disk to the generated one.

    `git apply` and `patch -p1` take it: `place` is the file as seen from where they run,
    a missing file starts as `/dev/null`, and a last line without an end is marked. Empty
    for files with nothing to compare and for the manifest, whose hashes say nothing that
    the other diffs do not. Lines end without a newline.
    """
    if drift.kind == "extra" or drift.path == MANIFEST:
        return []
    try:
        wanted = expected(drift.path)
    except KeyError:
        return []
    missing = drift.kind == "missing"
    before = b"" if missing else on_disk(drift.path)
    rows = difflib.unified_diff(
        _lines(before.decode("utf-8", "backslashreplace")),
        _lines(wanted.decode("utf-8")),
        "/dev/null" if missing else _header("a", place),
        _header("b", place),
    )
    return [line for row in rows for line in _marked(row)]


def _lines(text: str) -> list[str]:
    """Lines with their ends; unlike `str.splitlines`, only a line feed ends one."""
    *lines, last = text.split("\n")
    found = [f"{line}\n" for line in lines]
    return [*found, last] if last else found


def _header(side: str, place: str) -> str:
    """A name in a header; a tab ends one that holds blanks, as git writes it."""
    name = f"{side}/{place.lstrip('/')}"
    return f"{name}\t" if " " in name else name


def _marked(row: str) -> tuple[str, ...]:
    if row.endswith("\n"):
        return (row[:-1],)
    return (row, "\\ No newline at end of file")
