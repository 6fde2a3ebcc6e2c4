"""A quick look at rendered Python, which spares most of it the syntax tree.

The trees of a large package cost as much as all rendering. Once strings and comments
are out of the way, words tell what is imported, read and called. That what runs at
import is Python, so that its words mean what they seem to, the parser has to say: of
that small rest it makes no tree, only the table of symbols.
"""

from __future__ import annotations

import keyword
import re
import symtable
import unicodedata
from typing import TYPE_CHECKING

from .rules import FORBIDDEN_NAMES, IMPORT_ROOTS, IMPORT_TIME_CALLS

if TYPE_CHECKING:
    from collections.abc import Iterator

_LITERAL = re.compile(
    r'(?<!\w)f"(?:[^"\\\n{}]|\{\{|\}\}|\{(?:index|position|place|spot|__name__|__package__)\})*+"(?!")'
    r'|"(?<!\w")(?:""(?:[^"\\]++|\\.|"(?!""))*+"""|[^"\\\n]*+(?:\\.[^"\\\n]*+)*+")'
    r"|'(?<!\w')[^'\\\n]*+(?:\\.[^'\\\n]*+)*+'"
    r"|#[^\n]*+",
    re.DOTALL,
)
"""A string without prefix, or a comment; exact for Python without `'''`.

Also an f-string that fills in nothing but places of items, as validators have them, or
the name of the module.
"""

_DUNDER = re.compile(r"\.\s*+__")
_IMPORT_LINE = re.compile(r"import\b[^\n]*+")
_IMPORT = re.compile(
    r"(?:^[ \t]*|[;:][ \t]*)(?:from|import)[ \t]+([A-Za-z_]\w*)([^;\n]*)"
)
_NAME = rf"(?!(?:{'|'.join(keyword.kwlist)})\b)[A-Za-z_]\w*+"
_PATH = rf"{_NAME}(?:\.{_NAME})*+"
_WHOLE_IMPORT = re.compile(
    rf"^( *+)from (?:\.++(?:{_PATH})?+|{_PATH}) import "
    rf"(?:{_NAME}(?:, {_NAME})*+|\(\n(?: ++{_NAME},\n)++ *+\))$",
    re.MULTILINE,
)
"""A statement of the usual form, which is Python wherever a statement may stand."""

_LAST_WORD = re.compile(r"\w*\Z")
_NO_CALL = frozenset(keyword.kwlist) - {"True", "False", "None"}

_QUOTES = '"""'
_CLOSING = (")", "]", "}")
_CLOSES = frozenset(")]}\"'")
_GOES_ON = ("(", "[", "{", ",")


def emptied(text: str) -> str | None:
    """The text with every string and comment emptied; None when that is uncertain.

    It is exact for the plain quotes that templates print, so triple single quotes,
    quotes with a prefix, joined lines and other white space are uncertain.
    """
    if "'''" in text or "\r" in text:
        return None
    lines = _without_docstrings(text)
    rest = _without_literals(text) if lines is None else _emptied_lines(lines)
    if rest is None:
        return None
    if not rest.isascii():  # names are what they normally are, literals are not
        quotes = rest.count('"')
        rest = unicodedata.normalize("NFKC", rest)
        if rest.count('"') != quotes:
            return None
    if "\\" in rest or "'" in rest or not rest.replace("\n", "").isprintable():
        return None
    return rest


def _without_docstrings(text: str) -> list[str] | None:
    """The lines of a text with strings in three quotes emptied; None when one of these
    does not begin its line and end it, or when two lines are joined.

    Otherwise none of them can begin in another string or in a comment, the first three
    quotes that no backslash escapes end it, and no literal goes beyond a line.
    """
    parts = text.split(_QUOTES)
    before, strings, after = parts[:-1:2], parts[1::2], parts[2::2]
    if (
        len(before) != len(after)
        or any(part[part.rfind("\n") + 1 :].strip(" ") for part in before)
        or any(part[:1] != "\n" for part in after)
        or any(part.endswith("\\") for part in strings)
    ):
        return None
    rest = '""'.join(parts[::2])
    return None if "\\\n" in rest else rest.split("\n")


