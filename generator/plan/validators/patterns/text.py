"""A tree as a pattern for Python's `re`."""

from __future__ import annotations

import re

from .tree import (
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
)

_SPECIAL = frozenset("\\^$.|?*+()[]{}-&~#")
_PLACES = {"^": "^", "$": "\\Z", "b": "(?a:\\b)", "B": "(?!(?a:\\b))"}
"""Python's own `\\B` is never there in an empty text."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


def text_of(node: Node) -> str:
    """The text; it matches what the tree does where `re` takes it at all."""
    if isinstance(node, Chars):
        return node.text
    if isinstance(node, Sequence):
        return "".join(map(_part, node.items))
    if isinstance(node, Choice):
        return "|".join(map(text_of, node.options))
    if isinstance(node, Repeat):
        return f"{_atom(node.item)}{_quantifier(node)}"
    if isinstance(node, Group):
        return f"({_head(node)}{text_of(node.item)})"
    if isinstance(node, Place):
        return _PLACES[node.kind]
    if isinstance(node, Look):
        sign = "!" if node.negative else "="
        return f"(?{'<' if node.behind else ''}{sign}{text_of(node.item)})"
    assert isinstance(node, Back)
    return f"(?({node.number})\\{node.number}|)"


def _part(node: Node) -> str:
    return f"(?:{text_of(node)})" if isinstance(node, Choice) else text_of(node)


def _atom(node: Node) -> str:
    found = text_of(node)
    is_atom = isinstance(node, Chars | Group | Back)
    return found if is_atom else f"(?:{found})"


def _head(node: Group) -> str:
    if not node.number:
        return "?:"
    return f"?P<{node.name}>" if _NAME.match(node.name) else ""


def _quantifier(node: Repeat) -> str:
    bounds = (node.low, node.high)
    found = {(0, None): "*", (1, None): "+", (0, 1): "?"}.get(bounds)
    if found is None:
        high = "" if node.high is None else str(node.high)
        same = node.low == node.high
        found = f"{{{node.low}}}" if same else f"{{{node.low},{high}}}"
    return f"{found}?" if node.lazy else found


def escaped(char: str) -> str:
    """A character that stands for itself, in and outside a class, in plain ASCII."""
    if char in _SPECIAL:
        return f"\\{char}"
    return point(ord(char))


def point(code: int) -> str:
    """A code point as it may stand in a class, unless it is special there."""
    if 0x20 <= code <= 0x7E:
        return chr(code)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def inside(ranges: Ranges) -> str:
    """Code points as the inside of a class."""
    return "".join(
        (
            escaped(chr(low))
            if low == high
            else f"{escaped(chr(low))}-{escaped(chr(high))}"
        )
        for low, high in ranges
    )
