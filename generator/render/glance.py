"""A quick look at the words of rendered Python, function bodies included.

Walking every node of a large package costs as much as all rendering. What matters in
the body of a function can be told from its words once strings and comments are out of
the way, so the tree of a body is only walked where a word is suspect.
"""

from __future__ import annotations

import re
import unicodedata

from .rules import FORBIDDEN_NAMES, IMPORT_ROOTS

_LITERAL = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*"""'
    r'|"[^"\\\n]*(?:\\.[^"\\\n]*)*"'
    r"|'[^'\\\n]*(?:\\.[^'\\\n]*)*'"
    r"|#[^\n]*",
    re.DOTALL,
)
"""A string or a comment; exact for Python without `'''` and prefixes before quotes."""

_WORD = re.compile(r"\.\s*__\w+|[A-Za-z_]\w*\"?")
_LOCAL_IMPORT = re.compile(
    r"(?:^[ \t]+|[;:][ \t]*)(?:from|import)[ \t]+([A-Za-z_]\w*)([^;\n]*)", re.MULTILINE
)


def is_suspect(text: str) -> bool:
    """Whether a body may read a forbidden name or a dunder, or import from outside.

    `text` is Python that the parser took. The answer may err towards yes: quotes and
    line joins that templates never print are suspect by themselves.
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    if "'''" in text:
        return True
    rest = _LITERAL.sub('""', text)
    words = set(_WORD.findall(rest))
    return (
        not FORBIDDEN_NAMES.isdisjoint(words)
        or any(word[0] == "." or word[-1] == '"' for word in words)
        or "\\" in rest
        or any(
            root not in IMPORT_ROOTS or ("," in more and " import " not in more)
            for root, more in _LOCAL_IMPORT.findall(rest)
        )
    )
