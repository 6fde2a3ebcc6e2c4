"""The same JSON in other types than those of `json.loads`."""

from __future__ import annotations

import json
from collections import OrderedDict, UserDict, UserList, deque
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from enum import Enum, IntEnum
from types import MappingProxyType
from typing import Any, NamedTuple


class Text(str):
    """A string whose own methods are of no use."""

    def __str__(self) -> str:
        raise AssertionError

    def __eq__(self, other: object) -> bool:
        raise AssertionError

    def __len__(self) -> int:
        raise AssertionError

    __hash__ = str.__hash__


class Whole(int):
    """An integer whose own methods are of no use."""

    def __int__(self) -> int:
        raise AssertionError

    def __lt__(self, other: object) -> bool:
        raise AssertionError

    def __eq__(self, other: object) -> bool:
        raise AssertionError

    __hash__ = int.__hash__


class Float(float):
    """A float whose own methods are of no use."""

    def __float__(self) -> float:
        raise AssertionError

    def __gt__(self, other: object) -> bool:
        raise AssertionError

    def is_integer(self) -> bool:
        raise AssertionError


class Money(Decimal):
    """A decimal whose own methods are of no use."""

    def is_finite(self) -> bool:
        raise AssertionError

    def __str__(self) -> str:
        raise AssertionError


class Row(dict[Any, Any]):
    """An object that gives what it holds by `items`, as `json.dumps` asks for it."""

    def __getitem__(self, key: Any) -> Any:
        raise AssertionError


class Listed(list[Any]):
    """A list that does not say what it holds."""

    def __iter__(self) -> Iterator[Any]:
        raise AssertionError

    def __len__(self) -> int:
        raise AssertionError


class Name(str):
    """A string of another class."""


class Color(Name, Enum):
    """Names of colours."""

    RED = "red"
    BLUE = "blue"


class Size(IntEnum):
    """Sizes."""

    SMALL = 1
    LARGE = 3


class Pair(NamedTuple):
    """An array of two."""

    first: Any
    second: Any


class Folded(Mapping[str, Any]):
    """A mapping that finds names in any case, and gives some of them several times."""

    def __init__(self, members: Mapping[str, Any]) -> None:
        self._members = members

    def __getitem__(self, key: str) -> Any:
        known = {name.lower(): value for name, value in self._members.items()}
        return known[key.lower()]

    def __iter__(self) -> Iterator[str]:
        for name in self._members:
            yield name
            yield name

    def __len__(self) -> int:
        return 2 * len(self._members)


class Kinds(NamedTuple):
    """What each JSON type becomes; `text` also makes the names of objects."""

    object: Callable[[dict[Any, Any]], object]
    array: Callable[[list[Any]], object]
    text: Callable[[str], str]
    integer: Callable[[str], object]
    fraction: Callable[[str], object]


KINDS = {
    "read only, decimals": Kinds(MappingProxyType, tuple, str, Decimal, Decimal),
    "user's, subclasses": Kinds(
        UserDict, UserList, Text, lambda text: Whole(int(text)), Decimal
    ),
    "subclasses": Kinds(
        Row, Listed, Text, lambda text: Whole(int(text)), lambda text: Float(text)
    ),
    "odd": Kinds(OrderedDict, deque, str, Money, Money),
    "of several values": Kinds(Folded, tuple, str, int, Decimal),
}


def wrapped(value: object, kinds: Kinds) -> Any:
    """A value of `json.loads` in other types; numbers by their texts."""
    text = json.dumps(value)
    read = json.loads(text, parse_int=kinds.integer, parse_float=kinds.fraction)
    return _wrapped(read, kinds)


def _wrapped(value: Any, kinds: Kinds) -> Any:
    if isinstance(value, dict):
        members = value.items()
        return kinds.object(
            {kinds.text(key): _wrapped(item, kinds) for key, item in members}
        )
    if isinstance(value, list):
        return kinds.array([_wrapped(item, kinds) for item in value])
    return kinds.text(value) if isinstance(value, str) else value
