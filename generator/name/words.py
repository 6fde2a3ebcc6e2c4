"""Text from a document to words, and words to identifiers of Python's conventions."""

from __future__ import annotations

import functools
import hashlib
import keyword
import re

from .letters import to_ascii

_WORD = re.compile(
    r"(?:(?<![A-Za-z0-9])u|U)[0-9a-f]{4,6}(?![a-z0-9])"  # a code point, see `letters`
    r"|[A-Z]{2,}s(?![a-z])"  # the plural acronym of IDsByURL
    r"|[A-Z]+(?=[A-Z][a-z])"  # the acronym of HTTPGet
    r"|[A-Z]?[a-z]+[0-9]*|[A-Z]+[0-9]*|[0-9]+[a-z]*"
)
_SIGNED = re.compile(r"[+-](?=\d)|[<>]=?$")
"""A sign that is all that tells a name from another: `+1`, `createdAt>`."""

_SIGNS = {
    "!": "not",
    "#": "hash",
    "$": "dollar",
    "%": "percent",
    "&": "and",
    "*": "star",
    "+": "plus",
    ",": "comma",
    "-": "minus",
    ".": "dot",
    "/": "slash",
    ":": "colon",
    ";": "semicolon",
    "<": "lt",
    "<=": "le",
    "=": "eq",
    ">": "gt",
    ">=": "ge",
    "?": "question",
    "@": "at",
    "^": "caret",
    "|": "or",
    "~": "tilde",
}
MAX_LENGTH = 80
"""Identifiers longer than this are cut, with a hash of the whole at the end."""


@functools.lru_cache(maxsize=1 << 19)
def words(text: str) -> tuple[str, ...]:
    """Split into ASCII words: camel case, separators and digits tell them apart.

    What is not ASCII is spelled in it, see `letters`.
    """
    ascii_text = text if text.isascii() else to_ascii(text)
    sign = _SIGNED.search(ascii_text)
    if sign and sign.start() in (0, len(ascii_text) - len(sign[0])):
        named = f" {_SIGNS[sign[0]]} "
        ascii_text = ascii_text[: sign.start()] + named + ascii_text[sign.end() :]
    return tuple(_WORD.findall(ascii_text)) or _spelled(ascii_text)


def _spelled(text: str) -> tuple[str, ...]:
    """The signs of a text that is one or two of them, as words."""
    signs = text.strip()
    if len(signs) > 2:
        return ()
    return tuple(_SIGNS[sign] for sign in signs if sign in _SIGNS)


@functools.lru_cache(maxsize=1 << 19)
def snake(text: str, fallback: str) -> str:
    """`fooBar` -> `foo_bar`: a legal identifier that is no keyword.

    `fallback` names what has no usable character, and leads what begins with a digit.
    """
    found = "_".join(word.lower() for word in words(text)) or fallback
    if found[0].isdigit():
        found = f"{fallback}_{found}"
    return unreserved(shorten(found))


@functools.lru_cache(maxsize=1 << 19)
def pascal(text: str, fallback: str) -> str:
    """`foo-bar` -> `FooBar`; capitals inside words stay: `OpenAIFile`."""
    found = "".join(word[0].upper() + word[1:] for word in words(text))
    if not found or found[0].isdigit():
        found = fallback + found
    return unreserved(shorten(found))


_AMBIGUOUS = frozenset("lIO")
"""Names that look like digits. Linters refuse them: E741 to E743 of pycodestyle."""


def unreserved(name: str) -> str:
    """The name with `_` behind it where Python reserves it, or nobody can read it (PEP 8)."""
    is_reserved = keyword.iskeyword(name) or name in _AMBIGUOUS
    return f"{name}_" if is_reserved else name


def shorten(name: str) -> str:
    """The name, cut to `MAX_LENGTH` with a hash where it is longer."""
    if len(name) <= MAX_LENGTH:
        return name
    digest = hashlib.sha256(name.encode()).hexdigest()[:8]
    return f"{name[: MAX_LENGTH - 9].rstrip('_')}_{digest}"


_UNCHANGED = frozenset(
    "as aws bus dns gas gps ios lens news os series sms species https tls".split()
)
"""Words that end like plurals and are none, or are their own."""


@functools.lru_cache(maxsize=1 << 19)
def singular(word: str) -> str:
    """A plain English singular, good enough to compare words of one document."""
    lower = word.lower()
    if lower in _UNCHANGED:
        return lower
    if lower.endswith("ies") and len(lower) > 4:
        return lower[:-3] + "y"
    if lower.endswith(("sses", "xes", "ches", "shes")):
        return lower[:-2]
    if lower.endswith("s") and not lower.endswith(("ss", "us", "is")):
        return lower[:-1]
    return lower
