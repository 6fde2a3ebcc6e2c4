"""The patterns of `matches`: from RE2, as CEL has them, to ECMA-262, as schemas have them.

RE2 (github.com/google/re2/wiki/Syntax) and ECMA-262 agree on most of the syntax. What
they take differently is rewritten; what only RE2 has, such as flags, is refused.
"""

from __future__ import annotations

import re
from functools import lru_cache

_MOST_REPEATS = 1000
_MOST_GROUPS = 30
_SPACE = "\\t\\n\\f\\r "
_NOT_SPACE = "\\u{0}-\\x08\\x0b\\x0e-\\x1f!-\\u{10ffff}"
_CATEGORIES = frozenset(
    """Cc Cf Co Cs L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk
    Sm So Z Zl Zp Zs""".split()
)
_CONTROLS = {"a": "\\x07", "f": "\\f", "n": "\\n", "r": "\\r", "t": "\\t", "v": "\\v"}
_SYNTAX = frozenset("\\^$.|?*+()[]{}")
_REPEAT = re.compile(r"([*+?]|\{([0-9]+)(?:(,)([0-9]*))?\})(\??)")
_GROUP = re.compile(r"\((?:\?(?::|P?<[A-Za-z_][A-Za-z0-9_]*>))?")
_HEXADECIMAL = re.compile(r"\\x(?:\{([0-9A-Fa-f]{1,6})\}|([0-9A-Fa-f]{2}))")
_PROPERTY = re.compile(r"\\([pP])(?:\{(\^?)([A-Za-z]+)\}|([A-Z]))")


@lru_cache(maxsize=1024)
def ecma_of(pattern: str) -> str:
    """The ECMA-262 pattern that finds what the RE2 pattern finds, in any part of a text.

    Raises ValueError, with the reason, for what has no equal.
    """
    return _Translator(pattern).whole()


