"""Discriminators: which values of a property mean which option of a union.

Sources: OpenAPI 3.2, section 4.25; 3.0.4, section 4.7.25.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..ir import (
    Alias,
    Anything,
    Choice,
    Choices,
    Const,
    Discriminator,
    Field,
    Id,
    Named,
    Optional,
    Record,
    Scalar,
    TypeUse,
    Variants,
)
from .assertions import discriminator_of
from .families import UNION, Family
from .place import place_of
from .reading import is_component
from .view import escape

if TYPE_CHECKING:
    from .assertions import AssertionTable
    from .schemas import Schemas


def family_shape(family: Family) -> Variants:
    """The union of a base and all that extends it.

    The base takes what is of no kind, unless it is a kind of another base itself.
    """
    place = place_of(family.base)
    default = None if family.is_member else family.base
    return Variants(
        family.union,
        place.root,
        ("Any", *place.words),
        tuple(TypeUse(Named(item)) for item in (family.base, *family.members)),
        exclusive=False,
        discriminator=stated_discriminator(family.discriminator, default),
        description=f"A `{place.words[-1]}`, or what extends it.",
    )


def stated_discriminator(
    stated: Mapping[str, Any], default: Id | None = None
) -> Discriminator | None:
    """A discriminator as it is written; `tell_apart` adds what it implies."""
    if not isinstance(stated.get("propertyName"), str):
        return None
    written = stated.get("mapping")
    mapping = written.items() if isinstance(written, dict) else ()
    return Discriminator(
        stated["propertyName"],
        tuple((str(value), str(target)) for value, target in mapping),
        stated.get("defaultMapping") or default,
    )


def tell_apart(schemas: Schemas, table: AssertionTable) -> dict[Id, Id]:
    """Complete all discriminators, and narrow the property in the options to its values.

    An option that the mapping leaves out means the values that its own property allows,
    else the name of its schema. Where an option lacks the property or has no value of
    its own, the union stays without discriminator, which is told. Validators ask for
    the same values: `table` gets them too. Gives the place of each discriminator in the
    text, by union.
    """
    this = _Tags(schemas)
    for shape in list(schemas.shapes.values()):
        if isinstance(shape, Variants):
            this.complete(shape)
    for record_id, tag, values in this.narrow():
        place = this.claimed[(record_id, tag)]
        table.allow_only(record_id, tag, values, place)
    return this.places


class _Tags:
    """Discriminators on their way to completion."""

    def __init__(self, schemas: Schemas) -> None:
        self._schemas = schemas
        self._shapes = schemas.shapes
        self._done: dict[Id, Discriminator | None] = {}
        self._claims: dict[tuple[Id, str], dict[str, None]] = {}
        self.places: dict[Id, Id] = {}
        self.claimed: dict[tuple[Id, str], Id] = {}

    def complete(self, union: Variants) -> Discriminator | None:
        """The whole discriminator of a union; None without, or where it cannot work."""
        if union.id in self._done:
            return self._done[union.id]
        stated = union.discriminator
        self._done[union.id] = None  # for a union that comes back to itself
        if stated is None:
            return None
        options = [use.type.id for use in union.options if isinstance(use.type, Named)]
        default = self._option(stated.default, options) if stated.default else None
        mapping = self._mapping(union, stated, options, default)
        told = {option for _, option in mapping}
        lacking = [
            option
            for option in options
            if option != default and not self._has(option, stated.property)
        ]
        unknown = [
            option
            for option in options
            if (option != default and option not in told) or option in lacking
        ]
        found = None
        if len(options) < len(union.options):
            self._report_options("W240", union, stated, [])
        elif any(item not in told or not self._is_open(item) for item in unknown):
            self._report_options("W240", union, stated, unknown)
        else:
            if lacking:
                self._report_options("W244", union, stated, lacking)
            found = Discriminator(stated.property, tuple(mapping), default)
            place = discriminator_of(self._schemas.document, union.id)
            self.places[union.id] = place
            self._claim(found, place)
        self._done[union.id] = found
        self._shapes[union.id] = replace(union, discriminator=found)
        return found

    def _report_options(
        self, code: str, union: Variants, stated: Discriminator, options: list[Id]
    ) -> None:
        names = [place_of(option).words[-1] for option in options]
        if not names:
            names = ["an option that is no object"]
        self._report(code, union, tag=stated.property, names=names)

    def _is_open(self, option: Id) -> bool:
        """Whether an option is a record that may have properties which it does not list."""
        record = self._shapes.get(self._target(option))
        return isinstance(record, Record) and record.extra is not None

    def _mapping(
        self,
        union: Variants,
        stated: Discriminator,
        options: list[Id],
        default: Id | None,
    ) -> list[tuple[str, Id]]:
        """The options that each value means: as written, then as the options say.

        What an option allows beyond its written values counts where no other does.
        """
        tag = stated.property
        allowed = {option: self._allowed(option, tag) for option in options}
        written: dict[str, Id] = {}
        for value, target in stated.mapping:
            option = self._option(target, options)
            own = allowed[option] if option else None
            if option is None:
                if self._is_own(union):
                    self._report("W241", union, value=value)
            elif own is not None and value not in own:
                self._report("W242", union, value=value, tag=tag)
            else:
                written[value] = option
        found = list(written.items())
        claimed = Counter(value for own in allowed.values() for value in own or ())
        for option in options:
            own = allowed[option]
            if option in written.values():
                left = [value for value in own or () if claimed[value] == 1]
                found += [(value, option) for value in left if value not in written]
            elif option != default and own is not None:
                found += [(value, option) for value in own]
            elif option != default:
                name = self._name(option)
                found += [(name, option)] if name and name not in written else []
        return found

    def _report(self, code: str, union: Variants, **values: Any) -> None:
        place = union.id.removesuffix(UNION) + UNION
        self._schemas.report(code, place, **values)

    def _is_own(self, union: Variants) -> bool:
        """Whether the discriminator stands in the schema itself, not in what it extends."""
        if not union.id.endswith(UNION):
            return True
        node = self._schemas.document.node(union.id.removesuffix(UNION))
        return isinstance(node, dict) and "discriminator" in node

    def _option(self, target: Id, options: list[Id]) -> Id | None:
        """The option that a schema named by a mapping is."""
        for candidate in (target, target + UNION):
            if candidate in options:
                return candidate
        for option in options:
            if option.endswith(UNION):
                continue
            node = self._schemas.document.node(option)
            if isinstance(node, dict) and node.get("$ref") == target:
                return option
            if target in self._shapes and self._target(option) == self._target(target):
                return option
        return None

    def _target(self, shape_id: Id) -> Id:
        """The shape behind aliases."""
        seen: set[Id] = set()
        while shape_id not in seen:
            seen.add(shape_id)
            shape = self._shapes.get(shape_id)
            if not isinstance(shape, Alias):
                break
            use = _inner(shape.target)
            if not isinstance(use.type, Named):
                break
            shape_id = use.type.id
        return shape_id

    def _name(self, option: Id) -> str:
        """The value that means an option which tells none: the name of its schema."""
        shape = self._shapes.get(self._target(option))
        if isinstance(shape, Variants) or option.endswith(UNION):
            return ""
        node = self._schemas.document.node(option)
        reference = node.get("$ref", option) if isinstance(node, dict) else option
        return place_of(reference).words[-1] if is_component(reference) else ""

    def _field(self, shape_id: Id, tag: str) -> Field | None:
        record = self._shapes.get(self._target(shape_id))
        for field in record.fields if isinstance(record, Record) else ():
            if field.name == tag:
                return field
        return None

    def _has(self, option: Id, tag: str) -> bool:
        """Whether an option has the property, in each of its own if it is a union."""
        shape = self._shapes.get(self._target(option))
        if isinstance(shape, Variants):
            return self._allowed(option, tag) is not None
        return self._field(option, tag) is not None

    def _allowed(
        self, option: Id, tag: str, seen: frozenset[Id] = frozenset()
    ) -> list[str] | None:
        """The strings that the property may be by itself; None where it may be others.

        Of a union, those of all its options, as its discriminator tells them.
        """
        shape = self._shapes.get(self._target(option))
        if not isinstance(shape, Variants):
            field = self._field(option, tag)
            return None if field is None else self._listed(field.use)
        inner = self.complete(shape)
        if inner is not None and inner.property == tag and inner.default is None:
            return list(dict.fromkeys(value for value, _ in inner.mapping))
        found: dict[str, None] = {}
        for use in shape.options:
            target = use.type.id if isinstance(use.type, Named) else ""
            values = None
            if target and target not in seen:
                values = self._allowed(target, tag, seen | {shape.id})
            if values is None:
                return None
            found.update(dict.fromkeys(values))
        return list(found)

    def _listed(self, use: TypeUse) -> list[str] | None:
        kind = _inner(use).type
        if isinstance(kind, Const):
            return [kind.value] if isinstance(kind.value, str) else None
        if not isinstance(kind, Named):
            return None
        shape = self._shapes.get(self._target(kind.id))
        if isinstance(shape, Alias):
            return self._listed(shape.target)
        if isinstance(shape, Choices) and not shape.open:
            values = [item.value for item in shape.choices]
            texts = [value for value in values if isinstance(value, str)]
            return texts if len(texts) == len(values) else None
        return None

    def _claim(self, found: Discriminator, place: Id) -> None:
        for value, option in found.mapping:
            record = self._target(option)
            if option != found.default and isinstance(self._shapes[record], Record):
                self._claims.setdefault((record, found.property), {})[value] = None
                self.claimed.setdefault((record, found.property), place)

    def narrow(self) -> Iterator[tuple[Id, str, list[str]]]:
        """Let the property of each option hold the values that mean it, and no others.

        Gives the records, properties and values where that made a difference. What
        extends a record must satisfy the record too, so its values are among them.
        """
        for (record_id, tag), claimed in self._claims.items():
            record = self._shapes[record_id]
            assert isinstance(record, Record)
            values = list(claimed)
            if all(field.name != tag for field in record.fields):
                added = Field(tag, TypeUse(Scalar("string")), required=False)
                record = replace(record, fields=(*record.fields, added))
            fields: list[Field] = []
            for field in record.fields:
                if field.name == tag:
                    narrowed = self._narrowed(record, field, values)
                    extended = self._extended(record_id, tag)
                    if narrowed.use != field.use and extended is not None:
                        yield record_id, tag, list(dict.fromkeys(values + extended))
                    field = narrowed
                fields.append(field)
            self._shapes[record_id] = replace(record, fields=tuple(fields))

    def _extended(self, record_id: Id, tag: str) -> list[str] | None:
        """The values of what extends a record; None where something may have others."""
        found: list[str] = []
        for schema in self._schemas.families.descendants(record_id):
            values = self._claims.get((schema, tag))
            if values is None:
                return None
            found += values
        return found

    def _narrowed(self, record: Record, field: Field, values: list[str]) -> Field:
        allowed = self._listed(field.use)
        inner = _inner(field.use)
        is_text = isinstance(inner.type, Anything) or inner.type == Scalar("string")
        if isinstance(inner.type, Named):
            shape = self._shapes.get(self._target(inner.type.id))
            is_text = isinstance(shape, Choices) and shape.open
            if isinstance(shape, Alias):
                is_text = shape.target.type == Scalar("string")
        if not is_text and (allowed is None or set(allowed) == set(values)):
            use = inner
        elif len(values) == 1:
            use = TypeUse(Const(values[0]))
        else:
            use = self._choices(record, field, values)
        is_constant = isinstance(use.type, Const)
        if isinstance(field.use.type, Optional):
            use = TypeUse(Optional(use))
        default = (
            field.default if field.default in [(item,) for item in values] else None
        )
        fixed = is_constant and not field.required
        return replace(field, use=use, default=default, fixed=fixed)

    def _choices(self, record: Record, field: Field, values: list[str]) -> TypeUse:
        shape_id = f"{record.id}/properties/{escape(field.name)}"
        self._shapes[shape_id] = Choices(
            shape_id,
            record.root,
            (*record.place, field.name),
            tuple(map(Choice, values)),
        )
        return TypeUse(Named(shape_id))


def _inner(use: TypeUse) -> TypeUse:
    """The type without null."""
    return use.type.inner if isinstance(use.type, Optional) else use
