"""How long a search can take: how many ways through a pattern fit one text at a time.

Python's `re` tries one way after the other. Where no text has more than a few ways that
are alive at once, a search takes time in proportion to the length of the text; else it
can take the square of that, or double with each character.
"""

from __future__ import annotations

from dataclasses import field
from heapq import heappop, heappush
from typing import TYPE_CHECKING, TypeAlias

from ....values import dataclass
from .single import has_few_ways
from .tree import (
    Back,
    Chars,
    Choice,
    Group,
    Look,
    Node,
    Place,
    Ranges,
    Repeat,
    Sequence,
    inner,
    width,
)

_MOST_WAYS = 64
_MOST_STATES = 3_000
_MOST_STEPS = 60_000
_MOST_PATHS = 20_000
_COPIES = 40
"""So many times a repetition is written out; one of more is taken as one without end,
which has all of its ways and others."""

_LONGEST = 256
_MOST_WORK = 50_000
_SHORT_LOOK = 64

if TYPE_CHECKING:
    from collections.abc import Iterable

Ways: TypeAlias = "dict[int, int]"
"""How many ways lead to each state that reads a character."""

_State: TypeAlias = "tuple[frozenset[tuple[int, int]], bool]"


class _TooMuch(Exception):
    """Not to be told within reason, so assume the worst."""


def is_linear(tree: Node) -> bool:
    """Whether `re.search` surely takes time in proportion to the length of the text."""
    try:
        return has_few_ways(tree) or _Search(tree).is_linear()
    except _TooMuch:
        return False


def harmless_length(tree: Node) -> int:
    """The length of texts up to which `re.search` takes a millisecond or so at most."""
    try:
        return _Search(tree).harmless_length()
    except _TooMuch:
        return 0


@dataclass(slots=True)
class _Closure:
    """Where the ways from a state lead before they read: to others, or to the end.

    `ends` says that a match can end there, whatever follows.
    """

    ways: Ways = field(default_factory=dict)
    ends: bool = False
    looks: set[int] = field(default_factory=set)


