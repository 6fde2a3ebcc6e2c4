"""JSON Pointers in the fragments of references (RFC 6901, section 6)."""

from __future__ import annotations

_INDEX_DIGITS = 9


def tokens_in(fragment: str) -> tuple[str, ...] | None:
    """The tokens of a JSON Pointer in a URI fragment; None when it is malformed."""
    if "%" in fragment:
        from urllib.parse import unquote

        try:
            fragment = unquote(fragment, errors="strict")
        except UnicodeDecodeError:
            return None
    if not fragment:
        return ()
    parts = fragment.split("/")[1:]
    if "~" not in fragment:
        return tuple(parts)
    for part in parts:
        if part.count("~") != part.count("~0") + part.count("~1"):
            return None
    return tuple(map(unescaped, parts))


def unescaped(token: str) -> str:
    """A reference token without escapes (RFC 6901, section 4)."""
    return token.replace("~1", "/").replace("~0", "~")


def is_index(token: str) -> bool:
    """Whether a reference token is the place of an item (RFC 6901, section 4)."""
    return (
        token.isascii()
        and token.isdecimal()
        and len(token) <= _INDEX_DIGITS
        and (token == "0" or token[0] != "0")
    )
