# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""One fault told once: a value that several schemas list, or give a type, at one place."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, cast

if TYPE_CHECKING:
    from .violations import Violation

_Kinds: TypeAlias = Callable[[str], frozenset[type]]
_LISTS = ("const", "enum")


def narrowest(told: list[Violation], kinds: _Kinds) -> list[Violation]:
    """Violations, but for those that a list of what is allowed implies at their place.

    A value that is none of a few is none of more that a base lists, or has their type.
    `kinds` are the Python types of the words that name types.
    """
    lists: dict[str, list[Violation]] = {}
    for item in told:
        if item.keyword in _LISTS:
            lists.setdefault(item.path, []).append(item)
    return [
        item for item in told if not _is_implied(item, lists.get(item.path, []), kinds)
    ]


def _is_implied(item: Violation, lists: list[Violation], kinds: _Kinds) -> bool:
    """Whether another one tells as much; of two lists that are equal the first does."""
    if item.keyword == "type":
        known = kinds(str(item.expected))
        return any({*map(type, _values(one))} <= known for one in lists)
    if item.keyword not in _LISTS or len(lists) == 1:
        return False
    own = {*map(_text, _values(item))}
    is_before = True
    for one in lists:
        values = {*map(_text, _values(one))}
        if one is item:
            is_before = False
        elif values < own or (is_before and values == own):
            return True
    return False


def _values(item: Violation) -> list[object]:
    """The values that `const` or `enum` allow."""
    expected: object = item.expected
    if item.keyword == "const" or not isinstance(expected, list):
        return [expected]
    return cast("list[object]", expected)


def _text(value: object) -> str:
    """A value as a text that is the same for equal values."""
    if type(value) is float and value.is_integer():
        return repr(int(value))
    return repr(value)
