"""Values that mean the same as JSON become plain data, whatever their own methods do."""

from __future__ import annotations

import copy
import math
import time
from collections import (
    ChainMap,
    Counter,
    OrderedDict,
    UserDict,
    UserString,
    defaultdict,
)
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.stages.wrapping import KINDS, Color, Folded, Pair, Row, Size, Text, wrapped

from .server_runtime import load

accepting = load("accepting")
exact = load("exact")
plain = accepting.plain

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(-1e15, 1e15).filter(lambda number: number != 0)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


def same(left: Any, right: Any) -> bool:
    """Whether two values are equal, of the very same types all through."""
    if type(left) is not type(right):
        return False
    if isinstance(left, dict):
        keys = [*map(type, left)] == [*map(type, right)] and [*left] == [*right]
        return keys and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list):
        return len(left) == len(right) and all(map(same, left, right))
    return bool(left == right)


@given(JSON)
def test_plain_data_is_not_copied(value: Any) -> None:
    assert plain(value) is value


@pytest.mark.parametrize("told", KINDS)
@given(value=JSON)
def test_other_types_become_plain(told: str, value: Any) -> None:
    if told != "of several values" or not _has_alike(value):
        assert same(plain(wrapped(value, KINDS[told])), value)


def _has_alike(value: Any) -> bool:
    """Whether an object has names that differ only in case."""
    if isinstance(value, list):
        return any(map(_has_alike, value))
    if not isinstance(value, dict):
        return False
    names = [key.lower() for key in value]
    return len({*names}) < len(names) or any(map(_has_alike, value.values()))


def test_the_value_itself_is_not_changed() -> None:
    value = {"a": (1, Decimal("0.1")), "b": [UserDict(c=2)]}
    before = copy.deepcopy(value)
    plain(value)
    assert same(value, before)


def test_enumerations_are_their_values() -> None:
    found = plain({Color.RED: [Color.BLUE, Size.LARGE], "a": Pair(1, Color.RED)})
    assert same(found, {"red": ["blue", 3], "a": [1, "red"]})


def test_mappings_of_the_library() -> None:
    for value in (
        OrderedDict(a=1),
        Counter("a"),
        defaultdict(list, a=1),
        ChainMap({"a": 1}, {"a": 2}),
        MappingProxyType({"a": 1}),
        UserDict(a=1),
        Folded({"a": 1}),
        Row(a=1),
    ):
        assert same(plain(value), {"a": 1}), value


def test_what_stands_for_no_json_stays() -> None:
    others = (
        *(b"a", bytearray(b"a"), memoryview(b"a"), range(10**15), UserString("a")),
        *({1}, Fraction(1, 2), 1j, object(), iter([]), {}.items(), NotImplemented),
    )
    for other in others:
        assert plain(other) is other
        assert plain([other])[0] is other
        assert plain((other,))[0] is other


def test_names_that_are_no_strings_stay() -> None:
    for key in (1, None, (1,), b"a", Decimal(1)):
        value = {key: 1}
        assert plain(value) is value
        assert [*plain(UserDict({key: 1}))] == [key]


def test_numbers_that_no_float_is() -> None:
    found = plain([Decimal("0.1000000000000000000001"), 10**30, 1e30, 1, 0.5])
    assert [type(item).__name__ for item in found] == [
        *("Exact", "Exact", "Exact", "int", "float")
    ]
    assert found[1] == found[2]
    assert plain([10**30, 1e30]) == [10**30, 1e30]
    assert type(plain([10**30])[0]) is int
    nan, infinite = plain((float("nan"), Decimal("-Infinity")))
    assert math.isnan(nan)
    assert infinite == -math.inf


def test_parts_that_are_shared_stay_one() -> None:
    shared: list[Any] = [()]
    for _ in range(100):
        shared = [shared, shared]
    start = time.process_time()
    found = plain(shared)
    assert found[0] is found[1]
    shared = []
    for _ in range(100):
        shared = [shared, shared]
    assert plain(shared) is shared
    assert time.process_time() - start < 5


def test_a_value_that_holds_itself_stays_one_that_does() -> None:
    own: list[Any] = []
    own.append(own)
    assert plain(own) is own
    members: dict[str, Any] = {"a": ()}
    members["b"] = UserDict(c=members)
    found = plain(members)
    assert found["b"]["c"] is found
    assert type(found["b"]) is dict


@pytest.mark.parametrize("innermost", [[], ()], ids=["plain", "other"])
def test_deep_values_need_no_recursion(innermost: Sequence[Any]) -> None:
    value: Any = innermost
    for _ in range(50_000):
        value = {"a": [value]}
    found = plain(value)
    assert (found is value) is (type(innermost) is list)
    depth = 0
    while found:
        found = found["a"][0]
        depth += 1
    assert depth == 50_000
    while value:
        value = value["a"].pop()


class Endless(Mapping[str, Any]):
    """Makes its parts when they are asked for."""

    def __getitem__(self, key: str) -> Any:
        return Endless()

    def __iter__(self) -> Iterator[str]:
        return iter(("a", "b"))

    def __len__(self) -> int:
        return 2


def test_what_has_no_end_is_too_deep() -> None:
    with pytest.raises(RecursionError):
        plain(Endless())


class Broken(Mapping[Any, Any]):
    """Raises what it is told to."""

    def __init__(self, error: BaseException, key: object = "a") -> None:
        self.error = error
        self.key = key

    def __getitem__(self, key: Any) -> Any:
        raise self.error

    def __iter__(self) -> Iterator[Any]:
        return iter((self.key,))

    def __len__(self) -> int:
        return 1


class Torn(Sequence[Any]):
    """Does not say what it holds."""

    def __getitem__(self, index: Any) -> Any:
        raise OSError("not there")

    def __len__(self) -> int:
        return 1


class Liar:
    """Does not say what it is."""

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        raise LookupError


def test_what_is_raised_inside_is_a_type_error() -> None:
    for value in (Broken(LookupError()), Broken(ValueError()), Torn(), Liar()):
        for around in (value, [value], {"a": (value,)}):
            with pytest.raises(TypeError, match="does not give what it holds") as told:
                plain(around)
            assert told.value.__cause__ is not None
    with pytest.raises(RecursionError):
        plain([Broken(RecursionError())])
    with pytest.raises(KeyboardInterrupt):
        plain([Broken(KeyboardInterrupt())])


def test_strings_are_not_asked() -> None:
    found = plain({Text("a"): Text("b")})
    assert same(found, {"a": "b"})
    assert same(plain(Text("b")), "b")
