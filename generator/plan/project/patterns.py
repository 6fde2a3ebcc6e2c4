"""A text that a simple regular expression of the document matches.

The expression is read, never run: an untrusted one can take for ever. What is read is
literals, classes, groups, choices (the first is taken) and repetition (the least is);
anything else has no text here.
"""

from __future__ import annotations

import re

_MOST = 256
_CLASS = {"d": "1", "w": "a", "s": " ", "D": "a", "W": "-", "S": "a"}
_KINDS = frozenset(f"\\{mark}" for mark in _CLASS)
_CONTROL = {"t": "\t", "n": "\n", "r": "\r"}
_REPEAT = re.compile(r"[*+?]|\{(\d{1,4})(,\d*)?\}", re.ASCII)
_OUTSIDE = "x1-_ A.%/"


class _Unread(Exception):
    """Something that is not read here."""


def matching(pattern: str, least: int = 0) -> str | None:
    """A text that matches, of at least `least` characters if possible; None for none.

    A pattern without `^` and `$` matches anywhere, so a text of the pattern alone does.
    """
    for wanted in (0, least):
        try:
            reader = _Reader(pattern, wanted)
            found = reader.choice()
            if reader.place < len(pattern):
                return None
        except (_Unread, IndexError, RecursionError):
            return None
        if len(found) >= least:
            return found
    return None


class _Reader:
    """Reads a pattern and writes a text for it; `wanted` lengthens what may repeat."""

    def __init__(self, pattern: str, wanted: int) -> None:
        self.pattern = pattern
        self.place = 0
        self.wanted = wanted

    def choice(self) -> str:
        """Alternatives: the first counts, the others are only read."""
        found = self._sequence()
        while self._next() == "|":
            self.place += 1
            self._sequence()
        return found

    def _next(self) -> str:
        return self.pattern[self.place : self.place + 1]

    def _sequence(self) -> str:
        found = ""
        while self._next() not in ("", "|", ")"):
            found += self._repeated(self._atom())
            if len(found) > _MOST:
                raise _Unread
        return found

    def _repeated(self, atom: str) -> str:
        mark = _REPEAT.match(self.pattern, self.place)
        if mark is None:
            return atom
        self.place = mark.end()
        if self._next() in ("?", "+"):
            self.place += 1
        if mark[0] in ("*", "+", "?"):
            least, most = int(mark[0] == "+"), 1 if mark[0] == "?" else self.wanted
        else:
            least = int(mark[1])
            upper = (mark[2] or f",{least}")[1:]
            most = int(upper) if upper else self.wanted
        count = max(least, min(most, self.wanted))
        if count * len(atom) > _MOST:
            raise _Unread
        return atom * count

    def _atom(self) -> str:
        mark = self._next()
        self.place += 1
        if mark in ("^", "$"):
            return ""
        if mark == ".":
            return "a"
        if mark == "\\":
            return self._escaped()
        if mark == "[":
            return self._class()
        if mark == "(":
            return self._group()
        if mark in ("*", "+", "?", "{", "}", "]"):
            raise _Unread
        return mark

    def _group(self) -> str:
        if self.pattern.startswith("?:", self.place):
            self.place += 2
        elif self._next() == "?":
            raise _Unread
        found = self.choice()
        if self._next() != ")":
            raise _Unread
        self.place += 1
        return found

    def _escaped(self) -> str:
        mark = self.pattern[self.place]
        self.place += 1
        if mark in _CLASS:
            return _CLASS[mark]
        if mark in _CONTROL:
            return _CONTROL[mark]
        if mark.isalnum():
            raise _Unread
        return mark

    def _class(self) -> str:
        is_negated = self._next() == "^"
        self.place += is_negated
        members: list[tuple[str, str]] = []
        while self._next() != "]":
            if is_negated and self.pattern[self.place : self.place + 2] in _KINDS:
                raise _Unread
            last = first = self._member()
            if self._next() == "-" and self.pattern[self.place + 1] != "]":
                self.place += 1
                last = self._member()
            members.append((first, last))
        self.place += 1
        if not members:
            raise _Unread
        if not is_negated:
            return min(members, key=lambda pair: not pair[0].isalnum())[0]
        for text in _OUTSIDE:
            if not any(first <= text <= last for first, last in members):
                return text
        raise _Unread

    def _member(self) -> str:
        mark = self.pattern[self.place]
        self.place += 1
        return self._escaped() if mark == "\\" else mark
