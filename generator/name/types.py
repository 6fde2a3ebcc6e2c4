"""Names of shapes: classes and aliases, their modules, validators and fields."""

from __future__ import annotations

from collections.abc import Mapping

from ..ir import Api, Id, Record, Shape
from . import reserved
from .scope import Scope
from .words import pascal, snake, unreserved, words

COMFORTABLE = 60
"""Letters that the name of an inline shape may have before words are left out."""


def name_types(api: Api, pinned: Mapping[Id, str], scope: Scope) -> dict[Id, str]:
    """A class or alias name for each shape, unique over the package.

    Pinned names first, then components, then inline shapes after their place: the
    nearer to the root, the earlier. Only ids decide ties, never the order of keys.
    """
    names: dict[Id, str] = {}
    for shape_id in sorted(pinned):
        name = pinned[shape_id]
        if shape_id in api.shapes and name.isidentifier() and scope.pin(name):
            names[shape_id] = name
    for shape in sorted(api.shapes.values(), key=_rank):
        if shape.id not in names:
            wanted = _wanted(shape.place)
            suffix = "Schema" if _is_root(shape) else "Inline"
            names[shape.id] = scope.take(shape.id, wanted, wanted + suffix)
    return names


def _wanted(place: tuple[str, ...]) -> str:
    """All words of a place; the root and the last two where that grows too long."""
    letters = sum(len(word) for step in place for word in words(step))
    if letters > COMFORTABLE and len(place) > 3:
        place = (place[0], *place[-2:])
    return pascal(" ".join(place), "Schema")


def _is_root(shape: Shape) -> bool:
    return shape.id == shape.root


def _rank(shape: Shape) -> tuple[bool, int, str]:
    return (not _is_root(shape), len(shape.place), shape.id)


def name_modules(
    api: Api, types: Mapping[Id, str], handlers: Mapping[Id, str]
) -> dict[Id, str]:
    """The file stem of each shape: one for each root, or for a circle of roots."""
    scope = Scope(reserved.MODULES)
    leader = {member: group[0] for group in api.groups for member in group}
    roots = sorted(
        {leader.get(shape.root, shape.root) for shape in api.shapes.values()}
    )
    roots.sort(key=lambda root: root not in types)
    stems: dict[Id, str] = {}
    for root in roots:
        stem = types.get(root) or handlers.get(root) or root.rsplit("/", 1)[-1]
        wanted = snake(stem, "schema")
        stems[root] = scope.take(root, wanted, f"{wanted}_types")
    return {
        shape.id: stems[leader.get(shape.root, shape.root)]
        for shape in api.shapes.values()
    }


def name_functions(types: Mapping[Id, str]) -> dict[Id, str]:
    """The validator function of each shape, unique over the package."""
    scope = Scope(reserved.FUNCTIONS)
    return {
        shape_id: scope.take(
            shape_id, wanted := snake(types[shape_id], "schema"), f"{wanted}_"
        )
        for shape_id in sorted(types)
    }


def name_fields(api: Api) -> dict[Id, dict[str, str]]:
    """The attribute of each property of each record."""
    return {
        shape.id: field_names([field.name for field in shape.fields])
        for shape in api.shapes.values()
        if isinstance(shape, Record)
    }


def field_names(wire_names: list[str]) -> dict[str, str]:
    """Attributes for the properties of one record, by wire name, in their order.

    A property whose name already is its attribute comes first, so that it keeps it.
    """
    found: dict[str, str] = {}
    taken: set[str] = set()
    wanted = {name: field_name(name) for name in wire_names}
    for name in sorted(wanted, key=lambda name: (wanted[name] != name, name)):
        attribute, number = wanted[name], 2
        while attribute in taken:
            attribute = f"{wanted[name].rstrip('_')}_{number}"
            number += 1
        taken.add(attribute)
        found[name] = attribute
    return {name: found[name] for name in wire_names}


def field_name(wire_name: str) -> str:
    """The attribute that a property would like: `fooBar` -> `foo_bar`, `from` -> `from_`."""
    name = unreserved(snake(wire_name, "field"))
    return f"{name}_" if name in reserved.MODEL_ATTRIBUTES else name
