"""Formatting: find what may not be as black leaves it, and let black do just that.

Built-in templates print text that is a fixed point of black already, save where its
choice is intricate: there they leave a line over the limit. Such a line, outside of a
docstring, sends its logical line (a simple statement, or the head of a compound one) to
black, at its indentation: what black does to a logical line depends on nothing else.
"""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING

from .known import known

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..render.files import RenderedFile

WIDTH = 88
_QUOTES = '"""'

_TOKEN = re.compile(
    r'(?P<triple>"""(?:[^"\\]|\\.|"(?!""))*"""'
    r"|'''(?:[^'\\]|\\.|'(?!''))*''')"
    r"|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<end>\n)"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'(?:[^'\\\n]|\\.)*'"
    r"|#[^\n]*",
    re.DOTALL,
)
_WHOLE = re.compile(
    r' *(?:(?:"[^"\\]*": |\w+=|\w+: )?(?:f?"[^"\\]*"|[\w.]+(?: as \w+)?),'
    r'|"[^"\\]*": (?:"[^"\\]*"|[\w.]+)'
    r'|(?:"[^"\\]*": |\w+=)[\w.]+(?:[(\[]|\((?:\{\}|\[\])?\),?)'
    r'|\): "[^"\\]*",?'
    r"|\) -> [\w.]+:"
    r'|"""[^"\\]*"""'
    r"|from [\w.]+ import \("
    r"|#[^\n]*)"
)
"""A line between brackets, or at their start, that black has no way to split."""

_ALONE = re.compile(r' *(?:(?:\| )?[\w.]+|"(?:[^"\\]|\\.)*")')
_OPTION = re.compile(r" *\| ")
_OPENED = re.compile(r"\w[(\[]\n")
_NAMED = re.compile(r" *(?:(?:(?:async )?def|class) \w+\((?:\) -> \()?|class \w+:)")
_HEAD = re.compile(
    r"( *)(?:(raise |if |elif )|return |[\w.]+ = )((?:\w+ := )?[\w.]+[(\[])"
)
_ALIAS = re.compile(r"( *)[\w.]+ = ([\w.]+|\((?=\n *[\w.]+\n *\)\n))")

_CLAUSE = re.compile(r"(?:elif|else|except|finally)\b")


def style(files: Iterable[RenderedFile]) -> tuple[RenderedFile, ...]:
    """The files with every statement as black leaves it."""
    return tuple(map(styled, files))


def styled(file: RenderedFile) -> RenderedFile:
    """A file with every statement as black leaves it; a copied one stays as it is."""
    if file.verbatim or not file.path.endswith(".py"):
        return file
    text = formatted(file.text)
    return file if text is file.text else replace(file, text=text)


def formatted(text: str) -> str:
    """One Python file, its logical lines over the limit formatted by black."""
    long = list(_splittable(text))
    if not long:
        return text
    parts: list[str] = []
    done = place = 0
    for start, end in _logical_lines(text):
        while place < len(long) and long[place] < start:
            place += 1
        if place == len(long):
            break
        if long[place] < end:
            parts += [text[done:start], _logical(text[start:end])]
            done = end
    return "".join([*parts, text[done:]])


def _splittable(text: str) -> Iterator[int]:
    """Where lines over the limit begin, but for those that black leaves as they are."""
    lines = text.split("\n")
    lengths = list(map(len, lines))
    if max(lengths) <= WIDTH:
        return
    ends = list(accumulate(lengths))
    strings = _triple_quoted(text)
    opened, closed = next(strings, _NO_MORE)
    for number in [number for number, length in enumerate(lengths) if length > WIDTH]:
        end = ends[number] + number
        start = end - lengths[number]
        while closed <= start:
            opened, closed = next(strings, _NO_MORE)
        if opened < start:  # in a string; what may stand behind it is code
            is_code = closed < end
        elif opened < end and not text[start:opened].strip():
            is_code = closed < end and bool(text[closed:end].strip())
        else:
            is_code = not _is_whole(text, start, end)
        if is_code:
            yield start


_NO_MORE = (sys.maxsize, sys.maxsize)


