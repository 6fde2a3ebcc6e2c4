"""A regular expression of ECMA-262 (22.2, with the `u` flag) as a tree."""

from __future__ import annotations

from typing import TypeAlias

from ....values import dataclass

Ranges: TypeAlias = "tuple[tuple[int, int], ...]"
"""Code points, as pairs of the first and the last one, in order and apart."""

LAST = 0x10FFFF


@dataclass(frozen=True, slots=True)
class Chars:
    """One character of a set. `text` is the set as Python's `re` has it."""

    text: str
    ranges: Ranges


@dataclass(frozen=True, slots=True)
class Sequence:
    """One after the other; nothing when empty."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """The first option that fits."""

    options: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """At least `low` and at most `high` times, without end when that is None."""

    item: Node
    low: int
    high: int | None
    lazy: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """A group; it captures what it matches when it has a number."""

    item: Node
    number: int = 0
    name: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A place between characters: `^`, `$`, `b` or `B`."""

    kind: str


@dataclass(frozen=True, slots=True)
class Look:
    """What must follow, or stand before when `behind`, or must not when `negative`."""

    item: Node
    behind: bool
    negative: bool


@dataclass(frozen=True, slots=True)
class Back:
    """What the group with this number has matched; nothing where it did not take part."""

    number: int


Node: TypeAlias = Chars | Sequence | Choice | Repeat | Group | Place | Look | Back

NOTHING = Sequence(())


def inner(node: Node) -> tuple[Node, ...]:
    """The nodes directly below a node."""
    if isinstance(node, Sequence):
        return node.items
    if isinstance(node, Choice):
        return node.options
    if isinstance(node, Repeat | Group | Look):
        return (node.item,)
    return ()


def has_back(node: Node) -> bool:
    """Whether there is a back reference in it."""
    return isinstance(node, Back) or any(map(has_back, inner(node)))


def width(node: Node) -> int | None:
    """The most characters that a node can match; None where there is no limit."""
    if isinstance(node, Chars):
        return 1
    if isinstance(node, Place | Look):
        return 0
    if isinstance(node, Back):
        return None
    parts = [width(part) for part in inner(node)]
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    if isinstance(node, Choice):
        return max(known)
    if isinstance(node, Repeat):
        if node.high is None:
            return None if known[0] else 0
        return known[0] * node.high
    return sum(known)


def normal(ranges: list[tuple[int, int]]) -> Ranges:
    """The same code points in order, with no two ranges that touch."""
    found: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if found and low <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(high, found[-1][1]))
        else:
            found.append((low, high))
    return tuple(found)


def others(ranges: Ranges) -> Ranges:
    """All code points that are not in the ranges."""
    found: list[tuple[int, int]] = []
    start = 0
    for low, high in ranges:
        if low > start:
            found.append((start, low - 1))
        start = high + 1
    if start <= LAST:
        found.append((start, LAST))
    return tuple(found)
