"""The bounds that arithmetic with integers keeps."""

from __future__ import annotations

from .types import INT64, Int

_EXACT = 2**53


def bounds(operator: str, left: Int, right: Int) -> Int:
    """The type of `left operator right` for `+`, `-`, `*`, `/` and `%`.

    A bound beyond int64 is none: the operation fails before it is crossed.
    """
    if operator == "%":
        return _remainder(left, right)
    a, b, c, d = left.low, left.high, right.low, right.high
    if a is None or b is None or c is None or d is None:
        return Int()
    if operator == "+":
        return _within(a + c, b + d)
    if operator == "-":
        return _within(a - d, b - c)
    if operator == "*":
        corners = (a * c, a * d, b * c, b * d)
        return _within(min(corners), max(corners))
    most = max(abs(a), abs(b))
    return _within(-most if a < 0 or c < 0 else 0, most)


def _remainder(left: Int, right: Int) -> Int:
    """The sign is that of the dividend, and the divisor is larger."""
    if right.low is None or right.high is None:
        return Int()
    most = max(abs(right.low), abs(right.high))
    low = 0 if left.low is not None and left.low >= 0 else -most
    high = 0 if left.high is not None and left.high <= 0 else most
    return _within(low, high)


def _within(low: int, high: int) -> Int:
    return Int(low, high) if low >= -INT64 and high < INT64 else Int()


def is_exact(kind: Int) -> bool:
    """Whether all values can be told from their neighbours as a float."""
    low, high = kind.low, kind.high
    return low is not None and high is not None and low >= -_EXACT and high <= _EXACT