def _emptied_lines(lines: list[str]) -> str | None:
    """Lines that stand for themselves with their literals emptied; None if in doubt."""
    known: dict[str, str | None] = {}
    rest: list[str] = []
    for line in lines:
        if '"' in line or "#" in line or "'" in line:
            if line not in known:
                known[line] = _without_literals(line)
            found = known[line]
            if found is None:
                return None
            line = found
        rest.append(line)
    return "\n".join(rest)


def _without_literals(text: str) -> str | None:
    """The text with every literal and comment emptied; None when quotes are left over."""
    rest, count = _LITERAL.subn('""', text)
    return rest if rest.count('"') == 2 * count else None


def is_suspect(rest: str) -> bool:
    """Whether emptied Python may use a forbidden name or import from outside.

    The answer may err towards yes.
    """
    return (
        any(name in rest and _reads(rest, name) for name in FORBIDDEN_NAMES)
        or _DUNDER.search(rest) is not None
        or any(
            root not in IMPORT_ROOTS or ("," in more and " import " not in more)
            for line in _lines_with_import(rest)
            for root, more in _IMPORT.findall(line)
        )
    )


def _reads(rest: str, name: str) -> bool:
    """Whether the name stands there as a word of its own."""
    return re.search(rf"{name}(?<!\w{name})(?!\w)", rest) is not None


def _lines_with_import(rest: str) -> set[str]:
    found = _IMPORT_LINE.finditer(rest)
    return {rest[rest.rfind("\n", 0, it.start()) + 1 : it.end()] for it in found}


def skeleton(rest: str) -> str:
    """Emptied Python without the bodies of functions; all of it when unsure.

    Without strings and comments, indentation alone tells where a body ends. The head of
    a function is its first line, or goes on to a closing bracket below the `def`; of one
    that calls nothing only a place holder is left.
    """
    kept = [""]
    body = ""
    lines = iter(rest.split("\n"))
    for line in lines:
        if body:
            if not line or line.startswith(body):
                continue
            body = ""
        code = line.lstrip(" ")
        if not code:
            continue
        if not code.startswith(("def ", "async def ")):
            kept.append(line)
            continue
        indent = line[: len(line) - len(code)]
        head = _head(line, indent, lines)
        if not head:
            return rest
        if head.endswith(":"):
            body = f"{indent} "
            head = f"{head} ..."
        if _calls_nothing(head):
            head = f"{indent}def _(): ..."
        if head != kept[-1]:
            kept.append(head)
    return "\n".join(kept)


def _head(line: str, indent: str, lines: Iterator[str]) -> str:
    """The head of a function that begins with a line; empty when its end is unsure."""
    if not line.endswith(_GOES_ON):
        return line
    found = [line]
    inside = f"{indent} "
    for line in lines:
        found.append(line)
        if line.startswith(inside):
            continue
        if not line.startswith(_CLOSING, len(indent)):
            return ""
        if not line.endswith(_GOES_ON):
            return "\n".join(found)
    return ""


def _calls_nothing(head: str) -> bool:
    """Whether a head has no parentheses but those of its parameters, and ends where it
    seems to: no bracket is open there."""
    return (
        head.endswith(": ...")
        and head.count("(") == 1 == head.count(")")
        and head.count("[") == head.count("]")
        and "{" not in head
    )


def is_plain(head: str) -> bool:
    """Whether a skeleton is Python that calls nothing but what may run at import.

    The answer may err towards no.
    """
    return _calls_what_it_may(head) and _is_python(head)


def _is_python(head: str) -> bool:
    """Whether the parser takes it, with `pass` for the imports that need no look."""
    try:
        symtable.symtable(_WHOLE_IMPORT.sub(r"\1pass", head), "", "exec")
    except (SyntaxError, ValueError, RecursionError):
        return False
    return True


def _calls_what_it_may(head: str) -> bool:
    """Whether only functions and classes of the list stand before a parenthesis.

    A parenthesis after a keyword or an operator groups, after `def` or `class` and a
    name it begins a list; after anything else it is a call.
    """
    before = {tuple(part.rsplit(None, 2)[-2:]) for part in head.split("(")[:-1]}
    return all(_may_precede(*words) for words in before if words)


def _may_precede(*words: str) -> bool:
    if words[0] in {"def", "class"} and words[-1].isidentifier():
        return True
    called = _LAST_WORD.search(words[-1])
    name = called.group() if called else ""
    if not name:
        return words[-1][-1] not in _CLOSES
    return name in _NO_CALL or name.removesuffix("_") in IMPORT_TIME_CALLS
