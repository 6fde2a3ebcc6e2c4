"""Instances of a schema: some that should be valid, and mutants with a single defect.

All of it is worked out from the schema, in a fixed order: no chance is involved.
"""

from __future__ import annotations

import copy
import json
from itertools import islice
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

_DEEPEST = 4
_WAYS = 6
"""Alternatives of a union that instances are made for, at each place."""

_STRINGS = {
    "date": "2024-02-29",
    "date-time": "2024-02-29T12:30:00Z",
    "time": "12:30:00Z",
    "uuid": "c1f4a5f6-6d3f-4c3e-9a7e-0a1b2c3d4e5f",
    "email": "someone@example.org",
    "uri": "https://example.org/a",
    "duration": "P1DT2H",
}
_JUNK: tuple[Any, ...] = (
    None,
    True,
    0,
    1,
    2.5,
    "",
    "junk",
    "1",
    [],
    [None],
    {},
    {"a": 1},
)
_LOWER = ("minimum", "exclusiveMinimum")
_UPPER = ("maximum", "exclusiveMaximum")
_SIZES = (
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
)


class Maker:
    """Makes instances after the schemas of one document (`#/$defs/...`)."""

    def __init__(self, definitions: dict[str, Any]) -> None:
        self._definitions = definitions

    def candidates(self, schema: Any) -> Iterator[Any]:
        """Instances that should be valid: sparse and full ones, for each alternative."""
        seen: set[str] = set()
        for full in (False, True):
            for way in range(_WAYS):
                value = self._value(schema, 0, full, way)
                text = json.dumps(value)
                if text not in seen:
                    seen.add(text)
                    yield value

    def _resolve(self, schema: Any) -> Any:
        return self._definitions[schema["$ref"].removeprefix("#/$defs/")]

    def _value(self, schema: Any, depth: int, full: bool, way: int) -> Any:
        if not isinstance(schema, dict) or not schema:
            return "anything"
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return schema["enum"][way % len(schema["enum"])]
        parts = [part for word in ("allOf",) for part in schema.get(word, ())]
        if "$ref" in schema:
            parts.append(self._resolve(schema))
        for word in ("oneOf", "anyOf"):
            if word in schema:
                parts.append(schema[word][way % len(schema[word])])
        own = self._own(schema, depth, full, way)
        values = [self._value(part, depth, full, way) for part in parts]
        return _joined([*values, *([own] if own is not None else [])])

    def _own(self, schema: dict[str, Any], depth: int, full: bool, way: int) -> Any:
        """What the keywords beside references and unions ask for; None if nothing."""
        kinds = schema.get("type", ())
        kinds = [kinds] if isinstance(kinds, str) else list(kinds)
        kind = kinds[way % len(kinds)] if kinds else ""
        if kind == "object" or (not kind and "properties" in schema):
            return self._object(schema, depth, full, way)
        if kind == "array" or (
            not kind and ("items" in schema or "prefixItems" in schema)
        ):
            return self._array(schema, depth, full, way)
        if kind == "string" or (not kind and "minLength" in schema):
            return _string(schema)
        if kind in ("integer", "number") or (not kind and "minimum" in schema):
            return _number(schema, kind == "integer")
        return True if kind == "boolean" else None

    def _object(self, schema: dict[str, Any], depth: int, full: bool, way: int) -> Any:
        properties = schema.get("properties", {})
        required = schema.get("required", ())
        found = {}
        for name in (*properties, *(one for one in required if one not in properties)):
            if name in required or (full and depth < _DEEPEST):
                found[name] = self._value(
                    properties.get(name, True), depth + 1, full, way
                )
        more = schema.get("additionalProperties")
        least = max(
            schema.get("minProperties", 0),
            1 if full and more and depth < _DEEPEST else 0,
        )
        while len(found) < least and len(found) < 20:
            found[f"key{len(found)}"] = self._value(more, depth + 1, full, way)
        return found

    def _array(self, schema: dict[str, Any], depth: int, full: bool, way: int) -> Any:
        found = [
            self._value(one, depth + 1, full, way)
            for one in schema.get("prefixItems", ())
        ]
        least = max(schema.get("minItems", 0), 1 if full and depth < _DEEPEST else 0)
        while len(found) < min(least, 20):
            found.append(
                self._value(
                    schema.get("items", True), depth + 1, full, way + len(found)
                )
            )
        return found


