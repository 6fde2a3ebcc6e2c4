"""From data to `Code`: the only functions that turn a `str` into Python source.

One renderer per kind of place: `lit` for values, `json_text` for files of JSON, `number` for numbers, `docstring` and
`sectioned` for documentation, `comment` and `file_header` for comments, `ident` and
`dotted` for names, `module` for the module of an import. Each checks what it made.
"""

from __future__ import annotations

import ast
import json
import math
import re
from functools import lru_cache
from keyword import iskeyword
from typing import TYPE_CHECKING

from ...ir import JsonObject
from .code import Code
from .prose import is_block, visible, wrap

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH = 88
"""The line length of all generated code, black's default."""

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_SIMPLE = re.compile(r"[ !#-\[\]-~]*\Z")
_DIRECTIVE = re.compile(
    r"\s*(?:!|-\*-|.*coding[:=]|(?:type|noqa|fmt|pragma|pylint|mypy|ruff|pyright|isort)\b)",
    re.IGNORECASE,
)
_LINE_ENDS = re.compile(r"[\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]+")
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
_SPACES = tuple(Code(" " * size) for size in range(81))


def spaces(count: int) -> Code:
    """`count` spaces."""
    return _SPACES[count] if count < len(_SPACES) else Code(" " * count)


def lit(value: object) -> Code:
    """A JSON value as an expression on one line: ASCII only, quoted as black quotes.

    Takes None, bool, int, finite float, str, list or tuple (both give a list display),
    dict or `JsonObject` (both give a dict display). Raises TypeError for another type
    and ValueError for a number that `number` refuses.
    """
    if isinstance(value, str):
        return _string(str.__str__(value))
    if value is None or isinstance(value, bool):
        return Code(repr(value))
    if isinstance(value, (int, float)):
        return number(value)
    if isinstance(value, (list, tuple)):
        return Code(f"[{', '.join([lit(item) for item in value])}]")
    if isinstance(value, JsonObject):
        return Code(
            f"{{{', '.join([f'{lit(k)}: {lit(v)}' for k, v in value.members])}}}"
        )
    if isinstance(value, dict):
        return Code(
            f"{{{', '.join([f'{lit(k)}: {lit(v)}' for k, v in value.items()])}}}"
        )
    raise TypeError(f"no literal for {type(value).__name__}")


@lru_cache(maxsize=16384)
def _string(text: str) -> Code:
    if _SIMPLE.match(text):
        return Code(f'"{text}"')
    body = text.encode("unicode_escape").decode("ascii")
    if body.count('"') > body.count("'"):
        found = "'" + body.replace("'", "\\'") + "'"
    else:
        found = '"' + body.replace('"', '\\"') + '"'
    if ast.literal_eval(found) != text:
        raise AssertionError("a string literal does not read back as its value")
    return Code(found)


def filled(*parts: str) -> Code:
    """An f-string: text of the document as it is, and `Code` for names that are filled in."""
    pieces = [
        f"{{{part}}}" if isinstance(part, Code) else _doubled(str.__str__(part))
        for part in parts
    ]
    return Code(f"f{_string(''.join(pieces))}")


def _doubled(text: str) -> str:
    """Text whose braces fill nothing in."""
    return text.replace("{", "{{").replace("}", "}}")


def json_text(value: object) -> Code:
    """A JSON value as JSON on one line: ASCII only.

    Takes what `json.loads` gives. Raises ValueError for a number that is not finite.
    """
    return Code(json.dumps(value, allow_nan=False))


