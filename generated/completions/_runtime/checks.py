# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""What validators ask about a value, beyond what the language answers by itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias, TypeGuard

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable


Json: TypeAlias = dict[str, "Json"] | list["Json"] | str | int | float | bool | None
"""A JSON value as `json.loads` decodes it. Subclasses of these types are refused."""


JsonObject: type[dict[str, Json]] = dict
JsonArray: type[list[Json]] = list
"""`dict` and `list` for `type(value) is JsonObject`, which tells type checkers what is inside."""


def is_whole(value: object) -> TypeGuard[float]:
    """Whether the value is a float without a fraction; JSON Schema takes it for an integer."""
    return type(value) is float and value.is_integer()


class Pattern:
    """A regular expression that is compiled at its first use.

    `search` is that of the compiled pattern: None where nothing in the text matches.
    """

    __slots__ = ("_text", "search")

    search: Callable[[str], object]

    def __init__(self, text: str) -> None:
        self._text = text
        self.search = self._compile_and_search

    def _compile_and_search(self, text: str) -> object:
        import re

        self.search = re.compile(self._text).search
        return self.search(text)


_DATE = Pattern(r"\A([0-9]{4})-([0-9]{2})-([0-9]{2})\Z")
_TIME = Pattern(
    r"\A([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?"
    r"(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))\Z"
)
_UUID = Pattern(r"\A[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\Z")
_BASE64 = Pattern(r"\A(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?\Z")
_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def is_date(text: str) -> bool:
    """Whether the text is a `full-date` of RFC 3339, section 5.6, and in the calendar."""
    if _DATE.search(text) is None:
        return False
    year, month, day = int(text[:4]), int(text[5:7]), int(text[8:])
    if not 1 <= month <= 12:
        return False
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 1 <= day <= _DAYS[month - 1] + (leap and month == 2)


def is_time(text: str) -> bool:
    """Whether the text is a `full-time` of RFC 3339; a leap second only at 23:59:60 UTC."""
    if _TIME.search(text) is None:
        return False
    hour, minute, second = int(text[:2]), int(text[3:5]), int(text[6:8])
    offset = 0
    if text[-1] not in "Zz":
        hours, minutes = int(text[-5:-3]), int(text[-2:])
        if hours > 23 or minutes > 59:
            return False
        offset = (hours * 60 + minutes) * (-1 if text[-6] == "-" else 1)
    if hour > 23 or minute > 59:
        return False
    return second <= 59 or (
        second == 60 and (hour * 60 + minute - offset) % 1440 == 1439
    )


def is_date_time(text: str) -> bool:
    """Whether the text is a `date-time` of RFC 3339, section 5.6."""
    return text[10:11] in ("T", "t") and is_date(text[:10]) and is_time(text[11:])


def is_uuid(text: str) -> bool:
    """Whether the text is a UUID in its usual form (RFC 9562, section 4)."""
    return _UUID.search(text) is not None


def is_byte(text: str) -> bool:
    """Whether the text is base64 with its padding (RFC 4648, section 4)."""
    return _BASE64.search(text) is not None


def is_multiple(value: int | float, step: int | float) -> bool:
    """Whether `value` is a multiple of `step`, both taken as the decimals they are written as."""
    from fractions import Fraction

    try:
        return Fraction(repr(value)) % Fraction(repr(step)) == 0
    except ValueError:
        return False


def is_among(value: object, allowed: Iterable[object]) -> bool:
    """Whether the value is one of `allowed`, as JSON compares (`1` is `1.0`, not `true`)."""
    key = _key(value)
    return any(key == _key(item) for item in allowed)


def is_unique(items: Iterable[object]) -> bool:
    """Whether no two items are equal, as JSON compares."""
    keys = [_key(item) for item in items]
    return len(set(keys)) == len(keys)


def _key(value: object) -> Hashable:
    """Something hashable that is equal for equal JSON values only."""
    if type(value) is JsonObject:
        return ("object", frozenset([(key, _key(value[key])) for key in value]))
    if type(value) is JsonArray:
        return ("array", tuple([_key(item) for item in value]))
    if isinstance(value, bool):
        return ("boolean", value)
    if isinstance(value, (int, float)):
        return ("number", value)
    return ("string or null", str(value) if isinstance(value, str) else None)
