"""Formatting: find what may not be as black leaves it, and let black do just that.

Built-in templates print text that is a fixed point of black already, save where its
choice is intricate: there they leave a line over the limit. Such a line, outside of a
docstring, sends the statement around it to black: a statement of a module, or of a
class at module level. The result is that of black on the whole file.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..render.files import RenderedFile

WIDTH = 88

_LONG = re.compile(rf"^[^\n]{{{WIDTH + 1},}}$", re.MULTILINE)
_STRING = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*"""'
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'(?:[^'\\\n]|\\.)*'"
    r"|#[^\n]*",
    re.DOTALL,
)
_WHOLE = re.compile(r' *(?:"[^"\\]*": )?(?:"[^"\\]*"|[\w.]+(?: as \w+)?),')
"""An item on a line of its own that black has no way to split."""
_START = re.compile(r"(?: {4})?[^\s)\]}#\"']")
_CONTINUES = re.compile(r" *(?:else|elif|except|finally)\b")


def style(files: Sequence[RenderedFile]) -> tuple[RenderedFile, ...]:
    """The files with every statement as black leaves it; copied files stay as they are."""
    return tuple(
        replace(file, text=formatted(file.text)) if _concerns(file) else file
        for file in files
    )


def _concerns(file: RenderedFile) -> bool:
    return (
        not file.verbatim
        and file.path.endswith(".py")
        and _LONG.search(file.text) is not None
    )


def formatted(text: str) -> str:
    """One Python file, its statements with long lines formatted by black."""
    lines = text.split("\n")
    wanted = _long_lines(text)
    if not wanted:
        return text
    starts = _starts(lines, _inside_strings(text))
    for start, end in sorted(_units(wanted, starts, len(lines)), reverse=True):
        lines[start:end] = _unit(lines[start:end])
    return "\n".join(lines)


def _long_lines(text: str) -> list[int]:
    """Numbers, from 0, of the long lines that hold more than string or comment text."""
    spans = [match.span() for match in _docstrings(text)]
    begins = [begin for begin, _ in spans]
    found = []
    for match in _LONG.finditer(text):
        if _WHOLE.fullmatch(match[0]):
            continue
        place = bisect_right(begins, match.end() - 1) - 1
        if place >= 0 and spans[place][1] >= match.end():
            first = text.rfind("\n", 0, spans[place][0]) + 1
            if not text[max(first, match.start()) : spans[place][0]].strip():
                continue
        found.append(text.count("\n", 0, match.start()))
    return found


def _docstrings(text: str) -> Iterator[re.Match[str]]:
    """Strings in triple quotes and comments."""
    for match in _STRING.finditer(text):
        if match[0].startswith(('"""', "#")):
            yield match


def _inside_strings(text: str) -> set[int]:
    """Numbers of the lines that begin inside a string."""
    found: set[int] = set()
    for match in _docstrings(text):
        count = match[0].count("\n")
        if count:
            first = text.count("\n", 0, match.start())
            found.update(range(first + 1, first + 1 + count))
    return found


def _starts(lines: list[str], inside: set[int]) -> list[int]:
    """Numbers of the lines where a statement of a module or of a class starts.

    The lines inside a function at module level count as part of the function.
    """
    found = []
    in_class = False
    for number, line in enumerate(lines):
        if number in inside or not _START.match(line) or _CONTINUES.match(line):
            continue
        if not line.startswith(" "):
            in_class = line.startswith("class ")
            found.append(number)
        elif in_class:
            found.append(number)
    return found


def _units(wanted: list[int], starts: list[int], count: int) -> set[tuple[int, int]]:
    """The statements that hold the wanted lines, as ranges of lines."""
    found = set()
    for number in wanted:
        place = bisect_right(starts, number) - 1
        begin = starts[place] if place >= 0 else 0
        end = starts[place + 1] if place + 1 < len(starts) else count
        found.add((begin, end))
    return found


def _unit(lines: list[str]) -> list[str]:
    """One statement formatted; blank lines and comments after it stay."""
    end = len(lines)
    while end > 1 and not lines[end - 1].strip():
        end -= 1
    source = "\n".join(lines[:end])
    if source.startswith(" "):
        result = _black(f"class _:\n{source}\n").split("\n", 1)[1]
    else:
        result = _black(f"{source}\n")
    return [*result.strip("\n").split("\n"), *lines[end:]]


@lru_cache(maxsize=4096)
def _black(source: str) -> str:
    import black
    from black.mode import Mode, TargetVersion

    mode = Mode(target_versions={TargetVersion.PY311}, line_length=WIDTH)
    result = black.format_str(source, mode=mode)
    if result != source:
        black.assert_equivalent(source, result)
    return result
