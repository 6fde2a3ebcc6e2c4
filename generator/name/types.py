"""Names of shapes: classes and aliases, their modules, validators and fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..ir import Api, Id, Record, Shape
from . import reserved
from .calls import operation_text, path_text
from .memory import Past, variant_key, variant_name
from .places import component_names, inline_names
from .scope import Scope
from .words import snake, unreserved

_PATHS = "#/paths/"


def type_candidates(api: Api, handlers: Mapping[Id, str]) -> dict[Id, Iterable[str]]:
    """What to call each shape, best first; in the order of precedence. To be read once.

    Components, those first whose key already is the name; then inline shapes after
    their place, the nearer to the root, the earlier. Only ids decide ties, never the
    order of keys.
    """
    stems = _stems(api, handlers)
    found: dict[Id, Iterable[str]] = {}
    ranks: dict[Id, tuple[bool, bool, int, Id]] = {}
    for shape in api.shapes.values():
        stem = stems.get(shape.root, shape.place[0])
        is_exact = False
        if _is_root(shape):
            names = component_names(shape.root, stem)
            is_exact = names[0] == shape.place[0]
            found[shape.id] = names
        else:
            found[shape.id] = inline_names(shape.root, stem, shape.place[1:])
        ranks[shape.id] = (
            not _is_root(shape),
            not is_exact,
            len(shape.place),
            shape.id,
        )
    return {id: found[id] for id in sorted(found, key=ranks.__getitem__)}


def _is_root(shape: Shape) -> bool:
    return shape.id == shape.root


def _stems(api: Api, handlers: Mapping[Id, str]) -> dict[Id, str]:
    """What to call the roots that are operations or paths.

    An operation by its own text, unless its handler had to take another name.
    """
    found: dict[Id, str] = {}
    for operation in (*api.operations, *api.webhooks, *api.callbacks):
        text, handler = operation_text(operation), handlers[operation.id]
        is_own = snake(text, operation.method.lower()) == handler
        found[operation.id] = text if is_own else handler
    for shape in api.shapes.values():
        path = shape.root.removeprefix(_PATHS)
        if path != shape.root and "/" not in path:
            found[shape.root] = path_text(path.replace("~1", "/").replace("~0", "~"))
    return found


def name_modules(
    api: Api, types: Mapping[Id, str], handlers: Mapping[Id, str], past: Past
) -> dict[Id, str]:
    """The file stem of each shape: one for each root, or for a circle of roots."""
    circles = {member: group for group in api.groups for member in group}
    roots = {shape.root: shape.place[0] for shape in api.shapes.values()}
    candidates: dict[Id, tuple[str, ...]] = {}
    kept: dict[Id, str] = {}
    for root in sorted(roots, key=lambda root: (root not in types, root)):
        members = circles.get(root, (root,))
        if root != members[0]:
            continue
        stem = types.get(root) or handlers.get(root) or roots[root]
        wanted = snake(stem, "schema")
        candidates[root] = (wanted, f"{wanted}_types")
        homes = [home for member in members if (home := _past_home(member, past))]
        if homes:
            kept[root] = homes[0]
    stems = Scope(reserved.MODULES).assign(candidates, kept)
    return {
        shape.id: stems[circles.get(shape.root, (shape.root,))[0]]
        for shape in api.shapes.values()
    }


def _past_home(root: Id, past: Past) -> str:
    """The module that a root had, empty where it is new."""
    known = past.types.get(root, "")
    return past.modules.get(root) or (snake(known, "schema") if known else "")


def name_functions(
    types: Mapping[Id, str], keys: Mapping[Id, str], past: Past, *, ways: Sequence[str]
) -> tuple[dict[Id, str], dict[Id, Mapping[str, str]]]:
    """The validator function of each shape, and that for each of `ways`, all unique.

    `keys` is what the memory knows the shapes by. Those that it knows come first, with
    their functions for the ways, so that nobody loses a name to a newcomer.
    """
    scope = Scope(reserved.FUNCTIONS)
    kept = scope.keep([keys[id] for id in types], past.functions)
    own = [variant_key(keys[id], way) for id in types for way in ways]
    variants_kept = scope.keep(own, past.variants)
    found: dict[str, str] = {}
    variants: dict[str, str] = {}
    known = [id for id in sorted(types) if keys[id] in past.types]
    new = [id for id in sorted(types) if keys[id] not in past.types]
    for group in (known, new):
        candidates: dict[str, tuple[str, ...]] = {}
        for id in group:
            wanted = snake(types[id], "schema")
            candidates[keys[id]] = (wanted, f"{wanted}_")
        found |= scope.fill(candidates, kept)
        wanted_variants = {
            variant_key(keys[id], way): (variant_name(found[keys[id]], way),)
            for id in group
            for way in ways
        }
        variants |= scope.fill(wanted_variants, variants_kept)
    functions = {id: found[keys[id]] for id in types}
    if not ways:
        return functions, {}
    return functions, {
        id: {way: variants[variant_key(keys[id], way)] for way in ways} for id in types
    }


def name_fields(
    api: Api, keys: Mapping[Id, str], past: Past
) -> dict[Id, dict[str, str]]:
    """The attribute of each property of each record; `keys` as for `name_functions`."""
    return {
        shape.id: field_names(
            [field.name for field in shape.fields], past.fields.get(keys[shape.id], {})
        )
        for shape in api.shapes.values()
        if isinstance(shape, Record)
    }


def field_names(
    wire_names: list[str], past: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Attributes for the properties of one record, by wire name, in their order.

    Those that had another than their own name keep it. Then a property whose name already
    is its attribute comes first, so that it keeps it.
    """
    wanted = {name: field_name(name) for name in wire_names}
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in sorted(wanted):
        known = past.get(name, "") if past else ""
        if known.isidentifier() and known not in taken | reserved.MODEL_ATTRIBUTES:
            found[name] = known
            taken.add(known)
    for name in sorted(wanted, key=lambda name: (wanted[name] != name, name)):
        if name in found:
            continue
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
