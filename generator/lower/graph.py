"""Which roots refer to each other in a circle."""

from __future__ import annotations

from collections.abc import Mapping

from ..ir import Assertions, Id, Shape
from ..ir.circles import strongly_connected
from ..ir.references import references
from .place import root_of


def circles(shapes: Mapping[Id, Shape]) -> tuple[tuple[Id, ...], ...]:
    """The strongly connected sets of two or more roots, each sorted, in sorted order."""
    edges: dict[Id, dict[Id, None]] = {}
    for shape in shapes.values():
        targets = edges.setdefault(shape.root, {})
        for target in references(shape):
            if target in shapes:
                targets[shapes[target].root] = None
    found = [sorted(group) for group in strongly_connected(edges) if len(group) > 1]
    return tuple(tuple(group) for group in sorted(found))


def longest_chain(assertions: Mapping[Id, Assertions]) -> tuple[int, Id]:
    """How many roots refer to one another in a row at most, and the first of them.

    Roots that refer to each other in a circle count as one.
    """
    edges: dict[Id, dict[Id, None]] = {}
    for found in assertions.values():
        for keyword, value in found.keywords:
            if keyword == "$ref":
                target = root_of(str(value))
                edges.setdefault(root_of(found.id), {})[target] = None
    lengths: dict[Id, int] = {}
    longest = (0, "")
    for group in strongly_connected(edges):
        targets = {target for member in group for target in edges.get(member, ())}
        length = 1 + max(
            (lengths[target] for target in targets.difference(group)), default=0
        )
        lengths.update(dict.fromkeys(group, length))
        if length > longest[0]:
            longest = (length, min(group))
    return longest
