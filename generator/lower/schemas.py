"""Schemas to types and shapes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ..diagnostics import Sink, diagnostic
from ..ir import (
    Alias,
    Anything,
    Id,
    ListOf,
    Named,
    Nothing,
    Optional,
    Scalar,
    ScalarKind,
    Shape,
    TupleOf,
    TypeUse,
    Variants,
)
from ..load.document import Document
from .enumerations import lower_values
from .families import Families, Family
from .included import included_first
from .notes import text_of
from .nullability import Nullability
from .objects import lower_object, shared_use
from .place import Place, place_in_paths, place_of
from .promises import DEPTH, MERGES, UNION_DEPTH, Promises
from .reading import (
    COMPONENTS,
    is_component,
    is_text_media,
    json_types,
    pick,
    plain_reference,
)
from .tags import family_shape
from .unions import lower_unions
from .view import AllOfCycle, Part, View, by_rank, escape, plain_view, view_of

ANYTHING = TypeUse(Anything())
NOTHING = TypeUse(Nothing())
NULL = TypeUse(Scalar("null"))

_STRING_FORMATS: dict[str, ScalarKind] = {
    "binary": "bytes",
    "date": "date",
    "date-time": "date-time",
    "duration": "duration",
    "time": "time",
    "uuid": "uuid",
}
_LENGTHS = ("minLength", "maxLength", "pattern", "format")
_RANGES = (
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "format",
)
_COUNTS = ("minItems", "maxItems", "uniqueItems")
_SCALARS = ("string", "integer", "number", "boolean")
_UNFOLDED = frozenset(
    {"$dynamicRef", "$ref", "allOf", "anyOf", "const", "enum", "oneOf"}
)
_TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")


class Schemas:
    """Lowers schemas on demand, each node once; `shapes` fills as it goes.

    A reference to a component is `Named` at once and needs no lowering, so recursion is
    free. A nullable component lowers to its non-null shape, and every use of it is
    `Optional`: nullability stands where the value stands.
    """

    def __init__(
        self,
        document: Document,
        sink: Sink,
        families: Families,
        cut: Mapping[Id, bool] | None = None,
    ) -> None:
        """`cut` are the schemas that others stand for, see `loops`."""
        self.document = document
        self.sink = sink
        self.families = families
        self._cut = cut or {}
        for node_id in self._cut:
            self.report("W207", node_id)
        self.shapes: dict[Id, Shape] = {}
        self.components: dict[str, Id] = {}
        self._uses: dict[Id, TypeUse] = {}
        self._nullability = Nullability(document)
        self._promises = Promises()

    def lower_components(self, schemas: dict[str, Any]) -> None:
        """Give every schema component a shape."""
        self.components = {key: COMPONENTS + escape(key) for key in schemas}
        for part in included_first(self.document, self.components.values()):
            self.lower_component(part)

    def lower_component(self, part: Part) -> None:
        """Make the shape of one component, an alias where it is no shape by itself."""
        if part.id in self._uses:
            return
        place = place_of(part.id)
        use = self.use(part, place)
        if part.id not in self.shapes:
            self._alias(part, place, use)

    def _alias(self, part: Part, place: Place, use: TypeUse) -> None:
        """Make the id of a schema that has no shape a name for its type."""
        if isinstance(use.type, Optional) and self._nullability.of(part):
            use = use.type.inner
        node = part.node if isinstance(part.node, dict) else {}
        self.shapes[part.id] = Alias(
            part.id,
            place.root,
            place.words,
            use,
            title=text_of(node.get("title")),
            description=text_of(node.get("description")),
            deprecated=node.get("deprecated") is True,
        )

    def use(self, part: Part, place: Place) -> TypeUse:
        """The type of a schema where it stands; makes the shapes that it needs."""
        spot = _own_place(part.id, place)
        use = self._once(part.id, self.uncircled(part), spot, self._lower)
        self._promises.keep_all()
        return use

    def uncircled(self, part: Part) -> Part:
        """The schema, or what stands for it where it would apply itself, see `loops`."""
        cut = self._cut.get(part.id)
        return part if cut is None else Part(cut, part.id)

    def _once(
        self,
        key: Id,
        part: Part,
        place: Place,
        lower: Callable[[Part, Place], TypeUse],
    ) -> TypeUse:
        """The type that `lower` gives, kept under `key`.

        What is met again before it is done, or too far down to go on now, is referred
        to by the id of the part. That id gets a shape then, whatever its type is.
        """
        known = self._uses.get(key)
        if known is not None:
            return known
        promises = self._promises
        if key not in promises.open and promises.depth < DEPTH:
            return self._keep(key, part, place, lower)
        promises.made.add(key)
        if key not in promises.open:
            promises.later(key, lambda: self._keep(key, part, place, lower))
        return self._promise(part)

    def _keep(
        self,
        key: Id,
        part: Part,
        place: Place,
        lower: Callable[[Part, Place], TypeUse],
    ) -> TypeUse:
        known = self._uses.get(key)
        if known is not None:
            return known
        promises = self._promises
        promises.open.add(key)
        promises.depth += 1
        use = lower(part, place)
        promises.depth -= 1
        promises.open.discard(key)
        if key in promises.made and part.id not in self.shapes:
            self._alias(part, place, use)
            use = self._promise(part)
        self._uses[key] = use
        return use

    def _promise(self, part: Part) -> TypeUse:
        """The type of a schema whose id is that of a shape, made or still to be made."""
        named = TypeUse(Named(part.id))
        return TypeUse(Optional(named)) if self._nullability.of(part) else named

    def _lower(self, part: Part, place: Place) -> TypeUse:
        node = part.node
        if not isinstance(node, dict):
            return ANYTHING if node else NOTHING
        if node.get("type") in _SCALARS and _UNFOLDED.isdisjoint(node):
            return self._of_kind(node["type"], plain_view(part), place)
        target = plain_reference(node)
        if target is not None:
            family = self.families.meant(target, part.id, node)
            if family is not None:
                return self._family(family)
            if not self.families.includes(part.id, target):
                return self.reference(target)
        try:
            return self.of_view(view_of(self.document, [part], part.id), place)
        except AllOfCycle as cycle:
            self.report("E201", part.id, circle=" -> ".join(cycle.ids))
            return ANYTHING

    def reference(self, target: Id) -> TypeUse:
        """The type of a reference."""
        part = Part(self.document.node(target), target)
        if not is_component(target):
            place = place_in_paths(self.document, target) or place_of(target)
            return self.use(part, place)
        if not target.startswith("#"):
            self._promises.later(target, lambda: self.lower_component(part))
        return self._promise(part)

    def _family(self, family: Family) -> TypeUse:
        """The type of a base and all that extends it."""
        if family.union not in self.shapes:
            self.shapes[family.union] = family_shape(family)
            for member in (family.base, *family.members):
                self.reference(member)
        named = TypeUse(Named(family.union))
        nullable = self._nullability.of_component(family.base)
        return TypeUse(Optional(named)) if nullable else named

    def of_view(self, view: View, place: Place) -> TypeUse:
        """The type of a folded schema."""
        if view.impossible:
            self.report("W203", view.id)
            return ANYTHING
        if view.enum is not None:
            listed = lower_values(self, view, place)
            if listed is not None:
                return listed
        if view.unions:
            if self._promises.depth >= UNION_DEPTH:
                self.report("W231", view.id)
                return ANYTHING
            self._promises.depth += 1
            found = lower_unions(self, view, place)
            self._promises.depth -= 1
            if found is not None:
                return found
        kinds = list(dict.fromkeys(json_types(view)))
        nullable = "null" in kinds and len(kinds) > 1
        kinds = [kind for kind in kinds if kind != "null" or not nullable]
        if not kinds:
            return ANYTHING
        if len(kinds) == 1:
            use = self._of_kind(kinds[0], view, place)
        else:
            options = tuple(
                self._of_kind(kind, *_one_of_several(view, kind, place))
                for kind in kinds
            )
            use = self._variants(view, place, options)
        return self.optional(use) if nullable else use

    def _variants(
        self, view: View, place: Place, options: tuple[TypeUse, ...]
    ) -> TypeUse:
        self.shapes[view.id] = Variants(
            view.id,
            place.root,
            place.words,
            options,
            exclusive=False,
            **self.notes(view),
        )
        return TypeUse(Named(view.id))

    def _of_kind(self, kind: str, view: View, place: Place) -> TypeUse:
        match kind:
            case "object":
                return lower_object(self, view, place)
            case "array":
                return self._array(view, place)
            case "string":
                return self._string(view)
            case "integer" | "number":
                return TypeUse(Scalar(kind), pick(view, _RANGES))
            case "boolean":
                return TypeUse(Scalar("boolean"))
            case "null":
                return NULL
        self.report("W204", view.id, type=kind, suggestion=_near(kind))
        return ANYTHING

    def _string(self, view: View) -> TypeUse:
        text_format = view.constraints.get("format", "")
        kind = _STRING_FORMATS.get(text_format, "string")
        if kind == "string" and view.note("contentMediaType"):
            media = str(view.note("contentMediaType"))
            if not view.note("contentEncoding") and not is_text_media(media):
                kind = "bytes"
        return TypeUse(Scalar(kind), pick(view, _LENGTHS))

    def _array(self, view: View, place: Place) -> TypeUse:
        rest = shared_use(self, view.items, f"{view.id}/items", place.down("item"))
        constraints = pick(view, _COUNTS)
        if view.prefix:
            items = tuple(
                self.use(part, place.down(f"item {index + 1}"))
                for index, part in enumerate(view.prefix)
            )
            full = view.constraints.get("maxItems", len(items) + 1) <= len(items)
            closed = full or (rest is not None and isinstance(rest.type, Nothing))
            return TypeUse(
                TupleOf(items, None if closed else rest or ANYTHING), constraints
            )
        return TypeUse(ListOf(rest or ANYTHING), constraints)

    def merged(self, parts: list[Part], merged_id: Id, place: Place) -> TypeUse:
        """The type of several schemas together; the same schemas have one type.

        It is kept under the id of where they met first.
        """
        met = self._promises.met
        key = tuple(part.id for part in parts)
        if key not in met and len(met) >= MERGES:
            self.report("W230", merged_id)
            return ANYTHING
        own_id = met.setdefault(key, merged_id)
        together = Part({"allOf": [part.node for part in parts]}, own_id)

        def lower(whole: Part, place: Place) -> TypeUse:
            try:
                view = view_of(self.document, parts, own_id, by_rank(parts))
                return self.of_view(view, place)
            except AllOfCycle as cycle:
                self.report("E201", own_id, circle=" -> ".join(cycle.ids))
                return ANYTHING

        return self._once(f"{own_id}+", together, place, lower)

    @staticmethod
    def optional(use: TypeUse) -> TypeUse:
        """The same, or null; what accepts null already stays as it is."""
        if isinstance(use.type, Optional | Anything) or use == NULL:
            return use
        return TypeUse(Optional(use))

    @staticmethod
    def notes(view: View) -> dict[str, Any]:
        """Title, description and deprecation of a shape, as keyword arguments."""
        own = view.parts[0].node
        title = own.get("title") if isinstance(own, dict) else None
        return {
            "title": text_of(title),
            "description": view.text("description"),
            "deprecated": view.note("deprecated", False) is True,
        }

    def report(self, code: str, node_id: Id, **values: Any) -> None:
        """Report a finding of the catalogue at a node of the document."""
        self.sink.add(diagnostic(code, self.document.locate(node_id), **values))


def _own_place(node_id: Id, place: Place) -> Place:
    """The place of a schema, which is another one's where it is included by `allOf`."""
    if node_id.startswith(f"{place.root}/") or COMPONENTS[1:] not in node_id:
        return place
    own = place_of(node_id)
    return place if own.root == place.root else own


def _one_of_several(view: View, kind: str, place: Place) -> tuple[View, Place]:
    """The view and place of one type of a schema that allows several.

    Only objects have a shape that needs an id of its own: that of the view is the union's.
    """
    if kind != "object" or view.types is None:
        return view, place
    own_id = f"{view.id}/type/{view.types.index(kind)}"
    return replace(view, id=own_id), place.down(kind)


def _near(kind: str) -> str:
    """The end of a message about an unknown type: the one that it is like, if any."""
    from difflib import get_close_matches

    close = get_close_matches(kind.lower(), _TYPES, 1, 0.7)
    return f"; did you mean '{close[0]}'?" if close else ""
