"""Logical lines over the limit whose form black decides alike every time.

Importing black and parsing a line with it takes longer than planning a small package, so
the commonest lines of validators get their form here; tests compare it with black's.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

    _Form: TypeAlias = tuple[str, str, list[str], str]
    """An indentation, a line there, lines one step inside, and the lines behind them."""

    _Split: TypeAlias = Callable[[re.Match[str], int], _Form]

_TEXT = r'"[^"\\]*"'
_KEY = rf"\w+\[{_TEXT}\]"
_GOT = rf"\w+\.get\({_TEXT}\)"
_TAKEN = rf"( *)((?:el)?if )\((\w+ := {_KEY})\) (is not None:)"
_VALUE = rf"{_KEY}|{_GOT}|type\((?:\w+ := )?(?:{_KEY}|{_GOT})\)|\w+\.search\(\w+\)"
_OPERATOR = "not in|in|is not|is|[!=]="
_COMPARED = rf"( *)((?:el)?if )({_VALUE}) ((?:{_OPERATOR}) (?:\w+|{_TEXT})):"
_PART = (
    rf"(?:(?:{_TEXT}|{_VALUE}|\w+) (?:{_OPERATOR}) (?:\w+|{_TEXT})"
    r"|(?:not )?\w+(?:\(\w+\))?)"
)
_JOINED = rf"( *)((?:el)?if )({_PART}(?: and {_PART}){{2,}}):"
_NAMING = rf"( *)((?:el)?if {_TEXT} in \w+ and )\((\w+ := \w+\({_KEY}\))\):"
_WHOLE = (
    rf"( *)((?:el)?if type\()(\w+ := (?:{_KEY}|{_GOT}))"
    r"(\) is not int and not \w+\()(\w+)\):"
)
_BETWEEN = r"( *)((?:el)?if )((?:not )?-?[\w.+]+) (<=? \w+) (<=? -?[\w.+]+):"
_LISTED = (
    rf"( *)((?:el)?if (?:{_TEXT} in \w+ and )?{_KEY} not in )"
    rf"\(({_TEXT}(?:, {_TEXT})+)\):"
)
_TYPED = r"(?s)(\w+: \w+\[)(\w+)(\] = )(\w+\(\n.*\n\))"


def known(line: str, width: int) -> str | None:
    """The lines that one over the limit becomes; None where black has to tell."""
    for pattern, split in _FORMS:
        found = re.fullmatch(pattern, line)
        if found is not None:
            pad, first, inner, last = split(found, width)
            lines = [f"{pad}{first}", *(f"{pad}    {item}" for item in inner)]
            is_fit = max(map(len, lines)) <= width
            return "\n".join([*lines, f"{pad}{last}"]) if is_fit else None
    return None


def _taken(found: re.Match[str], width: int) -> _Form:
    pad, word, inner, rest = found.groups()
    return pad, f"{word}(", [inner], f") {rest}"


def _compared(found: re.Match[str], width: int) -> _Form:
    pad, word, left, right = found.groups()
    parts = [left, right]
    return pad, f"{word}(", _one_or(parts, pad, width), "):"


def _joined(found: re.Match[str], width: int) -> _Form:
    pad, word, text = found.groups()
    first, *rest = re.findall(rf"(?:^|(?<= and )){_PART}(?= and |$)", text)
    parts = [first, *(f"and {part}" for part in rest)]
    return pad, f"{word}(", _one_or(parts, pad, width), "):"


def _whole(found: re.Match[str], width: int) -> _Form:
    """It is split at the last brackets if that is enough, else at the first ones."""
    pad, word, inner, rest, last = found.groups()
    head = f"{word}{inner}{rest}"
    if len(pad) + len(head) <= width:
        return pad, head, [last], "):"
    return pad, word, [inner], f"{rest}{last}):"


def _between(found: re.Match[str], width: int) -> _Form:
    pad, word, *parts = found.groups()
    return pad, f"{word}(", _one_or(parts, pad, width), "):"


def _listed(found: re.Match[str], width: int) -> _Form:
    pad, before, inner = found.groups()
    return pad, f"{before}(", [f"{item}," for item in re.findall(_TEXT, inner)], "):"


def _naming(found: re.Match[str], width: int) -> _Form:
    pad, before, inner = found.groups()
    return pad, f"{before}(", [inner], "):"


def _typed(found: re.Match[str], width: int) -> _Form:
    """An annotation is split where parentheses around the value would not do."""
    before, inner, equals, value = found.groups()
    head = f"{before}{inner}{equals}("
    if len(head) <= width:
        return "", head, value.split("\n"), ")"
    return "", before, [inner], f"{equals}{value}"


def _one_or(parts: list[str], pad: str, width: int) -> list[str]:
    """The parts on one line inside of the parentheses if they fit, else on a line each."""
    line = " ".join(parts)
    return [line] if len(pad) + 4 + len(line) <= width else parts


_FORMS: tuple[tuple[str, _Split], ...] = (
    (_TAKEN, _taken),
    (_COMPARED, _compared),
    (_JOINED, _joined),
    (_WHOLE, _whole),
    (_BETWEEN, _between),
    (_LISTED, _listed),
    (_NAMING, _naming),
    (_TYPED, _typed),
)
