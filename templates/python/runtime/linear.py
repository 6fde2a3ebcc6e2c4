# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Regular expressions that `re` could take very long for, matched in linear time.

The pattern becomes an automaton that reads each character of a text once. What stands
before or behind a place is found out for all places first, so that looking around takes
no longer either.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

Node: TypeAlias = tuple[str, tuple["Node", ...], int, int | None, str]
"""A part of a pattern: its kind, what is below it, the bounds of a repetition, and text."""

_MOST_KNOWN = 5_000
_ESCAPES = {"x": 2, "u": 4, "U": 8}
_WORD = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")


class LinearPattern:
    """A pattern as `re` has it, without back references, for any text.

    Texts up to `longest` characters are left to `re`, which is faster there; with 0 none
    is, as `re` does not take the pattern.
    """

    __slots__ = ("_longest", "_search", "_short", "_text")

    def __init__(self, text: str, longest: int) -> None:
        self._text = text
        self._longest = longest
        self._short: Callable[[str], object] | None = None
        self._search: Callable[[str], bool] | None = None

    def search(self, text: str) -> object:
        """Something where the pattern matches anywhere in the text, else None."""
        if 0 < self._longest >= len(text):
            if self._short is None:
                import re

                self._short = re.compile(self._text).search
            return self._short(text)
        if self._search is None:
            self._search = _Automaton(_Parser(self._text).run()).search
        return self._search(text) or None


