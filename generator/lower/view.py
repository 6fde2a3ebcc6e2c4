"""One schema as lowering reads it: `$ref` and `allOf` folded in, sub-schemas with their ids.

A view serves to make a type, never to decide validity: where `allOf` members disagree in
a way that a type cannot say, the assertions still hold all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from typing import Any, NamedTuple, TypeAlias

from ..ir import Id
from ..load.document import Document
from ..values import dataclass
from .values import key_of

SchemaNode: TypeAlias = "dict[str, Any] | bool"

CONSTRAINTS = (
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "format",
)
"""The keywords that `TypeUse.constraints` carries, in that order."""

_LOWER_BOUNDS = frozenset(
    {"minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"}
)
_UPPER_BOUNDS = frozenset(
    {"maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"}
)

SHAPING = frozenset(
    {
        "$dynamicRef",
        "$ref",
        "additionalProperties",
        "allOf",
        "anyOf",
        "const",
        "enum",
        "items",
        "oneOf",
        "patternProperties",
        "prefixItems",
        "properties",
        "type",
    }
)
"""Keywords that say something about the type; a schema without them only asserts."""

_INCLUDING = frozenset({"$dynamicRef", "$ref", "allOf"})
"""Keywords by which a schema includes others."""

ANNOTATIONS = frozenset(
    {
        "$comment",
        "default",
        "deprecated",
        "description",
        "example",
        "examples",
        "externalDocs",
        "readOnly",
        "title",
        "writeOnly",
        "xml",
    }
)


class Part(NamedTuple):
    """A schema where it stands. `rank` orders parts whose annotations differ, see `_atoms`."""

    node: SchemaNode
    id: Id
    rank: tuple[int, ...] = ()

    def child(self, keyword: str, *steps: str | int) -> Part:
        """The sub-schema below a keyword: `child("properties", "name")`."""
        assert isinstance(self.node, dict)
        node: Any = self.node[keyword]
        pointer = f"{self.id}/{escape(keyword)}"
        for step in steps:
            node = node[step]
            pointer = f"{pointer}/{escape(step)}"
        return Part(node, pointer, self.rank)


def escape(step: str | int) -> str:
    """A reference token of a JSON Pointer (RFC 6901, section 3)."""
    if isinstance(step, int):
        return str(step)
    return step.replace("~", "~0").replace("/", "~1")


@dataclass(slots=True)
class Union:
    """One `oneOf` or `anyOf` that stands in a view."""

    keyword: str
    options: list[Part]
    owner: Part


@dataclass(slots=True)
class View:
    """What a schema says about its type, from all its `allOf` members together.

    `types` is None when no `type` stands anywhere. Lists of parts hold one part for each
    member that speaks of the same thing.
    """

    id: Id
    parts: list[Part]
    types: list[str] | None = None
    properties: dict[str, list[Part]] = field(default_factory=dict)
    required: dict[str, None] = field(default_factory=dict)
    extra: list[Part] = field(default_factory=list)
    patterns: list[Part] = field(default_factory=list)
    names: list[Part] = field(default_factory=list)
    items: list[Part] = field(default_factory=list)
    prefix: list[Part] = field(default_factory=list)
    enum: list[Any] | None = None
    unions: list[Union] = field(default_factory=list)
    constraints: dict[str, Any] = field(default_factory=dict)
    discriminator: dict[str, Any] | None = None
    impossible: bool = False
    sealed: bool = False
    """Whether the schema itself has `unevaluatedProperties: false`."""

    def note(self, keyword: str, default: Any = "") -> Any:
        """An annotation of the schema itself, else of the nearest member that has it."""
        for part in by_rank(self.parts):
            if isinstance(part.node, dict) and keyword in part.node:
                return part.node[keyword]
        return default

    def text(self, keyword: str) -> str:
        """The same for an annotation that must be text; empty when it is not."""
        value = self.note(keyword)
        return value.strip() if isinstance(value, str) else ""


def by_rank(parts: list[Part]) -> list[Part]:
    """The parts in the order in which their annotations count: the nearest first."""
    return sorted(parts, key=lambda part: part.rank) if len(parts) > 1 else parts


class AllOfCycle(Exception):
    """A schema includes itself through `allOf` and `$ref` alone, which no value can meet."""

    def __init__(self, ids: list[Id]) -> None:
        super().__init__(" -> ".join(ids))
        self.ids = ids


def view_of(
    document: Document,
    parts: list[Part],
    view_id: Id,
    nearest: list[Part] | None = None,
) -> View:
    """Fold the parts, their `$ref` targets and `allOf` members into one view.

    `nearest` has the parts in the order in which their annotations count, if that is
    another one. Raises AllOfCycle.
    """
    view = View(view_id, [])
    if len(parts) == 1 and _includes_nothing(parts[0].node):
        _fold(view, Part(parts[0].node, parts[0].id, (0,)))
        return view
    order = [part.id for part in nearest or parts]
    folded: set[tuple[Id, int]] = set()
    for part in parts:
        ranked = Part(part.node, part.id, (order.index(part.id),))
        for atom in _atoms(document, ranked):
            key = (atom.id, id(atom.node))  # a part may stand for some of its keywords
            if key not in folded:
                folded.add(key)
                _fold(view, atom)
    return view


def _includes_nothing(node: SchemaNode) -> bool:
    return not isinstance(node, dict) or _INCLUDING.isdisjoint(node)


def plain_view(part: Part) -> View:
    """The view of a scalar schema that nothing needs to be folded into."""
    assert isinstance(part.node, dict)
    view = View(part.id, [part], [part.node["type"]])
    for keyword, value in part.node.items():
        if keyword in _CONSTRAINTS:
            _fold_constraint(view, part, keyword, value)
    return view


def _atoms(document: Document, part: Part) -> Iterator[Part]:
    """The schemas that must hold together, each once, the outermost first.

    Their ranks say whose annotations count: those of a schema before those of what it
    includes, members of `allOf` that stand there before references, later ones before
    earlier ones.
    """
    done: set[Id] = set()
    trail: dict[Id, Iterator[Part]] = {}
    following = iter([part])
    while True:
        atom = next(following, None)
        if atom is None:
            if not trail:
                return
            done.add(trail.popitem()[0])
            following = next(reversed(trail.values()), iter(()))
        elif atom.id in trail:
            ids = list(trail)
            raise AllOfCycle([*ids[ids.index(atom.id) :], atom.id])
        elif atom.id not in done:
            yield atom
            following = trail[atom.id] = _included(document, atom)


def _included(document: Document, part: Part) -> Iterator[Part]:
    """What a schema includes by itself: the target of `$ref`, the members of `allOf`."""
    node = part.node
    if not isinstance(node, dict):
        return
    for keyword in ("$ref", "$dynamicRef"):
        if keyword not in node:
            continue
        target = node[keyword]
        yield Part(document.node(target), target, (*part.rank, 2))
    for index, member in enumerate(node.get("allOf", ())):
        refers = isinstance(member, dict) and "$ref" in member
        rank = (*part.rank, int(refers), -index)
        yield Part(member, f"{part.id}/allOf/{index}", rank)


def _fold(view: View, atom: Part) -> None:
    view.parts.append(atom)
    node = atom.node
    if not isinstance(node, dict):
        view.impossible |= not node
        return
    for keyword, value in node.items():
        fold = _FOLDS.get(keyword)
        if fold is not None:
            fold(view, atom, keyword, value)


def _fold_type(view: View, atom: Part, keyword: str, value: Any) -> None:
    _fold_types(view, [value] if isinstance(value, str) else list(value))


def _fold_properties(view: View, atom: Part, keyword: str, value: Any) -> None:
    for name, node in value.items():
        child = Part(node, f"{atom.id}/properties/{escape(name)}", atom.rank)
        view.properties.setdefault(name, []).append(child)


def _fold_required(view: View, atom: Part, keyword: str, value: Any) -> None:
    view.required.update(dict.fromkeys(value))


def _fold_extra(view: View, atom: Part, keyword: str, value: Any) -> None:
    view.extra.append(atom.child(keyword))


def _fold_unevaluated(view: View, atom: Part, keyword: str, value: Any) -> None:
    view.sealed |= value is False and len(view.parts) == 1


def _fold_names(view: View, atom: Part, keyword: str, value: Any) -> None:
    view.names.append(atom.child(keyword))


def _fold_patterns(view: View, atom: Part, keyword: str, value: Any) -> None:
    view.patterns += [atom.child(keyword, pattern) for pattern in value]


def _fold_items(view: View, atom: Part, keyword: str, value: Any) -> None:
    view.items.append(atom.child(keyword))


def _fold_prefix(view: View, atom: Part, keyword: str, value: Any) -> None:
    if not view.prefix:
        view.prefix = [atom.child(keyword, index) for index in range(len(value))]


def _fold_enum(view: View, atom: Part, keyword: str, value: Any) -> None:
    _fold_values(view, value)


def _fold_const(view: View, atom: Part, keyword: str, value: Any) -> None:
    _fold_values(view, [value])


def _fold_union(view: View, atom: Part, keyword: str, value: Any) -> None:
    if value:
        options = [atom.child(keyword, index) for index in range(len(value))]
        view.unions.append(Union(keyword, options, atom))


def _fold_discriminator(view: View, atom: Part, keyword: str, value: Any) -> None:
    if view.discriminator is None and isinstance(value, dict):
        view.discriminator = value


def _fold_types(view: View, stated: list[str]) -> None:
    if view.types is None:
        view.types = stated
        return
    both = [kind for kind in view.types if kind in stated]
    if not both and {"integer", "number"} <= {*view.types, *stated}:
        both = ["integer"]
    view.impossible |= not both
    view.types = both or view.types


def _fold_values(view: View, values: list[Any]) -> None:
    if view.enum is None:
        view.enum = list(values)
        return
    allowed = {key_of(value) for value in values}
    kept = [value for value in view.enum if key_of(value) in allowed]
    view.impossible |= not kept
    view.enum = kept or view.enum


def _fold_constraint(view: View, atom: Part, keyword: str, value: Any) -> None:
    found = view.constraints
    if not _fits(keyword, value):
        return
    if keyword not in found:
        found[keyword] = value
    elif keyword in _LOWER_BOUNDS:
        found[keyword] = max(found[keyword], value)
    elif keyword in _UPPER_BOUNDS:
        found[keyword] = min(found[keyword], value)


def _fits(keyword: str, value: object) -> bool:
    """Whether the keyword's value has the JSON type that the vocabulary asks for."""
    if keyword in ("pattern", "format"):
        return isinstance(value, str)
    if keyword == "uniqueItems":
        return value is True
    return isinstance(value, int | float) and not isinstance(value, bool)


_CONSTRAINTS = frozenset(CONSTRAINTS)
_FOLDS: dict[str, Callable[[View, Part, str, Any], None]] = {
    **dict.fromkeys(CONSTRAINTS, _fold_constraint),
    "additionalProperties": _fold_extra,
    "anyOf": _fold_union,
    "const": _fold_const,
    "discriminator": _fold_discriminator,
    "enum": _fold_enum,
    "items": _fold_items,
    "oneOf": _fold_union,
    "patternProperties": _fold_patterns,
    "prefixItems": _fold_prefix,
    "properties": _fold_properties,
    "propertyNames": _fold_names,
    "required": _fold_required,
    "type": _fold_type,
    "unevaluatedProperties": _fold_unevaluated,
}
"""How each keyword that shapes a type is taken in."""
