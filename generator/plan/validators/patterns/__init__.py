"""Regular expressions: from ECMA-262, as JSON Schema has them, to Python's `re`.

Takes: the text of a pattern (ECMA-262, section 22.2, with the `u` flag).
Gives: a pattern for `re` that matches in the same texts, and how to use it: where `re`
could take very long, or has no equal, a matcher of the runtime takes the same text.
Must not: give anything that can take more than time in proportion to the text.
"""

from __future__ import annotations

import re
import warnings
from functools import lru_cache

from ....values import dataclass
from .backs import settled
from .cost import harmless_length, is_linear
from .read import Unsupported, Untranslatable, read
from .simpler import simpler
from .text import text_of
from .tree import Chars, Node, Repeat, has_back, inner

__all__ = ["Matcher", "Unsupported", "Untranslatable", "matcher", "translate"]

_MOST_STATES = 1_000


@dataclass(frozen=True, slots=True)
class Matcher:
    """What matches a pattern: `re` with the text, for texts of all lengths.

    Where `longest` is a number, `re` is for texts up to that length, and the runtime's
    matcher for longer ones.
    """

    text: str
    longest: int | None = None


@lru_cache(maxsize=4096)
def translate(pattern: str) -> str:
    """The pattern for `re.search` that matches what the ECMA-262 pattern matches.

    Raises Untranslatable for what is no pattern, and Unsupported for what has no equal.
    """
    return _checked(settled(read(pattern)))


@lru_cache(maxsize=4096)
def matcher(pattern: str) -> Matcher:
    """What matches in the same texts as the ECMA-262 pattern, in time linear in them.

    Raises Untranslatable for what is no pattern, and Unsupported for what has no equal
    that is as safe.
    """
    tree = settled(read(pattern))
    if is_linear(tree):
        try:
            return Matcher(_checked(tree))
        except Unsupported:
            if has_back(tree):
                raise
    if has_back(tree):
        raise Unsupported("its back references could take very long to match")
    whole, tree = tree, simpler(tree)
    if _size(tree) > _MOST_STATES:
        raise Unsupported(
            "it could take very long to match, and is too large to help it"
        )
    try:
        text = _checked(tree)
    except Unsupported:
        return Matcher(text_of(tree), 0)
    if tree != whole and is_linear(tree):
        return Matcher(text)
    return Matcher(text, harmless_length(tree))


def _checked(tree: Node) -> str:
    """The text of a tree, which `re` takes. Raises Unsupported where it does not."""
    found = text_of(tree)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            re.compile(found)
    except (re.error, OverflowError, RecursionError, Warning) as error:
        raise Unsupported(str(error)) from None
    return found


def _size(node: Node) -> int:
    """About how many states the runtime's matcher has for a tree."""
    below = sum(map(_size, inner(node)))
    if isinstance(node, Chars):
        return 1
    if isinstance(node, Repeat):
        return (below + 1) * max(node.low + 1, node.high or 0)
    return below + 1
