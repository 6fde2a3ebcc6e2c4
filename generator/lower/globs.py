"""Glob patterns over paths, tags and operation ids.

`*` stands for any characters but `/`, `**` for any characters; a `/**` at the end and a
`/**/` in the middle may stand for no segment at all, so that `/users/**` matches `/users`
too. Everything else stands for itself, in the case given.
"""

from __future__ import annotations

import re
from typing import TypeAlias

_PIECES = re.compile(r"/\*\*/|/\*\*\Z|\*\*|\*|[^*]", re.DOTALL)

_Edge: TypeAlias = tuple[str, int]
"""What may be read, a character or a wildcard, and the state behind it."""


class Glob:
    """A pattern, ready to be matched.

    Runs over all ways to match at once: time is that of the text times that of the
    pattern, whatever a document holds.
    """

    __slots__ = ("_edges", "_head", "_plain", "_skips", "pattern")

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self._plain = "*" not in pattern
        self._head = pattern.partition("*")[0].rstrip("/")
        self._edges: list[list[_Edge]] = [[]]
        self._skips: list[int | None] = [None]
        for piece in _PIECES.findall(pattern):
            self._add(piece)

    def matches(self, text: str) -> bool:
        """Whether the pattern matches the whole text."""
        if self._plain:
            return text == self.pattern
        if not text.startswith(self._head):
            return False
        states = self._closed({0})
        for char in text:
            states = self._closed(
                {
                    target
                    for state in states
                    for read, target in self._edges[state]
                    if read == char or read == "**" or (read == "*" and char != "/")
                }
            )
            if not states:
                return False
        return len(self._edges) - 1 in states

    def _add(self, piece: str) -> None:
        """Append the states for one piece of the pattern."""
        if piece in ("*", "**"):
            self._edges[-1].append((piece, len(self._edges) - 1))
            self._state()
            self._skips[-2] = len(self._edges) - 1
        elif piece.startswith("/**"):
            start = len(self._edges) - 1
            self._edges[start].append(("/", self._state()))
            inside = len(self._edges) - 1
            self._edges[inside].append(("**", inside))
            end = self._state()
            if piece == "/**":
                self._skips[inside] = end
                self._skips[start] = end
            else:
                self._edges[inside].append(("/", end))
                self._edges[start].append(("/", end))
        else:
            self._edges[-1].append((piece, self._state()))

    def _state(self) -> int:
        """A further state; gives its number."""
        self._edges.append([])
        self._skips.append(None)
        return len(self._edges) - 1

    def _closed(self, states: set[int]) -> set[int]:
        """The states, and those that are reached from them without reading."""
        found: set[int] = set()
        for state in states:
            step: int | None = state
            while step is not None and step not in found:
                found.add(step)
                step = self._skips[step]
        return found
