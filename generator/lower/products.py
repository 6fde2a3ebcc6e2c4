"""Several unions that must hold together: one option of each, in every combination."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING

from ..ir import Named, TypeUse, Variants
from .nullability import is_null
from .place import Place
from .view import AllOfCycle, Part, Union, View, view_of

if TYPE_CHECKING:
    from .schemas import Schemas

LARGEST = 16
"""So many combinations are written out; where there are more, a type leaves them out."""


def lower_product(
    schemas: Schemas,
    view: View,
    unions: list[Union],
    words: list[list[str]],
    shared: list[Part],
    place: Place,
) -> TypeUse | None:
    """The type of a view with several unions; None where there are too many options.

    `words` has a word for each option of each union, `shared` what stands beside them.
    """
    choices = [
        [
            (part, word)
            for part, word in zip(union.options, names, strict=True)
            if not is_null(part.node)
        ]
        for union, names in zip(unions, words, strict=True)
    ]
    ways = prod(map(len, choices))
    if ways > LARGEST:
        schemas.report("W205", view.id, ways=ways)
        return None
    uses: dict[TypeUse, None] = {}
    for chosen in product(*choices):
        parts = [part for part, _ in chosen]
        merged = _merged(schemas, view, parts, shared, alone=ways == 1)
        if merged is None:
            continue
        inner = place
        for (_, word), options in zip(chosen, choices, strict=True):
            inner = inner.down(word) if len(options) > 1 else inner
        uses[schemas.of_view(merged, inner)] = None
    if not uses:
        schemas.report("W203", view.id)
        return None
    found = next(iter(uses))
    if len(uses) > 1:
        schemas.shapes[view.id] = Variants(
            view.id,
            place.root,
            place.words,
            tuple(uses),
            exclusive=all(union.keyword == "oneOf" for union in unions),
            **schemas.notes(view),
        )
        found = TypeUse(Named(view.id))
    nullable = all(any(is_null(part.node) for part in u.options) for u in unions)
    if view.types is not None and "null" not in view.types:
        nullable = False
    return schemas.optional(found) if nullable else found


def _merged(
    schemas: Schemas, view: View, parts: list[Part], shared: list[Part], *, alone: bool
) -> View | None:
    """One option of each union together; None where they contradict each other."""
    steps = [part.id.removeprefix(view.id).lstrip("/") for part in parts]
    merged_id = view.id if alone else f"{view.id}/{'+'.join(steps)}"
    try:
        merged = view_of(schemas.document, [*parts, *shared], merged_id)
        required = [merged.properties.get(name, []) for name in merged.required]
        inner = [view_of(schemas.document, item, "") for item in required if item[1:]]
    except AllOfCycle:
        return None
    if merged.impossible or any(item.impossible for item in inner):
        return None
    return merged
