"""JSON values compared as JSON compares them."""

from __future__ import annotations

from itertools import combinations

import pytest

from generator.ir import freeze
from generator.lower.values import distinct, key_of

DIFFERENT = [
    None,
    True,
    False,
    1,
    0,
    0.5,
    "1",
    "",
    "true",
    [],
    [True],
    [1],
    {},
    {"a": 1},
]


def test_values_that_differ_have_different_keys() -> None:
    for one, other in combinations(DIFFERENT, 2):
        assert key_of(one) != key_of(other), (one, other)
    assert distinct([*DIFFERENT, *DIFFERENT]) == DIFFERENT


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, 1.0),
        ([1, {"a": 2}], [1.0, {"a": 2.0}]),
        ({"a": 1, "b": [2]}, {"b": [2], "a": 1}),
    ],
)
def test_equal_values_have_equal_keys(one: object, other: object) -> None:
    assert key_of(one) == key_of(other) == key_of(freeze(other))
