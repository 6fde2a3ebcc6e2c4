"""What the walk has to say about a member, with its place."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ..diagnostics import report
from .places import Link, Object, Places, link_to, pointer_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from ..diagnostics import Sink, Span

_NAMES = {
    dict: "an object",
    list: "an array",
    str: "a string",
    int: "a number",
    float: "a number",
    bool: "true or false",
    type(None): "nothing",
}
_SUGGESTED = 20
_SEARCHED = 5_000
_LISTED = 2_000
"""How many findings of one code are listed; a hostile document can hold millions."""


class Reporter:
    """Reports findings about members of objects of one file."""

    __slots__ = ("_counts", "_suggested", "places", "sink")

    def __init__(self, places: Places, sink: Sink) -> None:
        self.places = places
        self.sink = sink
        self._counts: Counter[str] = Counter()
        self._suggested = 0

    def at(
        self,
        code: str,
        owner: Object,
        steps: tuple[str, ...],
        link: Link,
        /,
        *,
        key: bool = False,
        related: tuple[tuple[str, Span], ...] = (),
        **values: object,
    ) -> None:
        """Report `code` for what `steps` lead to from `owner`, which stands at `link`."""
        self._counts[code] += 1
        if self._counts[code] >= _LISTED:
            if self._counts[code] == _LISTED:
                place = self.places.text.span(0)
                report(self.sink, "N160", place, code=code, limit=_LISTED)
            return
        span = self.place(owner, steps, link, key=key)
        report(self.sink, code, span, related=related, **values)

    def place(
        self, owner: Object, steps: tuple[str, ...], link: Link, *, key: bool = False
    ) -> Span:
        """The place of what `steps` lead to from `owner`, which stands at `link`."""
        pointer = pointer_of(link_to(link, *steps))
        return self.places.span(owner, steps, pointer, key=key)

    def suggestion(self, name: str, known: Collection[str]) -> str:
        """A sentence with the closest known name, or an empty one.

        Looks only for the first findings of a file: the search costs time.
        """
        self._suggested += 1
        if self._suggested > _SUGGESTED or len(known) > _SEARCHED or len(name) > 200:
            return ""
        return closest(name, known)


def closest(name: str, known: Collection[str]) -> str:
    """ "; did you mean 'X'?" with the closest of the known names, else an empty text."""
    folded = {item.casefold(): item for item in sorted(known, reverse=True)}
    if name.casefold() in folded:
        return f"; did you mean '{folded[name.casefold()]}'?"
    from difflib import get_close_matches

    near = get_close_matches(name.casefold(), list(folded), n=1, cutoff=0.7)
    return f"; did you mean '{folded[near[0]]}'?" if near else ""


def quoted(text: str) -> str:
    """A string in a message, where a number would stand without quotes."""
    return f"'{text}'"


def kind_of(value: object) -> str:
    """The JSON type of a value in words, with an article."""
    return _NAMES.get(type(value), "a value")
