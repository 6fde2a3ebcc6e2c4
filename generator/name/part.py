"""Names of a part of an API, as they are in the whole."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import TypeVar

from ..ir import Api
from .names import Names

T = TypeVar("T")


def names_of_part(names: Names, part: Api) -> Names:
    """The names that a part of an API has: those of the whole, for what is in the part.

    What is left out still counts where names collide, so that a filter renames nothing.
    """
    operations = _of(
        names.operations,
        [call.id for call in (*part.operations, *part.webhooks, *part.callbacks)],
    )
    used = {operation.resource.attribute for operation in operations.values()}
    return replace(
        names,
        types=_of(names.types, part.shapes),
        modules=_of(names.modules, part.shapes),
        functions=_of(names.functions, part.shapes),
        variants=_of(names.variants, part.shapes),
        fields=_of(names.fields, part.shapes),
        error_stems=_of(names.error_stems, part.shapes),
        operations=operations,
        resources=tuple(one for one in names.resources if one.attribute in used),
    )


def _of(names: Mapping[str, T], kept: Collection[str]) -> dict[str, T]:
    return {key: name for key, name in names.items() if key in kept}
