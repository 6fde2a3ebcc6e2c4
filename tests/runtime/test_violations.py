"""The runtime of validators: pointers, messages, formats and unions."""

from __future__ import annotations

from typing import Any

import pytest

from .server_runtime import load

checks = load("checks")
messages = load("messages")
unions = load("unions")
violations = load("violations")
Violation = violations.Violation


def test_pointers_are_escaped() -> None:
    assert violations.at("a/b", 0, "~") == "/a~1b/0/~0"
    assert violations.at("") == "/"


def test_a_fault_stands_at_its_property_unless_told_otherwise() -> None:
    assert violations.fault_at("/n", "minimum", 1) == [
        Violation("/n", "minimum", "expected at least 1", 1, "/properties/n/minimum")
    ]
    assert violations.fault_at("", "enum", ("a",))[0].schema_path == "/enum"
    assert violations.fault_at("/0", "type", "string", "/items")[0].schema_path == (
        "/items/type"
    )


def test_violations_of_a_part_become_those_of_the_whole() -> None:
    inner = violations.mistyped_at("", "string") + violations.mistyped_at(
        "/b", "null", "#/X"
    )
    found = violations.under("/a", inner)
    assert [(item.path, item.schema_path) for item in found] == [
        ("/a", "/properties/a/type"),
        ("/a/b", "#/X/type"),
    ]
    rooted = violations.rooted(found * 2, "#/S")
    assert [item.schema_path for item in rooted] == [
        "#/S/properties/a/type",
        "#/X/type",
    ]


def test_unknown_properties_are_told_one_by_one() -> None:
    found = violations.unexpected("/in", {"a": 1, "b/c": 2}, {"a"}, "")
    assert [item.path for item in found] == ["/in/b~1c"]
    assert found[0].keyword == "additionalProperties"


@pytest.mark.parametrize(
    ("keyword", "expected", "said"),
    [
        ("type", "string", "expected a string"),
        ("type", "string, array or null", "expected a string, an array or null"),
        ("anyOf", "integer or object", "expected an integer or an object"),
        ("anyOf", None, "matches none of the alternatives"),
        ("oneOf", 2, "matches 2 alternatives, expected exactly one"),
        ("const", None, "expected null"),
        ("const", {"a": [1]}, 'expected {"a": [1]}'),
        ("enum", ["a", 1, True], "expected one of 'a', 1, true"),
        ("minLength", 1, "expected at least 1 character"),
        ("maxLength", 4, "expected at most 4 characters"),
        ("maxItems", 1, "expected at most 1 item"),
        ("minProperties", 1, "expected at least 1 property"),
        ("format", "date", "expected the format date"),
        ("dependentRequired", "a", "is required beside 'a'"),
        ("false", None, "is not allowed"),
        ("unknown", 1, "breaks 1"),
    ],
)
def test_messages(keyword: str, expected: Any, said: str) -> None:
    assert messages.message(keyword, expected) == said


def test_long_lists_and_values_are_cut() -> None:
    text = messages.message("enum", [f"value{place}" for place in range(40)])
    assert text.endswith(" and 28 more")
    text = messages.message("enum", ["x" * 70 + str(place) for place in range(9)])
    assert text.endswith("' and 6 more") and len(text) < 300
    assert len(messages.message("const", "x" * 500)) < 120


@pytest.mark.parametrize(
    ("check", "valid", "invalid"),
    [
        (
            "is_date",
            ["2024-02-29", "1999-12-31", "0000-01-01"],
            [
                "2023-02-29",
                "2024-13-01",
                "2024-00-10",
                "2024-04-31",
                "24-01-01",
                "",
                "x",
            ],
        ),
        (
            "is_time",
            ["00:00:00Z", "23:59:60Z", "12:00:00.25+05:30", "01:29:60+01:30"],
            [
                "24:00:00Z",
                "12:60:00Z",
                "12:00:61Z",
                "12:00:60Z",
                "12:00:00",
                "1:00:00Z",
            ],
        ),
        (
            "is_date_time",
            ["2024-02-29T12:00:00Z", "2024-02-29t12:00:00z"],
            ["2024-02-30T12:00:00Z", "2024-02-29 12:00:00Z", "2024-02-29", "\u0661"],
        ),
        (
            "is_uuid",
            ["123e4567-e89b-12d3-a456-426614174000"],
            [
                "123e4567e89b12d3a456426614174000",
                "123e4567-e89b-12d3-a456-42661417400g",
            ],
        ),
        ("is_byte", ["", "YQ==", "YWI=", "YWJj"], ["YQ", "YQ=", "Y-==", "YWJj\n"]),
    ],
)
def test_formats(check: str, valid: list[str], invalid: list[str]) -> None:
    function = getattr(checks, check)
    assert [text for text in valid if not function(text)] == []
    assert [text for text in invalid if function(text)] == []