def _joined(values: list[Any]) -> Any:
    """The parts of an `allOf` together: objects merged, else the last one."""
    if not values:
        return None
    if all(isinstance(value, dict) for value in values):
        merged: dict[str, Any] = {}
        for value in values:
            merged |= value
        return merged
    return values[-1]


def _string(schema: dict[str, Any]) -> str:
    text = _STRINGS.get(schema.get("format", ""), "text")
    text += "x" * (min(schema.get("minLength", 0), 300) - len(text))
    return text[: schema["maxLength"]] if "maxLength" in schema else text


def _number(schema: dict[str, Any], is_integer: bool) -> int | float:
    step = schema.get("multipleOf", 1)
    lower = schema.get("minimum", schema.get("exclusiveMinimum"))
    upper = schema.get("maximum", schema.get("exclusiveMaximum"))
    if lower is None and upper is None:
        return step if step != 1 else 3
    value = lower if lower is not None else upper - step
    if value == schema.get("exclusiveMinimum"):
        value += step
    return int(value) if is_integer else value


def mutants(value: Any, definitions: Any, most: int) -> Iterator[Any]:
    """Copies of an instance that differ in one place; at most so many.

    Where there would be more, every n-th one is taken, so that all places have a turn.
    """
    found = list(_mutants(value, _constants(definitions)))
    yield from islice(found[:: max(1, -(-len(found) // most))], most)


def _mutants(value: Any, constants: tuple[list[Any], list[int]]) -> Iterator[Any]:
    numbers, sizes = constants
    for path in _places(value):
        here = _at(value, path)
        for junk in _JUNK:
            if type(junk) is not type(here) or junk != here:
                yield _changed(value, path, junk)
        if isinstance(here, (int, float)) and not isinstance(here, bool):
            for number in numbers:
                yield _changed(value, path, number)
        elif isinstance(here, str):
            for size in sizes:
                yield _changed(value, path, ("x" * size))
            yield _changed(value, path, f"{here}!")
        elif isinstance(here, list):
            yield from (_changed(value, path, here[:-1]) for _ in here[:1])
            for size in sizes if here else ():
                yield _changed(
                    value, path, [here[place % len(here)] for place in range(size)]
                )
        elif isinstance(here, dict):
            for key in here:
                yield _changed(value, path, {k: v for k, v in here.items() if k != key})
            yield _changed(value, path, {**here, "unlisted": 1})
            yield _changed(value, path, {**here, "new": "text"})


def _constants(definitions: Any) -> tuple[list[Any], list[int]]:
    """Numbers at and beside the bounds of all schemas, and sizes likewise."""
    numbers: set[Any] = set()
    sizes: set[int] = set()
    for schema in definitions.values():
        for word in (*_LOWER, *_UPPER):
            bound = schema.get(word) if isinstance(schema, dict) else None
            if isinstance(bound, (int, float)) and abs(bound) < 2**53:
                numbers |= {bound - 1, bound, bound + 1, bound + 0.5}
        for word in _SIZES:
            size = schema.get(word) if isinstance(schema, dict) else None
            if isinstance(size, int) and size <= 100:
                sizes |= {max(size - 1, 0), size, size + 1}
    return sorted(numbers), sorted(sizes)


def _places(value: Any) -> Iterator[tuple[Any, ...]]:
    yield ()
    items: Any = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    for key, item in items:
        for path in _places(item):
            yield (key, *path)


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def _changed(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """A copy with another value at one place."""
    if not path:
        return new
    found = copy.copy(value)
    found[path[0]] = _changed(value[path[0]], path[1:], new)
    return found
