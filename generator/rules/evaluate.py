"""Whether a rule holds for given values, found out without any code made of it.

It is how the tool itself asks rules, of values that it makes up. The semantics are those
of CEL on types as the schemas give them: whether a number is an int or a double is told by
its type, not by its spelling.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from math import copysign
from typing import TYPE_CHECKING, Any

from ..cel.nodes import (
    Binary,
    Call,
    Choice,
    Has,
    Ident,
    Index,
    ListDisplay,
    Literal,
    Logic,
    Macro,
    MapDisplay,
    Minus,
    Not,
    Select,
)
from ..cel.patterns import ecma_of
from ..cel.types import Double, members

if TYPE_CHECKING:
    from ..cel import Checked
    from ..cel.nodes import Expr

_INT64 = 2**63
_FAILURES = (ArithmeticError, LookupError, TypeError, ValueError)


def holds(
    checked: Checked,
    values: Mapping[str, object],
    matches: Callable[[str, str], bool],
) -> bool:
    """Whether a rule holds for values that fit their schemas, or is skipped.

    `matches` finds a pattern of ECMA-262 in a text. A rule that fails does not hold.
    """
    for guard in checked.guards:
        found: Any = values
        for step in guard.path[:-1]:
            found = found[step]
        if guard.path[-1] not in found:
            return True
        if guard.if_null and found[guard.path[-1]] is None:
            return True
    try:
        return _Evaluator(checked, dict(values), matches).value(checked.expr) is True
    except _FAILURES:
        return False


class _Evaluator:
    def __init__(
        self,
        checked: Checked,
        values: dict[str, object],
        matches: Callable[[str, str], bool],
    ) -> None:
        self._types = checked.types
        self._values = values
        self._matches = matches

    def value(self, expr: Expr) -> Any:
        """The value of an expression. Raises one of `_FAILURES` where it has none."""
        match expr:
            case Literal(value):
                return value
            case Ident(name):
                return self._values[name]
            case Select(operand, name):
                return self.value(operand)[name]
            case Has(operand, name):
                return name in self.value(operand)
            case Index(operand, index):
                return _item(self.value(operand), self.value(index))
            case Call():
                return self._call(expr)
            case Macro():
                return self._macro(expr)
            case Not(operand):
                return not self.value(operand)
            case Minus(operand):
                return self._number(expr, -self._operand(operand))
            case Binary():
                return self._binary(expr)
            case Logic(operator, operands):
                return self._logic(operands, operator == "||")
            case Choice(test, then, otherwise):
                return self.value(then if self.value(test) else otherwise)
            case ListDisplay(items):
                return [self.value(item) for item in items]
            case MapDisplay(entries):
                return {self.value(key): self.value(item) for key, item in entries}

    def _logic(self, operands: Sequence[Expr], decisive: bool) -> bool:
        return _decided(decisive, [partial(self.value, part) for part in operands])

    def _macro(self, expr: Macro) -> Any:
        items = list(self.value(expr.operand))
        tests = [partial(self._with, expr, expr.body, item) for item in items]
        if expr.name in ("all", "exists"):
            return _decided(expr.name == "exists", tests)
        if expr.name == "exists_one":
            return sum(test() for test in tests) == 1
        if expr.name == "filter":
            return [item for item in items if self._with(expr, expr.body, item)]
        condition = expr.condition
        return [
            self._with(expr, expr.body, item)
            for item in items
            if condition is None or self._with(expr, condition, item)
        ]

    def _with(self, macro: Macro, part: Expr, item: object) -> Any:
        """A part of a macro for one item."""
        self._values[macro.variable] = item
        try:
            return self.value(part)
        finally:
            del self._values[macro.variable]

    def _operand(self, expr: Expr) -> Any:
        """The operand of an operator: a number of the kind that its type says."""
        value = self.value(expr)
        if isinstance(value, bool) or not isinstance(value, int | float):
            return value
        return float(value) if self._is_double(expr) else _int64(value)

    def _is_double(self, expr: Expr) -> bool:
        return any(isinstance(one, Double) for one in members(self._types[expr.id]))

    def _number(self, expr: Expr, value: Any) -> Any:
        if isinstance(value, bool) or not isinstance(value, int):
            return value
        return float(value) if self._is_double(expr) else _int64(value)

    def _binary(self, expr: Binary) -> Any:
        operator = expr.operator
        if operator in ("==", "!="):
            return self._equal(expr.left, expr.right) is (operator == "==")
        left, right = self._operand(expr.left), self._operand(expr.right)
        if operator == "in":
            if isinstance(right, dict):
                return left in right
            return any(_same(left, item) for item in right)
        if operator in _RELATIONS:
            return _RELATIONS[operator](left, right)
        return self._number(expr, _arithmetic(operator, left, right))

    def _equal(self, left: Expr, right: Expr) -> bool:
        for call, name in ((left, right), (right, left)):
            is_type = isinstance(call, Call) and call.function == "type"
            if is_type and isinstance(name, Ident):
                return self._type(call) == name.name
        if all(isinstance(x, Call) and x.function == "type" for x in (left, right)):
            return self._type(left) == self._type(right)
        return _same(self.value(left), self.value(right))

    def _type(self, call: Expr) -> str:
        """The name of the type of what `type` is called with."""
        assert isinstance(call, Call)
        value = self.value(call.args[0])
        if isinstance(value, bool):
            return "bool"
        if isinstance(value, int | float):
            return "double" if self._is_double(call.args[0]) else "int"
        return _TYPE_NAMES[type(value)]

    def _call(self, expr: Call) -> Any:
        args = expr.args if expr.target is None else (expr.target, *expr.args)
        first = self.value(args[0])
        match expr.function:
            case "size":
                return len(first)
            case "double":
                return float(first)
            case "int":
                found = _int64(int(first))
                if found == -_INT64 and self._is_double(args[0]):
                    raise OverflowError("the double may be one beyond 64 bits")
                return found
            case "string":
                return _text(first)
            case "contains":
                return self.value(args[1]) in first
            case "startsWith":
                return first.startswith(self.value(args[1]))
            case "endsWith":
                return first.endswith(self.value(args[1]))
            case "matches":
                return self._matches(ecma_of(str(self.value(args[1]))), first)
        raise ValueError("a function without meaning")


_TYPE_NAMES = {str: "string", list: "list", dict: "map", type(None): "null_type"}
_RELATIONS: dict[str, Callable[[Any, Any], bool]] = {
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}


def _decided(decisive: bool, tests: Iterable[Callable[[], object]]) -> bool:
    """`decisive` where a test gives it, though one before it failed."""
    failure: Exception | None = None
    for test in tests:
        try:
            if test() is decisive:
                return decisive
        except _FAILURES as error:
            failure = failure or error
    if failure is not None:
        raise failure
    return not decisive


def _arithmetic(operator: str, left: Any, right: Any) -> Any:
    if operator == "+":
        return left + right
    if operator == "-":
        return left - right
    if operator == "*":
        return left * right
    if isinstance(left, float):
        if right:
            return left / right
        if not left or left != left:
            return float("nan")
        return copysign(float("inf"), left) * copysign(1.0, right)
    quotient = abs(left) // abs(right)
    quotient = quotient if (left < 0) == (right < 0) else -quotient
    return quotient if operator == "/" else left - right * quotient


def _item(base: Any, key: Any) -> Any:
    if isinstance(base, list):
        if key < 0:
            raise IndexError("the index is negative")
        return base[int(key)]
    return base[key]


def _int64(value: float) -> int:
    found = int(value)
    if not -_INT64 <= found < _INT64:
        raise OverflowError("the integer has more than 64 bits")
    return found


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else str(_int64(value))


def _same(left: Any, right: Any) -> bool:
    """Equality of JSON values: `1` is `1.0`, and no boolean."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(_same, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(
            _same(left[key], right[key]) for key in left
        )
    return bool(left == right)
