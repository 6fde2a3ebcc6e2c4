"""Numbers that no float is: compared as decimals, and never made larger than they are."""

from __future__ import annotations

import operator
import time
from decimal import Context, Decimal, FloatOperation, Inexact, Rounded, localcontext
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .server_runtime import load

checks = load("checks")
exact = load("exact")
Exact = exact.Exact
number = exact.number

HUGE = Decimal("1e999999999999")
TINY = Decimal("1e-999999999999")
INFINITE = float("inf")

DECIMALS = st.one_of(
    st.decimals(allow_nan=False, allow_infinity=False),
    st.builds(
        lambda digits, power: Decimal(digits).scaleb(power),
        st.integers(-(10**25), 10**25),
        st.integers(-30, 30),
    ),
)
FLOATS = st.floats(allow_nan=False, allow_infinity=False)


def value_of(one: Any) -> Fraction:
    """The number that is meant: a float means what is written."""
    if isinstance(one, Exact):
        return Fraction(one.decimal)
    return Fraction(repr(one) if isinstance(one, float) else one)


def test_what_python_holds_exactly_is_as_json_gives_it() -> None:
    for text in (
        "1.0",
        "0.1",
        "100",
        "-0.0",
        "1e2",
        "-12.50",
        "1e-7",
        "0e999",
        "1.5e3",
    ):
        read: Any = float(text) if set(text) & {".", "e"} else int(text)
        found = number(Decimal(text))
        assert (type(found), repr(found)) == (type(read), repr(read)) or not read, text
        assert found == read
    assert type(number(Decimal(2**53 - 1))) is int


def test_what_it_does_not_hold_is_exact() -> None:
    others = ("0.10000000000000000001", "1e400", "1e-400", "9007199254740992", "1e23")
    for text in (*others, "9007199254740991.5", "-1e23"):
        assert type(number(Decimal(text))) is Exact, text


def test_what_is_no_number_is_none() -> None:
    for text in ("NaN", "sNaN", "-NaN", "NaN123"):
        found = number(Decimal(text))
        assert type(found) is float
        assert found != found
    assert number(Decimal("-Infinity")) == -INFINITE


@given(DECIMALS, st.one_of(FLOATS, DECIMALS.map(number), st.integers()))
def test_comparisons_are_those_of_mathematics(decimal: Decimal, other: Any) -> None:
    own = Exact(decimal)
    for compare in (
        operator.lt,
        operator.le,
        operator.gt,
        operator.ge,
        operator.eq,
        operator.ne,
    ):
        wanted = compare(Fraction(decimal), value_of(other))
        assert compare(own, other) is wanted
        mirrored = compare(value_of(other), Fraction(decimal))
        assert compare(other, own) is mirrored


def test_nothing_is_compared_with_nan() -> None:
    for one in (Exact(HUGE), Exact(Decimal("0.1"))):
        nan = float("nan")
        assert not (one < nan or one > nan or one <= nan or one >= nan or one == nan)
        assert one != nan
        assert not (nan < one or nan > one)
        assert -INFINITE < one < INFINITE


@given(DECIMALS, st.one_of(st.integers(1, 10**20), st.floats(1e-9, 1e22)))
def test_multiples_are_exact(decimal: Decimal, step: Any) -> None:
    wanted = Fraction(decimal) % value_of(step) == 0
    assert Exact(decimal).is_multiple(step) is wanted
    assert exact.is_multiple(number(decimal), step) is wanted


@given(DECIMALS)
def test_integers_are_told(decimal: Decimal) -> None:
    wanted = Fraction(decimal).denominator == 1
    assert exact.is_whole(Exact(decimal)) is wanted
    assert int(Exact(decimal)) == int(decimal)


@given(st.lists(st.one_of(DECIMALS.map(number), FLOATS, st.integers())))
def test_equal_numbers_are_found_by_their_hashes(items: list[Any]) -> None:
    found = [exact.widened(item) for item in items]
    assert checks.is_unique(found) is (len({*map(value_of, items)}) == len(items))


def test_many_with_one_hash_in_python_cost_little() -> None:
    prime = 2**61 - 1
    items = [number(Decimal(prime * place + prime)) for place in range(3000)]
    assert {hash(item.decimal) for item in items} == {0}
    start = time.process_time()
    assert checks.is_unique(items)
    assert time.process_time() - start < 2


@pytest.mark.parametrize(
    "decimal", [HUGE, TINY, HUGE.copy_negate(), Decimal("7" * 500_000)]
)
def test_large_numbers_are_not_made_larger(decimal: Decimal) -> None:
    start = time.process_time()
    found = number(decimal)
    assert type(found) is Exact
    assert exact.is_whole(found) is (decimal != TINY)
    assert (found > 5, found < 1e300, found == 10**400) == (
        decimal > 5,
        decimal < 1,
        False,
    )
    assert not exact.is_multiple(found, 30)
    assert not exact.is_multiple(found, 0.7) or decimal == Decimal("7" * 500_000)
    assert exact.is_among(found, [1, number(decimal)])
    assert checks.is_unique([found, 1, 0.5])
    if decimal != TINY:
        with pytest.raises(OverflowError):
            int(found)
    assert time.process_time() - start < 5


def test_a_large_integer_stays_one() -> None:
    value = 1 << 4_000_000
    start = time.process_time()
    assert exact.widened(value) is value
    assert time.process_time() - start < 1
    assert exact.widened(2**53 - 1) == 2**53 - 1
    assert type(exact.widened(-(2**53))) is type(exact.widened(1e30)) is Exact
    assert exact.widened(INFINITE) == INFINITE


def test_the_context_of_the_caller_does_not_matter() -> None:
    strict = Context(prec=2, Emax=3, Emin=-3, traps=[Inexact, Rounded, FloatOperation])
    with localcontext(strict):
        one = number(Decimal("1.10000000000000000001"))
        assert type(one) is Exact
        assert one > 1.1
        assert one < 2
        assert not one.is_multiple(0.1)
        assert str(one.decimal) == "1.10000000000000000001"
        assert number(Decimal("12345.0")) == 12345
        assert number(Decimal("0.12345")) == 0.12345


def test_items_of_wrong_types_are_told() -> None:
    items = [1, 1.0, number(Decimal("1e30")), number(Decimal("0.1e-400")), "a", True]
    found = exact.mistyped_items("/a", items, "integer", "/items")
    assert [item.path for item in found] == ["/a/3", "/a/4", "/a/5"]
    found = exact.mistyped_items("/a", items, "number or null", "/items")
    assert [item.path for item in found] == ["/a/4", "/a/5"]


def test_equality_is_that_of_json() -> None:
    allowed = ([1, {"a": 0.1}], True, 2)
    assert exact.is_among([1.0, {"a": number(Decimal("0.10"))}], allowed)
    assert not exact.is_among(
        [1, {"a": number(Decimal("0.1000000000000000001"))}], allowed
    )
    assert not exact.is_among(1, allowed)
    assert not exact.is_among([True, {"a": 0.1}], allowed)
    assert not exact.is_among([1, {"a": 0.1, "b": 1}], allowed)
    assert not exact.is_among([1], allowed)
    assert exact.is_among(2.0, allowed)