def number(value: int | float) -> Code:
    """A number as an expression. Raises ValueError when not finite or over 300 digits."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"not a number: {type(value).__name__}")
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError("a number in source text must be finite")
        return Code(float.__repr__(value).replace("e+", "e"))
    if abs(value) >= 10**300:
        raise ValueError("a number in source text may have 300 digits")
    return Code(int.__repr__(value))


def told(value: int | float) -> Code:
    """A number as it is told: a whole one without a fraction, so that 1.0 is told as 1.

    JSON Schema makes no difference between them (2020-12, section 4.2.1).
    """
    is_whole = isinstance(value, float) and value.is_integer() and abs(value) < 2**53
    return number(int(value) if is_whole else value)


@lru_cache(maxsize=16384)
def ident(name: str) -> Code:
    """An identifier. Raises ValueError unless it is ASCII, well-formed and no keyword."""
    if not _IDENTIFIER.match(name) or iskeyword(name):
        raise ValueError(f"not an identifier: {name!a}")
    return Code(name)


@lru_cache(maxsize=16384)
def dotted(name: str) -> Code:
    """Identifiers joined by dots. Raises ValueError as `ident` does."""
    for part in name.split("."):
        ident(part)
    return Code(name)


@lru_cache(maxsize=16384)
def module(name: str) -> Code:
    """The module of an import, relative or not: `..models.pet`, `.`, `typing`."""
    rest = name.lstrip(".")
    if rest:
        dotted(rest)
    return Code(name)


def docstring(text: str, indent: int) -> Code:
    """A whole docstring for text of the document, its quotes included.

    `text` is Markdown; it is filled again to the line length. The first line comes
    without its indentation of `indent` columns, the others with it. One that fits
    stands on one line, else the closing quotes get a line of their own. Raises
    ValueError for a text without any visible character.
    """
    return _quoted(wrap(text, WIDTH - indent, WIDTH - indent - 3), indent)


def sectioned(
    summary: str,
    description: str,
    sections: Sequence[tuple[str, Sequence[tuple[str, str]]]],
    indent: int,
) -> Code:
    """A docstring of a summary, a description and sections (Google style).

    A section is a title (`Args`) and entries (name, text). The texts, Markdown as well,
    have a hanging indent; sections without entries are left out. The description is left
    out where it only repeats the summary.
    """
    width = WIDTH - indent
    lines = list(wrap(summary, width, width - 3))
    if description.strip() and description.strip() != summary.strip():
        body = wrap(description, width, width if lines else width - 3)
        lines += ["", *body] if lines else body
    for title, entries in sections:
        if not entries:
            continue
        lines += ["", f"{title}:"] if lines else [f"{title}:"]
        for name, text in entries:
            lines += _entry(name, text, width)
    return _quoted(lines, indent)


def _entry(name: str, text: str, width: int) -> list[str]:
    """An entry of a section: a paragraph goes on after the name, other blocks below."""
    body = wrap(text, width - 8, width - 6 - len(name))
    if not body:
        return [f"    {name}:"]
    start = f"    {name}:"
    rest = body
    if not is_block(body[0]):
        start, rest = f"{start} {body[0]}", body[1:]
    return [start, *(f"        {line}" if line else "" for line in rest)]


def _quoted(lines: Sequence[str], indent: int) -> Code:
    """Lines between triple quotes, escaped, as black's docstring handling leaves them."""
    if not lines:
        raise ValueError("a docstring needs a visible character")
    escaped = [_escaped(line) for line in lines]
    first = escaped[0]
    if first[0] == '"':
        first = f" {first}"
    if len(escaped) == 1:
        closed = f"{first} " if first[-1] == '"' else first
        head, _space, last = first.rpartition(" ")
        if indent + len(closed) + 6 <= WIDTH or not head.strip():
            return Code(f'"""{closed}"""')
        first, escaped = head.rstrip(" "), [head, last]
    pad = " " * indent
    rest = _flush_left(escaped[1:])
    body = "\n".join([first, *(f"{pad}{line}" if line else "" for line in rest)])
    return Code(f'"""{body}\n{pad}"""')


def _escaped(line: str) -> str:
    if "\\" in line:
        line = line.replace("\\", "\\\\")
    if '"""' in line:
        line = line.replace('"""', '""\\"')
    return line


def _flush_left(lines: list[str]) -> list[str]:
    """Lines without the indentation that all of them share (PEP 257)."""
    if not lines or any(line and line[0] != " " for line in lines):
        return lines
    shared = min(
        (len(line) - len(line.lstrip(" ")) for line in lines if line), default=0
    )
    return [line[shared:] for line in lines]


def comment(text: str, indent: int = 0) -> Code:
    """A comment of one or more lines; the first without its indentation.

    Never for the first two lines of a file. Text that starts as a directive to a tool
    does is quoted, so that it stays text.
    """
    pad = " " * indent
    found = []
    for line in _LINE_ENDS.split(text):
        shown = " ".join(visible(line).split())
        if _DIRECTIVE.match(shown):
            shown = f'"{shown}"'
        found.append(f"# {shown}".rstrip())
    return Code(f"\n{pad}".join(found))


def file_header(source_name: str) -> Code:
    """Line 1 of a generated file. `source_name` is the document's, cut to a safe form."""
    name = _UNSAFE.sub("-", source_name.replace("\\", "/").rsplit("/", 1)[-1])[-60:]
    return Code(
        f"# Generated by oasmith from {name.strip('-') or 'a document'}; "
        "regenerate instead of editing."
    )