class _Search:
    """A pattern as a machine, and what searches with it can come to."""

    def __init__(self, tree: Node, groups: dict[int, Node] | None = None) -> None:
        self._groups: dict[int, Node] = dict(groups or {})
        self._list_groups(tree)
        self._next: dict[int, list[int]] = {}
        self._reads: dict[int, Ranges] = {}
        self._guards: dict[int, str] = {}
        self._looks: dict[int, Look] = {}
        self._count = 1
        self._steps = 0
        self._start = self._build(tree, 0)
        self._symbols = self._partition()
        self._closures: dict[tuple[int, bool], _Closure] = {}

    def _list_groups(self, node: Node) -> None:
        if isinstance(node, Group) and node.number:
            self._groups[node.number] = node.item
        for part in inner(node):
            self._list_groups(part)

    def _state(self, *following: int) -> int:
        if self._count > _MOST_STATES:
            raise _TooMuch
        self._next[self._count] = list(following)
        self._count += 1
        return self._count - 1

    def _build(self, node: Node, after: int) -> int:
        """States for a node that is followed by the state `after`; the first of them."""
        if isinstance(node, Chars):
            state = self._state(after)
            self._reads[state] = node.ranges
            return state
        if isinstance(node, Sequence):
            for item in reversed(node.items):
                after = self._build(item, after)
            return after
        if isinstance(node, Choice):
            return self._state(*[self._build(item, after) for item in node.options])
        if isinstance(node, Group):
            return self._build(node.item, after)
        if isinstance(node, Back):
            return self._build(self._groups[node.number], after)
        if isinstance(node, Repeat):
            return self._repeated(node, after)
        state = self._state(after)
        if isinstance(node, Place):
            self._guards[state] = node.kind
        else:
            self._looks[state] = node
        return state

    def _repeated(self, node: Repeat, after: int) -> int:
        low, high = node.low, node.high
        most = _COPIES if isinstance(node.item, Chars) else _COPIES // 4
        if max(low, high or 0) > most:
            low, high = min(low, 1), None
        if high is None:
            state = self._state(after)
            self._next[state].insert(0, self._build(node.item, state))
            after = state
        else:
            end = after
            for _ in range(high - low):
                after = self._state(self._build(node.item, after), end)
        for _ in range(low):
            after = self._build(node.item, after)
        return after

    def _partition(self) -> list[int]:
        """For each kind of characters that states tell apart, the states that read it.

        A set of states is a number with a bit for each.
        """
        readers: dict[Ranges, int] = {}
        for state, ranges in self._reads.items():
            readers[ranges] = readers.get(ranges, 0) | 1 << state
        changes: dict[int, int] = {}
        for ranges, states in readers.items():
            for low, high in ranges:
                changes[low] = changes.get(low, 0) ^ states
                changes[high + 1] = changes.get(high + 1, 0) ^ states
        current = 0
        found: set[int] = set()
        for edge in sorted(changes):
            current ^= changes[edge]
            found.add(current)
        return sorted(found - {0})

    def _closure(self, state: int, at_start: bool) -> _Closure:
        key = (state, at_start)
        if key not in self._closures:
            found = self._closures[key] = _Closure()
            paths = 0
            waiting: list[tuple[int, tuple[int, ...], bool]] = [(state, (), True)]
            while waiting:
                current, passed, free = waiting.pop()
                paths += 1
                if paths > _MOST_PATHS:
                    raise _TooMuch
                if current == 0:
                    found.ends = found.ends or free
                    continue
                if current in self._reads:
                    found.ways[current] = found.ways.get(current, 0) + 1
                    continue
                if passed.count(current) > 1:
                    continue  # a turn that reads nothing, and the turn after it
                guard = self._guards.get(current)
                if guard == "^" and not at_start:
                    continue
                if current in self._looks:
                    found.looks.add(current)
                free = free and guard is None and current not in self._looks
                after = (*passed, current)
                waiting += [(one, after, free) for one in self._next[current]]
        return self._closures[key]

    def _first(self) -> _State:
        start = self._closure(self._start, True)
        return frozenset(start.ways.items()), start.ends

    def _step(self, ways: Iterable[tuple[int, int]], done: bool) -> _State:
        """The ways after one more character, from those of `ways`, which all read it.

        Where a match ended, no other begins.
        """
        found: Ways = {}
        for current, count in ways:
            self._steps += 1
            closure = self._closure(self._next[current][0], False)
            done = done or closure.ends
            for target, more in closure.ways.items():
                found[target] = found.get(target, 0) + count * more
        self._steps += 1
        if self._steps > _MOST_STEPS:
            raise _TooMuch
        if not done:
            closure = self._closure(self._start, False)
            done = closure.ends
            for target, more in closure.ways.items():
                found[target] = found.get(target, 0) + more
        return frozenset(found.items()), done

    def _following(self, state: _State) -> set[_State]:
        ways, done = state
        return {self._step(one, done) for one in self._readings(ways)}

    def _readings(self, ways: Iterable[tuple[int, int]]) -> list[list[tuple[int, int]]]:
        """For each kind of characters that the ways tell apart, those that read it.

        One kind is what none reads.
        """
        bits = [(1 << state, (state, count)) for state, count in ways]
        alive = 0
        for bit, _ in bits:
            alive |= bit
        kinds = {states & alive for states in self._symbols} | {0}
        return [[way for bit, way in bits if bit & kind] for kind in kinds]

    def is_linear(self) -> bool:
        """Whether no text has many ways at once. Texts with the most ways come first."""
        first = self._first()
        known = {first}
        waiting = [(0, 0, first)]
        while waiting:
            new = self._following(heappop(waiting)[2]) - known
            for state in new:
                count = sum(count for _, count in state[0])
                if count > _MOST_WAYS:
                    return False
                known.add(state)
                heappush(waiting, (-count, len(known), state))
            if len(known) > _MOST_STATES:
                return False
        return all(self._is_cheap(state) for state in self._looks)

    def _is_cheap(self, state: int) -> bool:
        """Whether a look takes little time, or is taken at the start of the text alone."""
        node = self._looks[state]
        anchored = Sequence((Place("^"), node.item))
        if not _Search(anchored, self._groups).is_linear():
            return False
        longest = width(node.item)
        if longest is not None and longest <= _SHORT_LOOK:
            return True
        return not any(
            state in closure.looks
            for (_, at_start), closure in self._closures.items()
            if not at_start
        )

    def harmless_length(self) -> int:
        """How long a text can be until all its ways together are much work.

        The most ways to each state, over all texts of a length, bound those of any text.
        """
        if not all(self._is_cheap(state) for state in self._looks):
            return 0
        ways: Ways = dict(self._first()[0])
        work = 0
        for length in range(_LONGEST):
            work += sum(ways.values())
            if work > _MOST_WORK:
                return length
            most: Ways = {}
            for reading in self._readings(ways.items()):
                found, _ = self._step(reading, False)
                for state, count in found:
                    most[state] = max(most.get(state, 0), count)
            ways = most
        return _LONGEST