def test_equality_is_that_of_json() -> None:
    assert checks.is_among(1.0, (1,))
    assert not checks.is_among(True, (1, 0))
    assert not checks.is_among("1", (1,))
    assert checks.is_among({"a": [1, None]}, ({"a": [1.0, None]},))
    assert not checks.is_among([True], ([1],))
    assert not checks.is_among([], ({},))
    assert checks.is_unique([1, True, "1", [1], [True], {"a": 1}, {"a": True}, None])
    assert not checks.is_unique([{"a": 1, "b": 2}, {"b": 2.0, "a": 1}])


def test_multiples_are_exact() -> None:
    assert checks.is_multiple(0.3, 0.1)
    assert checks.is_multiple(1e22, 0.01)
    assert not checks.is_multiple(0.35, 0.1)
    assert not checks.is_multiple(1e308, 0.123456789)
    assert not checks.is_multiple(float("nan"), 0.1)
    assert not checks.is_multiple(float("inf"), 0.1)


def test_a_pattern_is_compiled_once() -> None:
    pattern = checks.Pattern("^a+\\Z")
    assert pattern.search("aa") is not None
    compiled = pattern.search
    assert pattern.search("b") is None
    assert pattern.search == compiled


def _option(*found: Any) -> Any:
    return lambda value: list(found) or None


def _violation(path: str, keyword: str) -> Any:
    return violations.fault_at(path, keyword, None)[0]


def test_the_closest_alternative_is_told() -> None:
    other_type = _option(_violation("", "type"))
    other_tag = _option(_violation("/kind", "const"), _violation("/a", "required"))
    near = _option(_violation("/a", "type"), _violation("/b", "type"))
    found = unions.any_of({}, other_type, other_tag, near)
    assert [item.path for item in found] == ["/a", "/b"]
    assert found[0].schema_path == "/anyOf/2/properties/a/type"
    assert unions.any_of({}, other_type)[0].keyword == "anyOf"
    assert unions.any_of({}, near, _option()) is None


def test_a_tag_tells_more_than_a_value_that_is_listed() -> None:
    tag = unions.mistagged("", {"kind": "x"}, "kind", {"a": _option()}, "/oneOf")
    listed = violations.fault_at("/state", "enum", ("on", "off"))
    assert unions.any_of({}, _option(*tag), _option(*listed))[0].path == "/state"
    deep = violations.fault_at("/part/state", "enum", ("on",))
    only = violations.fault_at("/state", "enum", ("on",))
    assert unions.any_of({}, _option(*only), _option(*deep))[0].path == "/part/state"


def test_of_two_types_the_narrower_is_told() -> None:
    wide = violations.mistyped_at("/n", "integer or null")
    narrow = violations.mistyped_at("/n", "integer")
    for found in (wide + narrow, narrow + wide):
        assert [item.expected for item in violations.rooted(found, "#/S")] == [
            "integer"
        ]


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        (("enum", ("a",)), ("enum", ("a", "b")), [["a"]]),
        (("enum", ("a", "b")), ("enum", ("a",)), [["a"]]),
        (("enum", ("a", "b")), ("enum", ("b", "a")), [["a", "b"]]),
        (("enum", ("a", "b")), ("const", "a"), ["a"]),
        (("const", "a"), ("enum", ("a",)), ["a"]),
        (("const", 1), ("enum", (1.0, 2)), [1]),
        (("const", True), ("enum", (1, 2)), [True, [1, 2]]),
        (("enum", ("a", "b")), ("enum", ("b", "c")), [["a", "b"], ["b", "c"]]),
        (("const", "a"), ("const", "b"), ["a", "b"]),
        (("enum", ("a",)), ("minLength", 2), [["a"], 2]),
        (("enum", ("a",)), ("type", "string"), [["a"]]),
        (("type", "string or null"), ("enum", ("a", None)), [["a", None]]),
        (("const", 1), ("type", "number"), [1]),
        (("const", 1.5), ("type", "integer"), [1.5, "integer"]),
        (("enum", ("a", 1)), ("type", "string"), [["a", 1], "string"]),
        (("enum", ([],)), ("type", "array"), [[[]]]),
    ],
)
def test_of_two_lists_the_narrower_is_told(
    first: tuple[str, Any], second: tuple[str, Any], told: list[Any]
) -> None:
    found = [
        *violations.fault_at("/kind", *first),
        *violations.fault_at("/kind", *second, "/allOf/0/properties/kind"),
    ]
    assert [item.expected for item in violations.rooted(found, "#/S")] == told
    apart = [*found[:1], *violations.fault_at("/other", *second)]
    assert len(violations.rooted(apart, "#/S")) == 2


def test_items_of_another_type_are_told_by_place() -> None:
    found = violations.mistyped_items(
        "/a", [1, True, 2.0, "3", 2.5], "integer", "/items"
    )
    assert [item.path for item in found] == ["/a/1", "/a/3", "/a/4"]
    assert found[0].schema_path == "/items/type"
    assert not violations.mistyped_items("", [1, 2.5, None], "number or null", "/items")


def test_what_is_found_first_makes_a_list_of_its_own() -> None:
    first = second = violations.NOTHING
    first += violations.missing_at("/a")
    assert [item.path for item in first] == ["/a"]
    assert not second
    assert not violations.NOTHING


