"""Objects: further properties, empty and boolean schemas, what is read or written only."""

from __future__ import annotations

import datetime

import pytest
from pydantic import ValidationError

from .support import case


def test_further_properties_are_typed_kept_or_refused() -> None:
    made = case("095-additional-properties")
    assert made.fields("Ap") == {
        "absent": "dict[str, object] | None = None",
        "yes": "dict[str, object] | None = None",
        "empty": "dict[str, object] | None = None",
        "no": "ApNo | None = None",
        "map": "dict[str, int] | None = None",
        "mixed": "Mixed | None = None",
        "nested": "dict[str, dict[str, list[Mixed]]] | None = None",
    }
    extra = "dict[str, datetime.date] = Field(init=False)"
    assert made.fields("Mixed") == {"id": "str", "__pydantic_extra__": extra}
    value = {"mixed": {"id": "a", "due": "2024-02-29"}, "other": [1]}
    found = made.model("Ap").model_validate(value)
    assert found.mixed.due == datetime.date(2024, 2, 29)
    assert found.to_dict() == value
    assert made.faults("Ap", value) == []
    bad = {"id": "a", "due": "someday"}
    with pytest.raises(ValidationError, match="due"):
        made.model("Mixed").model_validate(bad)
    assert made.faults("Mixed", bad) == [("/due", "format")]
    closed = {"no": {"a": 1, "b": 2}}
    with pytest.raises(ValidationError, match=r"no\.b"):
        made.model("Ap").model_validate(closed)
    assert made.faults("Ap", closed) == [("/no/b", "additionalProperties")]


def test_a_client_reads_what_a_closed_object_should_not_have() -> None:
    made = case("095-additional-properties")
    construct = made.module("_runtime.lenient").construct
    found = construct(made.model("Ap"), {"no": {"a": 1, "b": 2}})
    assert (found.no.a, found.no.model_extra) == (1, {"b": 2})
    assert found.to_dict() == {"no": {"a": 1, "b": 2}}
    mixed = construct(made.model("Mixed"), {"id": 1, "due": "2024-02-29", "x": "y"})
    assert mixed.model_extra == {"due": datetime.date(2024, 2, 29), "x": "y"}
    assert mixed.model_dump(mode="json", warnings=False)["due"] == "2024-02-29"


def test_empty_and_boolean_schemas() -> None:
    made = case("097-empty-and-boolean-schemas")
    assert made.fields("E") == {
        "a": "object = None",
        "b": "object = None",
        "c": "Absent = None",
        "d": "list[object] | None = None",
        "e": "object = None",
        "f": "list[object] | None = None",
        "g": "EG | None = None",
    }
    assert made.fields("NoType") == {"x": "int | None = None"}
    assert made.alias("Anything") == made.alias("Yes") == "object"
    e = made.model("E")
    assert e(a=1, b=[None]).to_dict() == {"a": 1, "b": [None]}
    for value in (1, None):
        with pytest.raises(ValidationError):
            e.model_validate({"c": value})
        assert made.faults("E", {"c": value}) == [("/c", "false")]
    with pytest.raises(ValidationError):
        e.model_validate({"g": {"a": 1}})
