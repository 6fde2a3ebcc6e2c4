"""Regular expressions: from ECMA-262, as JSON Schema has them, to Python's `re`.

ECMA-262 (22.2, with the `u` flag) and `re` agree on most of the syntax. They differ in
what `$`, `.`, `\\d`, `\\w`, `\\s` and `\\b` mean, in escapes, in named groups, and in what
needs escaping in a class. Whatever has no equal in `re` is refused.
"""

from __future__ import annotations

import re
import warnings
from functools import lru_cache

from .categories import category

_SPACE = "\\t-\\r \\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff"
_NOT_SPACE = (
    "\\x00-\\x08\\x0e-\\x1f!-\\x9f\\xa1-\\u167f\\u1681-\\u1fff\\u200b-\\u2027"
    "\\u202a-\\u202e\\u2030-\\u205e\\u2060-\\u2fff\\u3001-\\ufefe\\uff00-\\U0010ffff"
)
_CLASSES = {
    "d": "0-9",
    "D": "\\x00-/:-\\U0010ffff",
    "w": "0-9A-Z_a-z",
    "W": "\\x00-/:-@\\[-\\^`{-\\U0010ffff",
    "s": _SPACE,
    "S": _NOT_SPACE,
}
_CONTROLS = {"t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r"}
_SPECIAL = frozenset("\\^$.|?*+()[]{}-&~#")
_QUANTIFIER = re.compile(r"\{([0-9]+)(?:(,)([0-9]*))?\}")
_GROUP = re.compile(r"\(\?(?:[:=!]|<[=!]|<([A-Za-z_][A-Za-z0-9_]*)>)")
_MOST_REPEATS = 1000


class Untranslatable(ValueError):
    """The pattern has no equal in Python's `re`; the text says why."""


@lru_cache(maxsize=4096)
def translate(pattern: str) -> str:
    """The pattern for `re.search` that matches what the ECMA-262 pattern matches.

    Raises Untranslatable for back references, unknown properties, and for what neither
    language takes.
    """
    found = _Translator(pattern).run()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            re.compile(found)
    except (re.error, OverflowError, RecursionError, Warning) as error:
        raise Untranslatable(str(error)) from None
    return found


