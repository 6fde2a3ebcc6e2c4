"""`oneOf` and `anyOf` to variants, open enumerations and optional types."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Any

from ..ir import (
    Choice,
    Choices,
    Const,
    Id,
    Json,
    Named,
    Optional,
    Scalar,
    TypeUse,
    Variants,
)
from .families import UNION
from .nullability import is_null
from .place import Place, place_of
from .products import lower_product
from .reading import is_component, json_types
from .tags import stated_discriminator
from .values import key_of
from .view import SHAPING, AllOfCycle, Part, Union, View, view_of

if TYPE_CHECKING:
    from .schemas import Schemas

_TAG_PROPERTIES = ("type", "kind", "object", "role", "event", "status", "mode")


def lower_unions(schemas: Schemas, view: View, place: Place) -> TypeUse | None:
    """The type of a view with `oneOf` or `anyOf`; None where they only assert.

    Members such as `{required: [a]}` shape nothing and are left to the assertions. With
    properties beside the union, each option becomes a record of both.
    """
    for stated in view.unions:
        stated.options = [schemas.uncircled(part) for part in stated.options]
    told = {union.options[0].id: union for union in view.unions}
    unions = [union for union in told.values() if _shapes_type(view, union)]
    if not unions:
        return None
    if len(unions) > 1:
        words = [option_words(schemas, view, union.options) for union in unions]
        shared = _shared_parts(view)
        return lower_product(schemas, view, unions, words, shared, place)
    union = unions[0]
    present = [part for part in union.options if not is_null(part.node)]
    if len(present) == 1 and isinstance(present[0].node, dict):
        return _only_option(schemas, view, present[0], len(union.options) > 1, place)
    shared = _shared_parts(view) if _has_own_shape(view) else []
    names = option_words(schemas, view, union.options)
    uses: list[TypeUse] = []
    nullable = False
    for part, word in zip(union.options, names, strict=True):
        use = _option(schemas, view, part, shared, place.down(word))
        if use.type == Scalar("null"):
            nullable = True
        elif isinstance(use.type, Optional):
            nullable = True
            uses.append(use.type.inner)
        else:
            uses.append(use)
    uses = [inner for use in uses for inner in _unfolded(schemas, view, use)]
    found = _join(schemas, view, union, place, list(dict.fromkeys(uses)))
    if view.types is not None and "null" not in view.types:
        return found
    return schemas.optional(found) if nullable else found


def _unfolded(schemas: Schemas, view: View, use: TypeUse) -> tuple[TypeUse, ...]:
    """The options of a family in its place, where one property tells all of them apart."""
    shape = schemas.shapes.get(use.type.id) if isinstance(use.type, Named) else None
    if not isinstance(shape, Variants) or not shape.id.endswith(UNION):
        return (use,)
    own = view.discriminator and view.discriminator.get("propertyName")
    inner = shape.discriminator.property if shape.discriminator else None
    return shape.options if own is not None and own == inner else (use,)


def _only_option(
    schemas: Schemas, view: View, part: Part, nullable: bool, place: Place
) -> TypeUse:
    """The type of `anyOf: [X, {type: "null"}]`: X stands in the place of the whole."""
    is_reference = isinstance(part.node, dict) and "$ref" in part.node
    if is_reference and not _has_own_shape(view):
        use = schemas.use(part, place)
    else:
        shared = _shared_parts(view)
        merged = view_of(schemas.document, [*shared, part], view.id)
        if _includes(merged.parts[len(shared) :], view):
            use = schemas.use(part, place)
        else:
            use = schemas.of_view(merged, place)
    return schemas.optional(use) if nullable else use


def _shapes_type(view: View, union: Union) -> bool:
    """Whether the options say something about the type, and none is in the view already.

    The second happens where a base lists its children in `oneOf` and each child
    includes the base by `allOf`: the child is the option that the union would choose.
    """
    own = {part.id for part in view.parts}
    options = [part.node for part in union.options]
    if any(isinstance(node, dict) and node.get("$ref") in own for node in options):
        return False
    return any(
        isinstance(node, dict) and not SHAPING.isdisjoint(node) for node in options
    )


def _has_own_shape(view: View) -> bool:
    return bool(view.properties or view.required or view.items or view.extra)


def _shared_parts(view: View) -> list[Part]:
    """What stands beside the union, without the keywords that were folded in already."""
    dropped = {"$ref", "allOf", "oneOf", "anyOf", "discriminator", "title"}
    return [
        Part(
            {key: item for key, item in part.node.items() if key not in dropped},
            part.id,
        )
        for part in view.parts
        if isinstance(part.node, dict)
    ]


def _option(
    schemas: Schemas, view: View, part: Part, shared: list[Part], place: Place
) -> TypeUse:
    if not shared or not isinstance(part.node, dict):
        return schemas.use(part, place)
    try:
        merged = view_of(schemas.document, [part, *shared], part.id)
    except AllOfCycle:
        return schemas.use(part, place)
    if _includes(merged.parts[: -len(shared)], view):
        return schemas.use(part, place)
    return schemas.of_view(merged, place)


def _includes(option: list[Part], view: View) -> bool:
    """Whether an option already includes what stands beside the union, by `allOf`."""
    return any(part.id == view.parts[0].id for part in option)


def _join(
    schemas: Schemas, view: View, union: Union, place: Place, uses: list[TypeUse]
) -> TypeUse:
    if not uses:
        return TypeUse(Scalar("null"))
    if len(uses) == 1:
        return uses[0]
    folded = _fold_choices(schemas, view, place, uses)
    if folded is not None:
        return folded
    schemas.shapes[view.id] = Variants(
        view.id,
        place.root,
        place.words,
        tuple(uses),
        exclusive=union.keyword == "oneOf",
        discriminator=stated_discriminator(view.discriminator or {}),
        **schemas.notes(view),
    )
    return TypeUse(Named(view.id))


def _fold_choices(
    schemas: Schemas, view: View, place: Place, uses: list[TypeUse]
) -> TypeUse | None:
    """One enumeration out of constants and inline enumerations.

    An unconstrained string among them leaves it open: `anyOf: [string, enum]`.
    """
    is_open = False
    choices: list[Choice] = []
    inline: list[Id] = []
    for use in uses:
        shape = schemas.shapes.get(use.type.id) if isinstance(use.type, Named) else None
        if use == TypeUse(Scalar("string")):
            is_open = True
        elif isinstance(use.type, Const):
            choices.append(Choice(use.type.value, _described(view, use.type.value)))
        elif isinstance(shape, Choices) and not is_component(shape.id):
            inline.append(shape.id)
            is_open |= shape.open
            choices += shape.choices
        else:
            return None
    if is_open and not all(isinstance(item.value, str) for item in choices):
        return None
    for shape_id in inline:
        del schemas.shapes[shape_id]
    unique: dict[Hashable, Choice] = {}
    for item in choices:
        unique.setdefault(key_of(item.value), item)
    schemas.shapes[view.id] = Choices(
        view.id,
        place.root,
        place.words,
        tuple(unique.values()),
        is_open,
        **schemas.notes(view),
    )
    return TypeUse(Named(view.id))


def _described(view: View, value: Json) -> str:
    """The description that stands beside a constant option."""
    for union in view.unions:
        for part in union.options:
            node = part.node
            if isinstance(node, dict) and _constant(node) == (value,):
                text = node.get("description", node.get("title", ""))
                return text.strip() if isinstance(text, str) else ""
    return ""


def _constant(node: Any) -> tuple[Any] | None:
    if not isinstance(node, dict):
        return None
    if "const" in node:
        return (node["const"],)
    values = node.get("enum")
    return (values[0],) if isinstance(values, list) and len(values) == 1 else None


def option_words(schemas: Schemas, view: View, options: list[Part]) -> list[str]:
    """A word for each option that tells it from the others, without its number if possible.

    In order: the component that it refers to, its title, the constant of a tag property,
    a property that only it has, its JSON type. None depends on the order of keys.
    """
    folded = [_fold_quietly(schemas, part) for part in options]
    tag_names = list(_TAG_PROPERTIES)
    if view.discriminator and isinstance(view.discriminator.get("propertyName"), str):
        tag_names.insert(0, view.discriminator["propertyName"])
    kinds = [_kind(own) for own in folded]
    found: list[str] = []
    for index, (part, own) in enumerate(zip(options, folded, strict=True)):
        others = [item for at, item in enumerate(folded) if at != index and item]
        word = _referred(schemas, part) or _title(part)
        if not word and own:
            word = _tag(own, tag_names) or _only(own, others)
        if not word and kinds.count(kinds[index]) == 1:
            word = kinds[index]
        found.append(word or f"option {index + 1}")
    return [
        word if found.count(word) == 1 else f"{word} {index + 1}"
        for index, word in enumerate(found)
    ]


def _referred(schemas: Schemas, part: Part) -> str:
    """The key of the component that an option refers to."""
    target = part.node.get("$ref") if isinstance(part.node, dict) else None
    if isinstance(target, str) and is_component(target):
        return place_of(target).words[0]
    return ""


def _kind(view: View | None) -> str:
    """The JSON type of an option in a word; empty where it has several or none."""
    kinds = json_types(view) if view else []
    if len(kinds) != 1:
        return "value" if view and view.enum is not None else ""
    return {"array": "list", "object": "object"}.get(kinds[0], "value")


def _fold_quietly(schemas: Schemas, part: Part) -> View | None:
    try:
        return view_of(schemas.document, [part], part.id)
    except AllOfCycle:
        return None


def _title(part: Part) -> str:
    title = part.node.get("title") if isinstance(part.node, dict) else None
    return title.strip() if isinstance(title, str) else ""


def _tag(view: View, names: Iterable[str]) -> str:
    for name in names:
        for part in view.properties.get(name, ()):
            value = _constant(part.node)
            if value and isinstance(value[0], str) and value[0].strip():
                return value[0]
    return ""


def _only(view: View, others: list[View]) -> str:
    """A property that no other option has: one that is required, else the first by name."""
    for name in (*view.required, *sorted(view.properties)):
        if name in view.properties and not any(
            name in other.properties for other in others
        ):
            return name
    return ""
