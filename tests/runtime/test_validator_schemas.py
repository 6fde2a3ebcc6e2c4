"""Validators as objects: what they give back, what they raise, and how much of it."""

from __future__ import annotations

import importlib
import pickle
import sys
from typing import Any

import pytest

from .server_runtime import PACKAGE, load

schemas = load("schemas")
violations = load("violations")
Violation = violations.Violation


def _item(place: int) -> Any:
    return Violation(f"/{place}", "type", "expected a string", "string", "#/items/type")


def _many(value: object) -> Any:
    """As many violations as the value says, as a validator would give them."""
    assert isinstance(value, int)
    return [_item(place) for place in range(value)] or None


schema = schemas.Schema(_many)


def test_a_schema_is_called_as_its_function() -> None:
    assert schema(0) is None
    assert schema(2) == [_item(0), _item(1)]
    assert "_many" in repr(schema)


def test_errors_are_a_list_with_the_first_of_them() -> None:
    assert schema.errors(0) == []
    assert schema.errors(2) == [_item(0), _item(1)]
    assert schema.errors(500) == [_item(place) for place in range(100)]
    assert schema.errors(500, max_errors=3) == schema(3)
    assert len(schema.errors(500, max_errors=400)) == 400


def test_a_list_tells_that_it_is_cut() -> None:
    for size, most, is_cut in (
        (0, 100, False),
        (1, 0, True),
        (100, 100, False),
        (101, 100, True),
        (999, 5000, False),
        (1000, 5000, True),
    ):
        found = schema.errors(size, most)
        assert (found.is_cut, len(found)) == (is_cut, min(size, most)), size
        assert pickle.loads(pickle.dumps(found)).is_cut is is_cut
    deep = [Violation("/x" * 150 + f"/{number}", "type", "") for number in range(100)]
    assert schemas.Schema(lambda value: deep).errors(None).is_cut
    assert not schemas.Schema(lambda value: deep[1:]).errors(None).is_cut


@pytest.mark.parametrize(
    ("size", "most", "end"),
    [
        (2, 100, "/1: expected a string"),
        (2, 1, "/0: expected a string; and more"),
        (4, 3, "/2: expected a string; and more"),
        (4, 4, "/2: expected a string; and 1 more"),
        (5, 4, "/2: expected a string; and at least 1 more"),
        (500, 100, "; and at least 97 more"),
        (100, 100, "; and 97 more"),
    ],
)
def test_the_message_says_more_only_where_it_is_true(
    size: int, most: int, end: str
) -> None:
    with pytest.raises(schemas.ValidationError) as caught:
        schema.check(size, max_errors=most)
    assert str(caught.value).endswith(end)
    assert caught.value.is_cut is (size > most)
    assert caught.value.violations == schema.errors(size, most)
    copy = pickle.loads(pickle.dumps(caught.value))
    assert copy.is_cut is caught.value.is_cut and str(copy) == str(caught.value)


def test_valid_or_not() -> None:
    assert schema.is_valid(0) is True
    assert schema.is_valid(1) is False


def test_check_raises_what_it_found() -> None:
    schema.check(0)
    with pytest.raises(ValueError) as caught:
        schema.check(500)
    assert type(caught.value) is schemas.ValidationError
    assert caught.value.violations == schema.errors(500)
    with pytest.raises(schemas.ValidationError) as caught:
        schema.check(500, max_errors=2)
    assert len(caught.value.violations) == 2


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ([_item(0)], "/0: expected a string"),
        (
            [_item(place) for place in range(5)],
            "/0: expected a string; /1: expected a string; /2: expected a string; "
            "and 2 more",
        ),
        ([Violation("", "type", "expected a string")], "the value: expected a string"),
    ],
)
def test_the_message_lists_the_first_few(found: list[Any], said: str) -> None:
    assert str(schemas.ValidationError(found)) == said


def test_a_long_name_in_the_value_is_cut_in_the_message() -> None:
    found = [Violation(f"/{'x' * 10_000}", "type", "expected a string")]
    assert len(str(schemas.ValidationError(found))) < 150


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_the_exception_can_be_pickled(protocol: int) -> None:
    error = schemas.ValidationError([_item(0), _item(1)])
    copy = pickle.loads(pickle.dumps(error, protocol))
    assert type(copy) is type(error)
    assert copy.violations == error.violations
    assert str(copy) == str(error)


def test_a_direction_without_a_function_is_the_schema_itself() -> None:
    assert schema.request is schema and schema.response is schema
    other = schemas.Schema(lambda value: None)
    both = schemas.Schema(_many, request=other)
    assert both.request is other and both.response is both


def test_schemas_are_found_when_asked_for_and_kept() -> None:
    found = schemas.Schemas(
        PACKAGE, {"A": "checks:is_date"}, responses={"A": "checks:is_time"}
    )
    assert list(found) == ["A"] and len(found) == 1
    assert "A" in found and "B" not in found
    assert found["A"] is found["A"]
    assert found["A"]("2027-01-02") is True
    assert found["A"].request is found["A"]
    assert found["A"].response("00:00:00Z") is True
    assert found.get("B") is None
    with pytest.raises(KeyError):
        found["B"]


def test_an_operation_has_its_parts_by_what_tells_them_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    functions = importlib.import_module(f"{PACKAGE}.checks")
    monkeypatch.setitem(sys.modules, f"{PACKAGE}.operations.checks", functions)
    operation = schemas.Operation(
        f"{PACKAGE}._parts.checks",
        request={"text/plain": "is_date"},
        items={("200", "application/jsonl"): "is_time"},
    )
    assert list(operation.request) == ["text/plain"]
    assert operation.request["text/plain"]("2027-01-02") is True
    assert operation.items["200", "application/jsonl"]("00:00:00Z") is True
    assert not operation.parameters and not operation.headers
    assert not operation.responses
