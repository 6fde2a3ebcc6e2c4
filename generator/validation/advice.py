"""What to write instead of a name that a document does not have."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LISTED = 8
"""So many names are listed, or choices."""


def advice(name: str, known: Iterable[str]) -> str:
    """The name that comes near, else the first of all."""
    folded = {item.casefold(): item for item in known}
    near = difflib.get_close_matches(name.casefold(), list(folded), 1)
    if near:
        return f"did you mean '{folded[near[0]]}'?"
    return listing(list(folded.values()))


def listing(known: Sequence[str]) -> str:
    """The first of some names, and how many there are besides."""
    if not known:
        return "the document has none"
    more = f" and {len(known) - LISTED} more" if len(known) > LISTED else ""
    return f"there are: {', '.join(known[:LISTED])}{more}"