class _Parser:
    """From the text of a pattern to its nodes; only the syntax that oasmith writes."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def run(self) -> Node:
        options = [self._sequence()]
        while self._text[self._at : self._at + 1] == "|":
            self._at += 1
            options.append(self._sequence())
        return options[0] if len(options) == 1 else ("choice", tuple(options), 0, 0, "")

    def _sequence(self) -> Node:
        items: list[Node] = []
        while self._text[self._at : self._at + 1] not in ("", "|", ")"):
            items.append(self._repeated(self._atom()))
        return items[0] if len(items) == 1 else ("sequence", tuple(items), 0, 0, "")

    def _repeated(self, item: Node) -> Node:
        char = self._text[self._at : self._at + 1]
        if char not in ("*", "+", "?", "{"):
            return item
        self._at += 1
        low, high = int(char == "+"), 1 if char == "?" else None
        if char == "{":
            end = self._text.index("}", self._at)
            first, comma, last = self._text[self._at : end].partition(",")
            low = int(first)
            high = (int(last) if last else None) if comma else low
            self._at = end + 1
        if self._text[self._at : self._at + 1] == "?":
            self._at += 1
        return ("repeat", (item,), low, high, "")

    def _atom(self) -> Node:
        char = self._text[self._at]
        if char == "(":
            return self._group()
        if char == "[":
            return ("chars", (), 0, 0, self._class())
        start = self._at
        self._at += 1
        if char == "^":
            return ("place", (), 0, 0, "^")
        if char == "\\":
            kind = self._text[self._at]
            self._at += 1 + _ESCAPES.get(kind, 0)
            if kind == "Z":
                return ("place", (), 0, 0, "$")
        return ("chars", (), 0, 0, self._text[start : self._at])

    def _class(self) -> str:
        start = self._at
        while self._text[self._at] != "]":
            self._at += 2 if self._text[self._at] == "\\" else 1
        self._at += 1
        return self._text[start : self._at]

    def _group(self) -> Node:
        for head, node in _SPECIAL.items():
            if self._text.startswith(head, self._at):
                self._at += len(head)
                return node
        for head in ("(?=", "(?!", "(?<=", "(?<!"):
            if self._text.startswith(head, self._at):
                self._at += len(head)
                item = self.run()
                self._at += 1
                return ("look", (item,), 0, 0, head[2:])
        self._at += 1
        if self._text.startswith("?P<", self._at):
            self._at = self._text.index(">", self._at) + 1
        elif self._text.startswith("?:", self._at):
            self._at += 2
        item = self.run()
        self._at += 1
        return item


_SPECIAL: dict[str, Node] = {
    "(?s:.)": ("chars", (), 0, 0, "(?s:.)"),
    "(?a:\\b)": ("place", (), 0, 0, "b"),
}


class _Condition(NamedTuple):
    """What must hold at a place: a kind of place, or what can be read from there."""

    kind: str
    automaton: _Automaton | None = None
    backward: bool = False

    def places(self, text: str) -> list[bool]:
        """For each place in the text, whether it holds there."""
        if self.automaton is not None:
            return self.automaton.places(text, backward=self.backward)
        size = len(text)
        if self.kind == "^":
            return [True] + [False] * size
        if self.kind == "$":
            return [False] * size + [True]
        words = [False, *[char in _WORD for char in text], False]
        return [words[place] is not words[place + 1] for place in range(size + 1)]


class _Automaton:
    """The states of a pattern; sets of them are followed, and remembered.

    A state reads a character and leads to another one (`_reads`), leads to others at once
    (`_splits`), or does so where a condition holds or does not (`_guards`). State 0 is
    the end. With `reverse` it reads from the end of a match to its start.
    """

    def __init__(self, node: Node, *, reverse: bool = False) -> None:
        self._reads: dict[int, tuple[int, int]] = {}
        self._splits: dict[int, list[int]] = {}
        self._guards: dict[int, tuple[int, bool, int]] = {}
        self._sets: dict[str, int] = {}
        self._conditions: dict[Node, _Condition] = {}
        self._reverse = reverse
        self._count = 1
        self._start = self._build(node, 0)
        self._matches = [_matching(text) for text in self._sets]
        self._kinds: dict[str, int] = {}
        self._closed: dict[tuple[frozenset[int], int], tuple[tuple[int, ...], bool]] = (
            {}
        )
        self._steps: dict[tuple[tuple[int, ...], int], frozenset[int]] = {}

    def _state(self) -> int:
        self._count += 1
        return self._count - 1

    def _build(self, node: Node, after: int) -> int:
        """States for a node that lead to the state `after`; gives the first of them."""
        kind, items, low, high, text = node
        if kind == "chars":
            state = self._state()
            self._reads[state] = self._sets.setdefault(text, len(self._sets)), after
            return state
        if kind == "sequence":
            for item in items if self._reverse else reversed(items):
                after = self._build(item, after)
            return after
        state = self._state()
        if kind == "choice":
            self._splits[state] = [self._build(item, after) for item in items]
            return state
        if kind == "repeat":
            return self._repeat(items[0], low, high, state, after)
        self._guards[state] = (self._condition(node), "!" not in text, after)
        return state

    def _repeat(
        self, item: Node, low: int, high: int | None, state: int, after: int
    ) -> int:
        if high is None:
            self._splits[state] = [after]
            self._splits[state].append(self._build(item, state))
            after = state
        else:
            end = after
            for _ in range(high - low):
                optional = self._state()
                self._splits[optional] = [self._build(item, after), end]
                after = optional
        for _ in range(low):
            after = self._build(item, after)
        return after

    def _condition(self, node: Node) -> int:
        """The number of a condition; the same for all copies of a node."""
        kind, items, _, _, text = node
        if node not in self._conditions:
            if kind == "place":
                found = _Condition(text)
            else:
                behind = text[0] == "<"
                automaton = _Automaton(items[0], reverse=not behind)
                found = _Condition("look", automaton, not behind)
            self._conditions[node] = found
        return list(self._conditions).index(node)

    def search(self, text: str) -> bool:
        """Whether there is a match anywhere in the text."""
        return self._run(text, range(len(text) + 1), None)

    def places(self, text: str, *, backward: bool) -> list[bool]:
        """For each place, whether a match that starts anywhere has come to it.

        With `backward` the text is read from its end, and a match comes to its start.
        """
        found = [False] * (len(text) + 1)
        size = len(text)
        self._run(text, range(size, -1, -1) if backward else range(size + 1), found)
        return found

    def _run(self, text: str, order: range, found: list[bool] | None) -> bool:
        facts = [condition.places(text) for condition in self._conditions.values()]
        offset = -1 if order.step < 0 else 0
        states = frozenset((self._start,))
        begin = states
        for place in order:
            known = 0
            for number, holds in enumerate(facts):
                known |= holds[place] << number
            readers, ended = self._close(states, known)
            if ended:
                if found is None:
                    return True
                found[place] = True
            at = place + offset
            if 0 <= at < len(text):
                states = self._step(readers, self._kind(text[at])) | begin
        return False

    def _close(
        self, states: frozenset[int], known: int
    ) -> tuple[tuple[int, ...], bool]:
        """The states that read, and whether a match ends, where `known` holds."""
        key = (states, known)
        answer = self._closed.get(key)
        if answer is None:
            seen = set(states)
            waiting = list(states)
            while waiting:
                state = waiting.pop()
                following = self._splits.get(state, ())
                if state in self._guards:
                    number, wanted, after = self._guards[state]
                    holds = bool(known >> number & 1)
                    following = [after] if holds is wanted else []
                for other in following:
                    if other not in seen:
                        seen.add(other)
                        waiting.append(other)
            readers = tuple(sorted(seen & self._reads.keys()))
            answer = readers, 0 in seen
            if len(self._closed) > _MOST_KNOWN:
                self._closed.clear()
            self._closed[key] = answer
        return answer

    def _kind(self, char: str) -> int:
        """The sets that a character is in, a bit for each."""
        found = self._kinds.get(char)
        if found is None:
            found = 0
            for number, matches in enumerate(self._matches):
                found |= (matches(char) is not None) << number
            if len(self._kinds) > _MOST_KNOWN:
                self._kinds.clear()
            self._kinds[char] = found
        return found

    def _step(self, readers: tuple[int, ...], kind: int) -> frozenset[int]:
        key = (readers, kind)
        found = self._steps.get(key)
        if found is None:
            found = frozenset(
                [
                    after
                    for number, after in map(self._reads.__getitem__, readers)
                    if kind >> number & 1
                ]
            )
            if len(self._steps) > _MOST_KNOWN:
                self._steps.clear()
            self._steps[key] = found
        return found


def _matching(text: str) -> Callable[[str], object]:
    import re

    return re.compile(text).fullmatch