class _Translator:
    def __init__(self, pattern: str) -> None:
        self._text = pattern
        self._at = 0
        self._repeatable = False

    def run(self) -> str:
        found: list[str] = []
        while self._at < len(self._text):
            char = self._text[self._at]
            if char in "*+?{":
                found.append(self._quantifier())
            else:
                self._repeatable = True
                found.append(self._piece(char))
        return "".join(found)

    def _piece(self, char: str) -> str:
        if char == "\\":
            return self._escape()
        if char == "[":
            return self._class()
        if char == "(":
            return self._group()
        self._at += 1
        if char in "$^|":
            self._repeatable = False
            return "\\Z" if char == "$" else char
        if char == ".":
            return "[^\\n\\r\\u2028\\u2029]"
        return char if char == ")" else _escaped(char)

    def _quantifier(self) -> str:
        char = self._text[self._at]
        if char == "{":
            match = _QUANTIFIER.match(self._text, self._at)
            if match is None:
                self._at += 1
                self._repeatable = True
                return "\\{"
            bounds = [int(bound) for bound in match.group(1, 3) if bound]
            if max(bounds) > _MOST_REPEATS:
                raise Untranslatable(f"it repeats more than {_MOST_REPEATS} times")
            taken = match.group()
        else:
            taken = char
        if not self._repeatable:
            raise Untranslatable("there is nothing to repeat")
        self._repeatable = False
        self._at += len(taken)
        if self._text[self._at : self._at + 1] == "?":
            self._at += 1
            taken += "?"
        return taken

    def _group(self) -> str:
        self._repeatable = False
        match = _GROUP.match(self._text, self._at)
        if match is not None:
            self._at = match.end()
            name = match.group(1)
            return f"(?P<{name}>" if name else match.group()
        if self._text.startswith("(?", self._at):
            raise Untranslatable("it has a group that ECMA-262 does not know")
        self._at += 1
        return "("

    def _escape(self) -> str:
        kind = self._text[self._at + 1 : self._at + 2]
        if kind in _CLASSES:
            self._at += 2
            return f"[{_CLASSES[kind]}]"
        if kind in ("b", "B"):
            self._at += 2
            self._repeatable = False
            return f"(?a:\\{kind})"
        if kind in ("p", "P"):
            return f"[{self._property()}]"
        if kind == "k" or kind in tuple("123456789"):
            raise Untranslatable("it has a back reference")
        return _escaped(self._character())

    def _property(self) -> str:
        """`\\p{...}` or `\\P{...}` as the inside of a class."""
        end = self._text.find("}", self._at)
        if self._text[self._at + 2 : self._at + 3] != "{" or end < 0:
            raise Untranslatable("it has a property escape without a name")
        name = self._text[self._at + 3 : end]
        found = category(name, self._text[self._at + 1] == "P")
        if found is None:
            raise Untranslatable("it has a Unicode property that is not a category")
        self._at = end + 1
        return found

    def _character(self) -> str:
        """An escape that stands for one character."""
        kind = self._text[self._at + 1 : self._at + 2]
        if not kind:
            raise Untranslatable("it ends in a backslash")
        self._at += 2
        if kind in _CONTROLS:
            return _CONTROLS[kind]
        if kind == "0":
            return "\0"
        if kind == "c":
            letter = self._text[self._at : self._at + 1]
            if not (letter.isascii() and letter.isalpha()):
                raise Untranslatable("it has a control escape without a letter")
            self._at += 1
            return chr(ord(letter) % 32)
        if kind == "x":
            return chr(self._hexadecimal(2))
        if kind == "u":
            return self._unicode()
        return kind

    def _unicode(self) -> str:
        if self._text[self._at : self._at + 1] == "{":
            end = self._text.find("}", self._at)
            digits = self._text[self._at + 1 : end] if end > 0 else ""
            if (
                not re.fullmatch("[0-9A-Fa-f]{1,6}", digits)
                or int(digits, 16) > 0x10FFFF
            ):
                raise Untranslatable("it has a code point that does not exist")
            self._at = end + 1
            return chr(int(digits, 16))
        high = self._hexadecimal(4)
        if 0xD800 <= high < 0xDC00 and self._text.startswith("\\u", self._at):
            self._at += 2
            low = self._hexadecimal(4)
            if not 0xDC00 <= low < 0xE000:
                raise Untranslatable("it has half of a surrogate pair")
            return chr(0x10000 + ((high - 0xD800) << 10) + low - 0xDC00)
        return chr(high)

    def _hexadecimal(self, size: int) -> int:
        digits = self._text[self._at : self._at + size]
        if not re.fullmatch(f"[0-9A-Fa-f]{{{size}}}", digits):
            raise Untranslatable("it has an escape without its digits")
        self._at += size
        return int(digits, 16)

    def _class(self) -> str:
        self._at += 1
        negated = self._text[self._at : self._at + 1] == "^"
        self._at += negated
        parts: list[str] = []
        while True:
            char = self._text[self._at : self._at + 1]
            if not char:
                raise Untranslatable("it has a class without an end")
            if char == "]":
                self._at += 1
                break
            parts.append(self._class_part(char))
        if not parts:
            return "(?s:.)" if negated else "(?!)"
        return f"[{'^' if negated else ''}{''.join(parts)}]"

    def _class_part(self, char: str) -> str:
        low = self._class_atom(char)
        rest = self._text[self._at : self._at + 2]
        if len(low) == 1 and rest[:1] == "-" and rest[1:] not in ("]", ""):
            self._at += 1
            high = self._class_atom(self._text[self._at])
            if len(high) != 1 or high < low:
                raise Untranslatable("it has a range that is out of order")
            return f"{_escaped(low)}-{_escaped(high)}"
        return _escaped(low) if len(low) == 1 else low

    def _class_atom(self, char: str) -> str:
        """One character as itself, or the inside of a class, which is longer."""
        if char != "\\":
            self._at += 1
            return char
        kind = self._text[self._at + 1 : self._at + 2]
        if kind in _CLASSES:
            self._at += 2
            return _CLASSES[kind]
        if kind in ("p", "P"):
            return self._property()
        if kind == "b":
            self._at += 2
            return "\b"
        if kind in tuple("123456789") or kind == "B":
            raise Untranslatable("it has an escape that has no meaning in a class")
        return self._character()


def _escaped(char: str) -> str:
    """A character that stands for itself, in and outside a class, in plain ASCII."""
    if char in _SPECIAL:
        return f"\\{char}"
    if " " <= char <= "~":
        return char
    point = ord(char)
    if point < 0x100:
        return f"\\x{point:02x}"
    return f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"
