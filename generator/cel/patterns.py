"""The patterns of `matches`: from RE2, as CEL has them, to ECMA-262, as schemas have them.

RE2 and ECMA-262 agree on most of the syntax; what only one of them has, or they take
differently, is rewritten or refused.
"""

from __future__ import annotations

import re
from functools import lru_cache

_SPACE = "\\t\\n\\f\\r "
_NOT_SPACE = "\\x00-\\x08\\x0b\\x0e-\\x1f!-\\u{10ffff}"
_PIECE = re.compile(
    r"""(?P<escape>\\(?:[pP](?:\{\^?\w+\}|\w)|x(?:\{[0-9A-Fa-f]+\}|[0-9A-Fa-f]{2})|.))
    |(?P<group>\((?:\?(?:P?<[A-Za-z_]\w*>|:))?)
    |(?P<braces>\{[0-9]+(?:,[0-9]*)?\})
    |(?P<repeat>[*+?])
    |(?P<open>\[\^?\]?)|(?P<other>.)""",
    re.VERBOSE | re.DOTALL | re.ASCII,
)
_SAME = frozenset("dDwWbBtnfrv") | frozenset("\\^$.|?*+()[]{}/-")
_MARKS = frozenset("!\"#%&',:;<=>@_`~ ")
_MOST_REPEATS = 1000


@lru_cache(maxsize=1024)
def ecma_of(pattern: str) -> str:
    """The ECMA-262 pattern that finds what the RE2 pattern finds, in any part of a text.

    Raises ValueError, with the reason, for what has no equal.
    """
    found: list[str] = []
    at, inside, repeated = 0, False, False
    while at < len(pattern):
        piece = _PIECE.match(pattern, at)
        if piece is None:
            raise ValueError("it ends in a backslash")
        at = piece.end()
        text = piece.group()
        if inside:
            inside = text != "]"
            found.append(_in_class(piece, text, pattern[at:]))
            continue
        if piece.lastgroup in ("repeat", "braces"):
            if repeated and text != "?":
                raise ValueError("it repeats what is repeated already")
            repeated = not repeated
        else:
            repeated = False
        inside = piece.lastgroup == "open"
        found.append(_outside(piece, text, pattern[at:]))
    if inside:
        raise ValueError("it has a class without an end")
    return "".join(found)


def _outside(piece: re.Match[str], text: str, rest: str) -> str:
    kind = piece.lastgroup
    if kind == "escape":
        return _escape(text, inside=False)
    if kind == "group":
        if text == "(" and rest[:1] == "?":
            raise ValueError("it has flags or a group that RE2 does not know")
        return "(?:" if text != "(?:" else text
    if kind == "braces":
        if max(int(bound) for bound in re.findall("[0-9]+", text)) > _MOST_REPEATS:
            raise ValueError(f"it repeats more than {_MOST_REPEATS} times")
        return text
    if kind == "open":
        return "[^\\]" if text == "[^]" else "[\\]" if text == "[]" else text
    if text == ".":
        return "[^\\n]"
    return f"\\{text}" if text in "{}]" else text


def _in_class(piece: re.Match[str], text: str, rest: str) -> str:
    if piece.lastgroup == "escape":
        return _escape(text, inside=True)
    if text[0] == "[":
        if rest[:1] in (":", "=", ".") and len(text) == 1:
            raise ValueError("it has a class by name")
        return "\\" + text if len(text) == 1 else _split_open(text)
    return text


def _split_open(text: str) -> str:
    """`[` and what the search for pieces took with it."""
    return "\\" + text


def _escape(text: str, *, inside: bool) -> str:
    kind = text[1]
    if kind in "pP":
        return text if text[2] == "{" and text[3] != "^" else _property(text)
    if kind == "x":
        digits = text[2:].strip("{}")
        if not digits or int(digits, 16) > 0x10FFFF:
            raise ValueError("it has a code point that does not exist")
        return f"\\u{{{digits}}}"
    if kind in "sS":
        body = _SPACE if kind == "s" else _NOT_SPACE
        return body if inside else f"[{body}]"
    if kind in "bB" and inside:
        raise ValueError(f"it has \\{kind} in a class")
    if kind in "Az" and not inside:
        return "^" if kind == "A" else "$"
    if kind == "a":
        return "\\x07"
    if kind in _SAME:
        return text
    if kind in _MARKS:
        return kind
    raise ValueError(f"it has an escape that cannot be translated: {text!a}")


def _property(text: str) -> str:
    """`\\pL`, or `\\p{^L}`."""
    negated = (text[1] == "P") != ("^" in text)
    name = text[2:].strip("{}^")
    return f"\\{'P' if negated else 'p'}{{{name}}}"
