"""Letters and pictures of all scripts in ASCII, for identifiers that people can read."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_CYRILLIC = dict(
    zip(
        "абвгґдежзийклмнопрстуфхцчшщъыьэюяёєіїјљњћџђ",
        "a b v g g d e zh z i y k l m n o p r s t u f kh ts ch sh shch _ y _ e yu ya yo ye "
        "i yi j lj nj c dz dj".split(),
        strict=True,
    )
)
_GREEK = dict(
    zip(
        "αβγδεζηθικλμνξοπρσςτυφχψω",
        "a b g d e z i th i k l m n x o p r s s t y f ch ps o".split(),
        strict=True,
    )
)
_LATIN = {
    "ß": "ss",
    "æ": "ae",
    "œ": "oe",
    "ø": "o",
    "đ": "d",
    "ð": "d",
    "þ": "th",
    "ł": "l",
    "ħ": "h",
    "\u0131": "i",
    "ŋ": "ng",
    "ə": "e",
}
_TABLE = {**_CYRILLIC, **_GREEK, **_LATIN}
_SYLLABLES = ("HIRAGANA LETTER ", "KATAKANA LETTER ", "HANGUL SYLLABLE ")
_SILENT = "\u30fc\u2044"
"""What lengthens a vowel in kana, and the slash of a fraction."""

_SYMBOLS = ("So", "Sm", "Sc")


def to_ascii(text: str) -> str:
    """The text with an ASCII form of every letter, as far as there is one.

    Letters lose their accents after NFKC (Unicode TR 15), as Python folds identifiers.
    Cyrillic, Greek, kana and Hangul are spelled as they sound, symbols by their names, and
    what is left by its code point, `u540d`. None of the names of Unicode ever changes.
    """
    found: list[str] = []
    for char in unicodedata.normalize("NFKC", text):
        found.append(char if char.isascii() else _letter(char))
    return "".join(found)


@lru_cache(maxsize=8192)
def _letter(char: str) -> str:
    lower = char.lower()
    known = _TABLE.get(lower)
    if known is None:
        sound = _sound(char)
        if sound:
            return sound
        bare = [
            part
            for part in unicodedata.normalize("NFD", char)
            if not unicodedata.combining(part)
        ]
        if len(bare) == 1 and bare[0] != char:
            return bare[0] if bare[0].isascii() else _letter(bare[0])
        return _by_name(char)
    known = known.strip("_")
    return known.capitalize() if char != lower else known


def _sound(char: str) -> str:
    """How a sign that stands for a syllable sounds, as its name tells; else empty."""
    name = unicodedata.name(char, "")
    for start in _SYLLABLES:
        if name.startswith(start):
            return name.removeprefix(start).rpartition(" ")[2].lower()
    return ""


def _by_name(char: str) -> str:
    if unicodedata.combining(char) or char in _SILENT:
        return ""
    name = unicodedata.name(char, "")
    if unicodedata.category(char) in _SYMBOLS and name:
        return f" {name.lower()} "
    return f"_u{ord(char):04x}_" if char.isalnum() else " "
