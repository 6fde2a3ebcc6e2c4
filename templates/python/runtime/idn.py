# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Host names and mailboxes with letters of all scripts, checked where asked for.

What a label may hold is computed from the Unicode data of Python (RFC 5892). Whether text
that is written from right to left is in the right order (RFC 5893) is not looked at.
"""

from __future__ import annotations

import unicodedata

from .checks import Pattern
from .formats import is_email, is_hostname

_DOTS = "\u3002\uff0e\uff61"
_OTHER = r"\x80-\ud7ff\ue000-\U0010ffff"
_ATOM = rf"[A-Za-z0-9!#$%&'*+/=?^_`{{|}}~\-{_OTHER}]+"
_LOCAL = Pattern(rf'\A(?:{_ATOM}(?:\.{_ATOM})*|"(?:[ !#-\[\]-~{_OTHER}]|\\[ -~])*")\Z')
_LETTERS = frozenset(("Ll", "Lu", "Lo", "Nd", "Lm", "Mn", "Mc"))
_MARKS = frozenset(("Mn", "Mc", "Me"))
_VALID = frozenset("\xdf\u03c2\u06fd\u06fe\u0f0b\u3007")
_INVALID = frozenset(
    "\u0640\u07fa\u302e\u302f\u3031\u3032\u3033\u3034\u3035\u303b\u034f\u17b4\u17b5"
)
"""Exceptions of RFC 5892, section 2.6, and letters that are mostly ignored (2.7)."""

_RANGES = (
    *((0x1100, 0x11FF), (0xA960, 0xA97F), (0xD7B0, 0xD7FF)),
    *((0x20D0, 0x20FF), (0x1D100, 0x1D24F), (0x180B, 0x180F)),
    *((0xFE00, 0xFE0F), (0xE0000, 0xE0FFF)),
)
"""Old Hangul, blocks of marks that are ignored (RFC 5892, 2.8, 2.9), and selectors."""

_ARABIC = frozenset(map(chr, range(0x0660, 0x066A)))
_EXTENDED_ARABIC = frozenset(map(chr, range(0x06F0, 0x06FA)))
_JOINERS = frozenset("\u200c\u200d")
_VIRAMA = 9
_LONGEST_HOST_NAME = 253
_LONGEST_LOCAL = 64


def is_idn_hostname(text: str) -> bool:
    """Whether the text is a host name, with U-labels or without (RFC 5890, 2.3.2.3)."""
    if len(text) > _LONGEST_HOST_NAME:
        return False
    for dot in _DOTS:
        text = text.replace(dot, ".")
    labels = [_ascii(label) for label in text.split(".")]
    return is_hostname(".".join(label or "-" for label in labels))


def is_idn_email(text: str) -> bool:
    """Whether the text is a mailbox, with letters of all scripts (RFC 6531, 3.3)."""
    local, _, host = text.rpartition("@")
    if local.isascii() and host.isascii() and host[:1] == "[":
        return is_email(text)
    if len(local.encode("utf-8", "replace")) > _LONGEST_LOCAL:
        return False
    return _LOCAL.search(local) is not None and is_idn_hostname(host)


def _ascii(label: str) -> str:
    """A label as it goes to DNS; empty where it is none."""
    if not label.isascii():
        return f"xn--{label.encode('punycode').decode()}" if _is_right(label) else ""
    if label[:4].lower() == "xn--":
        try:
            decoded = label[4:].lower().encode().decode("punycode")
        except UnicodeError:
            return ""
        is_other = not decoded.isascii() and _ascii(decoded) == label.lower()
        return label if is_other else ""
    return "" if label[2:4] == "--" else label


def _is_right(label: str) -> bool:
    """Whether a label with letters beyond ASCII is a U-label (RFC 5891, section 4.2)."""
    if label[0] == "-" or label[-1] == "-" or label[2:4] == "--":
        return False
    if unicodedata.category(label[0]) in _MARKS:
        return False
    if not unicodedata.is_normalized("NFC", label):
        return False
    return all(
        _is_valid(char) or _stands_right(label, place)
        for place, char in enumerate(label)
    ) and not (_ARABIC.intersection(label) and _EXTENDED_ARABIC.intersection(label))


def _is_valid(char: str) -> bool:
    """Whether a character may stand anywhere in a label (RFC 5892, section 3)."""
    if char.isascii():
        return char == "-" or char.isdigit() or char.islower()
    if char in _VALID:
        return True
    point = ord(char)
    if char in _INVALID or any(low <= point <= high for low, high in _RANGES):
        return False
    if unicodedata.category(char) not in _LETTERS:
        return False
    folded = unicodedata.normalize("NFKC", char).casefold()
    return unicodedata.normalize("NFKC", folded) == char


def _stands_right(label: str, place: int) -> bool:
    """Whether a character may stand where it does (RFC 5892, appendix A)."""
    char = label[place]
    before, after = label[:place][-1:], label[place + 1 : place + 2]
    if char == "\xb7":
        return before == after == "l"
    if char == "\u0375":
        return _is_of("GREEK", after)
    if char in "\u05f3\u05f4":
        return _is_of("HEBREW", before)
    if char == "\u30fb":
        scripts = ("HIRAGANA", "KATAKANA", "CJK ", "IDEOGRAPHIC ")
        others = label.replace(char, "")
        return any(_is_of(script, one) for script in scripts for one in others)
    if char in _JOINERS:
        follows_virama = bool(before) and unicodedata.combining(before) == _VIRAMA
        return follows_virama or (char == "\u200c" and _joins(label, place))
    return False


def _is_of(script: str, char: str) -> bool:
    """Whether a character is of a script, as its name tells."""
    return bool(char) and unicodedata.name(char, "").startswith(script)


def _joins(label: str, place: int) -> bool:
    """Whether a non-joiner stands between letters that would join (appendix A.1).

    Python does not know how letters join, but those of these scripts do.
    """
    scripts = ("ARABIC LETTER", "SYRIAC LETTER", "MONGOLIAN LETTER", "NKO LETTER")
    before, after = label[:place][-1:], label[place + 1 : place + 2]
    return all(
        any(_is_of(script, one) for script in scripts) for one in (before, after)
    )
