"""Properties of characters, as `\\p{...}` names them (ECMA-262, section 22.2.2.9)."""

from __future__ import annotations

from functools import lru_cache

from ....resources import package_root
from .tree import LAST, Ranges, normal, others

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
_KINDS = {
    "General_Category": "gc",
    "gc": "gc",
    "Script": "sc",
    "sc": "sc",
    "Script_Extensions": "scx",
    "scx": "scx",
}
_BROAD: dict[str, Ranges] = {
    "ASCII": ((0, 0x7F),),
    "Any": ((0, LAST),),
}


@lru_cache(maxsize=128)
def characters(name: str) -> Ranges | None:
    """The code points that have a property; None for a name that ECMA-262 does not know.

    `name` is what stands in `\\p{...}`: `L`, `Letter`, `General_Category=Letter`,
    `gc=L`, `Script=Greek`, `sc=Grek`, `Script_Extensions=Greek`, `Emoji`, `Any`.
    """
    key, equals, value = name.partition("=")
    if equals and key not in _KINDS:
        return None
    if not equals or _KINDS[key] == "gc":
        plain = value if equals else name
        found = _category(_ALIASES.get(plain, _LONG.get(plain, plain)))
        if found is not None or equals:
            return found
        if name == "Assigned":
            return others(_category("Cn") or ())
        return _BROAD.get(name) or _listed().get(name)
    table = _listed()
    return table.get(f"{_KINDS[key]}={value}") or table.get(f"sc={value}")


def _category(short: str) -> Ranges | None:
    """The code points of a general category, by its short name."""
    if short not in _NAMES:
        return None
    table = _listed()
    if short in ("C", "Cn"):
        kinds = [name for name in _NAMES if f"gc={name}" in table]
        if short == "C":
            kinds = [name for name in kinds if not name.startswith("C")]
        return others(_union(kinds))
    prefixes = ("Lu", "Ll", "Lt") if short == "LC" else (short,)
    return _union([name for name in _NAMES if name.startswith(prefixes)])


def _union(categories: list[str]) -> Ranges:
    """The code points of several categories of two letters, as the file has them."""
    table = _listed()
    return normal([part for name in categories for part in table.get(f"gc={name}", ())])


@lru_cache(maxsize=1)
def _listed() -> dict[str, Ranges]:
    """Categories, scripts and binary properties from the file, of Unicode 17.

    Python knows categories too, but each version of it those of another Unicode.

    A line has the names, and ranges as distances in base 36: from the end of the last
    one to the start, and from there to the end.
    """
    found: dict[str, Ranges] = {}
    path = package_root() / "plan" / "validators" / "patterns" / "properties.txt"
    for line in path.read_text(encoding="ascii").splitlines():
        names, _, steps = line.partition(":")
        ranges: list[tuple[int, int]] = []
        end = 0
        for step in steps.split():
            before, _, more = step.partition(".")
            start = end + int(before, 36)
            end = start + int(more or "0", 36)
            ranges.append((start, end))
        found.update(dict.fromkeys(names.split(","), tuple(ranges)))
    return found
