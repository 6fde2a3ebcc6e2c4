"""Fields that can have only one value, which nobody needs to give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...ir import Alias, Const, Named, Optional

if TYPE_CHECKING:
    from ...ir import Api, Field, Id, Json, TypeUse


def filled_in(field: Field, api: Api) -> tuple[Json] | None:
    """The value of a field that was not given, in a 1-tuple; None where it has none.

    That is a constant that is required, or that tells the options of a union apart.
    """
    if not field.required and not field.fixed:
        return None
    use = field.use
    if field.fixed and isinstance(use.type, Optional):
        use = use.type.inner
    value = _constant(use, api)
    return None if value is None else (value,)


def _constant(use: TypeUse, api: Api) -> Json:
    """The only value of a type, behind aliases; None where there are others."""
    seen: set[Id] = set()
    while isinstance(use.type, Named) and use.type.id not in seen:
        seen.add(use.type.id)
        shape = api.shapes[use.type.id]
        if not isinstance(shape, Alias):
            return None
        use = shape.target
    return use.type.value if isinstance(use.type, Const) else None
