"""What `check` says: each file that is not as it would be generated, and the diffs."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from .paths import MANIFEST

if TYPE_CHECKING:
    from collections.abc import Callable

    from .changes import ChangeSet

DriftKind: TypeAlias = Literal["missing", "different", "hand-edited", "extra"]


@dataclass(frozen=True, slots=True)
class Drift:
    """One file that differs. `note` adds what the kind does not say."""

    kind: DriftKind
    path: str
    note: str = ""


def drift_of(changes: ChangeSet) -> tuple[Drift, ...]:
    """The change set as a reader of `check` wants it, sorted by path.

    Files that a new run would delete are `extra` like those that were never ours.
    """
    found = [Drift("missing", path) for path in changes.create]
    found += [Drift("different", path) for path in changes.update]
    found += [Drift("extra", path, "no longer generated") for path in changes.delete]
    found += [Drift("extra", path, "not in the manifest") for path in changes.extra]
    for conflict in changes.conflict:
        match conflict.kind:
            case "edited":
                found.append(Drift("hand-edited", conflict.path))
            case "foreign":
                found.append(Drift("different", conflict.path, "not in the manifest"))
            case "irregular" | "linked":
                found.append(Drift("different", conflict.path, conflict.detail))
    return tuple(sorted(found, key=lambda item: (item.path, item.kind)))


def unified_diff(
    drift: Drift, on_disk: Callable[[str], bytes], expected: Callable[[str], bytes]
) -> list[str]:
    """The lines of a unified diff from the file on disk to the generated one.

    Empty for files with nothing to compare and for the manifest, whose hashes say
    nothing that the other diffs do not. Lines end without a newline.
    """
    if drift.kind not in {"different", "hand-edited"} or drift.path == MANIFEST:
        return []
    try:
        wanted = expected(drift.path)
    except KeyError:
        return []
    before = on_disk(drift.path).decode("utf-8", "backslashreplace").split("\n")
    after = wanted.decode("utf-8").split("\n")
    return list(
        difflib.unified_diff(
            before,
            after,
            f"on disk/{drift.path}",
            f"generated/{drift.path}",
            lineterm="",
        )
    )
