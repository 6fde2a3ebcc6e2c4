"""Parts of Python expressions that know how closely they bind, and whether they can fail."""

from __future__ import annotations

from ...values import dataclass
from ..python.code import Code, code

CHOICE, OR, AND, NOT, COMPARISON, SUM, PRODUCT, SIGN, ATOM = range(9)
"""Levels of binding, the loosest first. A comparison does not take another as operand."""

HELPERS = frozenset(
    """cel_all cel_and cel_equal cel_exists cel_holds cel_in cel_int cel_is_list cel_is_map
    cel_item cel_or cel_string double_divide int64 int64_add int64_divide int64_modulo
    int64_multiply int64_negate int64_subtract""".split()
)
"""The functions of `_runtime/rules.py`."""

EXACT = "Exact"
"""The class of `_runtime/exact.py`."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of an expression. `fails` says that computing it may raise."""

    text: Code
    level: int = ATOM
    fails: bool = False


def wrapped(piece: Piece, level: int) -> Code:
    """The text of a part where at least this level is needed."""
    return piece.text if piece.level >= level else code("({})", piece.text)


def negated(piece: Piece) -> Piece:
    """`not part`."""
    return Piece(code("not {}", wrapped(piece, NOT)), NOT, piece.fails)


def compared(left: Piece, sign: Code, right: Piece, fails: bool = False) -> Piece:
    """`left sign right`, for a sign of comparison."""
    operands = (wrapped(left, SUM), sign, wrapped(right, SUM))
    failing = fails or left.fails or right.fails
    return Piece(code("{} {} {}", *operands), COMPARISON, failing)


def called(func: Code, *args: Piece, fails: bool = False) -> Piece:
    """`func(args)`."""
    from ..python.code import join

    text = code("{}({})", func, join(", ", [piece.text for piece in args]))
    return Piece(text, ATOM, fails or any(piece.fails for piece in args))
