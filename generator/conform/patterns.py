"""Patterns without `re`: texts that match them, and whether a text does, in bounded time.

Takes ECMA-262 syntax (22.2, with the `u` flag). A pattern is read into a tree; texts are
matched by following all of its ways at once, so that the time grows with the product of
both lengths, whatever the pattern (Thompson 1968). What needs more than that (look-around,
back references, `\\b`) is refused as Unreadable.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from ..values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

_QUANTIFIER = re.compile(r"([*+?])|\{([0-9]{1,6})(?:(,)([0-9]{0,6}))?\}")
_GROUP = re.compile(r"\(\?(?::|<[A-Za-z_][A-Za-z0-9_]*>)")
_DIGITS = ((48, 57),)
_WORD = ((48, 57), (65, 90), (95, 95), (97, 122))
_SPACE = ((9, 13), (32, 32), (160, 160), (0x2028, 0x2029), (0xFEFF, 0xFEFF))
_LINE_ENDS = ((10, 10), (13, 13), (0x2028, 0x2029))
_CLASSES = {"d": _DIGITS, "w": _WORD, "s": _SPACE}
_CONTROLS = {"t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "0": "\0"}
_NICE = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_. /:@+#"
_MOST_STATES = 5000
_LONGEST = 2000
"""Characters of a sample, and how often a part of it is repeated."""

_TURNS = 4
"""So many ways through the choices of a pattern are tried for a sample."""

_LAST = 0x10FFFF

Ranges: TypeAlias = "tuple[tuple[int, int], ...]"


class Unreadable(ValueError):
    """The pattern has what is not understood here."""


@dataclass(frozen=True, slots=True)
class Chars:
    """One character out of ranges of code points."""

    ranges: Ranges

    def has(self, char: str) -> bool:
        """Whether the character is one of them."""
        point = ord(char)
        return any(low <= point <= high for low, high in self.ranges)

    def pick(self, salt: int) -> str:
        """One of them, a usual one where there is any; salts give different ones."""
        nice = [char for char in _NICE if self.has(char)]
        if nice:
            return nice[salt % len(nice)]
        return chr(self.ranges[0][0]) if self.ranges else ""


@dataclass(frozen=True, slots=True)
class Edge:
    """The begin or the end of the text."""

    is_end: bool


@dataclass(frozen=True, slots=True)
class Row:
    """Parts one after the other."""

    parts: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several parts."""

    options: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """A part several times; `most` is None without a bound."""

    part: Tree
    least: int
    most: int | None


Tree: TypeAlias = "Chars | Edge | Row | Choice | Repeat"


@lru_cache(maxsize=4096)
def read(pattern: str) -> Tree:
    """The tree of a pattern. Raises Unreadable."""
    reader = _Reader(pattern)
    found = reader.choice()
    if reader.at < len(pattern):
        raise Unreadable("it has a bracket too many")
    return found


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self.at = 0
        self._depth = 0

    def _next(self) -> str:
        return self._text[self.at : self.at + 1]

    def choice(self) -> Tree:
        self._depth += 1
        if self._depth > 50:
            raise Unreadable("it nests too deep")
        options = [self._row()]
        while self._next() == "|":
            self.at += 1
            options.append(self._row())
        self._depth -= 1
        return options[0] if len(options) == 1 else Choice(tuple(options))

    def _row(self) -> Tree:
        parts: list[Tree] = []
        while self._next() not in ("", "|", ")"):
            part = self._piece()
            match = _QUANTIFIER.match(self._text, self.at)
            if match is not None:
                self.at = match.end()
                part = _repeated(part, match)
                self.at += self._next() == "?"
            parts.append(part)
        return parts[0] if len(parts) == 1 else Row(tuple(parts))

    def _piece(self) -> Tree:
        char = self._next()
        if char == "(":
            return self._group()
        self.at += 1
        if char in "^$":
            return Edge(char == "$")
        if char == ".":
            return Chars(_others(_LINE_ENDS))
        if char == "[":
            return self._class()
        if char == "\\":
            found = self._escape()
            return found if isinstance(found, Chars) else _one(found)
        if char in "*+?":
            raise Unreadable("there is nothing to repeat")
        return _one(char)

    def _group(self) -> Tree:
        match = _GROUP.match(self._text, self.at)
        if match is None and self._text.startswith("(?", self.at):
            raise Unreadable("it looks around")
        self.at = match.end() if match else self.at + 1
        found = self.choice()
        if self._next() != ")":
            raise Unreadable("it has a group without an end")
        self.at += 1
        return found

    def _escape(self) -> Chars | str:
        kind = self._next()
        self.at += 1
        if kind.lower() in _CLASSES and kind:
            ranges = _CLASSES[kind.lower()]
            return Chars(ranges if kind.islower() else _others(ranges))
        if kind in _CONTROLS:
            return _CONTROLS[kind]
        if kind == "x":
            return self._code_point(r"([0-9A-Fa-f]{2})")
        if kind == "u":
            return self._code_point(r"([0-9A-Fa-f]{4})|\{([0-9A-Fa-f]{1,6})\}")
        if not kind or kind.isalnum():
            raise Unreadable("it has an escape that is not understood")
        return kind

    def _code_point(self, form: str) -> str:
        match = re.compile(form).match(self._text, self.at)
        point = int(next(filter(None, match.groups())), 16) if match else _LAST + 1
        if match is None or point > _LAST:
            raise Unreadable("it has a code point that does not exist")
        self.at = match.end()
        return chr(point)

    def _class(self) -> Chars:
        negated = self._next() == "^"
        self.at += negated
        found: list[tuple[int, int]] = []
        while self._next() != "]":
            low = self._class_atom()
            if isinstance(low, Chars):
                found += low.ranges
                continue
            high: Chars | str = low
            rest = self._text[self.at : self.at + 2]
            if rest[:1] == "-" and rest[1:] not in ("]", ""):
                self.at += 1
                high = self._class_atom()
            if isinstance(high, Chars) or high < low:
                raise Unreadable("it has a range that is none")
            found.append((ord(low), ord(high)))
        self.at += 1
        ranges = tuple(found)
        return Chars(_others(ranges) if negated else ranges)

    def _class_atom(self) -> Chars | str:
        char = self._next()
        if not char:
            raise Unreadable("it has a class without an end")
        self.at += 1
        if char == "\\" and self._next() == "b":
            self.at += 1
            return "\b"
        return self._escape() if char == "\\" else char


