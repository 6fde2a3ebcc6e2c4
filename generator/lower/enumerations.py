"""`enum` and `const` to choices."""

from __future__ import annotations

import json
from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

from ..ir import Choice, Choices, Const, Json, Named, Scalar, TypeUse, freeze
from .place import Place
from .values import distinct, key_of
from .view import Part, View

if TYPE_CHECKING:
    from .schemas import Schemas


def lower_values(schemas: Schemas, view: View, place: Place) -> TypeUse | None:
    """The type of a schema that lists its values.

    None where all of them are arrays or objects: a type cannot list those, so the rest
    of the schema says what they look like, and validators compare them.
    """
    values = distinct(view.enum or ())
    _report_twins(schemas, view.parts[0])
    if any(isinstance(value, (dict, list)) for value in values):
        scalars = [value for value in values if not isinstance(value, (dict, list))]
        if scalars in ([], [None]):
            if view.types is None:
                view.types = list(dict.fromkeys(map(_kind_of, values)))
            return None
    present: list[Json] = [freeze(value) for value in values if value is not None]
    if not present:
        return TypeUse(Scalar("null"))
    if len(present) == 1:
        use = TypeUse(Const(present[0]))
    else:
        schemas.shapes[view.id] = Choices(
            view.id,
            place.root,
            place.words,
            tuple(map(Choice, present)),
            **schemas.notes(view),
        )
        use = TypeUse(Named(view.id))
    nullable = None in values and (view.types is None or "null" in view.types)
    return schemas.optional(use) if nullable else use


def _report_twins(schemas: Schemas, part: Part) -> None:
    """Tell of the first value that a schema lists twice."""
    listed = part.node.get("enum") if isinstance(part.node, dict) else None
    seen: set[Hashable] = set()
    for index, value in enumerate(listed or ()):
        key = key_of(value)
        if key in seen:
            shown = json.dumps(value, ensure_ascii=False)
            schemas.report("W271", f"{part.id}/enum/{index}", value=shown)
            return
        seen.add(key)


def _kind_of(value: Any) -> str:
    if value is None:
        return "null"
    return "array" if isinstance(value, list) else "object"
