"""Responses that do not fit their type: what fits is typed, the rest is kept."""

from __future__ import annotations

import json
import warnings
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field

from .client_runtime import load

construct = load("lenient").construct


def made_of(value: Any) -> Any:
    return type(value)


class Cat(BaseModel):
    """An option with a constant."""

    model_config = ConfigDict(extra="allow")

    kind: Literal["cat"]
    lives: int | None = None


class Dog(BaseModel):
    """Another."""

    kind: Literal["dog"]
    tricks: list[str] = []


class Home(BaseModel):
    """A model around others, one name of it another on the wire."""

    model_config = ConfigDict(extra="allow", populate_by_name=True)

    pets: list[Annotated[Cat | Dog, Field(discriminator="kind")]]
    state: Literal["open", "shut"] | None = None
    from_: int = Field(default=0, alias="from")
    by_name: dict[str, Cat] = {}


def test_what_fits_is_typed_and_the_rest_is_kept() -> None:
    home = construct(
        Home,
        {
            "pets": [
                {"kind": "cat", "lives": "nine", "fur": 1},
                {"kind": "dog", "tricks": ["sit"]},
                {"kind": "fish"},
                7,
            ],
            "state": "ajar",
            "from": "x",
            "by_name": {"a": {"kind": "cat"}, "b": None},
            "more": True,
        },
    )
    assert made_of(home) is Home
    cat, dog, fish, seven = home.pets
    assert (made_of(cat), cat.lives, cat.fur) == (Cat, "nine", 1)
    assert (made_of(dog), dog.tricks) == (Dog, ["sit"])
    assert fish == {"kind": "fish"}
    assert seven == 7
    assert (home.state, home.from_, home.more) == ("ajar", "x", True)
    assert type(home.by_name["a"]) is Cat
    assert home.by_name["b"] is None
    assert home.model_fields_set == {"pets", "state", "from_", "by_name", "more"}


def test_a_required_property_that_is_missing_reads_as_none() -> None:
    home = construct(Home, {})
    assert home.pets is None
    assert home.model_fields_set == set()


CASES: list[tuple[Any, Any, Any]] = [
    (int, "5", "5"),
    (int, "x", "x"),
    (list[int], [1, "x"], [1, "x"]),
    (list[int], {"a": 1}, {"a": 1}),
    (Cat | None, None, None),
    (Cat | list[Cat], "x", "x"),
    (Literal["a"], "b", "b"),
    (dict[str, int], [], []),
    (tuple[int, int], [1], [1]),
]


@pytest.mark.parametrize(("kind", "value", "expected"), CASES)
def test_values(kind: Any, value: Any, expected: Any) -> None:
    assert construct(kind, value) == expected


def test_unions_choose_the_nearest_model() -> None:
    assert type(construct(Cat | None, {"kind": "dog"})) is Cat
    assert type(construct(Cat | Dog, {"kind": "dog", "tricks": 1})) is Dog
    (cat,) = construct(list[Cat] | str, [{"kind": "cat", "lives": "x"}])
    assert type(cat) is Cat


def test_an_object_that_does_not_tell_which_it_is_becomes_none_of_several() -> None:
    tagged = Annotated[Cat | Dog, Field(discriminator="kind")]
    assert construct(tagged, {}) == {}
    assert construct(tagged, {"name": "Rex"}) == {"name": "Rex"}
    assert type(construct(tagged, {"tricks": ["sit"]})) is Dog
    assert construct(Home, {"pets": [{}]}).pets == [{}]
    assert type(construct(Cat | Dog, {})) is Cat


class Part(load("model").Model):  # type: ignore[misc]
    """A part of an object."""

    name: str


class Whole(load("model").Model):  # type: ignore[misc]
    """An object as generated packages have it."""

    name: str
    size: int
    parts: list[Part]
    either: Part | int


def test_e3_writing_what_does_not_fit_warns_of_nothing() -> None:
    """pydantic warns of a value that is not of its field's type; here it is meant to be."""
    odd = {
        "name": 5,
        "size": "x",
        "parts": [{"name": 1}, "none"],
        "either": {"a": [1]},
        "more": None,
    }
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found, drift = load("lenient").read(Whole, odd)
        assert drift and type(found) is Whole
        assert found.to_dict() == odd
        assert json.loads(found.to_json()) == odd
        assert load("values").plain(found) == odd
        assert json.loads(load("values").to_json(found)) == odd
