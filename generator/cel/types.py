"""The types of CEL expressions, as the schemas of JSON values give them.

A value of type `Int` can be a float without a fraction (`1.0`), one of type `Double` an
int, as JSON Schema has it. `Union` is kept flat, without duplicates, by `union_of`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import TypeAlias

from ..values import dataclass

INT64 = 2**63


@dataclass(frozen=True, slots=True)
class Bool:
    """`true` or `false`."""


@dataclass(frozen=True, slots=True)
class Int:
    """An integer; `low` and `high` are bounds that it is known to keep."""

    low: int | None = None
    high: int | None = None


@dataclass(frozen=True, slots=True)
class Double:
    """Any other number, and those numbers whose schema allows fractions.

    `is_float` says that the value is a `float` of Python, as the results of arithmetic
    are, and not possibly an `int`.
    """

    is_float: bool = False


@dataclass(frozen=True, slots=True)
class String:
    """A string."""


@dataclass(frozen=True, slots=True)
class Null:
    """`null`."""


@dataclass(frozen=True, slots=True)
class List:
    """An array whose items have the type `item`; there are `least` to `most`."""

    item: CelType
    least: int = 0
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Map:
    """An object with names that the schema does not list; there are at `most` so many."""

    value: CelType
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """A property. That it may be null is part of its type or said by `is_nullable`.

    `absent` is the word by which what the rule sees does not have it; empty where it may.
    """

    type: CelType
    is_required: bool = False
    is_nullable: bool = False
    absent: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Object:
    """An object with the properties that its schema lists.

    `open` says that others can be asked for, whose type is `Dyn`. Two are equal when they
    are the same Python object, so that the fields may lead back to it: `fields` can be
    filled after the object is made.
    """

    name: str
    fields: Mapping[str, Field] = field(repr=False)
    open: bool = False


@dataclass(frozen=True, slots=True)
class Union:
    """One of several types; none at all for the items of an empty list."""

    members: tuple[CelType, ...]


@dataclass(frozen=True, slots=True)
class Dyn:
    """A value of which the schema says no type."""


CelType: TypeAlias = (
    Bool | Int | Double | String | Null | List | Map | Object | Union | Dyn
)

NEVER = Union(())
"""The type without values."""


def union_of(types: Iterable[CelType]) -> CelType:
    """One type for values of several: flat, merged, the only member itself.

    `Int` beside `Double` is `Double`, since a number of the one kind cannot be told from
    one of the other; `Dyn` takes in all others.
    """
    flat: list[CelType] = []
    for one in types:
        flat += members(one)
    if Dyn() in flat:
        return Dyn()
    found: list[CelType] = []
    for one in flat:
        if isinstance(one, (Int, Double)):
            place = next(
                (at for at, x in enumerate(found) if isinstance(x, (Int, Double))), None
            )
            if place is not None:
                found[place] = _number(found[place], one)
                continue
        if one not in found:
            found.append(one)
    return found[0] if len(found) == 1 else Union(tuple(found))


def _number(left: CelType, right: CelType) -> CelType:
    """One type for two kinds of numbers."""
    if isinstance(left, Int) and isinstance(right, Int):
        low = (
            None if left.low is None or right.low is None else min(left.low, right.low)
        )
        unbound = left.high is None or right.high is None
        high = None if unbound else max(left.high or 0, right.high or 0)
        return Int(low, high)
    return Double(left == right == Double(True))


def nullable(inner: CelType) -> CelType:
    """The type, or null."""
    return union_of((inner, Null()))


def members(kind: CelType) -> tuple[CelType, ...]:
    """The members of a union, or the type alone."""
    return kind.members if isinstance(kind, Union) else (kind,)


def without_null(kind: CelType) -> CelType:
    """The type of the values that are not null."""
    return union_of(one for one in members(kind) if not isinstance(one, Null))


def items_of(kind: CelType) -> CelType:
    """The type of the items of a list, or of any of several."""
    return union_of(one.item for one in members(kind) if isinstance(one, List))


def most_of(kind: CelType) -> int | None:
    """How many items or names a value has at most; None where nothing says."""
    found = 0
    for one in members(kind):
        if isinstance(one, Object):
            found = max(found, len(one.fields))
        elif isinstance(one, (List, Map)):
            if one.most is None:
                return None
            found = max(found, one.most)
    return found


def can_be_null(kind: CelType) -> bool:
    """Whether the schema allows null; unknown types are not asked."""
    return any(isinstance(one, Null) for one in members(kind))


_NAMES: dict[type, str] = {
    Bool: "bool",
    Int: "int",
    Double: "double",
    String: "string",
    Null: "null",
    Dyn: "a value of any type",
}


def show(kind: CelType) -> str:
    """The type in words of a message."""
    match kind:
        case List(item=item):
            return "list" if item == NEVER else f"list of {show(item)}"
        case Map():
            return "map"
        case Object(name):
            return name if name.isascii() and name.isprintable() and name else "object"
        case Union(parts):
            return " or ".join(dict.fromkeys(map(show, parts))) or "nothing"
    return _NAMES[type(kind)]


def described(kind: CelType) -> str:
    """The type with an article."""
    name = show(kind)
    if isinstance(kind, Dyn):
        return name
    return f"{'an' if name[:1] in 'aeiouAEIOU' else 'a'} {name}"
