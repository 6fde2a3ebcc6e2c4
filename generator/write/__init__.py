"""The write stage: rendered files to a folder on disk.

Takes: rendered files, the folder as it is, the manifest of the last run.
Gives: a `ChangeSet`, and on request carries it out, all or nothing.
Must not: touch a file that is not ours, follow a link, or leave a folder half written.
"""

from __future__ import annotations

from .changes import ChangeSet, Conflict, Expected
from .drift import Drift, drift_of, unified_diff
from .manifest import Manifest
from .output import (
    Output,
    Prior,
    check,
    expect,
    foresee,
    generate,
    generating,
    read_manifest,
    settle,
)
from .paths import MANIFEST, USER_FOLDER, checked_root
from .tree import Irregular, Seen, digest, read_plain, read_seen, read_tree

__all__ = [
    "ChangeSet",
    "Conflict",
    "Drift",
    "Expected",
    "Irregular",
    "MANIFEST",
    "Manifest",
    "Output",
    "Prior",
    "Seen",
    "USER_FOLDER",
    "check",
    "checked_root",
    "digest",
    "drift_of",
    "expect",
    "foresee",
    "generate",
    "generating",
    "read_manifest",
    "read_plain",
    "read_seen",
    "read_tree",
    "settle",
    "unified_diff",
]
