"""A quick look at rendered Python, which spares most of it the syntax tree.

The trees of a large package cost as much as all rendering. What matters in the body of
a function can be told from its words once strings and comments are out of the way; what
runs at import is a small rest, which alone goes to the parser.
"""

from __future__ import annotations

import re
import unicodedata

from .rules import FORBIDDEN_NAMES, IMPORT_ROOTS

_LITERAL = re.compile(
    r'"(?:""(?:[^"\\]++|\\.|"(?!""))*+"""|[^"\\\n]*+(?:\\.[^"\\\n]*+)*+")'
    r"|'[^'\\\n]*+(?:\\.[^'\\\n]*+)*+'"
    r"|#[^\n]*+",
    re.DOTALL,
)
"""A string or a comment; exact for Python without `'''` and prefixes before quotes."""

_WORD = re.compile(r'[A-Za-z_]\w*+"?+')
_DUNDER = re.compile(r"\.\s*+__")
_IMPORT_LINE = re.compile(r"import\b[^\n]*+")
_LOCAL_IMPORT = re.compile(
    r"(?:^[ \t]+|[;:][ \t]*)(?:from|import)[ \t]+([A-Za-z_]\w*)([^;\n]*)"
)

_CLOSING = (")", "]", "}")
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
    if not "".join({*rest} - {"\n"}).isprintable():
        return None
    if "\\" in rest or "'" in rest or rest.count('"') != 2 * count:
        return None
    return rest


def is_suspect(rest: str) -> bool:
    """Whether emptied Python may use a forbidden name or import from outside.

    The answer may err towards yes.
    """
    words = set(_WORD.findall(rest))
    return (
        not FORBIDDEN_NAMES.isdisjoint(words)
        or _DUNDER.search(rest) is not None
        or any(word[-1] == '"' for word in words)
        or any(
            root not in IMPORT_ROOTS or ("," in more and " import " not in more)
            for line in _lines_with_import(rest)
            for root, more in _LOCAL_IMPORT.findall(line)
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
