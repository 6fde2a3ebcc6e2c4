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

from .rules import FORBIDDEN_NAMES, IMPORT_ROOTS, IMPORT_TIME_CALLS

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

_WORD = re.compile(r"[A-Za-z_]\w*+")
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

_CLOSING = (")", "]", "}")
_CLOSES = frozenset(")]}\"'")
_GOES_ON = ("(", "[", "{", ",")


def emptied(text: str) -> str | None:
    """The text with every string and comment emptied; None when that is uncertain.

    It is exact for the plain quotes that templates print, so triple single quotes,
    quotes with a prefix, joined lines and other white space are uncertain.
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    if "'''" in text:
        return None
    rest, count = _LITERAL.subn('""', text)
    if not rest.replace("\n", "").isprintable():
        return None
    if "\\" in rest or "'" in rest or rest.count('"') != 2 * count:
        return None
    return rest


def is_suspect(rest: str) -> bool:
    """Whether emptied Python may use a forbidden name or import from outside.

    The answer may err towards yes.
    """
    seen = any(name in rest for name in FORBIDDEN_NAMES)
    return (
        (seen and not FORBIDDEN_NAMES.isdisjoint(_WORD.findall(rest)))
        or _DUNDER.search(rest) is not None
        or any(
            root not in IMPORT_ROOTS or ("," in more and " import " not in more)
            for line in _lines_with_import(rest)
            for root, more in _IMPORT.findall(line)
        )
    )


def _lines_with_import(rest: str) -> set[str]:
    found = _IMPORT_LINE.finditer(rest)
    return {rest[rest.rfind("\n", 0, it.start()) + 1 : it.end()] for it in found}


def skeleton(rest: str) -> str:
    """Emptied Python with `...` for the bodies of functions; all of it when unsure.

    Without strings and comments, indentation alone tells where a body ends. The head of
    a function is its first line, or goes on to a closing bracket below the `def`.
    """
    kept: list[str] = []
    head = body = ""
    in_head = False
    for line in rest.split("\n"):
        if body:
            if not line or line.startswith(body):
                continue
            body = ""
        kept.append(line)
        if in_head:
            if line.startswith(f"{head} "):
                continue
            if not line.startswith(_CLOSING, len(head)):
                return rest
        else:
            code = line.lstrip(" ")
            if not code.startswith(("def ", "async def ")):
                continue
            head = line[: len(line) - len(code)]
        in_head = line.endswith(_GOES_ON)
        if line.endswith(":"):
            kept[-1] = f"{line} ..."
            body = f"{head} "
    return rest if in_head else "\n".join(kept)


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
