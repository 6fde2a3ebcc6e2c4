"""Which roots refer to each other in a circle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..ir import (
    Alias,
    Assertions,
    Choices,
    Id,
    ListOf,
    MapOf,
    Named,
    Optional,
    Record,
    Shape,
    TupleOf,
    TypeUse,
    Variants,
)
from ..ir.circles import strongly_connected
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


def references(shape: Shape) -> Iterator[Id]:
    """The ids of the shapes that a shape mentions, in order, repeats included."""
    match shape:
        case Record():
            for field in shape.fields:
                yield from _mentioned(field.use)
            if shape.extra is not None:
                yield from _mentioned(shape.extra)
        case Variants():
            for option in shape.options:
                yield from _mentioned(option)
        case Alias():
            yield from _mentioned(shape.target)
        case Choices():
            return


def _mentioned(use: TypeUse) -> Iterator[Id]:
    match use.type:
        case Named(id=target):
            yield target
        case ListOf(item=inner) | MapOf(value=inner) | Optional(inner=inner):
            yield from _mentioned(inner)
        case TupleOf(items=items, rest=rest):
            for item in items:
                yield from _mentioned(item)
            if rest is not None:
                yield from _mentioned(rest)
