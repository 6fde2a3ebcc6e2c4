"""Unicode general categories as the inside of a character class of `re`."""

from __future__ import annotations

import sys
import unicodedata
from functools import lru_cache

_LONG = {
    "Letter": "L",
    "Cased_Letter": "LC",
    "Uppercase_Letter": "Lu",
    "Lowercase_Letter": "Ll",
    "Titlecase_Letter": "Lt",
    "Modifier_Letter": "Lm",
    "Other_Letter": "Lo",
    "Mark": "M",
    "Nonspacing_Mark": "Mn",
    "Spacing_Mark": "Mc",
    "Enclosing_Mark": "Me",
    "Number": "N",
    "Decimal_Number": "Nd",
    "Letter_Number": "Nl",
    "Other_Number": "No",
    "Punctuation": "P",
    "Connector_Punctuation": "Pc",
    "Dash_Punctuation": "Pd",
    "Open_Punctuation": "Ps",
    "Close_Punctuation": "Pe",
    "Initial_Punctuation": "Pi",
    "Final_Punctuation": "Pf",
    "Other_Punctuation": "Po",
    "Symbol": "S",
    "Math_Symbol": "Sm",
    "Currency_Symbol": "Sc",
    "Modifier_Symbol": "Sk",
    "Other_Symbol": "So",
    "Separator": "Z",
    "Space_Separator": "Zs",
    "Line_Separator": "Zl",
    "Paragraph_Separator": "Zp",
    "Other": "C",
    "Control": "Cc",
    "Format": "Cf",
    "Surrogate": "Cs",
    "Private_Use": "Co",
    "Unassigned": "Cn",
}
"""Names of general categories (Unicode Standard Annex 44, section 5.7.1)."""

_ALIASES = {"digit": "Nd", "punct": "P", "cntrl": "Cc"}
_NAMES = frozenset(_LONG.values())


@lru_cache(maxsize=128)
def category(name: str, negated: bool) -> str | None:
    """The characters of a general category, or all others, as ranges for a class.

    `name` is what stands in `\\p{...}`: `L`, `Letter`, `General_Category=Letter`,
    `gc=L`, `Any`, `ASCII`. None for a name that is no general category.
    """
    key = name.removeprefix("General_Category=").removeprefix("gc=")
    short = _ALIASES.get(key, _LONG.get(key, key))
    if short == "Any":
        ranges = [(0, sys.maxunicode)]
    elif short == "ASCII":
        ranges = [(0, 0x7F)]
    elif short in _NAMES:
        ranges = _ranges(("Lu", "Ll", "Lt") if short == "LC" else (short,))
    else:
        return None
    if negated:
        ranges = _others(ranges)
    return "".join(_range(low, high) for low, high in ranges) or None


def _ranges(prefixes: tuple[str, ...]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    of = unicodedata.category
    for point in range(sys.maxunicode + 1):
        if of(chr(point)).startswith(prefixes):
            if found and found[-1][1] == point - 1:
                found[-1] = (found[-1][0], point)
            else:
                found.append((point, point))
    return found


def _others(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    start = 0
    for low, high in ranges:
        if low > start:
            found.append((start, low - 1))
        start = high + 1
    if start <= sys.maxunicode:
        found.append((start, sys.maxunicode))
    return found


def _range(low: int, high: int) -> str:
    return _point(low) if low == high else f"{_point(low)}-{_point(high)}"


def _point(point: int) -> str:
    return f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"
