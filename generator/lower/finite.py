"""Records that require themselves, so that no finite value satisfies them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..ir import (
    Alias,
    Id,
    ListOf,
    Named,
    Record,
    Shape,
    TupleOf,
    TypeUse,
    Variants,
)


def endless(shapes: Mapping[Id, Shape]) -> list[list[Id]]:
    """The circles of shapes that require each other without end, each from its first id.

    A shape has finite values unless it requires one that has none: a field that may be
    left out, null, an empty array, an empty map or another option of a union ends it.
    """
    rest = dict(shapes)
    before = len(rest) + 1
    while len(rest) < before:
        before = len(rest)
        ended = [key for key, shape in rest.items() if not _blocked(shape, rest)]
        for key in ended:
            del rest[key]
    found: dict[frozenset[Id], list[Id]] = {}
    for start in rest:
        way: list[Id] = []
        current = start
        while current not in way:
            way.append(current)
            current = next(_blocked_by(rest[current], rest))
        circle = way[way.index(current) :]
        first = circle.index(min(circle))
        found.setdefault(frozenset(circle), circle[first:] + circle[:first])
    return list(found.values())


def _blocked(shape: Shape, rest: Mapping[Id, Shape]) -> bool:
    """Whether a shape still waits for others."""
    return next(_blocked_by(shape, rest), None) is not None


def _blocked_by(shape: Shape, rest: Mapping[Id, Shape]) -> Iterator[Id]:
    """The shapes without finite values that keep a shape from having one."""
    if isinstance(shape, Record):
        for field in shape.fields:
            if field.required:
                yield from _needed(field.use, rest)
    elif isinstance(shape, Alias):
        yield from _needed(shape.target, rest)
    elif isinstance(shape, Variants):
        options = [list(_needed(option, rest)) for option in shape.options]
        if all(options):
            yield from options[0]


def _needed(use: TypeUse, rest: Mapping[Id, Shape]) -> Iterator[Id]:
    """The shapes without finite values that every value of a type holds."""
    kind = use.type
    if isinstance(kind, Named):
        if kind.id in rest:
            yield kind.id
    elif isinstance(kind, ListOf | TupleOf):
        least = dict(use.constraints).get("minItems", 0)
        if isinstance(least, int | float) and least >= 1:
            items = (kind.item,) if isinstance(kind, ListOf) else kind.items[:1]
            for item in items:
                yield from _needed(item, rest)
