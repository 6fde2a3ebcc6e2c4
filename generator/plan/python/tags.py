"""Tagged unions: which property tells the options of a union apart for sure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...ir import Alias, Choices, Const, Named, Optional, Record, TypeUse, Variants
from ...values import dataclass

if TYPE_CHECKING:
    from ...ir import Api, Field, Id, Shape
    from ...name import Names


@dataclass(frozen=True, slots=True)
class Tagging:
    """How the options of a union are told apart.

    `attribute` is the attribute that pydantic's own discriminator can use; where that
    is empty, `tag` is the name of the property on the wire and `default` the record
    for what has no value of the others.
    """

    attribute: str
    tag: str = ""
    default: Id | None = None


def tagging(shape: Variants, api: Api, names: Names) -> Tagging | None:
    """How the options of a union are told apart for sure; None where nothing tells.

    By the property of the document's `discriminator`, else by the first one that will
    do: every option is a record that requires it, with string values of its own, under
    one attribute. Options may be unions of records again.
    """
    records = _records(shape, api, frozenset())
    if records is None or len(records) < 2:
        return None
    stated = shape.discriminator
    if stated is None or stated.default is None:
        attribute = _attribute(shape, records, api, names)
        if attribute:
            return Tagging(attribute)
    if stated is None:
        return None
    default = None
    if stated.default is not None:
        default = _record(TypeUse(Named(stated.default)), api)
        if default is None:
            return None
    telling = [record for record in records if record is not default]
    values = [_values_of(stated.property, record, api) for record in telling]
    told = set[str]().union(*[value for value in values if value])
    if all(values) and len(told) > (default is None):
        return Tagging("", stated.property, default.id if default else None)
    return None


def tag_values(
    shape: Variants, api: Api, names: Names
) -> tuple[str, dict[Id, frozenset[str]]] | None:
    """The property by which the options of a union can be told apart without nesting.

    Its name on the wire, and for each option, a record, the values that it has there;
    None where there is no such property, or where an option is no record.
    """
    found = [_record(option, api) for option in shape.options]
    records = {record.id: record for record in found if record is not None}
    if None in found or len(records) < 2:
        return None
    tag = _tag(shape, list(records.values()), api, names)
    if not tag:
        return None
    values = {id: _values_of(tag, one, api) or () for id, one in records.items()}
    return tag, {id: frozenset(texts) for id, texts in values.items()}


def _attribute(shape: Variants, records: list[Record], api: Api, names: Names) -> str:
    """The attribute for pydantic's discriminator, empty where there is none."""
    tag = _tag(shape, records, api, names)
    return names.fields[records[0].id][tag] if tag else ""


def _tag(shape: Variants, records: list[Record], api: Api, names: Names) -> str:
    """The property for pydantic's discriminator, empty where there is none."""
    if shape.discriminator is not None:
        candidates = [shape.discriminator.property]
    else:
        candidates = [field.name for field in records[0].fields if field.required]
    for tag in candidates:
        if _tells_apart(tag, records, api) and len(records) > 1:
            attributes = {names.fields[record.id][tag] for record in records}
            if len(attributes) == 1:
                return tag
    return ""


def _records(shape: Variants, api: Api, seen: frozenset[Id]) -> list[Record] | None:
    """The records among the options, each once; None where an option is something else."""
    if shape.id in seen:
        return None
    found: dict[Id, Record] = {}
    for option in shape.options:
        record = _record(option, api)
        if record is not None:
            found[record.id] = record
            continue
        inner = _shape(option, api)
        if not isinstance(inner, Variants):
            return None
        nested = _records(inner, api, seen | {shape.id})
        if nested is None:
            return None
        found.update((item.id, item) for item in nested)
    return list(found.values())


def _shape(use: TypeUse, api: Api) -> Shape | None:
    """The shape that `use` names, behind aliases."""
    seen: set[Id] = set()
    while isinstance(use.type, Named) and use.type.id not in seen:
        seen.add(use.type.id)
        shape = api.shapes[use.type.id]
        if not isinstance(shape, Alias):
            return shape
        use = shape.target
    return None


def _record(use: TypeUse, api: Api) -> Record | None:
    """The record that `use` names, if it names one."""
    shape = _shape(use, api)
    return shape if isinstance(shape, Record) else None


def _tells_apart(tag: str, records: list[Record], api: Api) -> bool:
    """Whether each record requires the property, and has values of its own for it."""
    seen: set[str] = set()
    for record in records:
        values = _values_of(tag, record, api, must=True)
        if not values or seen & values:
            return False
        seen |= values
    return True


def _values_of(
    tag: str, record: Record, api: Api, must: bool = False
) -> set[str] | None:
    """The strings that a property may be, which is there if it `must`; None for others."""
    field = next((item for item in record.fields if item.name == tag), None)
    if field is None or (must and not _is_sure(field)):
        return None
    return _values(field.use, api)


def _is_sure(field: Field) -> bool:
    """Whether a property is there in requests as well as in answers."""
    return field.required and not (field.read_only or field.write_only)


def _values(use: TypeUse, api: Api) -> set[str] | None:
    """The strings that a value may be, or None when it may be something else."""
    kind = use.type.inner.type if isinstance(use.type, Optional) else use.type
    if isinstance(kind, Const):
        return {kind.value} if isinstance(kind.value, str) else None
    if isinstance(kind, Named):
        shape = api.shapes[kind.id]
        if isinstance(shape, Alias):
            return _values(shape.target, api)
        if isinstance(shape, Choices) and not shape.open:
            values = [item.value for item in shape.choices]
            strings = {value for value in values if isinstance(value, str)}
            return strings if len(strings) == len(values) else None
    return None
