"""Types that would like the same name, and enumerations of all sorts of values."""

from __future__ import annotations

import typing
from typing import Any

import pytest
import yaml

from .support import SPECS, Case, case


def values(annotation: Any) -> list[object]:
    """The values that an annotation lists, `None` left out."""
    found: list[object] = []
    for item in typing.get_args(annotation):
        if typing.get_origin(item) is typing.Literal:
            found += typing.get_args(item)
        elif isinstance(item, str):
            found.append(item)
    return found


@pytest.mark.parametrize(
    ("name", "model", "attribute", "wire"),
    [
        ("028-enum-case-collision", "Op", "verb", "verb"),
        ("029-enum-awkward-text", "Unit", "sign", "sign"),
        ("032-enum-member-reserved", "Col", "kind", "kind"),
    ],
)
def test_every_value_of_an_enumeration_is_distinct_and_unchanged(
    name: str, model: str, attribute: str, wire: str
) -> None:
    """Values are themselves, literals, so that no member can collide or be misnamed."""
    made = case(name)
    document = yaml.safe_load((SPECS / f"{name}.yaml").read_text("utf-8"))
    stated = document["components"]["schemas"][model]["properties"][wire]["enum"]
    expected = list(dict.fromkeys(stated))
    annotation = made.model(model).model_fields[attribute].annotation
    assert values(annotation) == expected
    for value in expected:
        found = made.model(model).model_validate({wire: value})
        assert getattr(found, attribute) == value
        assert found.to_dict() == {wire: value}
        assert made.module("validators").SCHEMAS[model]({wire: value}) is None
    [violation] = made.module("validators").SCHEMAS[model]({wire: "something else"})
    assert (violation.path, violation.keyword) == (f"/{wire}", "enum")


def test_a_value_listed_twice_is_told() -> None:
    assert case("028-enum-case-collision").codes == ["W271"]


def fields(made: Case, model: str) -> dict[str, Any]:
    """The fields of a model by wire name, with the name of their class if it is one."""
    return {
        info.alias
        or name: next(
            (
                item.__name__
                for item in (info.annotation, *typing.get_args(info.annotation))
                if isinstance(item, type) and item is not type(None)
            ),
            None,
        )
        for name, info in made.model(model).model_fields.items()
    }


def test_inline_enumerations_belong_to_their_owner() -> None:
    made = case("035-enum-inline-name-clash")
    assert list(fields(made, "PumpStatus")) == ["since"]
    pump = made.model("Pump").model_fields["status"].annotation
    valve = made.model("Valve").model_fields["status"].annotation
    assert values(pump) == ["run", "stop"]
    assert values(valve) == ["open", "shut"]


def test_each_reference_leads_to_its_own_schema() -> None:
    made = case("058-model-mangle-collisions")
    hub = fields(made, "Hub")
    assert hub["a"] == "WorkArea"
    assert len(set(hub.values())) == 4
    inner = {key: list(fields(made, name)) for key, name in hub.items()}
    assert inner == {"a": ["one"], "b": ["two"], "c": ["three"], "d": ["four"]}


def test_components_have_their_names_before_inline_types() -> None:
    made = case("059-inline-vs-named-collision")
    shelf = fields(made, "Shelf")
    assert shelf["other"] == "ShelfBin"
    assert list(fields(made, "ShelfBin")) == ["label"]
    assert shelf["bin"] == "ShelfBinInline"
    assert list(fields(made, "ShelfBinInline")) == ["depth"]
    assert list(fields(made, "ShelfRowsItem")) == ["text"]
    assert list(fields(made, "ShelfRowsItemInline")) == ["n"]
    wire = {"bin": {"depth": 1}, "other": {"label": "x"}, "rows": [{"n": 2}]}
    assert made.model("Shelf").model_validate(wire).to_dict() == wire


def test_titles_do_not_compete() -> None:
    made = case("062-inline-duplicate-titles")
    mailbox = fields(made, "Mailbox")
    assert mailbox == {"in": "MailboxIn", "out": "MailboxOut", "ref": "Parcel"}
    assert list(fields(made, "MailboxIn")) == ["a"]
    assert list(fields(made, "MailboxOut")) == ["b"]
    assert list(fields(made, "Parcel")) == ["c"]
