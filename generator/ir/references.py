"""What a shape mentions, and what a schema."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .shapes import Alias, Assertions, Choices, Record, Shape, Variants
from .types import Id, ListOf, MapOf, Named, Optional, TupleOf, TypeUse
from .vocabulary import ONE_SCHEMA, SCHEMA_LIST, SCHEMA_MAP

if TYPE_CHECKING:
    from collections.abc import Iterator


def references(shape: Shape) -> Iterator[Id]:
    """The ids of the shapes that a shape mentions, in order, repeats included."""
    match shape:
        case Record():
            for field in shape.fields:
                yield from mentioned(field.use)
            if shape.extra is not None:
                yield from mentioned(shape.extra)
        case Variants():
            for option in shape.options:
                yield from mentioned(option)
        case Alias():
            yield from mentioned(shape.target)
        case Choices():
            return


def schemas_in(entry: Assertions) -> Iterator[Id]:
    """The ids of the schemas that the keywords of a schema hold or refer to."""
    for word, value in entry.keywords:
        if word == "$ref" or word in ONE_SCHEMA:
            yield str(value)
        elif not isinstance(value, tuple):
            continue
        elif word in SCHEMA_LIST:
            yield from map(str, value)
        elif word in SCHEMA_MAP:
            yield from (str(schema) for _, schema in value)


def mentioned(use: TypeUse) -> Iterator[Id]:
    """The ids of the shapes that a type mentions."""
    match use.type:
        case Named(id=target):
            yield target
        case ListOf(item=inner) | Optional(inner=inner):
            yield from mentioned(inner)
        case MapOf(value=inner, key=key):
            yield from mentioned(inner)
            if key is not None:
                yield from mentioned(key)
        case TupleOf(items=items, rest=rest):
            for item in items:
                yield from mentioned(item)
            if rest is not None:
                yield from mentioned(rest)
