"""JSON values compared as JSON compares them (JSON Schema 2020-12, core, section 4.2.2)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TypeVar

from ..ir import JsonObject

T = TypeVar("T")


def key_of(value: object) -> Hashable:
    """Something that is equal for equal values only: `1` is `1.0` and is not `true`.

    Takes a JSON value as it was read, or frozen.
    """
    if isinstance(value, bool):
        return ("boolean", value)
    if isinstance(value, JsonObject):
        value = dict(value.members)
    if isinstance(value, dict):
        return ("object", frozenset((name, key_of(value[name])) for name in value))
    if isinstance(value, (list, tuple)):
        return ("array", tuple(key_of(item) for item in value))
    return ("scalar", value if isinstance(value, (int, float, str)) else None)


def distinct(values: Iterable[T]) -> list[T]:
    """The values without those that are equal to an earlier one."""
    found: dict[Hashable, T] = {}
    for value in values:
        found.setdefault(key_of(value), value)
    return list(found.values())
