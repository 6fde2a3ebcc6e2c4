"""Mutants: instances with some things changed, the same for the same seed."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .constants import Constants

_JUNK: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    7,
    1.0,
    -0.0,
    2.5,
    1e300,
    2**31,
    -(2**31) - 1,
    2**53 + 1,
    2**63,
    -(2**63) - 1,
    10**30,
    float(2**63),
    "",
    "a",
    "1",
    "true",
    "null",
    "\u00e9",
    "e\u0301",
    "\U0001f600",
    "a\u0000b",
    "a\nb",
    " ",
    "2024-02-30",
    "2024-02-29",
    "2024-02-29T12:30:00Z",
    "2024-02-29T12:30:60Z",
    "2024-02-29T23:59:60Z",
    "12:30:00+01:00",
    "c1f4a5f6-6d3f-4c3e-9a7e-0a1b2c3d4e5f",
    "aGk=",
    "aGk",
    "https://example.org/a",
    [],
    {},
    [None],
    [1],
    ["a"],
    [[1]],
    [{}],
    {"type": "text"},
    {"a": 1},
    {"": None},
)
_MOST = 3
"""Mutations of one mutant."""


class Mutator:
    """Makes mutants of instances of one schema, whose constants it knows."""

    def __init__(self, starts: Sequence[Any], constants: Constants, seed: int) -> None:
        self._starts = [(start, _places(start)) for start in starts]
        self._constants = constants
        self._random = Random(seed)
        self._parts = [part for start in starts for part in _parts(start)]

    def make(self) -> Any:
        """The next mutant; the instances that it starts from are left as they are."""
        random = self._random
        value, places = random.choice(self._starts)
        for number in range(random.choice((1, 1, 1, 2, 2, _MOST))):
            places = _places(value) if number else places
            value = self._changed(value, random.choice(places))
        return value

    def _changed(self, value: Any, path: tuple[Any, ...]) -> Any:
        """A copy with one place mutated."""
        if not path:
            return self._mutated(value)
        found = value.copy()
        found[path[0]] = self._changed(value[path[0]], path[1:])
        return found

    def _mutated(self, value: Any) -> Any:
        random = self._random
        if random.random() < 0.3:
            return self._other()
        if isinstance(value, dict):
            return self._object(value)
        if isinstance(value, list):
            return self._array(value)
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return self._number(value)
        return self._other()

    def _other(self) -> Any:
        """Something that has nothing to do with what stood there."""
        pools = (_JUNK, self._constants.values, self._parts, self._constants.numbers)
        pool = self._random.choice([pool for pool in pools if pool])
        return self._random.choice(pool)

    def _object(self, value: dict[str, Any]) -> dict[str, Any]:
        random = self._random
        found = dict(value)
        way = random.randrange(4)
        if way < 2 and found:
            taken = random.choice(list(found))
            item = found.pop(taken)
            if way:
                found[self._name(taken)] = item
        elif way == 2:
            found[self._name("")] = self._other()
        else:
            keys = list(found)
            random.shuffle(keys)
            found = {key: found[key] for key in keys}
            if keys:
                found[random.choice(keys)] = self._other()
        return found

    def _name(self, name: str) -> str:
        near = (f"{name}_", name.upper(), name[:-1], "a/b~", "1", "unlisted", "")
        pools = [pool for pool in (self._constants.names, near) if pool]
        return self._random.choice(self._random.choice(pools))

    def _array(self, value: list[Any]) -> list[Any]:
        random = self._random
        found = list(value)
        way = random.randrange(5)
        if way == 0 and found:
            del found[random.randrange(len(found))]
        elif way == 1 and found:
            found.insert(random.randrange(len(found) + 1), random.choice(found))
        elif way == 2:
            found.insert(random.randrange(len(found) + 1), self._other())
        elif way == 3 and self._constants.sizes and found:
            size = random.choice(self._constants.sizes)
            found = [found[place % len(found)] for place in range(min(size, 150))]
        else:
            random.shuffle(found)
        return found

    def _text(self, value: str) -> str:
        random = self._random
        way = random.randrange(6)
        if way == 0:
            texts = [item for item in self._constants.values if isinstance(item, str)]
            return random.choice(texts or [value.swapcase()])
        if way == 1 and self._constants.sizes:
            size = random.choice(self._constants.sizes)
            filler = random.choice(("x", "\U0001f600", value or "y"))
            return (filler * size)[:size]
        place = random.randrange(len(value) + 1)
        if way == 2:
            return value[:place] + value[place + 1 :]
        if way == 3:
            return (
                value[:place] + random.choice("aZ09 -_./\u00e9\u0661\n") + value[place:]
            )
        return random.choice((value.upper(), value + " ", value * 2, value[::-1]))

    def _number(self, value: int | float) -> int | float:
        random = self._random
        if self._constants.numbers and random.random() < 0.6:
            return random.choice(self._constants.numbers)
        if abs(value) > 1e15:
            return -value
        near = (value + 1, value - 1, -value, value + 0.5, float(value), value * 1000)
        return random.choice((*near, int(value), value / 3))


def _places(value: Any) -> list[tuple[Any, ...]]:
    """The paths of all parts of a value, deep ones too; large arrays by a few items."""
    found: list[tuple[Any, ...]] = [()]
    items: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        items = list(value.items())
    elif isinstance(value, list):
        items = list(enumerate(value[:6]))
    for key, item in items:
        found += [(key, *path) for path in _places(item)]
    return found


def _parts(value: Any) -> list[Any]:
    """The value and all in it."""
    found = [value]
    inner: list[Any] = []
    if isinstance(value, dict):
        inner = list(value.values())
    elif isinstance(value, list):
        inner = value
    for item in inner:
        found += _parts(item)
    return found
