# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""How properties are taken out of values that go one way.

Each function gives a new value where something was taken out, and the one that it got
where nothing was; it changes neither that nor what is in it. Values of another type than
it is for pass as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TypeAlias

from .checks import Json, JsonArray, JsonObject
from .violations import Validator

Strip: TypeAlias = Callable[[object], object]
"""Gives a value without what does not go its way."""

Search: TypeAlias = Callable[[str], object]
"""Gives None for a name that does not match a pattern."""

_Alternative: TypeAlias = "tuple[Validator, Strip | None]"


def without(value: object, *names: str) -> object:
    """An object without the properties of these names."""
    if type(value) is not JsonObject or value.keys().isdisjoint(names):
        return value
    return {name: item for name, item in value.items() if name not in names}


def without_matching(value: object, *patterns: Search) -> object:
    """An object without the properties whose names match one of the patterns."""
    if type(value) is not JsonObject:
        return value
    return _left(value, {name for name in value if _matches(name, patterns)})


def without_others(value: object, known: Collection[str], *patterns: Search) -> object:
    """An object with nothing but the properties that are known or match a pattern."""
    if type(value) is not JsonObject:
        return value
    return _left(value, set(_others(value, known, patterns)))


def in_properties(value: object, inside: Mapping[str, Strip]) -> object:
    """An object, what is inside each of these properties taken out."""
    if type(value) is not JsonObject:
        return value
    changed: dict[str, object] = {}
    for name, strip in inside.items():
        if name in value:
            item = value[name]
            stripped = strip(item)
            if stripped is not item:
                changed[name] = stripped
    return {**value, **changed} if changed else value


def in_matching(value: object, strip: Strip, *patterns: Search) -> object:
    """The same for the properties whose names match one of the patterns."""
    if type(value) is not JsonObject:
        return value
    names = [name for name in value if _matches(name, patterns)]
    return in_properties(value, dict.fromkeys(names, strip))


def in_others(
    value: object, strip: Strip, known: Collection[str] = (), *patterns: Search
) -> object:
    """The same for the properties that are not known and match no pattern."""
    if type(value) is not JsonObject:
        return value
    names = _others(value, known, patterns)
    return in_properties(value, dict.fromkeys(names, strip))


def in_items(value: object, strip: Strip, start: int = 0) -> object:
    """An array, what is inside its items taken out, from one of them on."""
    if type(value) is not JsonArray:
        return value
    return _with_items(value, [strip(item) for item in value[start:]], start)


def in_first_items(value: object, *strips: Strip | None) -> object:
    """An array, what is inside each of its first items taken out by a function of its own."""
    if type(value) is not JsonArray:
        return value
    pairs = zip(value, strips, strict=False)
    return _with_items(value, [strip(item) if strip else item for item, strip in pairs])


def in_other_items(value: object, strip: Strip, known: Collection[int]) -> object:
    """An array, what is inside the items at places that are not known taken out."""
    if type(value) is not JsonArray:
        return value
    found = [
        item if place in known else strip(item) for place, item in enumerate(value)
    ]
    return _with_items(value, found)


def in_valid_items(value: object, check: Validator, strip: Strip) -> object:
    """An array, what is inside the items that are valid taken out."""
    if type(value) is not JsonArray:
        return value
    found = [strip(item) if check(item) is None else item for item in value]
    return _with_items(value, found)


def where_valid(found: object, value: object, *options: _Alternative) -> object:
    """What is `found` of a value, without what the alternatives say that accept the value."""
    for check, strip in options:
        if strip is not None and check(value) is None:
            found = strip(found)
    return found


def where_valid_or_all(found: object, value: object, *options: _Alternative) -> object:
    """The same; if no alternative accepts the value, without what any of them says."""
    accepting = [strip for check, strip in options if check(value) is None]
    for strip in accepting or [strip for _, strip in options]:
        if strip is not None:
            found = strip(found)
    return found


def tag_of(value: object, name: str) -> str | None:
    """The property that tells alternatives apart; None where it is absent or no text."""
    tag = value.get(name) if type(value) is JsonObject else None
    return tag if type(tag) is str else None


def _left(value: dict[str, Json], gone: set[str]) -> object:
    if not gone:
        return value
    return {name: item for name, item in value.items() if name not in gone}


def _matches(name: str, patterns: Collection[Search]) -> bool:
    return any(pattern(name) is not None for pattern in patterns)


def _others(
    value: dict[str, Json], known: Collection[str], patterns: Collection[Search]
) -> list[str]:
    return [
        name for name in value if name not in known and not _matches(name, patterns)
    ]


def _with_items(value: list[Json], found: list[object], start: int = 0) -> object:
    """An array with other items from a place on; itself where they are the same."""
    end = start + len(found)
    old = value[start:end]
    if all(new is item for new, item in zip(found, old, strict=True)):
        return value
    return [*value[:start], *found, *value[end:]]