def test_a_message_is_not_taken_for_that_of_an_equal_value() -> None:
    said = [
        messages.message("const", value)
        for value in (1, True, 1.0, (1,), (True,), ("1",))
    ]
    assert len(set(said)) == len(said)


def test_exactly_one_alternative() -> None:
    valid, near = _option(), _option(_violation("/a", "type"))
    assert unions.one_of({}, valid, near) is None
    assert [item.path for item in unions.one_of({}, near)] == ["/a"]
    assert unions.one_of({}, valid, valid)[0].expected == 2


def test_a_tag_decides() -> None:
    options = {"a": _option(), "b": _option(_violation("/x", "type"))}
    assert unions.by_tag({"kind": "a"}, "kind", options, "/oneOf") is None
    assert unions.by_tag({"kind": "b"}, "kind", options, "/oneOf")[0].path == "/x"
    unknown = unions.by_tag({"kind": ["b"]}, "kind", options, "/oneOf")
    assert (unknown[0].path, unknown[0].expected) == ("/kind", ["a", "b"])
    absent = unions.by_tag({}, "kind", options, "/oneOf")
    assert (absent[0].path, absent[0].keyword) == ("/kind", "required")
    assert unions.by_tag({}, "kind", options, "/oneOf", _option()) is None


def test_schemas_are_imported_when_asked_for() -> None:
    schemas = unions.LateOptions("oasmith_server_runtime", {"A": "checks:is_date"})
    assert list(schemas) == ["A"]
    assert len(schemas) == 1
    assert schemas["A"] is checks.is_date
    with pytest.raises(KeyError):
        schemas["B"]


def test_alternatives_are_told_by_their_places_in_the_union() -> None:
    def refuse(value: object) -> list[violations.Violation] | None:
        return violations.missing("/a")

    for check, keyword in ((unions.any_of, "anyOf"), (unions.one_of, "oneOf")):
        found = check({}, refuse, places=(2,))
        assert found is not None
        assert [item.schema_path for item in found] == [f"/{keyword}/2/required"]


def test_what_tells_alternatives_apart_is_told_where_it_stands() -> None:
    options = {"a": lambda value: None}
    place = "#/components/schemas/A/discriminator"
    for value, keyword in (({"k": "b"}, "enum"), ({}, "required")):
        (found,) = unions.mistagged("/x", value, "k", options, place)
        assert (found.path, found.keyword) == ("/x/k", keyword)
        assert found.schema_path == place
    (found,) = unions.unlisted("/x", ("a", "b"), "/oneOf")
    assert found == ("/x", "enum", "expected one of 'a', 'b'", ["a", "b"], "/oneOf", "")


def test_a_place_is_given_to_what_has_none_of_its_own() -> None:
    own = violations.missing("/a", "#/components/schemas/A")
    found = violations.standing([*violations.missing("/b"), *own], "/dependencies")
    assert [item.schema_path for item in found] == [
        "/dependencies",
        "#/components/schemas/A/required",
    ]


def test_a_remembered_fault_is_the_same_as_a_new_one() -> None:
    for bound in (1, 1.5, "int64", ("a", "b")):
        new = violations.fault_at("/n", "minimum", bound)
        for _ in range(2):
            assert [*violations.fault("/n", "minimum", bound)] == new


def test_remembered_violations_have_the_schema_path_of_their_own_schema() -> None:
    found = [*violations.missing("/a"), *violations.mistyped("/b", "string")]
    for name in ("X", "Y", "X"):
        moved = violations.rooted(found, f"#/{name}")
        assert [item.schema_path for item in moved] == [
            f"#/{name}/required",
            f"#/{name}/properties/b/type",
        ]
    moved.clear()
    assert len(violations.rooted(found, "#/X")) == 2


def test_no_more_is_remembered_than_there_is_room_for() -> None:
    for place in range(2 * violations._REMEMBERED):
        violations.rooted(violations.missing_at(f"/a{place}"), "#/Full")
        violations.rooted(violations.missing_at("/a"), f"#/Many{place}")
        violations.rooted(violations.missing_at(f"/{'a' * 200}{place}"), "#/Long")
    assert len(violations._WHOLE) <= violations._REMEMBERED
    assert all(
        len(known) <= violations._REMEMBERED for known in violations._WHOLE.values()
    )
    assert not violations._WHOLE["#/Long"]


def test_items_after_the_first_wrong_one_are_asked_once_each() -> None:
    asked: list[object] = []

    def check(value: object) -> Any:
        asked.append(value)
        return _option(_violation("/x", "type"))(value) if value == "bad" else None

    items = ["good", "bad", "good", "bad"]
    first = _option(_violation("/x", "type"))(None)
    found = violations.under_items("/a", items, items[1], first, check, "/items")
    assert [item.path for item in found] == ["/a/1/x", "/a/3/x"]
    assert asked == ["good", "bad"]
    assert found[0].schema_path.startswith("/items/")
    many = violations.under_items("", ["bad"] * 3000, "bad", first, check)
    assert len(many) == violations.MOST
