"""Null: as a value, as a member of an enumeration, and told from what is left out."""

from __future__ import annotations

from .support import case


def test_everything_nullable_takes_null_and_gives_it_back() -> None:
    made = case("022-nullable-30-containers")
    assert made.fields("Sheet") == {
        "box": "SheetBox | None",
        "rows": "list[str] | None",
        "at": "datetime.datetime | None",
        "marks": "list[int | None] | None = None",
        "extra": "dict[str, str | None] | None = None",
    }
    value = {
        "box": None,
        "rows": None,
        "at": None,
        "marks": [1, None],
        "extra": {"a": None},
    }
    assert made.model("Sheet").model_validate(value).to_dict() == value
    assert made.faults("Sheet", value) == []


def test_null_in_a_union_is_an_optional_type() -> None:
    made = case("023-nullable-31-union")
    assert made.fields("Letter") == {
        "front": "Stamp | None",
        "back": "Stamp | None = None",
    }
    letter = made.model("Letter")
    assert letter.model_validate({"front": None}).to_dict() == {"front": None}
    told = {"front": None, "back": None}
    assert letter.model_validate(told).to_dict() == told
    assert made.faults("Letter", {}) == [("/front", "required")]


def test_left_out_null_and_a_value_are_three_states() -> None:
    made = case("025-null-vs-unset-patch")
    patch = made.model("Patch")
    assert patch().to_dict() == {}
    assert patch(label=None).to_dict() == {"label": None}
    assert patch(label="a").to_dict() == {"label": "a"}
    assert patch(detail=None).to_dict() == {"detail": None}
    assert made.faults("Patch", {"label": None, "detail": None}) == []


def test_null_is_no_member_of_an_enumeration() -> None:
    made = case("026-enum-with-null")
    assert made.codes == ["W151"]
    assert made.fields("Paper") == {
        "grade": "Literal['a', 'b'] | None",
        "second": "Literal['x', 'y'] | None",
        "third": "Literal['p', 'q'] | None = None",
    }
    assert made.faults("Paper", {"grade": None, "second": None, "third": None}) == []
