# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Numbers that no float is, and what validators ask about numbers that may be such.

JSON's numbers are decimals. Here a float stands for the decimal that it is written as, its
shortest one (`0.1` for a tenth), and a `Decimal` for itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal
from typing import TypeGuard

from . import checks
from .checks import JsonArray, JsonObject
from .violations import MOST, Violation, fault_at, kinds_of

_LARGE = 2**53
_INFINITE = float("inf")
_WIDE = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[])
"""A context in which nothing is rounded and nothing is raised, whatever the caller's is."""

_MOST_DIGITS = 5_000
_MOST_BITS = 20_000
"""Beyond these, integers take Python long to make of decimals, and decimals of them."""


class Exact(float):
    """A decimal that validators compare as such: as a float it is only the nearest one.

    Beside it a float is the decimal that it is written as, an integer itself. Its hash is
    that of no other number: those that could be equal are made `Exact` too, where they are
    compared by their hashes.
    """

    __slots__ = ("decimal",)

    decimal: Decimal

    def __new__(cls, decimal: Decimal) -> Exact:
        """The number that a finite decimal is."""
        found = super().__new__(cls, decimal)
        found.decimal = decimal.normalize(_WIDE)
        return found

    def __lt__(self, other: float) -> bool:
        theirs = _decimal(other)
        return not theirs.is_nan() and self.decimal < theirs

    def __le__(self, other: float) -> bool:
        theirs = _decimal(other)
        return not theirs.is_nan() and self.decimal <= theirs

    def __gt__(self, other: float) -> bool:
        theirs = _decimal(other)
        return not theirs.is_nan() and self.decimal > theirs

    def __ge__(self, other: float) -> bool:
        theirs = _decimal(other)
        return not theirs.is_nan() and self.decimal >= theirs

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (int, float)):
            return self.decimal == _decimal(other)
        return NotImplemented

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(str(self.decimal))

    def __int__(self) -> int:
        if self.decimal.adjusted() > _MOST_DIGITS:
            raise OverflowError("the number has too many digits for an integer")
        return int(self.decimal)

    def is_integer(self) -> bool:
        """Whether there is no fraction."""
        return _exponent(self.decimal) >= 0

    def is_multiple(self, step: float) -> bool:
        """Whether the number is a multiple of a step above zero.

        The powers of ten are left out as far as can be: they may have any size.
        """
        unit = _decimal(step).normalize(_WIDE)
        power = _exponent(self.decimal) - _exponent(unit)
        whole, unit = _digits(self.decimal), _digits(unit)
        if power < 0:
            if -power > whole.adjusted() + 1:
                return not whole
            unit = unit.scaleb(-power, _WIDE)
            return not _WIDE.remainder(whole, unit)
        modulus = int(unit)
        rest = int(_WIDE.remainder(whole, unit))
        return rest * pow(10, power, modulus) % modulus == 0


def _decimal(value: float) -> Decimal:
    """The decimal that a number stands for. Raises nothing for numbers of JSON and NaN."""
    if isinstance(value, Exact):
        return value.decimal
    return Decimal(repr(value)) if isinstance(value, float) else Decimal(value)


def _exponent(decimal: Decimal) -> int:
    return int(decimal.as_tuple().exponent)


def _digits(decimal: Decimal) -> Decimal:
    """The digits of a number as an integer above zero."""
    return decimal.copy_abs().scaleb(-_exponent(decimal), _WIDE)


def number(decimal: Decimal) -> float:
    """The number that a decimal is: what `json.loads` gives for its text, where that is exact.

    NaN and the infinities become those of floats.
    """
    if not decimal.is_finite():
        return float("nan") if decimal.is_nan() else float(decimal)
    if decimal.adjusted() <= 15 and decimal == decimal.to_integral_value():
        whole = int(decimal)
        if -_LARGE < whole < _LARGE:
            return whole if _exponent(decimal) == 0 else float(decimal)
    found = float(decimal)
    if -_LARGE < found < _LARGE and Decimal(repr(found)) == decimal:
        return found
    return Exact(decimal)


def widened(value: float) -> float:
    """A number that has the hash of the `Exact` that it is equal to, if it is equal to one."""
    if -_LARGE < value < _LARGE or value != value or value in (_INFINITE, -_INFINITE):
        return value
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        return value
    return Exact(_decimal(value))


def is_whole(value: object) -> TypeGuard[float]:
    """Whether the value is a float without a fraction; JSON Schema takes it for an integer."""
    return isinstance(value, float) and value.is_integer()


def is_multiple(value: float, step: float) -> bool:
    """Whether `value` is a multiple of `step`, both taken as the decimals they stand for."""
    if type(value) is Exact:
        return value.is_multiple(step)
    if type(step) is int:
        return value % step == 0
    return checks.is_multiple(value, step)


def is_among(value: object, allowed: Iterable[object]) -> bool:
    """Whether the value is one of `allowed`, as JSON compares (`1` is `1.0`, not `true`).

    It is looked into only as deeply as that is.
    """
    return any(_equal(value, item) for item in allowed)


def _equal(left: object, right: object) -> bool:
    if type(left) is JsonObject:
        if type(right) is not JsonObject or left.keys() != right.keys():
            return False
        return all(_equal(left[key], right[key]) for key in left)
    if type(left) is JsonArray:
        if type(right) is not JsonArray or len(left) != len(right):
            return False
        return all(map(_equal, left, right))
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    return left == right


def mistyped_items(
    path: str, items: Sequence[object], expected: str, schema: str
) -> list[Violation]:
    """A violation of `type` for each item that has none of the types in `expected`."""
    kinds = kinds_of(expected)
    found: list[Violation] = []
    for index, item in enumerate(items):
        kind = float if type(item) is Exact else type(item)
        if kind in kinds or (int in kinds and is_whole(item)):
            continue
        found += fault_at(f"{path}/{index}", "type", expected, schema)
        if len(found) >= MOST:
            break
    return found
