"""Patterns that fit any text in one way at most, told from their tree in one walk.

Each character of a text leaves at most one character of such a pattern to go on from
(the pattern is deterministic: Brüggemann-Klein and Wood, 1998), so that `re` has nothing
to try again. Most patterns that people write are like that, or nearly so.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from .simpler import trimmed
from .tree import (
    Chars,
    Choice,
    Group,
    Node,
    Place,
    Ranges,
    Repeat,
    Sequence,
    inner,
    width,
)

_MOST_STARTS = 60
_MOST_WAYS = 128
_MOST_PAIRS = 4_000


class _Ambiguous(Exception):
    """There may be two ways, or it is not worth telling."""


class _Part(NamedTuple):
    """Which places can come first and last in a part, and whether it can be empty."""

    first: tuple[int, ...]
    last: tuple[int, ...]
    empty: bool


def has_few_ways(tree: Node) -> bool:
    """Whether surely few ways through the pattern are alive at once, in any text.

    Each option of the pattern must be deterministic, and few searches for it be alive at
    once: those that started at other places of the text and have not failed. Looking
    around and back references are not judged: false.
    """
    try:
        return _ways(tree) <= _MOST_WAYS
    except _Ambiguous:
        return False


def _ways(node: Node) -> int:
    if isinstance(node, Group):
        return _ways(node.item)
    if isinstance(node, Choice):
        return sum(map(_ways, node.options))
    _Places().walk(node)
    return 1 if _is_anchored(node) else _starts(node)


def _is_anchored(node: Node) -> bool:
    """Whether it matches at the start of the text alone."""
    if isinstance(node, Sequence):
        return bool(node.items) and _is_anchored(node.items[0])
    if isinstance(node, Choice):
        return all(map(_is_anchored, node.options))
    if isinstance(node, Group):
        return _is_anchored(node.item)
    return node == Place("^")


def _starts(node: Node) -> int:
    """How many searches can be alive at once. Raises _Ambiguous if that is unknown.

    What may be repeated at the end is left out: a search that comes there has succeeded.
    Then what matches is short, or it begins with a text, like `arn:`, that no repetition
    takes. A search that others start behind must then leave the repetition it is in, or
    go on by a character that stands alone, each time that this text comes again.
    """
    kept = trimmed(node, -1)
    longest = width(kept)
    if longest is not None and longest <= _MOST_STARTS:
        return longest + 1
    prefix = _prefix(kept)
    turns: list[Node] = []
    alone = _split(kept, turns)
    if not prefix:
        raise _Ambiguous
    for turn in turns:
        sets = _sets(turn)
        if all(any(_meet(one, other) for other in sets) for one in prefix):
            raise _Ambiguous
    return (len(turns) + alone + 1) * _overlaps(prefix)


def _prefix(node: Node) -> list[Ranges]:
    """The characters that a match surely begins with."""
    if isinstance(node, Chars):
        return [node.ranges]
    found: list[Ranges] = []
    for item in node.items if isinstance(node, Sequence) else ():
        if not isinstance(item, Chars):
            break
        found.append(item.ranges)
    return found


def _split(node: Node, turns: list[Node]) -> int:
    """Puts the outermost repetitions into a list, and counts the characters elsewhere."""
    if isinstance(node, Chars):
        return 1
    if isinstance(node, Repeat) and node.high != 1:
        turns.append(node)
        return 0
    return sum(_split(part, turns) for part in inner(node))


def _sets(node: Node) -> set[Ranges]:
    if isinstance(node, Chars):
        return {node.ranges}
    return {found for part in inner(node) for found in _sets(part)}


def _meet(one: Ranges, other: Ranges) -> bool:
    """Whether a character is in both sets."""
    parts = sorted((*one, *other))
    return any(after[0] <= before[1] for before, after in pairwise(parts))


def _overlaps(prefix: list[Ranges]) -> int:
    """In how many places of a text a prefix can have begun that has not ended."""
    size = len(prefix)
    borders = (
        all(_meet(prefix[place], prefix[place + by]) for place in range(size - by))
        for by in range(1, size)
    )
    return 1 + sum(borders)


class _Places:
    """The characters of a pattern in order, each with those that can follow it.

    A repetition with two bounds counts as one without end, which has all of its ways.
    """

    def __init__(self) -> None:
        self._sets: list[Ranges] = []
        self._following: list[list[int]] = []
        self._pairs = 0

    def walk(self, node: Node) -> _Part:
        """What a part can start and end with. Raises _Ambiguous where two ways meet."""
        if isinstance(node, Chars):
            place = len(self._sets)
            self._sets.append(node.ranges)
            self._following.append([])
            return _Part((place,), (place,), False)
        if isinstance(node, Sequence):
            return self._sequence(node)
        if isinstance(node, Choice):
            return self._choice(node)
        if isinstance(node, Group):
            return self.walk(node.item)
        if isinstance(node, Place):
            return _Part((), (), True)
        if isinstance(node, Repeat):
            return self._repeat(node)
        raise _Ambiguous

    def _sequence(self, node: Sequence) -> _Part:
        found = _Part((), (), True)
        for item in node.items:
            part = self.walk(item)
            for place in found.last:
                self._follow(place, part.first)
            first = (*found.first, *part.first) if found.empty else found.first
            last = (*found.last, *part.last) if part.empty else part.last
            found = _Part(first, last, found.empty and part.empty)
        self._are_apart(found.first)
        return found

    def _choice(self, node: Choice) -> _Part:
        parts = [self.walk(option) for option in node.options]
        if sum(part.empty for part in parts) > 1:
            raise _Ambiguous
        first = tuple(place for part in parts for place in part.first)
        last = tuple(place for part in parts for place in part.last)
        self._are_apart(first)
        return _Part(first, last, any(part.empty for part in parts))

    def _repeat(self, node: Repeat) -> _Part:
        part = self.walk(node.item)
        if node.high in (0, 1):
            if part.empty:
                raise _Ambiguous
        elif part.empty and (node.low, node.high) != (1, 1):
            raise _Ambiguous
        elif node.low == node.high:
            # The count tells the last turn from the others.
            for place in part.last:
                self._are_apart((*self._following[place], *part.first))
        else:
            for place in part.last:
                self._follow(place, part.first)
        return part._replace(empty=node.low == 0 or part.empty)

    def _follow(self, place: int, places: tuple[int, ...]) -> None:
        self._following[place] += places
        self._are_apart(tuple(self._following[place]))

    def _are_apart(self, places: tuple[int, ...]) -> None:
        """Raises _Ambiguous where one character can be two of the places."""
        if len(places) < 2:
            return
        self._pairs += len(places)
        if self._pairs > _MOST_PAIRS:
            raise _Ambiguous
        parts = sorted(part for place in places for part in self._sets[place])
        if any(after[0] <= before[1] for before, after in pairwise(parts)):
            raise _Ambiguous
