"""`uniqueItems`: equality is that of JSON, and long lists cost little."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .server_runtime import load

checks = load("checks")

PRIME = 2**61 - 1
"""Python takes hashes of numbers modulo this."""

SCALARS = st.sampled_from(
    [
        None,
        True,
        False,
        0,
        1,
        -1,
        -2,
        0.0,
        -0.0,
        1.0,
        1.5,
        2**64,
        2.0**64,
        PRIME,
        2 * PRIME,
        float(2**61),
        "",
        "0",
        "1",
        "a",
        "True",
        "constant",
    ]
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(["", "a", "b", "1"]), inner, max_size=3),
    max_leaves=6,
)


def equal(left: Any, right: Any) -> bool:
    """Equality of JSON values."""
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(equal, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(
            equal(left[key], right[key]) for key in left
        )
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    return bool(left == right)


@given(st.lists(VALUES, max_size=6))
def test_equality_is_that_of_json(items: list[Any]) -> None:
    pairs = [
        equal(left, right) for at, left in enumerate(items) for right in items[:at]
    ]
    assert checks.is_unique(items) is not any(pairs)


@given(VALUES, VALUES)
def test_a_mark_is_the_same_for_equal_values(left: Any, right: Any) -> None:
    assert checks.is_unique([left, left]) is False
    if equal(left, right):
        assert checks.is_unique([left, right]) is False


def test_the_order_of_properties_does_not_matter() -> None:
    one, other = {"a": [1, {"b": 2}], "c": 3.0}, {"c": 3, "a": [1.0, {"b": 2}]}
    assert not checks.is_unique([one, 0, other])
    assert checks.is_unique([one, {**other, "c": True}])


def test_what_differs_is_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys for comparison take time and memory: only what may be equal gets one."""
    monkeypatch.setattr(checks, "_key", None)
    rows = [{"id": n, "in": [0, [n // 9, {"a": n}], 0]} for n in range(1000)]
    assert checks.is_unique(rows)
    assert checks.is_unique([[n] for n in range(1000)])
    assert checks.is_unique([*map(str, range(1000))])


def test_hashes_that_are_equal_on_purpose() -> None:
    items: list[Any] = [n * PRIME for n in range(3000)]
    assert checks.is_unique(items)
    assert checks.is_unique([[item] for item in items])
    assert not checks.is_unique([*items, 2.0 * 0 * PRIME])
