# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Validators that take more than `json.loads` gives, for what means the same.

An object may be any mapping, an array any sequence but text and bytes, a string, an
integer or a number an instance of a subclass, and a number a `Decimal`. A value that has
any of these is copied once into plain data, which the same functions check as ever.

Subclasses of `str`, `int`, `float`, `Decimal`, `list` and `tuple` are what they are as
those: methods that they override are not called. Mappings and other sequences are asked
for what they hold; what one raises then becomes a TypeError.
"""

from __future__ import annotations

from collections import UserString
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from functools import wraps
from types import MappingProxyType
from typing import TypeAlias, TypeVar, cast

from . import schemas
from .checks import JsonArray, JsonObject
from .exact import number, widened
from .violations import Validator, Violations

K = TypeVar("K")
R = TypeVar("R")
T = TypeVar("T")

_SCALARS = frozenset((bool, float, int, str, type(None)))
_NO_ARRAYS = (UserString, bytearray, bytes, memoryview, range)
"""Sequences that stand for no arrays: their items are made when they are asked for."""

Container: TypeAlias = dict[object, object] | list[object]

_MADE: dict[type, Callable[[], Container | None]] = {
    Decimal: lambda: None,
    MappingProxyType: dict,
    dict: dict,
    list: list,
    tuple: list,
}
"""What `_container` gives for the usual types, which it takes longer to find out."""

_LIST: type[list[object]] = list
_TUPLE: type[tuple[object, ...]] = tuple
_MANY = 200_000
"""From so many parts on, it is looked for those that are met several times."""

_DEEPEST = 100_000
"""So deep may a value be that is copied: one that makes its parts anew has no end."""


def accepting(function: Validator) -> Validator:
    """A validator that takes what means the same as the JSON that the function takes."""

    @wraps(function)
    def check(value: object) -> Violations:
        return function(plain(value))

    return check


class Schemas(schemas.Schemas[K]):
    """Schemas by name whose validators take what means the same as JSON."""

    def located(self, place: str) -> Validator:
        """The function at a place."""
        return accepting(super().located(place))

    def located_strip(self, place: str) -> schemas.Strip:
        """What takes properties out of a value, at a place."""
        function = super().located_strip(place)

        @wraps(function)
        def strip(value: object) -> object:
            return function(plain(value))

        return strip


class Operation(schemas.Operation):
    """The schemas of an operation, whose validators take what means the same as JSON."""

    __slots__ = ()

    @property
    def exchange(self) -> Callable[[object, object], Violations] | None:
        """What checks a request and its whole answer, with the rules that see both."""
        function = super().exchange
        if function is None:
            return None
        found = function

        @wraps(found)
        def check(request: object, response: object) -> Violations:
            return found(plain(request), plain(response))

        return check

    def table(
        self, package: str, places: Mapping[K, str], stripped: Mapping[K, str] | None
    ) -> schemas.Schemas[K]:
        """The schemas at some places."""
        return Schemas(package, places, stripped=stripped)


def plain(value: object) -> object:
    """The value as `json.loads` gives it: itself if it is so, else a copy.

    Numbers that neither `int` nor `float` holds exactly become `Exact`. What stands for no
    JSON stays what it is. Parts that are in several places stay one, also where a value holds
    itself.

    Raises:
        TypeError: A mapping or a sequence does not give what it holds.
        RecursionError: A value that is no plain data is nested without an end.
    """
    if type(value) in _SCALARS or _is_plain(value):
        return value
    return _Copy().of(value)


def _is_plain(value: object) -> bool:
    """Whether a value is only of the types of `json.loads`."""
    waiting = [value]
    add = waiting.append
    for item in waiting:
        if type(item) is JsonObject:
            for key, inner in item.items():
                if type(inner) not in _SCALARS:
                    add(inner)
                if type(key) is not str and _is_odd(key):
                    return False
        elif type(item) is JsonArray:
            for inner in item:
                if type(inner) not in _SCALARS:
                    add(inner)
        else:
            return False
        if len(waiting) > _MANY:
            return _is_plain_with_shared(value)
    return True


def _is_plain_with_shared(value: object) -> bool:
    """`_is_plain` for many parts, some of which may be the same, or hold themselves."""
    waiting, seen = [value], {id(value)}
    while waiting:
        item = waiting.pop()
        if type(item) is JsonObject:
            if any(type(key) is not str and _is_odd(key) for key in item):
                return False
            members: Iterable[object] = item.values()
        elif type(item) is JsonArray:
            members = item
        else:
            return False
        for inner in members:
            if type(inner) not in _SCALARS and id(inner) not in seen:
                seen.add(id(inner))
                waiting.append(inner)
    return True


def _is_odd(key: object) -> bool:
    """Whether a name that is no `str` is of a subclass of it."""
    return isinstance(key, str)


class _Copy:
    """Makes plain data of one value. It is not recursive: values may be nested deeply."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[object, object]] = {}
        self._waiting: list[tuple[object, Container, int]] = []

    def of(self, value: object) -> object:
        """The value as plain data."""
        found = self._one(value, 0)
        while self._waiting:
            source, made, depth = self._waiting.pop()
            if depth > _DEEPEST:
                raise RecursionError("the value is nested too deeply")
            if isinstance(made, dict):
                members = _members(cast("Mapping[object, object]", source))
                for name, item in members.items():
                    made[name] = self._one(item, depth + 1)
            else:
                items = _items(cast("Sequence[object]", source))
                made += [self._one(item, depth + 1) for item in items]
        return found

    def _one(self, value: object, depth: int) -> object:
        """A value without other values as plain data, or an empty container to be filled."""
        kind = type(value)
        if kind in _SCALARS:
            is_number = kind is int or kind is float
            return widened(cast("float", value)) if is_number else value
        known = self._known.get(id(value))
        if known is not None:
            return known[1]
        make = _MADE.get(kind)
        container = _container(value) if make is None else make()
        if container is None:
            return _scalar(value)
        self._known[id(value)] = (value, container)
        self._waiting.append((value, container, depth))
        return container


