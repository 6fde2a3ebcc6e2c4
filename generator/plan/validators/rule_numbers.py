"""Arithmetic and conversions of a rule as Python.

CEL has integers of 64 bits, whose operations fail beyond them. Where the bounds of the
schema exclude that, the operators of Python do; else a helper checks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...cel.arithmetic import is_exact
from ...cel.nodes import Binary, Call, Minus
from ...cel.types import Bool, CelType, Double, Int, String
from ..python.code import code
from .rule_pieces import PRODUCT, SIGN, SUM, Piece, called, wrapped

if TYPE_CHECKING:
    from .rule_code import Writer

_SIGNS = {
    "+": (code("+"), SUM),
    "-": (code("-"), SUM),
    "*": (code("*"), PRODUCT),
    "/": (code("//"), PRODUCT),
    "%": (code("%"), PRODUCT),
}
_HELPERS = {
    "+": "int64_add",
    "-": "int64_subtract",
    "*": "int64_multiply",
    "/": "int64_divide",
    "%": "int64_modulo",
}


def arithmetic(writer: Writer, expr: Binary) -> Piece:
    """`+`, `-`, `*`, `/` and `%`."""
    kinds = [writer.types[part.id] for part in (expr.left, expr.right, expr)]
    left, right = writer.value(expr.left), writer.value(expr.right)
    sides = [kind for kind in kinds if isinstance(kind, Int)]
    if len(sides) == 3:
        if _is_plain(expr.operator, *sides):
            return _operation(expr.operator, left, right)
        return called(writer.use(_HELPERS[expr.operator]), left, right, fails=True)
    if not isinstance(kinds[2], Double):
        return _operation(expr.operator, left, right)
    if expr.operator == "/":
        return called(writer.use("double_divide"), left, right, fails=True)
    floats = [isinstance(kind, Double) and kind.is_float for kind in kinds[:2]]
    if not any(floats):
        left = called(code("float"), left)
    found = _operation(expr.operator, left, right)
    return Piece(found.text, found.level, found.fails or not all(floats))


def _is_plain(operator: str, left: Int, right: Int, result: Int) -> bool:
    """Whether the operator of Python gives the result, also for `1.0`."""
    if not (is_exact(left) and is_exact(right) and is_exact(result)):
        return False
    if operator in ("/", "%"):
        return (left.low or 0) >= 0 and (right.low or 0) > 0
    return True


def _operation(operator: str, left: Piece, right: Piece) -> Piece:
    """Operators of a level group from left to right."""
    sign, level = _SIGNS[operator]
    text = code("{} {} {}", wrapped(left, level), sign, wrapped(right, level + 1))
    return Piece(text, level, left.fails or right.fails)


def minus(writer: Writer, expr: Minus) -> Piece:
    """`-operand`."""
    kind = writer.types[expr.operand.id]
    operand = writer.value(expr.operand)
    if isinstance(kind, Int) and not is_exact(kind):
        return called(writer.use("int64_negate"), operand, fails=True)
    if isinstance(kind, Double) and not kind.is_float:
        operand = called(code("float"), operand, fails=True)
    return Piece(code("-{}", wrapped(operand, SIGN)), SIGN, operand.fails)


def converted(writer: Writer, expr: Call) -> Piece:
    """`size`, `int`, `double` and `string`."""
    part = expr.args[0] if expr.target is None else expr.target
    kind = writer.types[part.id]
    found = writer.value(part)
    if expr.function == "size":
        return called(code("len"), found)
    if expr.function == "double":
        return _to_double(kind, found)
    if expr.function == "int":
        if isinstance(kind, Int):
            return found
        return called(writer.use("cel_int"), found, fails=True)
    if isinstance(kind, String):
        return found
    fails = not isinstance(kind, Bool) and not (
        isinstance(kind, Int) and is_exact(kind)
    )
    return called(writer.use("cel_string"), found, fails=fails)


def _to_double(kind: CelType, found: Piece) -> Piece:
    if isinstance(kind, Double) and kind.is_float:
        return found
    exact = isinstance(kind, Int) and is_exact(kind)
    return called(code("float"), found, fails=not exact)
