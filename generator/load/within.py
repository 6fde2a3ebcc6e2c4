"""From a place in a text to where the document has it, past quotes and line breaks."""

from __future__ import annotations

import re

_BLOCK = re.compile(r"[|>][^\n]*\n?")


def offset_within(source: str, start: int, text: str, place: int) -> int:
    """Where the character of a scalar at `place` stands in the source of its document.

    `start` is where the scalar begins there. YAML folds and indents lines, so what counts
    is the characters that are seen; an escape that stands for another character than the
    one after its backslash makes the rest unknown, and gives the last place that is known.
    """
    at = start
    quote = source[at : at + 1]
    if quote in ("'", '"'):
        at += 1
    elif quote in ("|", ">"):
        header = _BLOCK.match(source, at)
        at = header.end() if header else at
        quote = ""
    else:
        quote = ""
    known = at
    for char in text[:place]:
        if char.isspace():
            continue
        at = _seen(source, at, char, quote)
        if at < 0:
            return known
        known = at = at + 1
    if text[place : place + 1].strip():
        found = _seen(source, at, text[place], quote)
        return known if found < 0 else found
    return known


def _seen(source: str, at: int, char: str, quote: str) -> int:
    """Where `char` stands, after white space and what escapes it; -1 where it does not."""
    while source[at : at + 1].isspace():
        at += 1
    if quote == '"' and source[at : at + 1] == "\\":
        if source[at + 1 : at + 2].isspace():
            return _seen(source, at + 1, char, quote)
        at += 1
    elif quote == "'" and char == "'" and source[at : at + 2] == "''":
        at += 1
    return at if source[at : at + 1] == char else -1
