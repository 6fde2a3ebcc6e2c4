"""Text from a document to words, and words to identifiers of Python's conventions."""

from __future__ import annotations

import functools
import hashlib
import keyword
import re
import unicodedata

_WORD = re.compile(
    r"(?<![A-Za-z0-9])u[0-9a-f]{4,6}(?![A-Za-z0-9])"  # a code point, see `_ascii`
    r"|[A-Z]{2,}s(?![a-z])"  # the plural acronym of IDsByURL
    r"|[A-Z]+(?=[A-Z][a-z])"  # the acronym of HTTPGet
    r"|[A-Z]?[a-z]+[0-9]*|[A-Z]+[0-9]*|[0-9]+[a-z]*"
)
MAX_LENGTH = 60
"""Identifiers longer than this are cut, with a hash of the whole at the end."""


@functools.lru_cache(maxsize=65536)
def words(text: str) -> tuple[str, ...]:
    """Split into ASCII words: camel case, separators and digits tell them apart.

    Letters lose their accents after NFKC (Unicode TR 15), as Python folds identifiers;
    anything without an ASCII form becomes its code point: `u1f600`.
    """
    return tuple(_WORD.findall(text if text.isascii() else _ascii(text)))


def _ascii(text: str) -> str:
    found: list[str] = []
    for char in unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text)):
        if char.isascii():
            found.append(char)
        elif unicodedata.combining(char):
            continue
        elif char.isalnum() or unicodedata.category(char) in ("So", "Sm", "Sc"):
            found.append(f"_u{ord(char):x}_")
        else:
            found.append(" ")
    return "".join(found)


@functools.lru_cache(maxsize=65536)
def snake(text: str, fallback: str) -> str:
    """`fooBar` -> `foo_bar`: a legal identifier that is no keyword.

    `fallback` names what has no usable character, and leads what begins with a digit.
    """
    found = "_".join(word.lower() for word in words(text)) or fallback
    if found[0].isdigit():
        found = f"{fallback}_{found}"
    return unreserved(shorten(found))


@functools.lru_cache(maxsize=65536)
def pascal(text: str, fallback: str) -> str:
    """`foo-bar` -> `FooBar`; capitals inside words stay: `OpenAIFile`."""
    found = "".join(word[0].upper() + word[1:] for word in words(text))
    if not found or found[0].isdigit():
        found = fallback + found
    return unreserved(shorten(found))


def unreserved(name: str) -> str:
    """The name with `_` behind it where Python reserves it (PEP 8)."""
    return f"{name}_" if keyword.iskeyword(name) else name


def shorten(name: str) -> str:
    """The name, cut to `MAX_LENGTH` with a hash where it is longer."""
    if len(name) <= MAX_LENGTH:
        return name
    digest = hashlib.sha256(name.encode()).hexdigest()[:8]
    return f"{name[: MAX_LENGTH - 9].rstrip('_')}_{digest}"


def singular(word: str) -> str:
    """A plain English singular, good enough to compare words of one document."""
    lower = word.lower()
    if lower.endswith("ies") and len(lower) > 4:
        return lower[:-3] + "y"
    if lower.endswith(("sses", "xes", "ches", "shes")):
        return lower[:-2]
    if lower.endswith("s") and not lower.endswith(("ss", "us", "is")):
        return lower[:-1]
    return lower
