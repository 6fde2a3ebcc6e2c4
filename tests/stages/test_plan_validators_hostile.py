"""Values that no JSON text has, or that are made to hurt: told, refused, never a crash."""

from __future__ import annotations

import json
import math
import time
from collections import OrderedDict
from typing import Any

import pytest

from ..runtime.server_runtime import load
from .validator_support import Validators, validators

checks = load("checks")

TREE = "#/components/schemas/Tree"
SCHEMAS: dict[str, object] = {
    "Number": {"type": "number"},
    "Positive": {"type": "number", "minimum": 0},
    "Share": {"type": "number", "minimum": 0, "maximum": 1},
    "Below": {"type": ["number", "null"], "exclusiveMaximum": 1},
    "Double": {"type": "number", "format": "double"},
    "Integer": {"type": "integer"},
    "Cents": {"type": "number", "multipleOf": 0.01},
    "FromOne": {
        "type": "object",
        "properties": {"n": {"type": "number", "minimum": 1.0}},
    },
    "From1": {"type": "object", "properties": {"n": {"type": "number", "minimum": 1}}},
    "Tens": {"type": "integer", "multipleOf": 10},
    "Halves": {"type": "number", "multipleOf": 0.5},
    "Fine": {"type": "number", "multipleOf": 0.0001},
    "Int64": {"type": "integer", "format": "int64"},
    "Unique": {"type": "array", "uniqueItems": True},
    "Text": {"type": "string", "minLength": 2, "maxLength": 2, "pattern": "^[^a]+$"},
    "Date": {"type": "string", "format": "date-time"},
    "Any": {"enum": [None, [1], {"a": 1}]},
    "Open": {
        "type": "object",
        "properties": {"a": {"type": "string"}},
        "additionalProperties": {"type": "integer"},
    },
    "Closed": {
        "type": "object",
        "properties": {"a": {}},
        "additionalProperties": False,
    },
    "Named": {"patternProperties": {"^a": {"type": "integer"}}},
    "Tree": {
        "type": "object",
        "properties": {"down": {"$ref": TREE}, "all": {"items": {"$ref": TREE}}},
    },
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Validators:
    return validators(SCHEMAS, tmp_path_factory.mktemp("hostile"), "hostile_values")


def _keywords(found: list[Any] | None) -> list[str]:
    return [item.keyword for item in found or ()]


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_nan_and_infinities_are_no_numbers(made: Validators, value: float) -> None:
    for name in SCHEMAS.keys() - {"Any", "Named", "Text", "Date"}:
        (found,) = made[name](value) or [None]
        assert found is not None and found.keyword == "type", name
        assert found.schema_path == f"#/components/schemas/{name}/type"
        if "number" in str(found.expected):
            assert (
                found.message == "expected number, but JSON has no NaN and no infinity"
            )
    assert made["Any"](value)
    assert _keywords(made["Open"]({"b": value})) == ["type"]
    assert made["Unique"]([value, 1, value]) is not None


def test_integers_of_five_thousand_digits(made: Validators) -> None:
    large = 10**5000
    for name in ("Number", "Positive", "Integer", "Cents", "Tens", "Halves"):
        assert made[name](large) is None, name
    assert _keywords(made["Tens"](large + 1)) == ["multipleOf"]
    assert _keywords(made["Share"](large)) == ["maximum"]
    assert _keywords(made["Share"](-large)) == ["minimum"]
    assert _keywords(made["Double"](large)) == ["format"]
    assert _keywords(made["Int64"](large)) == ["format"]
    assert made["Unique"]([large, -large, large + 1]) is None
    assert _keywords(made["Unique"]([large, large])) == ["uniqueItems"]
    assert made["Any"](large) is not None


@pytest.mark.parametrize(
    ("name", "value", "fits"),
    [
        ("Halves", 1e308, True),
        ("Halves", 0.3, False),
        ("Fine", 0.0075, True),
        ("Fine", 0.00751, False),
        ("Cents", 19.99, True),
        ("Cents", 1.1, True),
        ("Cents", 0.001, False),
        ("Cents", 7, True),
    ],
)
def test_multiples_are_those_of_the_decimals(
    made: Validators, name: str, value: float, fits: bool
) -> None:
    assert (made[name](value) is None) is fits


def test_lone_surrogates_are_characters(made: Validators) -> None:
    assert made["Text"]("\ud800\udfff") is None
    assert _keywords(made["Text"]("\ud800")) == ["minLength"]
    assert made["Date"]("\udc00") is not None
    found = made["Open"]({"\ud800": "x"})
    assert found is not None and found[0].path == "/\ud800"
    assert json.dumps(found[0].path) == '"/\\ud800"'


def test_a_value_that_is_nested_deeply_or_holds_itself(made: Validators) -> None:
    deep: dict[str, Any] = {}
    for _ in range(10_000):
        deep = {"down": deep}
    with pytest.raises(RecursionError):
        made["Tree"](deep)
    ring: dict[str, Any] = {}
    ring["down"] = ring
    with pytest.raises(RecursionError):
        made["Tree"](ring)
    assert made["Closed"]({"a": ring}) is None
    loop: list[Any] = []
    loop.append(loop)
    with pytest.raises(RecursionError):
        made["Unique"](loop)
    tower: Any = []
    for _ in range(100_000):
        tower = [tower]
    with pytest.raises(RecursionError):
        made["Unique"]([tower, 1])
    assert made["Tree"]({"down": {"down": {}}}) is None
    while tower:
        tower = tower.pop()


def test_keys_that_are_no_strings(made: Validators) -> None:
    assert made["Open"]({1: 2}) is None
    assert [item.path for item in made["Open"]({1: "x"}) or ()] == ["/1"]
    assert [item.path for item in made["Closed"]({None: 1}) or ()] == ["/None"]
    with pytest.raises(TypeError):
        made["Named"]({1: 2})


class _Text(str):
    pass


@pytest.mark.parametrize(
    "value",
    [OrderedDict(a="x"), _Text("bb"), (1, 2), {1}, b"bb", object(), 1j, Exception],
)
def test_what_is_no_json_has_no_type_of_it(made: Validators, value: object) -> None:
    for name in ("Open", "Closed", "Tree", "Unique", "Number", "Integer"):
        assert _keywords(made[name](value)) == ["type"], name
    assert made["Any"](value) is not None
    assert made["Unique"]([value, value]) is not None


def test_items_are_compared_in_linear_time(made: Validators) -> None:
    prime = 2**61 - 1
    many: list[list[Any]] = [
        list(range(100_000)),
        [prime * place for place in range(100_000)],
        [f"text {place}" for place in range(100_000)],
        [{"a": [place, {"b": place}]} for place in range(20_000)],
        [[] for _ in range(50_000)] + [{} for _ in range(50_000)],
    ]
    started = time.process_time()
    answers = [made["Unique"](items) is None for items in many]
    assert answers == [True, True, True, True, False]
    assert time.process_time() - started < 20


def test_items_are_equal_as_json_compares(made: Validators) -> None:
    different: list[list[Any]] = [
        [1, True],
        [0, False, None, "", [], {}],
        [[1], [True], ["1"], [None]],
        [{"a": 1}, {"a": True}, {"a": [1]}, {"b": 1}],
        [["a", "b"], ["b", "a"], [["a"], "b"]],
        [[[]], [{}], []],
        [1e308, 10**307, 2**64, -(2**64)],
    ]
    equal: list[list[Any]] = [
        [1, 1.0],
        [2**70, float(2**70)],
        [{"a": 1, "b": 2}, {"b": 2.0, "a": 1}],
        [[{"a": []}], [{"a": []}]],
        [-0.0, 0],
    ]
    assert [items for items in different if made["Unique"](items)] == []
    assert [items for items in equal if not made["Unique"](items)] == []
    assert checks.is_among({"a": [1.0]}, ({"a": [1]},))
    assert not checks.is_among(object(), (None,))


def test_a_bound_is_told_alike_however_it_is_written(made: Validators) -> None:
    for name in ("FromOne", "From1"):
        (found,) = made[name]({"n": 0.5}) or []
        assert (found.message, repr(found.expected)) == ("expected at least 1", "1")
