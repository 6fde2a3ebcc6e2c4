# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""What validators ask about a value, beyond what the language answers by itself."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, TypeAlias, TypeGuard

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from fractions import Fraction


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


def is_multiple(value: float | Fraction, step: float) -> bool:
    """Whether `value` is a multiple of `step`, both taken as the decimals they are written as."""
    from fractions import Fraction

    if type(value) is float:
        if value - value != 0:
            return False  # NaN and the infinities are no numbers
        value = Fraction(repr(value))
    return Fraction(value) % Fraction(repr(step)) == 0


def is_among(value: object, allowed: Iterable[object]) -> bool:
    """Whether the value is one of `allowed`, as JSON compares (`1` is `1.0`, not `true`)."""
    known: dict[Hashable, int] = {}
    key = _key(value, known)
    return any(key == _key(item, known) for item in allowed)


def is_unique(items: Collection[object]) -> bool:
    """Whether no two items are equal, as JSON compares.

    Only items with the same mark are compared, so that little is kept of the others.
    Raises RecursionError as `_key` does.
    """
    if set(map(type, items)) == {str}:
        return len({*items}) == len(items)
    first: dict[int, object] = {}
    alike: dict[int, list[object]] = {}
    for item in items:
        mark = _mark(item)
        if mark not in first:
            first[mark] = item
        else:
            alike.setdefault(mark, [first[mark]]).append(item)
    known: dict[Hashable, int] = {}
    for group in alike.values():
        if len({_key(item, known) for item in group}) < len(group):
            return False
    return True


_HASHED = frozenset((float, int, str))
"""What has equal hashes for equal JSON values."""


def _mark(value: object) -> int:
    """A number that is the same for equal JSON values, and mostly another for others.

    It may be the same on purpose: there are integers with the same hash.
    """
    if type(value) is JsonArray:
        parts = [item if type(item) in _HASHED else _mark(item) for item in value]
        return hash(tuple(parts))
    if type(value) is JsonObject:
        return hash(
            frozenset(
                [
                    (key, item if type(item) in _HASHED else _mark(item))
                    for key, item in value.items()
                ]
            )
        )
    if type(value) in _HASHED:
        return hash(value)
    if value is None or isinstance(value, bool):
        return hash(("constant", value))
    return hash(value) if isinstance(value, (float, int, str)) else id(value)


_PLAIN = 2**60
"""Below it integers have hashes of their own; above, many could share one on purpose."""


def _key(value: object, known: dict[Hashable, int]) -> Hashable:
    """Something hashable that is equal for equal JSON values only.

    `known` numbers the arrays and objects that have been met, so that keys are flat.
    Raises RecursionError for a value that holds itself, or is nested too deeply.
    """
    if type(value) is JsonObject:
        pairs = frozenset([(key, _key(value[key], known)) for key in value])
        return ("container", known.setdefault(pairs, len(known)))
    if type(value) is JsonArray:
        keys = tuple([_key(item, known) for item in value])
        return ("container", known.setdefault(keys, len(known)))
    if isinstance(value, str):
        return value
    if value is None or isinstance(value, bool):
        return ("constant", value)
    if isinstance(value, float) and not is_whole(value):
        return ("number", value)
    if isinstance(value, (int, float)):
        number = int(value)
        return ("number", number if -_PLAIN < number < _PLAIN else hex(number))
    return ("no JSON", id(value))
