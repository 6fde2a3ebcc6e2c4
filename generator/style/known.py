"""Logical lines over the limit whose form black decides alike every time.

Importing black and parsing a line with it takes longer than planning a small package, so
the commonest lines of validators get their form here; tests compare it with black's.
"""

from __future__ import annotations

import re

_KEY = r'\w+\["[^"\\]*"\]'
_TAKEN = re.compile(rf"( *)((?:el)?if )\((\w+ := {_KEY})\) (is not None:)")
_VALUE = rf'{_KEY}|type\({_KEY}\)|\w+\.get\("[^"\\]*"\)|\w+\.search\(\w+\)'
_OPERATOR = "not in|in|is not|is|[!=]="
_COMPARED = re.compile(
    rf'( *)((?:el)?if )({_VALUE}) ((?:{_OPERATOR}) (?:\w+|"[^"\\]*")):'
)


def known(line: str, width: int) -> str | None:
    """The lines that one over the limit becomes; None where black has to tell."""
    found = _TAKEN.fullmatch(line)
    if found is not None:
        pad, word, inner, rest = found.groups()
        lines = [inner]
        end = f") {rest}"
    else:
        found = _COMPARED.fullmatch(line)
        if found is None:
            return None
        pad, word, left, right = found.groups()
        is_one = len(pad) + 4 + len(left) + 1 + len(right) <= width
        lines = [f"{left} {right}"] if is_one else [left, right]
        end = "):"
    split = [f"{pad}    {item}" for item in lines]
    if max(map(len, split)) > width:
        return None
    return "\n".join([f"{pad}{word}(", *split, f"{pad}{end}"])
