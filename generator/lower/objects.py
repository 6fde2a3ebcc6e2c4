"""Schemas of objects: records and maps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ir import Anything, Field, Id, MapOf, Named, Record, TypeUse, Variants
from .notes import FieldNotes
from .place import Place
from .reading import pick, says_something
from .view import AllOfCycle, Part, View, by_rank, escape, view_of

if TYPE_CHECKING:
    from .schemas import Schemas

_ANYTHING = TypeUse(Anything())
_ELSEWHERE = frozenset(
    {"additionalProperties", "anyOf", "dependentSchemas", "if", "oneOf"}
)
"""Keywords that evaluate properties which a record does not list."""

_SIZES = ("minProperties", "maxProperties")


def lower_object(schemas: Schemas, view: View, place: Place) -> TypeUse:
    """A map where the names of the properties are data, else a record."""
    extra = _extra(schemas, view, place)
    if not view.properties and not view.required and extra is not None:
        key = _key(schemas, view, place)
        return TypeUse(MapOf(extra, key), pick(view, _SIZES))
    fields = [
        _field(schemas, view, name, parts, place.down(name))
        for name, parts in view.properties.items()
    ]
    fields += [
        Field(name, _ANYTHING, required=True)
        for name in view.required
        if name not in view.properties
    ]
    schemas.shapes[view.id] = Record(
        view.id, place.root, place.words, tuple(fields), extra, **schemas.notes(view)
    )
    return TypeUse(Named(view.id))


def _key(schemas: Schemas, view: View, place: Place) -> TypeUse | None:
    """The type of the names of a map, where one `propertyNames` lists them."""
    if len(view.names) != 1:
        return None
    try:
        names = view_of(schemas.document, view.names, view.names[0].id)
    except AllOfCycle:
        return None
    if names.enum is None or names.impossible or names.unions:
        return None
    if not names.enum or not all(isinstance(name, str) for name in names.enum):
        return None
    return schemas.use(view.names[0], place.down("key"))


def _extra(schemas: Schemas, view: View, place: Place) -> TypeUse | None:
    """The type of the properties not listed; None when there may be none.

    A name that a pattern matches has the type of the pattern, any other that of
    `additionalProperties`; one type for all of them says that it may be either.
    """
    stated = [part for part in view.extra if part.node is not True]
    closed = any(part.node is False for part in stated) or _is_sealed(view)
    if closed and not view.patterns:
        return None
    if not stated:  # a name that no pattern matches may have any value
        return _ANYTHING
    value = place.down("value")
    uses = [schemas.use(part, value) for part in view.patterns]
    if not closed:
        other = shared_use(schemas, stated, f"{view.id}/additionalProperties", value)
        uses.append(other or _ANYTHING)
    uses = list(dict.fromkeys(uses))
    if len(uses) == 1 or _ANYTHING in uses:
        return uses[0] if len(uses) == 1 else _ANYTHING
    either = f"{view.id}/patternProperties"
    schemas.shapes[either] = Variants(
        either, value.root, value.words, tuple(uses), exclusive=False
    )
    return TypeUse(Named(either))


def _is_sealed(view: View) -> bool:
    """Whether nothing but the listed properties can be evaluated (JSON Schema, 11.3)."""
    nodes = [part.node for part in view.parts if isinstance(part.node, dict)]
    return view.sealed and all(map(_ELSEWHERE.isdisjoint, nodes))


def _field(
    schemas: Schemas, view: View, name: str, parts: list[Part], place: Place
) -> Field:
    use = shared_use(schemas, parts, f"{view.id}/properties/{escape(name)}", place)
    notes = FieldNotes(schemas.document, by_rank(parts))
    return Field(
        name,
        use or _ANYTHING,
        required=name in view.required,
        description=notes.text("description"),
        default=notes.default(),
        read_only=notes.flag("readOnly"),
        write_only=notes.flag("writeOnly"),
        deprecated=notes.flag("deprecated"),
        examples=notes.examples(),
    )


def shared_use(
    schemas: Schemas, parts: list[Part], merged_id: Id, place: Place
) -> TypeUse | None:
    """The one type of all the schemas that apply to one place; None without any."""
    if not parts:
        return None
    if len(parts) == 1:
        return schemas.use(parts[0], place)
    telling = [part for part in parts if says_something(part)] or parts[:1]
    if all(part.node == telling[0].node for part in telling):
        return schemas.use(telling[0], place)
    return schemas.merged(parts, merged_id, place)
