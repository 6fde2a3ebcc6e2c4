"""`show`: text of unknown origin, made harmless for a terminal, a log or a CI runner."""

from __future__ import annotations

LIMIT = 200
"""How many characters of one value a message shows."""


def show(text: object, limit: int = LIMIT) -> str:
    """Text as it may stand in a message: one line, printable, at most `limit` characters.

    Control characters (C0, DEL, C1), bidirectional and zero-width characters, line
    separators, surrogates and everything else that `str.isprintable` refuses become
    visible escapes. A doubled `#` is broken up, since build services look for commands
    such as `##vso[` anywhere in a line.
    """
    value = text if isinstance(text, str) else str(text)
    if len(value) > limit:
        value = value[: limit - 3] + "..."
    if not value.isprintable():
        value = "".join(char if char.isprintable() else _escape(char) for char in value)
    if "##" in value:
        value = value.replace("##", "#\\x23")
    return value


def _escape(char: str) -> str:
    number = ord(char)
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
