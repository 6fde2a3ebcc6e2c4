"""`allOf` merges: what members say together, and what cannot hold together."""

from __future__ import annotations

from .support import case


def test_members_narrow_each_other() -> None:
    made = case("013-allof-narrows-property")
    assert made.fields("Tram") == {
        "kind": "Literal['tram'] = 'tram'",
        "wheels": "Annotated[int, Field(ge=4, le=12)] | None = None",
        "code": "Annotated[str, Field(max_length=6)] | None = None",
    }
    assert '"""tram code"""' in made.files["models/tram.py"]
    assert '"""general code"""' in made.files["models/vehicle.py"]
    bad = {"kind": "bus", "wheels": 2, "code": "x" * 7}
    assert sorted(made.faults("Tram", bad)) == [
        ("/code", "maxLength"),
        ("/code", "pattern"),
        ("/kind", "enum"),
        ("/wheels", "minimum"),
    ]


def test_what_no_value_can_meet_is_told_where_it_stands() -> None:
    made = case("014-allof-unsatisfiable")
    assert made.codes == ["W203"]
    assert made.fields("Paradox") == {"pin": "object"}
    assert made.fields("Harmless") == {"ok": "bool | None = None"}
    assert made.faults("Paradox", {"pin": "a"}) == [("/pin", "type")]


def test_null_must_be_allowed_by_all_members() -> None:
    made = case("016-allof-nullable-parent-30")
    assert made.fields("Linked") == {"a": "str | None = None", "b": "str | None = None"}
    assert made.faults("Linked", None) != []
    assert made.faults("MaybeBase", None) == []


def test_enumerations_intersect() -> None:
    made = case("019-allof-enum-intersection")
    assert made.alias("Overlap") == "Literal['b', 'c']"
    assert made.faults("Holder", {"pick": "b"}) == []
    assert made.faults("Holder", {"pick": "a"}) != []
    assert made.faults("Holder", {"pick": "d"}) != []
