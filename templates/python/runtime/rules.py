# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""What rules across fields compute where Python and CEL, the language of rules, differ.

Rules are compiled to plain Python; these functions stand in for the few operations of the
Common Expression Language that Python has not, or has with another result. A rule that
fails while it runs (integers beyond 64 bits, division by zero, an index or a key that is
not there) does not hold.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

from .checks import JsonArray, JsonObject

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


_FAILURES = (ArithmeticError, LookupError, ValueError)
_UNDECIDED = (*_FAILURES, AttributeError, TypeError)
_INTEGER = re.compile(r"[+-]?[0-9]{1,1000}\Z")
_INT64 = 2**63


def cel_holds(rule: Callable[[], object]) -> bool:
    """Whether a rule holds; one that fails does not."""
    try:
        return rule() is True
    except _FAILURES:
        return False


def cel_or(*operands: Callable[[], object]) -> bool:
    """`||`: one that is true decides, though one before it failed."""
    return _decided(True, operands)


def cel_and(*operands: Callable[[], object]) -> bool:
    """`&&`: one that is false decides, though one before it failed."""
    return _decided(False, operands)


def cel_exists(test: Callable[[Any], object], items: Iterable[Any]) -> bool:
    """`exists`: the test is true for an item, though it failed for one before it."""
    return _decided(True, (partial(test, item) for item in items))


def cel_all(test: Callable[[Any], object], items: Iterable[Any]) -> bool:
    """`all`: the test is true for all items; one for which it is false decides."""
    return _decided(False, (partial(test, item) for item in items))


def _decided(decisive: bool, operands: Iterable[Callable[[], object]]) -> bool:
    """`decisive` where an operand gives it; else the first failure of one is raised."""
    failure: Exception | None = None
    for operand in operands:
        try:
            if operand() is decisive:
                return decisive
        except _UNDECIDED as error:
            failure = failure or error
    if failure is not None:
        raise failure
    return not decisive


def cel_is_list(value: object) -> bool:
    """`type(value) == list`; type checkers learn nothing of the items from it."""
    return type(value) is list


def cel_is_map(value: object) -> bool:
    """`type(value) == map`; type checkers learn nothing of the values from it."""
    return type(value) is dict


def cel_equal(left: object, right: object) -> bool:
    """`==` of values that may have several types: `1` is `1.0`, not `true`."""
    if type(left) is JsonArray:
        if type(right) is not JsonArray or len(left) != len(right):
            return False
        return all(map(cel_equal, left, right))
    if type(left) is JsonObject:
        if type(right) is not JsonObject or left.keys() != right.keys():
            return False
        return all(cel_equal(left[key], right[key]) for key in left)
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    return left == right


def cel_in(item: object, items: Iterable[object]) -> bool:
    """`in` for a list of values that may have several types, compared as `cel_equal` does."""
    return any(cel_equal(item, other) for other in items)


def cel_item(items: Sequence[Any], index: float) -> Any:
    """`items[index]`. Raises IndexError also below zero."""
    if index < 0:
        raise IndexError("the index is negative")
    return items[int(index)]


def cel_int(value: float | str) -> int:
    """`int(value)`: of a double without its fraction, of a text in decimal digits.

    Raises OverflowError beyond 64 bits, and for the smallest of their integers as a double,
    which may stand for smaller ones; ValueError for a text that is no integer.
    """
    if isinstance(value, str):
        if _INTEGER.match(value) is None:
            raise ValueError("the text is not an integer")
        return int64(int(value))
    found = int64(value)
    if found == -_INT64:
        raise OverflowError("the double may be one beyond 64 bits")
    return found


def cel_string(value: float) -> str:
    """`string(value)` of an integer or a boolean. Raises OverflowError as `int64` does."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(int64(value))


def int64(value: float) -> int:
    """An integer, `1` for `1.0`. Raises OverflowError beyond 64 bits."""
    found = int(value)
    if not -_INT64 <= found < _INT64:
        raise OverflowError("the integer has more than 64 bits")
    return found


def int64_add(left: float, right: float) -> int:
    """`left + right`. Raises OverflowError as `int64` does."""
    return int64(int64(left) + int64(right))


def int64_subtract(left: float, right: float) -> int:
    """`left - right`. Raises OverflowError as `int64` does."""
    return int64(int64(left) - int64(right))


def int64_multiply(left: float, right: float) -> int:
    """`left * right`. Raises OverflowError as `int64` does."""
    return int64(int64(left) * int64(right))


def int64_divide(left: float, right: float) -> int:
    """`left / right`, rounded towards zero. Raises ZeroDivisionError and OverflowError."""
    dividend, divisor = int64(left), int64(right)
    found = abs(dividend) // abs(divisor)
    return int64(found if (dividend < 0) == (divisor < 0) else -found)


def int64_modulo(left: float, right: float) -> int:
    """`left % right` with the sign of `left`. Raises ZeroDivisionError and OverflowError."""
    dividend, divisor = int64(left), int64(right)
    found = abs(dividend) % abs(divisor)
    return -found if dividend < 0 else found


def int64_negate(value: float) -> int:
    """`-value`. Raises OverflowError as `int64` does."""
    return int64(-int64(value))


def double_divide(left: float, right: float) -> float:
    """`left / right` as IEEE 754 has it: by zero it is infinite, or not a number."""
    dividend, divisor = float(left), float(right)
    if divisor:
        return dividend / divisor
    if not dividend or dividend != dividend:
        return float("nan")
    from math import copysign

    return copysign(float("inf"), dividend) * copysign(1.0, divisor)