def _repeated(part: Tree, match: re.Match[str]) -> Repeat:
    if isinstance(part, Edge):
        raise Unreadable("there is nothing to repeat")
    sign, low, comma, high = match.groups()
    if sign:
        return Repeat(part, int(sign == "+"), 1 if sign == "?" else None)
    least = int(low)
    most = int(high) if high else None if comma else least
    if most is not None and most < least:
        raise Unreadable("it has bounds that are out of order")
    return Repeat(part, least, most)


def _one(char: str) -> Chars:
    return Chars(((ord(char), ord(char)),))


def _others(ranges: Ranges) -> Ranges:
    """All code points outside of ranges."""
    found: list[tuple[int, int]] = []
    start = 0
    for low, high in sorted(ranges):
        if low > start:
            found.append((start, low - 1))
        start = max(start, high + 1)
    if start <= _LAST:
        found.append((start, _LAST))
    return tuple(found)


def samples(pattern: str, salt: int = 0) -> Iterator[str]:
    """Texts that match, shortest first; different salts give different ones if possible.

    Raises Unreadable.
    """
    tree = read(pattern)
    seen: set[str] = set()
    for more in (*range(70), 100, 200):
        for turn in range(salt, salt + _TURNS):
            found = _sample(tree, more, turn)
            if len(found) > _LONGEST:
                return
            if found not in seen and matches(pattern, found):
                seen.add(found)
                yield found
                break


def _sample(tree: Tree, more: int, salt: int) -> str:
    if isinstance(tree, Chars):
        return tree.pick(salt)
    if isinstance(tree, Edge):
        return ""
    if isinstance(tree, Row):
        return "".join([_sample(part, more, salt) for part in tree.parts])
    if isinstance(tree, Choice):
        return _sample(tree.options[salt % len(tree.options)], more, salt)
    times = tree.least + more
    if tree.most is not None:
        times = min(times, tree.most)
    if times > _LONGEST:
        raise Unreadable("it repeats too often")
    inner = more if times == 1 else min(more, 2)
    return _sample(tree.part, inner, salt) * times


@lru_cache(maxsize=1024)
def _machine(pattern: str) -> _Machine:
    return _Machine(read(pattern))


def matches(pattern: str, text: str) -> bool:
    """Whether the pattern matches somewhere in the text. Raises Unreadable."""
    return _machine(pattern).finds(text)


class _Machine:
    """The ways through a tree: states that take a character, or lead on by themselves."""

    def __init__(self, tree: Tree) -> None:
        self._takes: list[Chars | None] = []
        self._edges: list[bool | None] = []
        self._next: list[list[int]] = []
        self._end = self._state()
        self._start = self._build(tree, self._end)

    def _state(
        self, *targets: int, takes: Chars | None = None, edge: bool | None = None
    ) -> int:
        if len(self._next) >= _MOST_STATES:
            raise Unreadable("it has too many ways")
        self._next.append(list(targets))
        self._takes.append(takes)
        self._edges.append(edge)
        return len(self._next) - 1

    def _build(self, tree: Tree, target: int) -> int:
        """The state from which the tree leads to `target`."""
        if isinstance(tree, Chars):
            return self._state(target, takes=tree)
        if isinstance(tree, Edge):
            return self._state(target, edge=tree.is_end)
        if isinstance(tree, Row):
            for part in reversed(tree.parts):
                target = self._build(part, target)
            return target
        if isinstance(tree, Choice):
            return self._state(*[self._build(item, target) for item in tree.options])
        if tree.most is None:
            loop = self._state(target)
            self._next[loop].append(self._build(tree.part, loop))
            target = loop
        for _ in range((tree.most or tree.least) - tree.least):
            target = self._state(self._build(tree.part, target), target)
        for _ in range(tree.least):
            target = self._build(tree.part, target)
        return target

    def finds(self, text: str) -> bool:
        current: set[int] = set()
        for at in range(len(text) + 1):
            self._enter(self._start, current, at, len(text))
            if self._end in current:
                return True
            if at < len(text):
                following: set[int] = set()
                for state in current:
                    takes = self._takes[state]
                    if takes is not None and takes.has(text[at]):
                        self._enter(self._next[state][0], following, at + 1, len(text))
                current = following
        return self._end in current

    def _enter(self, state: int, states: set[int], at: int, size: int) -> None:
        """Add a state, and those that it leads to without a character."""
        waiting = [state]
        while waiting:
            state = waiting.pop()
            if state in states:
                continue
            edge = self._edges[state]
            if edge is not None and at != (size if edge else 0):
                continue
            states.add(state)
            if self._takes[state] is None:
                waiting += self._next[state]
