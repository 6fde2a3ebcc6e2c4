"""Where a key stands in a TOML text: `tomllib` gives values without positions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..diagnostics import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

_NAME = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_PATH = rf"{_NAME}(?:[ \t]*\.[ \t]*{_NAME})*"
_TABLE = re.compile(rf"[ \t]*\[{{1,2}}[ \t]*({_PATH})[ \t]*\]")
_KEY = re.compile(rf"([ \t]*)({_PATH})[ \t]*=")


def find_key(text: str, file: str, path: Sequence[str]) -> Span:
    """The place of the key or table `path`, or of the nearest table above it.

    Good enough for a message: a line inside a multi-line string that looks like a key
    can be taken for one.
    """
    best = (0, 1, 1)
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        if header := _TABLE.match(line):
            table = _parts(header[1])
            here, column = table, line.index("[") + 1
        elif key := _KEY.match(line):
            here, column = (*table, *_parts(key[2])), len(key[1]) + 1
        else:
            continue
        common = _common(here, path)
        if common > best[0]:
            best = (common, number, column)
    return Span(file, best[1], best[2])


def _parts(path: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in re.findall(_NAME, path))


def _common(here: Sequence[str], path: Sequence[str]) -> int:
    """How many leading parts agree, if `here` is not beside the way to `path`."""
    if list(here) != list(path[: len(here)]):
        return 0
    return len(here)
