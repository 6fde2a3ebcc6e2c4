"""Tagged unions: which property tells the options of a union apart for sure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...ir import Alias, Choices, Const, Named, Record

if TYPE_CHECKING:
    from ...ir import Api, Field, TypeUse, Variants
    from ...name import Names


def tag_property(shape: Variants, api: Api, names: Names) -> str:
    """The attribute that pydantic can discriminate the options of `shape` by.

    The property of the document's `discriminator`, else the first one that will do:
    every option is a record that requires it, with string values of its own, under one
    attribute. Empty where there is none.
    """
    records = [_record(option, api) for option in shape.options]
    if len(records) < 2 or any(record is None for record in records):
        return ""
    found = [record for record in records if record is not None]
    if shape.discriminator is not None:
        candidates = [shape.discriminator.property]
    else:
        candidates = [field.name for field in found[0].fields if field.required]
    for wire_name in candidates:
        if _tells_apart(wire_name, found, api):
            attributes = {names.fields[record.id][wire_name] for record in found}
            if len(attributes) == 1:
                return attributes.pop()
    return ""


def _record(use: TypeUse, api: Api) -> Record | None:
    """The record that `use` names, if it names one."""
    kind = use.type
    seen: set[str] = set()
    while isinstance(kind, Named) and kind.id not in seen:
        seen.add(kind.id)
        shape = api.shapes[kind.id]
        if isinstance(shape, Record):
            return shape
        if not isinstance(shape, Alias):
            return None
        kind = shape.target.type
    return None


def _tells_apart(wire_name: str, records: list[Record], api: Api) -> bool:
    seen: set[str] = set()
    ids: set[str] = set()
    for record in records:
        if record.id in ids:
            continue
        ids.add(record.id)
        field = next((item for item in record.fields if item.name == wire_name), None)
        values = _values(field, api) if field is not None and field.required else None
        if not values or seen & values:
            return False
        seen |= values
    return len(ids) > 1


def _values(field: Field, api: Api) -> set[str] | None:
    """The strings that a field may hold, or None when it may hold something else."""
    kind = field.use.type
    if isinstance(kind, Const):
        return {kind.value} if isinstance(kind.value, str) else None
    if isinstance(kind, Named):
        shape = api.shapes[kind.id]
        if isinstance(shape, Alias):
            return _values_of_alias(shape)
        if isinstance(shape, Choices) and not shape.open:
            values = [item.value for item in shape.choices]
            strings = {value for value in values if isinstance(value, str)}
            return strings if len(strings) == len(values) else None
    return None


def _values_of_alias(shape: Alias) -> set[str] | None:
    kind = shape.target.type
    if isinstance(kind, Const) and isinstance(kind.value, str):
        return {kind.value}
    return None
