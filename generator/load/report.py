"""What the walk has to say about a member, with its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..diagnostics import report
from .places import Link, Object, Places, pointer_of

if TYPE_CHECKING:
    from ..diagnostics import Sink

_NAMES = {
    dict: "an object",
    list: "an array",
    str: "a string",
    int: "a number",
    float: "a number",
    bool: "true or false",
    type(None): "nothing",
}
_SUGGESTED = 50


class Reporter:
    """Reports findings about members of objects of one file."""

    __slots__ = ("_suggested", "places", "sink")

    def __init__(self, places: Places, sink: Sink) -> None:
        self.places = places
        self.sink = sink
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
        **values: object,
    ) -> None:
        """Report `code` for what `steps` lead to from `owner`, which stands at `link`."""
        for step in steps:
            link = (link, step)
        span = self.places.span(owner, steps, pointer_of(link), key=key)
        report(self.sink, code, span, related=(), **values)

    def suggestion(self, name: str, known: list[str]) -> str:
        """A sentence with the closest known name, or an empty one.

        Looks only for the first findings of a file: the search costs time.
        """
        self._suggested += 1
        if self._suggested > _SUGGESTED or len(known) > 20_000 or len(name) > 200:
            return ""
        return closest(name, known)


def closest(name: str, known: list[str]) -> str:
    """`; did you mean X?` with the closest of the known names, else an empty text."""
    folded = {item.casefold(): item for item in reversed(known)}
    if name.casefold() in folded:
        return f"; did you mean {folded[name.casefold()]}?"
    from difflib import get_close_matches

    near = get_close_matches(name.casefold(), list(folded), n=1, cutoff=0.7)
    return f"; did you mean {folded[near[0]]}?" if near else ""


def kind_of(value: object) -> str:
    """The JSON type of a value in words, with an article."""
    return _NAMES.get(type(value), "a value")