class _Translator:
    def __init__(self, pattern: str) -> None:
        self._text = pattern
        self._at = 0

    def whole(self) -> str:
        """The text, group by group. `most` counts how often a part can be repeated."""
        outer: list[tuple[list[str], int]] = []
        found: list[str] = []
        most = 1
        while self._at < len(self._text):
            char = self._text[self._at]
            if char == "(":
                self._open()
                outer.append((found, most))
                if len(outer) > _MOST_GROUPS:
                    raise ValueError(
                        f"it has more than {_MOST_GROUPS} groups in another"
                    )
                found, most = ["(?:"], 1
            elif char == ")":
                if not outer:
                    raise ValueError("it closes a group that is not open")
                self._at += 1
                inner = "".join(found)
                (found, before), inside = outer.pop(), most
                most = max(before, self._repeat(found, f"{inner})", inside))
            elif char in "^$|":
                self._at += 1
                found.append(char)
                self._refuse_repeat()
            else:
                most = max(most, self._repeat(found, self._one(char), 1))
        if outer:
            raise ValueError("it has a group without an end")
        return "".join(found)

    def _open(self) -> None:
        match = _GROUP.match(self._text, self._at)
        assert match is not None
        self._at = match.end()
        if self._text.startswith("?", self._at):
            raise ValueError("it has flags, or a group that RE2 does not know")
        self._refuse_repeat()

    def _refuse_repeat(self) -> None:
        if _REPEAT.match(self._text, self._at) is not None:
            raise ValueError("there is nothing to repeat")

    def _repeat(self, found: list[str], part: str, most: int) -> int:
        """Take what repeats a part; gives how often the parts of that can be repeated."""
        found.append(part)
        match = _REPEAT.match(self._text, self._at)
        if match is None:
            return most
        self._at = match.end()
        if _REPEAT.match(self._text, self._at) is not None:
            raise ValueError("it repeats what is repeated already")
        if part in ("\\b", "\\B", "^", "$"):
            raise ValueError("there is nothing to repeat")
        found.append(match.group())
        bounds = [int(bound) for bound in match.group(2, 4) if bound]
        if bounds != sorted(bounds):
            raise ValueError("it repeats at least more often than at most")
        most *= max(1, *bounds) if bounds else 1
        if most > _MOST_REPEATS:
            raise ValueError(f"it repeats more than {_MOST_REPEATS} times")
        return most

    def _one(self, char: str) -> str:
        """What stands for one character, or for a boundary."""
        if char == "[":
            return self._class()
        if char == "\\":
            kind = self._text[self._at + 1 : self._at + 2]
            if kind in ("A", "z", "b", "B"):
                self._at += 2
                return {"A": "^", "z": "$"}.get(kind, f"\\{kind}")
            body, is_set = self._escape(kind)
            return f"[{body}]" if is_set else body.replace("\\-", "-")
        if _REPEAT.match(self._text, self._at) is not None:
            raise ValueError("there is nothing to repeat")
        self._at += 1
        return "[^\\n]" if char == "." else _plain(char)

    def _escape(self, kind: str) -> tuple[str, bool]:
        """An escape as it stands in a class, and whether it is for several characters."""
        if kind in ("p", "P"):
            return self._property(), True
        if kind == "x":
            match = _HEXADECIMAL.match(self._text, self._at)
            digits = match and (match[1] or match[2])
            if match is None or digits is None or int(digits, 16) > 0x10FFFF:
                raise ValueError("it has a code point that does not exist")
            self._at = match.end()
            return f"\\u{{{digits}}}", False
        self._at += 2
        if kind in ("d", "D", "w", "W"):
            return f"\\{kind}", True
        if kind in ("s", "S"):
            return (_SPACE if kind == "s" else _NOT_SPACE), True
        if kind in _CONTROLS:
            return _CONTROLS[kind], False
        if not kind or kind.isalnum() or not kind.isascii() or not kind.isprintable():
            raise ValueError(
                f"it has an escape that cannot be used: \\{ascii(kind)[1:-1]}"
            )
        return ("\\-" if kind == "-" else _plain(kind)), False

    def _property(self) -> str:
        match = _PROPERTY.match(self._text, self._at)
        if match is None or (match[3] or match[4]) not in _CATEGORIES:
            raise ValueError("it has a Unicode property that is not a category")
        self._at = match.end()
        sign = "P" if (match[1] == "P") != bool(match[2]) else "p"
        return f"\\{sign}{{{match[3] or match[4]}}}"

    def _class(self) -> str:
        self._at += 1
        negated = self._text.startswith("^", self._at)
        self._at += negated
        parts: list[str] = []
        while not (parts and self._text.startswith("]", self._at)):
            low, is_set = self._member()
            following = self._text[self._at : self._at + 2]
            if following[:1] == "-" and following[1:] not in ("]", ""):
                self._at += 1
                high, is_high_set = self._member()
                if is_set or is_high_set or _point(high) < _point(low):
                    raise ValueError("it has a range that cannot be")
                low = f"{low}-{high}"
            parts.append(low)
        self._at += 1
        return f"[{'^' if negated else ''}{''.join(parts)}]"

    def _member(self) -> tuple[str, bool]:
        """One member of a class, and whether it stands for several characters."""
        char = self._text[self._at : self._at + 1]
        if not char:
            raise ValueError("it has a class without an end")
        if char == "\\":
            return self._escape(self._text[self._at + 1 : self._at + 2])
        if char == "[" and self._text[self._at + 1 : self._at + 2] in (":", ".", "="):
            raise ValueError("it has a class by name")
        self._at += 1
        return ("\\-" if char == "-" else _plain(char)), False


def _plain(char: str) -> str:
    """A character that stands for itself."""
    return f"\\{char}" if char in _SYNTAX else char


def _point(member: str) -> int:
    """The code point of a member that is one character."""
    if member.startswith("\\u{"):
        return int(member[3:-1], 16)
    if member.startswith("\\x"):
        return int(member[2:], 16)
    if member[0] == "\\" and member[1] in _CONTROLS:
        return ord({"f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}[member[1]])
    return ord(member[-1])
