"""What the memory holds of operations that the author of a document has renamed."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from .memory import Past, known_id, shape_keys, variant_key

if TYPE_CHECKING:
    from ..ir import Api, Id

WAYS = ("request", "response")

T = TypeVar("T")


def still_valid(past: Past, api: Api) -> Past:
    """The names of the past without those that came of an `operationId` of then.

    A name stays whatever happens elsewhere; another id for the operation is its author's
    wish for another name. Types, modules and functions that stand below the operation are
    called after it, so they go too; arguments and fields are not. What an older oasmith
    remembered without its origin stays.
    """
    gone = _renamed(past, api)
    if not gone:
        return past
    keys = shape_keys(api)
    below = {keys[shape.id] for shape in api.shapes.values() if shape.root in gone}
    return replace(
        past,
        operations=_without(past.operations, gone),
        modules=_without(past.modules, gone),
        types=_without(past.types, below),
        functions=_without(past.functions, below),
        variants=_without(
            past.variants, {variant_key(key, way) for key in below for way in WAYS}
        ),
    )


def _renamed(past: Past, api: Api) -> set[Id]:
    """The operations whose id is another one than that of their names."""
    known = past.of_operations("id")
    every = (*api.operations, *api.webhooks, *api.callbacks)
    return {
        item.id for item in every if known.get(item.id, own := known_id(item)) != own
    }


def _without(table: Mapping[str, T], keys: Set[str]) -> dict[str, T]:
    return {key: value for key, value in table.items() if key not in keys}
