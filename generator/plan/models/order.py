"""The order of definitions in a module: what an alias names stands above it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...ir import Alias, ListOf, MapOf, Named, Optional, Record, TupleOf, Variants

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ...ir import Id, Shape, TypeUse
    from ..python.types import Annotator


def ordered(shapes: list[Shape], annotator: Annotator) -> Iterator[tuple[Shape, bool]]:
    """The shapes of a module, each with whether it is an alias that names itself.

    Classes may name what stands below them, since their annotations are read late; so
    they keep the document's order, and an alias goes right after the last thing that
    it names. An alias on a circle of aliases must be written as a forward reference.
    """
    by_id = {shape.id: shape for shape in shapes}
    done: set[Id] = set()
    path: list[Id] = []
    own = circular(by_id, annotator)

    def visit(shape: Shape) -> Iterator[tuple[Shape, bool]]:
        if shape.id in done or shape.id in path:
            return
        path.append(shape.id)
        if not isinstance(shape, Record):
            for id in _named(shape, annotator):
                if id in by_id:
                    yield from visit(by_id[id])
        path.pop()
        if shape.id not in done:
            done.add(shape.id)
            yield shape, shape.id in own

    for shape in shapes:
        yield from visit(shape)


def circular(by_id: Mapping[Id, Shape], annotator: Annotator) -> set[Id]:
    """Those of some shapes that are aliases and reach themselves through aliases alone."""
    edges = {
        id: [other for other in _named(shape, annotator) if other in by_id]
        for id, shape in by_id.items()
        if not isinstance(shape, Record)
    }
    found = set()
    for start in edges:
        stack, seen = list(edges[start]), set()
        while stack:
            id = stack.pop()
            if id == start:
                found.add(start)
                break
            if id not in seen:
                seen.add(id)
                stack += edges.get(id, ())
    return found


def _named(shape: Shape, annotator: Annotator) -> list[Id]:
    """The named shapes in the definition of an alias, those written inline looked into."""
    uses: list[TypeUse] = []
    if isinstance(shape, Alias):
        uses.append(shape.target)
    elif isinstance(shape, Variants):
        uses += shape.options
    found = []
    while uses:
        kind = uses.pop(0).type
        if isinstance(kind, Named):
            other = annotator.api.shapes[kind.id]
            if annotator.is_named(other):
                found.append(kind.id)
            else:
                found += _named(other, annotator)
        elif isinstance(kind, ListOf):
            uses.append(kind.item)
        elif isinstance(kind, MapOf):
            uses.append(kind.value)
            uses += [kind.key] if kind.key else []
        elif isinstance(kind, Optional):
            uses.append(kind.inner)
        elif isinstance(kind, TupleOf):
            uses += kind.items
            uses += [kind.rest] if kind.rest else []
    return found
