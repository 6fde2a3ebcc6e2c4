"""`CHANGELOG.md`: the history in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...values import dataclass
from ..python.code import code
from .literals import prose

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..python.code import Code
    from .history import Entry, History


@dataclass(frozen=True, slots=True)
class EntryView:
    """An entry: its heading, and its changes by whether they are breaking."""

    heading: Code
    is_first: bool
    is_same: bool
    breaking: tuple[Code, ...]
    others: tuple[Code, ...]


@dataclass(frozen=True, slots=True)
class ChangelogView:
    """All of `CHANGELOG.md`."""

    entries: tuple[EntryView, ...]


def changelog_view(history: History) -> ChangelogView:
    """The entries, newest first."""
    entries = history.entries
    return ChangelogView(
        tuple(
            _entry(entry, entries[place + 1 :]) for place, entry in enumerate(entries)
        )
    )


def _entry(entry: Entry, earlier: Sequence[Entry]) -> EntryView:
    """One entry. A version that had others before gets a number behind it."""
    same = sum(one.version == entry.version for one in earlier)
    heading = prose(entry.version)
    return EntryView(
        heading=code("{} ({})", heading, same + 1) if same else heading,
        is_first=not earlier,
        is_same=bool(earlier) and not entry.changes,
        breaking=tuple(prose(one.text) for one in entry.changes if one.breaking),
        others=tuple(prose(one.text) for one in entry.changes if not one.breaking),
    )
