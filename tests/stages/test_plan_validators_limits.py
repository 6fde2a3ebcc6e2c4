"""How much a validator tells of a value that is wrong everywhere."""

from __future__ import annotations

import sys
import tracemalloc
from typing import Any

import pytest

from .validator_support import validators

REF = "#/components/schemas/"
MANY = 200_000
MOST = 1000
TEXTS = {"type": "array", "items": {"type": "string"}}
LAST = {
    "type": "object",
    "required": ["kind"],
    "properties": {"kind": {"type": "string"}, "texts": TEXTS},
}
SCHEMAS: dict[str, Any] = {
    "List": TEXTS,
    "Grid": {"type": "array", "items": TEXTS},
    "Objects": {"type": "array", "items": {"$ref": f"{REF}Object"}},
    "Object": {"type": "object", "required": ["a"], "properties": {"a": {}}},
    "Pairs": {"prefixItems": [True], "items": {"type": "string"}},
    "Map": {"type": "object", "additionalProperties": {"type": "string"}},
    "Closed": {"type": "object", "additionalProperties": False},
    "Patterns": {"patternProperties": {"^k": {"type": "string"}}},
    "Names": {"propertyNames": {"maxLength": 2}},
    "Unevaluated": {"properties": {"z": {}}, "unevaluatedProperties": False},
    "Rest": {"prefixItems": [True], "unevaluatedItems": {"type": "string"}},
    "Union": {
        "type": "array",
        "items": {"oneOf": [{"$ref": f"{REF}Object"}, {"required": ["c"]}]},
    },
    "Crowd": {
        "type": "object",
        "properties": {f"p{place}": TEXTS for place in range(90)},
    },
    "Last": LAST,
    "LastToo": {**LAST, "minProperties": 1},
    "Tree": {
        "type": "object",
        "required": ["id"],
        "properties": {
            "id": {"type": "integer"},
            "kids": {"type": "array", "items": {"$ref": f"{REF}Tree"}},
            "texts": TEXTS,
        },
    },
}
NAMED = {f"key{place}": 1 for place in range(MANY)}
VALUES: dict[str, Any] = {
    "List": [1] * MANY,
    "Grid": [[1]] * MANY,
    "Objects": [{}] * MANY,
    "Pairs": [1] * MANY,
    "Map": NAMED,
    "Closed": NAMED,
    "Patterns": NAMED,
    "Names": NAMED,
    "Unevaluated": NAMED,
    "Rest": [1] * MANY,
    "Union": [{}] * MANY,
    "Crowd": {"p0": [1] * MANY},
}


@pytest.fixture(scope="module")
def schemas(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return validators(SCHEMAS, tmp_path_factory.mktemp("limits"), "limits_of_values")


@pytest.mark.parametrize("name", VALUES)
def test_a_wrong_item_more_is_not_a_violation_more(name: str, schemas: Any) -> None:
    """Memory too stays small: without a limit, there would be some 60 MB of violations."""
    schemas[name].errors(VALUES[name])
    tracemalloc.start()
    try:
        found = schemas[name](VALUES[name])
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(found) == MOST
    assert peak < 5_000_000
    assert schemas[name].errors(VALUES[name]) == found[:100]
    assert [item.path for item in found[:2]] == _first_places(name)


def _first_places(name: str) -> list[str]:
    if name in ("Map", "Closed", "Patterns", "Names", "Unevaluated"):
        return ["/key0", "/key1"]
    return {
        "Grid": ["/0/0", "/1/0"],
        "Objects": ["/0/a", "/1/a"],
        "Pairs": ["/1", "/2"],
        "Rest": ["/1", "/2"],
        "Union": ["/0/a", "/1/a"],
        "Crowd": ["/p0/0", "/p0/1"],
    }.get(name, ["/0", "/1"])


def test_an_error_behind_the_limit_still_makes_a_value_invalid(schemas: Any) -> None:
    assert not schemas["List"].is_valid(["a"] * MANY + [1])
    assert schemas["List"].is_valid(["a"] * MANY)
    assert schemas["Crowd"].is_valid({"p0": ["a"] * 2000, "p1": ["b"] * 2000})


def _nested(value: Any, depth: int) -> Any:
    for _ in range(depth):
        value = {"kids": [value]}
    return value


@pytest.mark.parametrize("depth", [150, 600])
@pytest.mark.parametrize("inner", [{}, {"texts": [1] * 2 * MOST}])
def test_only_some_come_from_deep_in_a_value(
    inner: Any, depth: int, schemas: Any
) -> None:
    """Each level copies what comes from below, so all of them would take too long."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(4000)
    try:
        found = schemas["Tree"](_nested(inner, depth))
    finally:
        sys.setrecursionlimit(limit)
    assert len(found) == 100
    assert found[0].path == "/id"


def test_a_loop_at_the_end_of_a_function_ends_too(schemas: Any) -> None:
    """Its text may come from another function with an equal property."""
    for name in ("Last", "LastToo"):
        found = schemas[name]({"kind": 1, "texts": [1] * MANY})
        assert len(found) == MOST
        assert found[0].path == "/kind"


def test_the_first_violations_are_those_of_the_document(schemas: Any) -> None:
    found = schemas["Tree"].errors({"kids": [{}], "texts": [1]})
    assert [item.path for item in found] == ["/id", "/kids/0/id", "/texts/0"]
