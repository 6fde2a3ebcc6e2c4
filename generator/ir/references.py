"""What a shape mentions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .shapes import Alias, Choices, Record, Shape, Variants
from .types import Id, ListOf, MapOf, Named, Optional, TupleOf, TypeUse

if TYPE_CHECKING:
    from collections.abc import Iterator


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
        case ListOf(item=inner) | Optional(inner=inner):
            yield from _mentioned(inner)
        case MapOf(value=inner, key=key):
            yield from _mentioned(inner)
            if key is not None:
                yield from _mentioned(key)
        case TupleOf(items=items, rest=rest):
            for item in items:
                yield from _mentioned(item)
            if rest is not None:
                yield from _mentioned(rest)
