"""The types of operators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import functions
from .arithmetic import bounds
from .errors import CelTypeError
from .facts import path_of, show_path
from .narrow import TYPES, comparable, group_of, of_type, type_test
from .nodes import Binary, Expr, Literal, Minus
from .types import (
    INT64,
    NEVER,
    Bool,
    CelType,
    Double,
    Dyn,
    Int,
    List,
    Map,
    Null,
    Object,
    String,
    can_be_null,
    described,
    items_of,
    members,
    most_of,
    show,
    union_of,
)

if TYPE_CHECKING:
    from .check import Checker
    from .facts import Facts

_ORDERED = frozenset(("Bool", "String", "number"))


def binary(checker: Checker, expr: Binary, facts: Facts) -> CelType:
    """The type of an expression with two operands. Raises CelTypeError."""
    if expr.operator in ("==", "!="):
        return _equality(checker, expr, facts)
    if expr.operator == "in":
        return _in(checker, expr, facts)
    left = checker.solid(expr.left, facts)
    right = checker.solid(expr.right, facts)
    if expr.operator in ("<", "<=", ">", ">="):
        _refuse_constant(checker, expr)
        return _order(expr, left, right)
    return _arithmetic(expr, left, right)


def _equality(checker: Checker, expr: Binary, facts: Facts) -> CelType:
    asked = type_test(expr.left, expr.right) or type_test(expr.right, expr.left)
    if asked is not None and asked[1] not in checker.scope:
        _ask_type(checker, *asked, facts)
        return Bool()
    left = checker.infer(expr.left, facts)
    right = checker.infer(expr.right, facts)
    _refuse_constant(checker, expr)
    if isinstance(expr.right, Literal) and expr.right.value is None:
        _refuse_null(left, expr.left)
    elif isinstance(expr.left, Literal) and expr.left.value is None:
        _refuse_null(right, expr.right)
    if Null() not in (left, right) and not comparable(left, right):
        message = f"{described(left)} is never equal to {described(right)}"
        raise CelTypeError(message, expr.offset)
    return Bool()


def _refuse_constant(checker: Checker, expr: Binary) -> None:
    """Refuse a comparison of two constants, which is a mistake."""
    if checker.is_constant(expr.left) and checker.is_constant(expr.right):
        message = "both sides are constants: this gives the same for every value"
        raise CelTypeError(message, expr.offset)


def _refuse_null(kind: CelType, operand: Expr) -> None:
    """Refuse to compare with null what never is null, or nothing else."""
    path = path_of(operand)
    name = "it" if path is None else show_path(path)
    if kind == Null():
        raise CelTypeError(f"{name} is null here", operand.offset)
    if not isinstance(kind, Dyn) and not can_be_null(kind):
        message = f"{name} is {described(kind)} and never null"
        raise CelTypeError(message, operand.offset, "leave the comparison out")


def _ask_type(checker: Checker, operand: Expr, name: str, facts: Facts) -> None:
    """`type(operand) == name`."""
    kind = checker.infer(operand, facts)
    if name not in TYPES:
        known = ", ".join(sorted(TYPES))
        message = f"there is no type `{name}` to ask for"
        raise CelTypeError(message, operand.offset, f"there is {known}")
    if isinstance(kind, Dyn) and name in ("int", "double"):
        message = "int and double cannot be told apart in a value of any type"
        raise CelTypeError(message, operand.offset, "give the schema a type")
    if isinstance(kind, Dyn):
        return
    if of_type(kind, name, True) == NEVER:
        message = f"{described(kind)} never has the type {name}"
        raise CelTypeError(message, operand.offset)
    if of_type(kind, name, False) == NEVER:
        message = f"{described(kind)} always has the type {name}"
        raise CelTypeError(message, operand.offset)


def _in(checker: Checker, expr: Binary, facts: Facts) -> CelType:
    left = checker.infer(expr.left, facts)
    right = checker.solid(expr.right, facts)
    _refuse_constant(checker, expr)
    kinds = members(right)
    if kinds and all(isinstance(one, List) for one in kinds):
        items = items_of(right)
        if items != NEVER and not comparable(left, items):
            message = f"{described(left)} is never in a list of {show(items)}"
            raise CelTypeError(message, expr.offset)
    elif kinds and all(isinstance(one, (Map, Object)) for one in kinds):
        if left != String():
            message = f"the keys of a map are strings, and this is {described(left)}"
            raise CelTypeError(message, expr.left.offset)
        _listed(expr.left, right)
    else:
        message = f"`in` needs a list or a map, not {described(right)}"
        hint = functions.narrowing(right, List)
        raise CelTypeError(message, expr.right.offset, hint)
    return Bool()


def _listed(key: Expr, kind: CelType) -> None:
    """A name that is looked for in an object must be one that it can have."""
    if not isinstance(key, Literal):
        return
    for one in members(kind):
        if isinstance(one, Object) and not one.open and key.value not in one.fields:
            message = f"{show(one)} has no property {key.value!a}"
            raise CelTypeError(message, key.offset)


def _order(expr: Binary, left: CelType, right: CelType) -> CelType:
    for kind, other in ((left, expr.left), (right, expr.right)):
        groups = {group_of(one) for one in members(kind)}
        if len(groups) != 1 or not groups <= _ORDERED:
            message = f"{described(kind)} has no order"
            hint = functions.narrowing(kind, (Int, Double, String))
            raise CelTypeError(message, other.offset, hint)
    if group_of(members(left)[0]) != group_of(members(right)[0]):
        message = f"{described(left)} cannot be compared with {described(right)}"
        raise CelTypeError(message, expr.offset)
    return Bool()


def _arithmetic(expr: Binary, left: CelType, right: CelType) -> CelType:
    operator = expr.operator
    if isinstance(left, Int) and isinstance(right, Int):
        return bounds(operator, left, right)
    if isinstance(left, Double) and isinstance(right, Double) and operator != "%":
        return Double(is_float=True)
    if operator == "+":
        if left == right == String():
            return String()
        lists = (*members(left), *members(right))
        if lists and all(isinstance(one, List) for one in lists):
            ends = most_of(left), most_of(right)
            most = None if None in ends else sum(end or 0 for end in ends)
            return List(union_of((items_of(left), items_of(right))), most=most)
    message = (
        f"`{operator}` cannot be used with {described(left)} and {described(right)}"
    )
    raise CelTypeError(message, expr.offset, _conversion(expr, left, right))


def _conversion(expr: Binary, left: CelType, right: CelType) -> str:
    """How to make numbers of two kinds the same kind."""
    for kind, other, node in ((left, right, expr.left), (right, left, expr.right)):
        if isinstance(kind, Int) and isinstance(other, Double):
            if isinstance(node, Literal):
                return f"write {node.value}.0"
            return "write double(...) around the int"
    return functions.narrowing(left, (Int, Double)) or functions.narrowing(
        right, (Int, Double)
    )


def minus(checker: Checker, expr: Minus, facts: Facts) -> CelType:
    """The type of `-operand`. Raises CelTypeError."""
    kind = checker.solid(expr.operand, facts)
    if isinstance(kind, Int):
        low, high = kind.low, kind.high
        if low is None or high is None or low == -INT64:
            return Int()
        return Int(-high, -low)
    if isinstance(kind, Double):
        return kind
    message = f"`-` cannot be used with {described(kind)}"
    hint = functions.narrowing(kind, (Int, Double))
    raise CelTypeError(message, expr.offset, hint)
