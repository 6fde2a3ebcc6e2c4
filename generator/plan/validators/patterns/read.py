"""From the text of a regular expression to its tree.

What ECMA-262 takes without the `u` flag alone is taken as well where its meaning is clear
(`\\-`, `{` by itself), since that is what people write.
"""

from __future__ import annotations

import re
from dataclasses import replace

from .categories import characters
from .text import escaped, inside
from .tree import (
    LAST,
    Back,
    Chars,
    Choice,
    Group,
    Look,
    Node,
    Place,
    Ranges,
    Repeat,
    Sequence,
    normal,
    others,
)

_WORD: Ranges = ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A))
_DIGIT: Ranges = ((0x30, 0x39),)
_SPACE: Ranges = (
    *((0x09, 0x0D), (0x20, 0x20), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A)),
    *((0x2028, 0x2029), (0x202F, 0x202F), (0x205F, 0x205F), (0x3000, 0x3000)),
    (0xFEFF, 0xFEFF),
)
_BREAK: Ranges = ((0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029))
_CLASSES = {
    "d": (inside(_DIGIT), _DIGIT),
    "D": (inside(others(_DIGIT)), others(_DIGIT)),
    "w": (inside(_WORD), _WORD),
    "W": (inside(others(_WORD)), others(_WORD)),
    "s": (inside(_SPACE), _SPACE),
    "S": (inside(others(_SPACE)), others(_SPACE)),
}
_CONTROLS = {"t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r"}
_QUANTIFIER = re.compile(r"\{([0-9]+)(?:(,)([0-9]*))?\}")
_OPEN = re.compile(r"\((?:\?(?:(:)|(<?[=!])|<([^>\s]+)>))?")
_ANY = Chars("(?s:.)", ((0, LAST),))
_NEVER = Chars("(?!)", ())
_DOT = Chars(f"[^{inside(_BREAK)}]", others(_BREAK))
_MOST_REPEATS = 2**31 - 1
_DEEPEST = 50


class Untranslatable(ValueError):
    """The text is no regular expression of ECMA-262; the message says why."""


class Unsupported(Untranslatable):
    """The regular expression is one, and has no equal that is safe to use."""


def read(pattern: str) -> Node:
    """The tree of a pattern. Raises Untranslatable, and Unsupported for what has limits."""
    return _Reader(pattern).run()


