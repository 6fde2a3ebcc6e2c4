"""`api.json`: the surface of the last run, and the entries of the changelog so far.

It lies in a checked-out tree, so it is read as untrusted input.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ...values import dataclass
from .changes import Change, changes

if TYPE_CHECKING:
    from collections.abc import Mapping

FORMAT = 1
"""Goes up when what an earlier run left could be misread."""


class HistoryError(Exception):
    """The text is none that we could have written; the message says why."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the changelog; the first of all has no changes."""

    version: str
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class History:
    """The surface of a run, and the entries, newest first."""

    surface: Mapping[str, Any]
    entries: tuple[Entry, ...]

    def data(self) -> object:
        """The same as JSON."""
        return {
            "format": FORMAT,
            "surface": self.surface,
            "entries": [
                {
                    "version": entry.version,
                    "changes": [
                        {"text": change.text, "breaking": change.breaking}
                        for change in entry.changes
                    ],
                }
                for entry in self.entries
            ],
        }


def parse(text: bytes) -> History:
    """Read a history. Raises HistoryError when it is none."""
    try:
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise HistoryError("its format is unknown; another oasmith has written it")
        surface = data["surface"]
        entries = tuple(
            Entry(
                str(entry["version"]),
                tuple(
                    Change(str(change["text"]), change["breaking"] is True)
                    for change in entry["changes"]
                ),
            )
            for entry in data["entries"]
        )
    except (ValueError, TypeError, LookupError, RecursionError):
        raise HistoryError("it is not what oasmith writes there") from None
    if not isinstance(surface, dict):
        raise HistoryError("it is not what oasmith writes there")
    return History(surface, entries)


def continued(earlier: History | None, surface: object, version: str) -> History:
    """The history with this run: an entry more only where something has changed."""
    now = json.loads(json.dumps(surface))
    if earlier is None or not earlier.entries:
        return History(now, (Entry(version),))
    found = tuple(changes(earlier.surface, now))
    if not found and earlier.entries[0].version == version:
        return History(now, earlier.entries)
    return History(now, (Entry(version, found), *earlier.entries))