def _told(read: Callable[[T], R]) -> Callable[[T], R]:
    """The same, where what else is raised than for want of memory becomes a TypeError."""

    @wraps(read)
    def told(value: T) -> R:
        try:
            return read(value)
        except (MemoryError, RecursionError):
            raise
        except Exception as error:
            text = f"a value of the type {type(value).__name__} does not give what it holds"
            raise TypeError(text) from error

    return told


@_told
def _container(value: object) -> Container | None:
    """Something empty to hold what a value holds; None for what stands for no container."""
    if isinstance(value, str | int | float | Decimal):
        return None
    if isinstance(value, dict | Mapping):
        return {}
    if isinstance(value, list | tuple):
        return []
    if isinstance(value, Sequence) and not isinstance(value, _NO_ARRAYS):
        return []
    return None


@_told
def _scalar(value: object) -> object:
    """The same as plain data; what stands for no JSON is what it was."""
    if type(value) is Decimal:
        return number(value)
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int):
        return widened(int.__int__(value))
    if isinstance(value, float):
        return widened(float.__float__(value))
    if isinstance(value, Decimal):
        return number(Decimal(value))
    return value


@_told
def _members(value: Mapping[object, object]) -> dict[object, object]:
    """What a mapping holds; of several with one name the first, which it gives by name."""
    found: dict[object, object] = {}
    for key, item in value.items():
        if type(key) is not str and isinstance(key, str):
            key = str.__str__(key)
        if key not in found:
            found[key] = item
    return found


@_told
def _items(value: Sequence[object]) -> list[object]:
    if isinstance(value, list):
        return [*_LIST.__iter__(value)]
    if isinstance(value, tuple):
        return [*_TUPLE.__iter__(value)]
    return [*value]