class _Reader:
    def __init__(self, pattern: str) -> None:
        self._text = pattern
        self._at = 0
        self._depth = 0
        self._groups = 0
        self._names: dict[str, int] = {}
        self._named: list[str] = []
        self._numbers: list[int] = []

    def run(self) -> Node:
        found = self._choice()
        if self._at < len(self._text):
            raise Untranslatable("it closes a group that is not open")
        for name in self._named:
            if name not in self._names:
                raise Untranslatable("it has a back reference to no group")
        if any(number > self._groups for number in self._numbers):
            raise Untranslatable("it has a back reference to no group")
        return _numbered(found, [self._names[name] for name in self._named])

    def _peek(self, size: int = 1) -> str:
        return self._text[self._at : self._at + size]

    def _choice(self) -> Node:
        options = [self._sequence()]
        while self._peek() == "|":
            self._at += 1
            options.append(self._sequence())
        return options[0] if len(options) == 1 else Choice(tuple(options))

    def _sequence(self) -> Node:
        items: list[Node] = []
        while self._peek() not in ("", "|", ")"):
            items.append(self._piece())
        return items[0] if len(items) == 1 else Sequence(tuple(items))

    def _piece(self) -> Node:
        item = self._atom()
        char = self._peek()
        match = _QUANTIFIER.match(self._text, self._at) if char == "{" else None
        if match is None and char not in ("*", "+", "?"):
            return item
        if isinstance(item, Place | Look):
            raise Untranslatable("there is nothing to repeat")
        low, high = (char == "+") + 0, 1 if char == "?" else None
        size = 1
        if match is not None:
            low, size = int(match.group(1)), len(match.group())
            high = int(match.group(3)) if match.group(3) else None
            high = high if match.group(2) else low
            if high is not None and high < low:
                raise Untranslatable("it has bounds that are out of order")
            if max(low, high or 0) > _MOST_REPEATS:
                raise Unsupported(f"it repeats more than {_MOST_REPEATS:,} times")
        self._at += size
        lazy = self._peek() == "?"
        self._at += lazy
        following = self._peek()
        if following in ("*", "+", "?") or (
            following == "{" and _QUANTIFIER.match(self._text, self._at)
        ):
            raise Untranslatable("there is nothing to repeat")
        return Repeat(item, low, high, lazy)

    def _atom(self) -> Node:
        char = self._peek()
        if char == "(":
            return self._group()
        if char == "[":
            return self._class()
        if char == "\\":
            return self._escape()
        if char in ("*", "+", "?") or (
            char == "{" and _QUANTIFIER.match(self._text, self._at)
        ):
            raise Untranslatable("there is nothing to repeat")
        self._at += 1
        if char in ("^", "$"):
            return Place(char)
        return _DOT if char == "." else _one(char)

    def _group(self) -> Node:
        match = _OPEN.match(self._text, self._at)
        if match is None or self._text[match.end() : match.end() + 1] == "?":
            raise Untranslatable("it has a group that ECMA-262 does not know")
        plain, look, name = match.groups()
        self._at = match.end()
        number = 0
        if not plain and not look:
            self._groups += 1
            number = self._groups
        if name:
            if name in self._names:
                raise Untranslatable("it has two groups of one name")
            self._names[name] = number
        self._depth += 1
        if self._depth > _DEEPEST:
            raise Unsupported(f"it nests groups more than {_DEEPEST} deep")
        item = self._choice()
        self._depth -= 1
        if self._peek() != ")":
            raise Untranslatable("it has a group without an end")
        self._at += 1
        if look:
            return Look(item, look[0] == "<", look[-1] == "!")
        return Group(item, number, name or "")

    def _escape(self) -> Node:
        kind = self._text[self._at + 1 : self._at + 2]
        if kind in _CLASSES:
            self._at += 2
            text, ranges = _CLASSES[kind]
            return Chars(f"[{text}]", ranges)
        if kind in ("b", "B"):
            self._at += 2
            return Place(kind)
        if kind in ("p", "P"):
            ranges = self._property()
            return Chars(f"[{inside(ranges)}]", ranges) if ranges else _NEVER
        if kind == "k":
            return self._named_back()
        if kind in tuple("123456789"):
            match = re.compile("[0-9]{1,4}").match(self._text, self._at + 1)
            assert match is not None
            self._at = match.end()
            self._numbers.append(int(match.group()))
            return Back(int(match.group()))
        return _one(self._character())

    def _named_back(self) -> Node:
        end = self._text.find(">", self._at)
        if self._text[self._at + 2 : self._at + 3] != "<" or end < 0:
            raise Untranslatable("it has a back reference without a name")
        name = self._text[self._at + 3 : end]
        self._at = end + 1
        self._named.append(name)
        return Back(-len(self._named))

    def _property(self) -> Ranges:
        """The characters of `\\p{...}` or `\\P{...}`."""
        end = self._text.find("}", self._at)
        if self._text[self._at + 2 : self._at + 3] != "{" or end < 0:
            raise Untranslatable("it has a property escape without a name")
        found = characters(self._text[self._at + 3 : end])
        if found is None:
            raise Untranslatable(
                "it has a Unicode property that ECMA-262 does not know"
            )
        is_negated = self._text[self._at + 1] == "P"
        self._at = end + 1
        return others(found) if is_negated else found

    def _character(self) -> str:
        """An escape that stands for one character."""
        kind = self._text[self._at + 1 : self._at + 2]
        if not kind:
            raise Untranslatable("it ends in a backslash")
        self._at += 2
        if kind in _CONTROLS:
            return _CONTROLS[kind]
        if kind == "0":
            if self._peek() in tuple("0123456789"):
                raise Untranslatable("it has an octal escape")
            return "\0"
        if kind == "c":
            letter = self._peek()
            if not (letter.isascii() and letter.isalpha()):
                raise Untranslatable("it has a control escape without a letter")
            self._at += 1
            return chr(ord(letter) % 32)
        if kind == "x":
            return chr(self._hexadecimal(2))
        if kind == "u":
            return self._unicode()
        if kind in _PYTHON:
            raise Untranslatable(f"\\{kind} has no meaning in ECMA-262")
        return kind

    def _unicode(self) -> str:
        if self._peek() == "{":
            end = self._text.find("}", self._at)
            digits = self._text[self._at + 1 : end] if end > 0 else ""
            if not re.fullmatch("0*[0-9A-Fa-f]{1,6}", digits) or int(digits, 16) > LAST:
                raise Untranslatable("it has a code point that does not exist")
            self._at = end + 1
            return chr(int(digits, 16))
        high = self._hexadecimal(4)
        if 0xD800 <= high < 0xDC00 and self._peek(2) == "\\u":
            before = self._at
            self._at += 2
            low = self._hexadecimal(4) if self._peek() != "{" else 0
            if 0xDC00 <= low < 0xE000:
                return chr(0x10000 + ((high - 0xD800) << 10) + low - 0xDC00)
            self._at = before
        return chr(high)

    def _hexadecimal(self, size: int) -> int:
        digits = self._peek(size)
        if not re.fullmatch(f"[0-9A-Fa-f]{{{size}}}", digits):
            raise Untranslatable("it has an escape without its digits")
        self._at += size
        return int(digits, 16)

    def _class(self) -> Node:
        self._at += 1
        negated = self._peek() == "^"
        self._at += negated
        texts: list[str] = []
        ranges: list[tuple[int, int]] = []
        while True:
            char = self._peek()
            if not char:
                raise Untranslatable("it has a class without an end")
            if char == "]":
                self._at += 1
                break
            text, more = self._class_part()
            texts.append(text)
            ranges += more
        found = normal(ranges)
        if negated:
            found = others(found)
        if not found:
            return _NEVER
        if found == _ANY.ranges:
            return _ANY
        return Chars(f"[{'^' if negated else ''}{''.join(texts)}]", found)

    def _class_part(self) -> tuple[str, Ranges]:
        low = self._class_atom()
        rest = self._peek(2)
        if not isinstance(low, str):
            return inside(low), low
        if rest[:1] != "-" or rest[1:] in ("]", ""):
            return escaped(low), ((ord(low), ord(low)),)
        before = self._at
        self._at += 1
        high = self._class_atom()
        if not isinstance(high, str):
            self._at = before
            return escaped(low), ((ord(low), ord(low)),)
        if high < low:
            raise Untranslatable("it has a range that is out of order")
        return f"{escaped(low)}-{escaped(high)}", ((ord(low), ord(high)),)

    def _class_atom(self) -> str | Ranges:
        """One character, or the code points of a class escape."""
        char = self._peek()
        if char != "\\":
            self._at += 1
            return char
        kind = self._text[self._at + 1 : self._at + 2]
        if kind in _CLASSES:
            self._at += 2
            return _CLASSES[kind][1]
        if kind in ("p", "P"):
            return self._property()
        if kind == "b":
            self._at += 2
            return "\b"
        if kind in tuple("123456789") or kind == "B":
            raise Untranslatable("it has an escape that has no meaning in a class")
        return self._character()


_PYTHON = frozenset("AZzGQEhRXKNy")
"""Letters that mean something after a backslash in other languages, and nothing here."""


def _one(char: str) -> Chars:
    return Chars(escaped(char), ((ord(char), ord(char)),))


def _numbered(node: Node, numbers: list[int]) -> Node:
    """The tree with numbers for the back references by name, in their order."""
    if isinstance(node, Back):
        return Back(numbers[-node.number - 1]) if node.number < 0 else node
    if isinstance(node, Sequence):
        return Sequence(tuple(_numbered(item, numbers) for item in node.items))
    if isinstance(node, Choice):
        return Choice(tuple(_numbered(item, numbers) for item in node.options))
    if isinstance(node, Repeat | Group | Look):
        return replace(node, item=_numbered(node.item, numbers))
    return node
