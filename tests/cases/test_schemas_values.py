"""Enumerations and constants of every type."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from .support import case


def test_values_are_told_apart_by_type() -> None:
    made = case("031-enum-mixed-types")
    state = "Literal['auto', 1, True, '1', 0, False] | None = None"
    assert made.fields("Mode") == {"state": state}
    mode = made.model("Mode")
    for value in ("auto", 1, True, "1", 0, False):
        found = mode.model_validate({"state": value}).state
        assert (type(found), found) == (type(value), value)
        assert made.faults("Mode", {"state": value}) == []
    assert made.faults("Mode", {"state": 2}) == [("/state", "enum")]


def test_listed_arrays_and_objects_keep_their_type() -> None:
    made = case("034-enum-on-array-and-object")
    assert made.fields("Pair") == {
        "order": "list[str] | None = None",
        "shape": "dict[str, object] | None = None",
    }
    assert made.faults("Pair", {"order": ["b", "a"], "shape": {"w": 1}}) == []
    assert made.faults("Pair", {"order": ["a", "a"]}) == [("/order", "enum")]
    assert made.faults("Pair", {"shape": {"w": True}}) == [("/shape", "enum")]


def test_constants_of_every_type_are_filled_in_where_they_are_required() -> None:
    made = case("037-const-any-type")
    assert made.fields("Fixed") == {
        "tag": "Literal['fixed'] = 'fixed'",
        "ver": "Literal[3] = 3",
        "flag": "Literal[True] | None = None",
        "ratio": "float | None = None",
        "none": "None = None",
        "pack": "list[object] | None = None",
        "maybe": "Literal['yes'] | None = None",
    }
    fixed = made.model("Fixed")
    assert fixed().to_dict() == {"tag": "fixed", "ver": 3}
    assert fixed(maybe="yes").to_dict() == {"tag": "fixed", "ver": 3, "maybe": "yes"}
    whole = {
        "tag": "fixed",
        "ver": 3,
        "flag": True,
        "ratio": 0.5,
        "none": None,
        "pack": [1, "a"],
        "maybe": "yes",
    }
    assert fixed.model_validate(whole).to_dict() == whole
    assert made.faults("Fixed", whole) == []


def test_a_required_constant_is_missed_in_data_that_is_read() -> None:
    made = case("037-const-any-type")
    fixed = made.model("Fixed")
    with pytest.raises(ValidationError, match="tag"):
        fixed.model_validate({"ver": 3})
    assert made.faults("Fixed", {"ver": 3}) == [("/tag", "required")]
    with pytest.raises(ValidationError):
        fixed.model_validate({"tag": "other", "ver": 3})
    construct = made.module("_runtime.lenient").construct
    found = construct(fixed, {"ver": 3})
    assert (found.tag, found.to_dict()) == ("fixed", {"ver": 3})


def test_numbers_in_json_are_no_dates() -> None:
    made = case("022-nullable-30-containers")
    sheet = made.model("Sheet")
    text = '{"box": null, "rows": null, "at": %s}'
    assert sheet.model_validate_json(text % '"2024-02-29T00:00:00Z"').at is not None
    for wrong in ("43200", "1.5"):
        with pytest.raises(ValidationError, match="at"):
            sheet.model_validate_json(text % wrong)


def test_enumerations_that_do_not_fit_their_type_are_read_as_they_are_meant() -> None:
    made = case("enums-misplaced")
    assert sorted(made.codes) == ["W141", "W141", "W158", "W158"]
    assert made.alias("A") == "list[Literal['a', 'b']]"
    assert made.alias("B") == "list[Literal[1, 2]]"
    assert made.alias("C") == "list[str]"
    assert made.alias("D") == "Literal[1, -20, 'x']"
    assert made.faults("A", ["a", "a"]) == []
    assert made.faults("A", ["c"]) == [("/0", "enum")]
    assert made.faults("B", None) == []
    assert made.faults("D", -20) == []
