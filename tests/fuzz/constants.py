"""What a schema and all that it reaches mention: values at which verdicts change."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from generator.ir import thaw
from generator.ir.vocabulary import ONE_SCHEMA, SCHEMA_LIST, SCHEMA_MAP

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from generator.ir import Assertions, Id

_BOUNDS = ("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf")
_SIZES = tuple(
    f"{word}{what}"
    for word in ("min", "max")
    for what in ("Length", "Items", "Properties", "Contains")
)
_LONGEST = 300


@dataclass
class Constants:
    """Names of properties, listed values, and numbers and sizes at and beside bounds."""

    names: list[str] = field(default_factory=list)
    values: list[Any] = field(default_factory=list)
    numbers: list[int | float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)


def reached(assertions: Mapping[Id, Assertions], root: Id) -> list[Id]:
    """A schema and all that it leads to, nearest first."""
    found = {root: None}
    waiting = [root]
    while waiting:
        for inner in _inner(assertions, waiting.pop(0)):
            if inner not in found and inner in assertions:
                found[inner] = None
                waiting.append(inner)
    return list(found)


def _inner(assertions: Mapping[Id, Assertions], schema: Id) -> Iterator[Id]:
    for keyword, value in assertions[schema].keywords:
        if keyword == "$ref" or keyword in ONE_SCHEMA:
            yield str(value)
        elif keyword in SCHEMA_LIST:
            yield from map(str, value)
        elif keyword in SCHEMA_MAP:
            yield from (str(item) for _, item in value)


def constants(assertions: Mapping[Id, Assertions], root: Id) -> Constants:
    """The constants of a schema and of what it reaches."""
    names: dict[str, None] = {}
    values: list[Any] = []
    numbers: dict[int | float, None] = {}
    sizes: dict[int, None] = {}
    value: Any
    for schema in reached(assertions, root):
        for keyword, value in assertions[schema].keywords:
            if keyword == "properties":
                names.update((str(name), None) for name, _ in value)
            elif keyword == "required":
                names.update(dict.fromkeys(map(str, value)))
            elif keyword == "dependentRequired":
                names.update(dict.fromkeys(thaw(value)))
            elif keyword == "enum":
                values += [thaw(item) for item in value][:40]
            elif keyword == "const":
                values.append(thaw(value))
            elif keyword in _BOUNDS:
                numbers.update(dict.fromkeys(_beside(value)))
            elif keyword in _SIZES and value <= _LONGEST:
                near = (int(value) - 1, int(value), int(value) + 1)
                sizes.update(dict.fromkeys(size for size in near if size >= 0))
    return Constants(list(names), values, list(numbers), list(sizes))


def _beside(bound: int | float) -> tuple[int | float, ...]:
    if isinstance(bound, float):
        return (bound, bound - 0.001, bound + 0.001, -bound)
    return (
        bound,
        bound - 1,
        bound + 1,
        bound + 0.5,
        float(bound) if abs(bound) < 2**60 else bound,
    )
