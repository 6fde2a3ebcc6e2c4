"""Enumerations and constants of every type."""

from __future__ import annotations

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
