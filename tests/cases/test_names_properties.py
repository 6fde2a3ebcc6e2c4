"""Properties with names of types, of keywords, of each other, and of other scripts."""

from __future__ import annotations

import datetime
import typing
import uuid
from typing import Any

from .support import Case, case


def comes_back(made: Case, model: str, wire: dict[str, Any]) -> Any:
    """The model of a JSON object, which must be written as it was read."""
    found = made.model(model).model_validate(wire)
    assert found.to_dict() == wire
    assert made.model(model).model_validate(found.to_dict()) == found
    return found


def kinds(made: Case, model: str) -> dict[str, Any]:
    """The types of the fields by attribute, `None` left out of unions."""
    fields = made.model(model).model_fields
    found = {}
    for name, info in fields.items():
        rest = [
            item for item in typing.get_args(info.annotation) if item is not type(None)
        ]
        found[name] = rest[0] if len(rest) == 1 else info.annotation
    return found


def test_properties_may_be_called_like_the_types_beside_them() -> None:
    made = case("052-prop-names-shadow-types")
    found = kinds(made, "Diary")
    own = "date datetime time uuid list str int bool type id property field".split()
    assert [*own, "define", "attrs", "cast", "typing", "other"] == [
        name for name in found if name != "dict_"
    ]
    assert found["date"] is datetime.date
    assert found["datetime"] is datetime.datetime
    assert found["time"] is datetime.time
    assert found["uuid"] is uuid.UUID
    assert (found["str"], found["int"], found["bool"]) == (str, int, bool)
    assert found["list"] == found["attrs"] == list[str]
    assert found["dict_"] == dict[str, int]
    assert found["other"] == list[datetime.date]
    wire = {
        "id": 1,
        "date": "2024-02-29",
        "list": ["a"],
        "dict": {"a": 1},
        "str": "s",
        "other": ["2024-03-01"],
    }
    assert comes_back(made, "Diary", wire).dict_ == {"a": 1}


def test_a_property_may_have_the_name_of_its_type() -> None:
    made = case("053-prop-same-name-as-its-type")
    found = kinds(made, "Paint")
    assert list(found) == ["shade", "tone", "finish"]
    assert found["tone"] is made.model("Tone")
    assert typing.get_args(made.model("Paint").model_fields["shade"].annotation) == (
        "warm",
        "cold",
    )
    wire = {"Shade": "warm", "tone": {"hz": 440}, "Finish": "gloss"}
    assert comes_back(made, "Paint", wire).tone.hz == 440


def test_keywords_underscores_and_signs_make_distinct_attributes() -> None:
    made = case("055-prop-keywords-underscores")
    wire = {
        name: f"value of {name}"
        for name in (
            "class from async match None self cls _id id __init__ __dict__ @type "
            "$value - a.b a/b"
        ).split()
    }
    wire |= {"": "empty", "a b": "spaced", 'with"quote': "q", "back\\slash": "b"}
    found = comes_back(made, "Odd", wire)
    fields = type(found).model_fields
    assert len(fields) == 20
    assert found.class_ == "value of class" and found.from_ == "value of from"
    assert found.async_ == "value of async" and found.match == "value of match"
    assert (found.id, found.id_2) == ("value of id", "value of _id")
    assert (found.self, found.cls) == ("value of self", "value of cls")
    assert (found.init, found.dict_) == ("value of __init__", "value of __dict__")
    assert (found.minus, found.field) == ("value of -", "empty")


def test_names_that_become_equal_all_survive() -> None:
    made = case("056-prop-collisions")
    wire = {
        "deviceGroup": "camel",
        "device_group": 1,
        "device.group": True,
        "DeviceGroup": 0.5,
    }
    found = comes_back(made, "Dev", wire)
    assert found.device_group == 1
    assert found.device_group_2 == 0.5
    assert found.device_group_3 is True
    assert found.device_group_4 == "camel"
    assert type(found).model_fields["device_group_4"].is_required()


def test_other_scripts_are_spelled_so_that_they_can_be_read() -> None:
    made = case("061-names-unicode")
    wire = {
        "имя": "Anna",
        "年齢": 7,
        "🔥": True,
        "ﬁx": "ligature",
        "fix": "plain",
        "naïve": "çà",
    }
    found = comes_back(made, "PoluchitResponse", wire)
    assert (found.imya, found.u5e74_u9f62, found.fire) == ("Anna", 7, True)
    assert (found.fix, found.fix_2, found.naive) == ("plain", "ligature", "çà")
    client = made.module("client").Client
    assert callable(made.module("client.deta").Deta.poluchit)
    assert "deta" in dir(client)
    for path, text in made.files.items():
        assert path.isascii()
        assert text.encode("utf-8").decode("utf-8") == text
