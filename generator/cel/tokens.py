"""Text to tokens: the lexis of the CEL language definition."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..values import dataclass
from .errors import CelSyntaxError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal, TypeAlias

    Kind: TypeAlias = Literal["name", "quoted name", "number", "string", "sign", "end"]

MOST_CHARACTERS = 10_000
"""How long a rule may be."""

_INT64 = 2**63
_NEXT = re.compile(
    r"""(?P<space>(?:[\t\n\f\r ]|//[^\n]*)+)
    |(?P<bytes>(?:[bB][rR]?|[rR][bB])(?=["']))
    |(?P<string>[rR]?(?:\"{3}|'{3}|["']))
    |(?P<name>[A-Za-z_][A-Za-z0-9_]*)
    |(?P<quoted>`[A-Za-z0-9_.\-/ ]+`)
    |(?P<number>0[xX][0-9A-Fa-f]+
        |(?:[0-9]+\.[0-9]+|\.[0-9]+|[0-9]+(?=[eE]))(?:[eE][+-]?[0-9]+)?|[0-9]+)
    |(?P<sign>&&|\|\||[=!<>]=|[-+*/%!<>?:.,()\[\]{}])""",
    re.VERBOSE,
)
_ESCAPE = re.compile(
    r"""\\(?:(?P<one>[abfnrtv\\?"'`])
    |[xX](?P<x>[0-9A-Fa-f]{2})|u(?P<u>[0-9A-Fa-f]{4})|U(?P<U>[0-9A-Fa-f]{8})
    |(?P<octal>[0-3][0-7]{2}))""",
    re.VERBOSE,
)
_MEANT = {"=": "write ==", "&": "write &&", "|": "write ||", "`": "write `a-b`"}
_ONE = dict(zip("abfnrtv", "\a\b\f\n\r\t\v", strict=True))


@dataclass(frozen=True, slots=True)
class Token:
    """One token. `text` is that of a name or a sign, `value` that of a literal."""

    kind: Kind
    text: str
    value: int | float | str
    offset: int


def tokens(text: str) -> Iterator[Token]:
    """The tokens of a rule, the last of kind `end`. Raises CelSyntaxError."""
    if len(text) > MOST_CHARACTERS:
        message = f"the rule is longer than {MOST_CHARACTERS} characters"
        raise CelSyntaxError(message, MOST_CHARACTERS)
    at = 0
    while at < len(text):
        match = _NEXT.match(text, at)
        kind = match.lastgroup if match is not None else None
        if match is None or kind is None:
            hint = _MEANT.get(text[at], "")
            raise CelSyntaxError(f"{text[at]!a} has no meaning here", at, hint)
        start, at, found = at, match.end(), match.group()
        if kind == "space":
            continue
        if kind == "bytes":
            message = "bytes cannot be used: JSON has none"
            raise CelSyntaxError(message, start, "write a string")
        if kind == "string":
            value, at = _string(text, start, found)
            yield Token("string", "", value, start)
        elif kind == "number":
            following = text[at : at + 1]
            if following in ("u", "U"):
                message = "an unsigned integer cannot be used: JSON has none"
                raise CelSyntaxError(message, start, f"write {found}")
            if following.isalnum() or following == "_":
                raise CelSyntaxError(f"{following!a} cannot follow a number", at)
            yield Token("number", found, _number(found), start)
        elif kind == "name":
            yield Token("name", found, "", start)
        elif kind == "quoted":
            yield Token("quoted name", found[1:-1], "", start)
        else:
            yield Token("sign", found, "", start)
    yield Token("end", "", "", len(text))


def _number(text: str) -> int | float:
    """The value of a number without a sign. An integer may be too large: see `fits`."""
    if text[:2] in ("0x", "0X"):
        return int(text, 16)
    if text.isdecimal():
        return int(text) if len(text) < 100 else _INT64 * 2
    return float(text)


def fits(value: int) -> bool:
    """Whether an integer is in the range of the type `int`."""
    return -_INT64 <= value < _INT64


def _string(text: str, start: int, opening: str) -> tuple[str, int]:
    """The value of a string literal, and where it ends."""
    raw = opening[0] in "rR"
    quote = opening[1:] if raw else opening
    parts: list[str] = []
    at = start + len(opening)
    while not text.startswith(quote, at):
        char = text[at : at + 1]
        if not char or (char in "\n\r" and len(quote) == 1):
            raise CelSyntaxError("the string does not end", start, f"add {quote}")
        if char == "\\" and not raw:
            escape = _ESCAPE.match(text, at)
            if escape is None:
                message = "the string has an escape that CEL does not know"
                hint = "write \\\\ for a backslash, or r'...'"
                raise CelSyntaxError(message, at, hint)
            parts.append(_escaped(escape, at))
            at = escape.end()
        else:
            parts.append(char)
            at += 1
    return "".join(parts), at + len(quote)


def _escaped(escape: re.Match[str], offset: int) -> str:
    """The character that an escape stands for."""
    one = escape["one"]
    if one is not None:
        return _ONE.get(one, one)
    octal = escape["octal"]
    if octal is not None:
        return chr(int(octal, 8))
    point = int(escape["x"] or escape["u"] or escape["U"], 16)
    if point > 0x10FFFF or 0xD800 <= point < 0xE000:
        raise CelSyntaxError("the string has a code point that does not exist", offset)
    return chr(point)
