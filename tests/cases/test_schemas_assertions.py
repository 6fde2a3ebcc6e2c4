"""What a type cannot say is kept for the validators."""

from __future__ import annotations

from .support import case


def test_not_is_checked_by_the_validator_only() -> None:
    made = case("098-not-keyword")
    assert made.codes == ["N245"]
    assert made.fields("N") == {"a": "str | None = None", "b": "object = None"}
    n = made.model("N")
    for value in ({"a": "forbidden"}, {"b": "text"}, {"a": "x", "b": 1}):
        assert n.model_validate(value).to_dict() == value
    assert made.faults("N", {"a": "forbidden"}) == [("/a", "not")]
    assert made.faults("N", {"b": "text"}) == [("/b", "not")]
    assert made.faults("N", {"a": "x", "b": 1}) == [("", "not")]
    assert made.faults("N", {"a": "x"}) == made.faults("N", {"b": 1}) == []


def test_constraints_of_arrays_do_not_depend_on_their_items() -> None:
    made = case("100-array-constraints")
    assert made.fields("Ac") == {
        "links": "Annotated[list[str], Field(min_length=1)] | None = None",
        "objs": "list[AcObjsItem] | None = None",
        "words": "list[str] | None = None",
        "has": "list[int] | None = None",
    }
    assert made.model("Ac")().to_dict() == {}
    assert made.faults("Ac", {"links": []}) == [("/links", "minItems")]
    same = [{"a": 1}, {"a": 1}]
    assert made.faults("Ac", {"objs": same}) == [("/objs", "uniqueItems")]
    assert made.faults("Ac", {"has": [2, 3]}) == [("/has", "contains")]
    assert made.faults("Ac", {"has": [2, 1], "words": ["b", "a"]}) == []


def test_exclusive_bounds_of_version_3_0() -> None:
    made = case("103-exclusive-bool-30")
    assert made.codes == ["W152"]
    assert made.fields("Ex") == {
        "a": "Annotated[int, Field(gt=5)] | None = None",
        "b": "Annotated[float, Field(le=9.5)] | None = None",
        "c": "int | None = None",
    }
    assert made.faults("Ex", {"a": 5}) == [("/a", "exclusiveMinimum")]
    assert made.faults("Ex", {"a": 6, "b": 9.5, "c": 10**9}) == []


def test_patterns_are_those_of_ecma_script_where_python_has_the_same() -> None:
    made = case("104-regex-ecma")
    assert made.codes == ["W351"]
    fields = made.fields("Re")
    assert set(fields.values()) == {"str | None = None"}
    fit = {
        "look": "a1",
        "named": "2024",
        "uni": "\U0001f600",
        "slash": "https://x",
        "prop": "Élan",
        "free": "amidst",
        "quote": "\"'`\\",
        "ctrl": "\x01",
        "back": "aa",
        "broken": "anything",
    }
    assert made.faults("Re", fit) == []
    unfit = {
        "look": "tmp1",
        "named": "24",
        "uni": "a",
        "slash": "ftp://x",
        "prop": "élan",
        "free": "side",
        "quote": "a",
        "ctrl": "a",
        "back": "anything",
    }
    wrong = [(f"/{name}", "pattern") for name in unfit]
    assert made.faults("Re", unfit) == wrong


def test_formats_type_what_they_are_known_for_and_unknown_ones_are_told_once() -> None:
    made = case("106-formats-misc")
    assert made.codes == ["N246"]
    assert "utc-millisec" in made.found[0].message
    assert made.fields("F") == {
        "u": "str | None = None",
        "e": "str | None = None",
        "h": "str | None = None",
        "v4": "str | None = None",
        "v6": "str | None = None",
        "id": "UUID | None = None",
        "dec": "str | None = None",
        "odd": "int | None = None",
        "w": "bool | None = None",
    }
    value = {"u": "no uri", "e": "x", "v4": "1", "dec": "1.50", "odd": 1, "w": True}
    assert made.model("F").model_validate(value).to_dict() == value
    assert made.faults("F", {**value, "id": "x"}) == [("/id", "format")]
