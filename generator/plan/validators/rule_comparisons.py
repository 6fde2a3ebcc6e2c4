"""Relations of a rule as Python.

Numbers compare as in mathematics and strings by code points, in Python as in CEL. What
differs: `True == 1`, and that a NaN is in a list that holds it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...cel.narrow import group_of, type_test
from ...cel.nodes import Binary, Expr, ListDisplay, Literal
from ...cel.types import (
    Bool,
    CelType,
    Double,
    Dyn,
    List,
    Map,
    Null,
    Object,
    String,
    items_of,
    members,
)
from ..python.code import code
from ..python.literals import ident
from .rule_pieces import EXACT, Piece, called, compared, negated

if TYPE_CHECKING:
    from .rule_code import Writer

_SIGNS = {
    "==": (code("=="), code("!=")),
    "!=": (code("!="), code("==")),
    "<": (code("<"), code(">=")),
    "<=": (code("<="), code(">")),
    ">": (code(">"), code("<=")),
    ">=": (code(">="), code("<")),
}
"""A sign of order, and that of its opposite where there is no NaN."""

_IS = (code("is not"), code("is"))
_IN = (code("not in"), code("in"))
_CLASSES = {"bool": "bool", "string": "str"}


def relation(writer: Writer, expr: Binary, wanted: bool) -> Piece:
    """A relation, or its opposite."""
    if expr.operator == "in":
        return _in(writer, expr, wanted)
    if expr.operator in ("==", "!="):
        return _equality(writer, expr, (expr.operator == "==") == wanted)
    left, right = writer.value(expr.left), writer.value(expr.right)
    sign, opposite = _SIGNS[expr.operator]
    if wanted:
        return compared(left, sign, right)
    if _can_be_nan(writer, expr.left) or _can_be_nan(writer, expr.right):
        return negated(compared(left, sign, right))
    return compared(left, opposite, right)


def _can_be_nan(writer: Writer, expr: Expr) -> bool:
    kind = writer.types[expr.id]
    return not isinstance(expr, Literal) and any(
        isinstance(one, (Double, Dyn)) for one in members(kind)
    )


def _equality(writer: Writer, expr: Binary, equal: bool) -> Piece:
    for one, other in ((expr.left, expr.right), (expr.right, expr.left)):
        asked = type_test(one, other)
        if asked is not None:
            return _type_test(writer, writer.value(asked[0]), asked[1], equal)
        if not isinstance(other, Literal):
            continue
        if other.value is None:
            return compared(writer.value(one), _IS[equal], Piece(code("None")))
        if isinstance(other.value, bool):
            if writer.types[one.id] == Bool():
                return writer.test(one, other.value == equal)
            return compared(writer.value(one), _IS[equal], writer.value(other))
    left, right = writer.value(expr.left), writer.value(expr.right)
    if _is_plain(writer.types[expr.left.id], writer.types[expr.right.id]):
        return compared(left, _SIGNS["==" if equal else "!="][0], right)
    found = called(writer.use("cel_equal"), left, right)
    return found if equal else negated(found)


def _type_test(writer: Writer, operand: Piece, name: str, equal: bool) -> Piece:
    """Whether a value has a type. Numbers of JSON have one of two classes.

    From `type(x) is list` pyright would conclude that the types of the items are unknown.
    """
    if name == "null_type":
        return compared(operand, _IS[equal], Piece(code("None")))
    if name in ("list", "map"):
        found = called(writer.use(f"cel_is_{name}"), operand)
        return found if equal else negated(found)
    found = called(code("type"), operand)
    if name in ("double", "int"):
        classes = code("(int, float)")
        if writer.is_exact:
            classes = code("(int, float, {})", writer.use(EXACT))
        return compared(found, _IN[equal], Piece(classes))
    return compared(found, _IS[equal], Piece(ident(_CLASSES[name])))


def _in(writer: Writer, expr: Binary, wanted: bool) -> Piece:
    kind, key = writer.types[expr.right.id], writer.types[expr.left.id]
    left = writer.value(expr.left)
    if not isinstance(members(kind)[0], List):
        return compared(left, _IN[wanted], writer.value(expr.right))
    right = writer.items(expr.right)
    only = isinstance(expr.right, ListDisplay) and _are_literals(expr.right)
    if _is_plain(key, items_of(kind), inside=not only):
        return compared(left, _IN[wanted], right)
    found = called(writer.use("cel_in"), left, right)
    return found if wanted else negated(found)


def _are_literals(expr: ListDisplay) -> bool:
    return all(isinstance(item, Literal) for item in expr.items)


def _is_plain(left: CelType, right: CelType, *, inside: bool = False) -> bool:
    """Whether `==` of Python says what that of CEL does; `inside` a list it asks `is` first."""
    if isinstance(left, Dyn) or isinstance(right, Dyn):
        known = right if isinstance(left, Dyn) else left
        return all(isinstance(one, (String, Null)) for one in members(known))
    pairs = [(one, other) for one in members(left) for other in members(right)]
    return all(_is_plain_pair(one, other, inside) for one, other in pairs)


def _is_plain_pair(left: CelType, right: CelType, inside: bool) -> bool:
    if isinstance(left, List) and isinstance(right, List):
        return _is_plain(left.item, right.item, inside=True)
    if isinstance(left, Map) and isinstance(right, Map):
        return _is_plain(left.value, right.value, inside=True)
    if isinstance(left, (Map, Object)) and isinstance(right, (Map, Object)):
        return False
    if isinstance(left, Double) and isinstance(right, Double):
        return not inside
    return {group_of(left), group_of(right)} != {"Bool", "number"}