def _triple_quoted(text: str) -> Iterator[tuple[int, int]]:
    """Where strings in three double quotes begin and end.

    Mostly all of them are docstrings, which begin their lines and end them. Where three
    quotes stand elsewhere, as in another string, all tokens before them count.
    """
    found: list[tuple[int, int]] = []
    opened = text.find(_QUOTES)
    while opened >= 0:
        closed = text.find(_QUOTES, opened + 3)
        before = text[text.rfind("\n", 0, opened) + 1 : opened]
        is_last = text.startswith("\n", closed + 3) or closed + 3 == len(text)
        if closed < 0 or before.strip(" ") or not is_last or text[closed - 1] == "\\":
            return (
                match.span()
                for match in _TOKEN.finditer(text)
                if match.lastgroup == "triple" and match.group().startswith(_QUOTES)
            )
        found.append((opened, closed + 3))
        opened = text.find(_QUOTES, closed + 3)
    return iter(found)


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether black leaves a line as it is, though it is over the limit.

    A name or a string alone is left where the brackets around it are no mere
    parentheses, which black would take away.
    """
    if _ALONE.fullmatch(text, start, end):
        if _OPTION.match(text, start) or _OPTION.match(text, end + 1):
            return True
        return _OPENED.fullmatch(text, start - 3, start) is not None
    if _WHOLE.fullmatch(text, start, end) or _NAMED.fullmatch(text, start, end):
        return True
    head = _HEAD.fullmatch(text, start, end)
    if head:
        indent = len(head[1])
        fits = indent + 4 + len(head[3]) <= WIDTH
        return bool(head[2]) or not fits or _has_no_other_place(text, indent, end)
    alias = _ALIAS.match(text, start)
    if alias is None or alias.end() != end:
        return False
    return alias[2] == "(" or len(alias[1]) + 4 + len(alias[2]) > WIDTH


def _has_no_other_place(text: str, indent: int, end: int) -> bool:
    """Whether parentheses around a split value would not make all its lines fit.

    Its lines begin after `end`, and the closing bracket stands at `indent`.
    """
    closing = re.compile(rf"^ {{{indent}}}\S", re.MULTILINE).search(text, end + 1)
    inner = text[end + 1 : closing.start() if closing else len(text)]
    return any(len(line) + 4 > WIDTH for line in inner.split("\n"))


def _logical_lines(text: str) -> Iterator[tuple[int, int]]:
    """Ranges of the logical lines, without their line end; strings alone left out."""
    start = depth = 0
    only_string = False
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        if kind == "end":
            if depth == 0:
                if not only_string:
                    yield start, match.start()
                start, only_string = match.end(), False
        elif kind == "open":
            depth += 1
        elif kind == "close":
            depth -= 1
        elif kind == "triple" and not text[start : match.start()].strip():
            only_string = text.startswith("\n", match.end())
    if start < len(text):
        yield start, len(text)


def _logical(line: str) -> str:
    """One logical line, its indentation included, as black leaves it."""
    body = line.lstrip(" ")
    depth = (len(line) - len(body)) // 4
    return known(line, WIDTH) or _black(line, body, depth)


@lru_cache(maxsize=4096)
def _black(line: str, body: str, depth: int) -> str:
    """Format a logical line inside of `depth` blocks, and take it out again.

    The head of a compound statement gets a body, a clause gets the statement that it
    belongs to, a decorator something to decorate.
    """
    import black
    from black.mode import Mode, TargetVersion

    pad = " " * (4 * depth)
    before = [f"{' ' * (4 * level)}if 1:" for level in range(depth)]
    after: list[str] = []
    if _CLAUSE.match(body):
        opening = "try:" if body[:2] in ("ex", "fi") else "if 1:"
        before += [f"{pad}{opening}", f"{pad}    pass"]
    if body.startswith("@"):
        after = [f"{pad}def _():"]
    if body.endswith(":") or after:
        after.append(f"{pad}    pass")
    source = "\n".join([*before, line, *after, ""])
    mode = Mode(target_versions={TargetVersion.PY311}, line_length=WIDTH)
    result = black.format_str(source, mode=mode)
    if result == source:
        return line
    black.assert_equivalent(source, result)
    lines = result.split("\n")
    return "\n".join(lines[len(before) : len(lines) - len(after) - 1]).strip("\n")
