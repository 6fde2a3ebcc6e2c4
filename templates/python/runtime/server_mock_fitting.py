# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Answers of mock mode that fit what was asked, where rules see request and answer.

An example of the document answers the request that its author had in mind. For another
one, what the broken rule blames is changed, as far as that is simple.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle, islice
from typing import NamedTuple

from .server_text import is_array, is_object
from .server_wire import Check
from .violations import Violation

_ROUNDS = 4
_LARGEST = 1024
_SMALL = 33
_KNOWN = 20
_PLACE = "index"
"""The property in which items of an array often have their number."""


class Asked(NamedTuple):
    """What checks an answer, the JSON of the request, and where the answer is to it."""

    check: Check
    request: object
    at: str


class Fitted(NamedTuple):
    """An answer, and what is still wrong with it."""

    value: object
    wrong: Sequence[Violation] = ()


def fitted(values: Sequence[object], asked: Asked) -> Fitted:
    """The first value that is right, one that is changed to be so, or the first as it is.

    What is in the request, and how much of that, is tried in the places that are wrong.
    """
    for value in values:
        if not asked.check(value):
            return Fitted(value)
    known = list(islice(_walked(asked.request), _KNOWN))
    for value in values:
        changed = _changed(value, asked, known)
        if changed is not None:
            return changed
    return as_it_is(values, asked)


def as_it_is(values: Sequence[object], asked: Asked) -> Fitted:
    """The first value, and what is wrong with it."""
    return Fitted(values[0], asked.check(values[0]) or ())


def _changed(value: object, asked: Asked, known: Sequence[object]) -> Fitted | None:
    """The value with what rules blame changed, until none is broken."""
    for _ in range(_ROUNDS):
        wrong = asked.check(value)
        if not wrong:
            return Fitted(value)
        better = _better(value, wrong, asked, known)
        if better is None:
            return None
        value = better[0]
    return None


def _better(
    value: object, wrong: Sequence[Violation], asked: Asked, known: Sequence[object]
) -> tuple[object] | None:
    """A value of which fewer rules are broken, in a 1-tuple."""
    for violation in wrong:
        if not violation.rule or not violation.path.startswith(asked.at):
            continue
        path = violation.path.removeprefix(asked.at)
        tokens = [_plain(token) for token in path.split("/")[1:]]
        for other in _others(_at(value, tokens), known):
            trial = _with(value, tokens, other)
            if len(asked.check(trial) or ()) < len(wrong):
                return (trial,)
    return None


def _others(found: object, known: Sequence[object]) -> Iterator[object]:
    """What may stand in the place of a value."""
    if is_array(found):
        yield from _sized(found, known) if found else ()
    elif isinstance(found, bool):
        yield not found
    else:
        yield from (
            item for item in known if not is_array(item) and not is_object(item)
        )
        if isinstance(found, int):
            yield from range(_SMALL)


def _sized(items: list[object], known: Sequence[object]) -> Iterator[object]:
    """The same items, as many as numbers and lengths in the request may ask for."""
    counts = [1, *(len(item) for item in known if is_array(item))]
    counts += [item for item in known if type(item) is int]
    products = {one * other for one in counts for other in counts}
    sizes = [*sorted(products), *range(_SMALL)]
    for size in dict.fromkeys(size for size in sizes if 0 <= size <= _LARGEST):
        yield [
            _numbered(item, number)
            for number, item in enumerate(islice(cycle(items), size))
        ]


def _numbered(item: object, number: int) -> object:
    """An item with its place in the array, if it tells that."""
    if is_object(item) and type(item.get(_PLACE)) is int:
        return {**item, _PLACE: number}
    return item


def _walked(value: object) -> Iterator[object]:
    """A JSON value and all in it, the outer before the inner."""
    level: list[object] = [value]
    while level:
        yield from level
        level = [inner for outer in level for inner in _inside(outer)]


def _inside(value: object) -> Iterable[object]:
    if is_object(value):
        return value.values()
    return value if is_array(value) else ()


def _plain(token: str) -> str:
    return token.replace("~1", "/").replace("~0", "~")


def _at(value: object, tokens: Sequence[str]) -> object:
    """What a pointer leads to; None where there is nothing."""
    for token in tokens:
        if is_object(value):
            value = value.get(token)
        elif is_array(value) and token.isdecimal() and int(token) < len(value):
            value = value[int(token)]
        else:
            return None
    return value


def _with(value: object, tokens: Sequence[str], other: object) -> object:
    """The same with another value where the pointer leads, if it leads anywhere."""
    if not tokens:
        return other
    token, *rest = tokens
    if is_object(value):
        return {**value, token: _with(value.get(token), rest, other)}
    if is_array(value) and token.isdecimal() and int(token) < len(value):
        at = int(token)
        return [*value[:at], _with(value[at], rest, other), *value[at + 1 :]]
    return value
