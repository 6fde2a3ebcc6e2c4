"""Unions that a property tells apart, and bases whose children are told apart by it."""

from __future__ import annotations

import pytest
from pydantic import TypeAdapter, ValidationError

from .support import Case, case


def test_the_mapping_decides_and_several_values_may_mean_one_option() -> None:
    made = case("038-discriminator-mapping")
    kind = "Annotated[Literal['sq', 'box'], Field(alias='shapeKind')]"
    assert made.fields("SquareShape")["shape_kind"] == kind
    drawing = made.model("Drawing")
    shapes = [{"shapeKind": kind, "side": 1.0} for kind in ("sq", "box", "rd")]
    found = drawing.model_validate({"shapes": shapes})
    names = [type(shape).__name__ for shape in found.shapes]
    assert names == ["SquareShape", "SquareShape", "RoundShape"]
    assert found.to_dict() == {"shapes": shapes}
    assert made.faults("Drawing", {"shapes": shapes}) == []
    for unknown in ({"shapeKind": "tri"}, {}):
        with pytest.raises(ValidationError, match=r"shape_?kind|shapeKind"):
            drawing.model_validate({"shapes": [unknown]})
    assert made.faults("AnyShape", {"shapeKind": "tri"}) == [("/shapeKind", "enum")]


def test_a_client_keeps_an_unknown_option_as_it_came() -> None:
    made = case("038-discriminator-mapping")
    construct = made.module("_runtime.lenient").construct
    data = {
        "shapes": [{"shapeKind": "tri", "side": 1}, {"shapeKind": "rd", "side": "x"}]
    }
    unknown, broken = construct(made.model("Drawing"), data).shapes
    assert unknown == {"shapeKind": "tri", "side": 1}
    assert (type(broken).__name__, broken.side) == ("RoundShape", "x")


def _jobs(made: Case) -> list[dict[str, object]]:
    return [
        {"jobType": "dig", "depth": 1.5},
        {"jobType": "fill", "soil": "clay", "due": "2024-02-29"},
        {"jobType": "paint", "colour": "red"},
    ]


def test_a_base_as_a_type_means_its_children_too() -> None:
    made = case("040-discriminator-allof-base")
    assert made.fields("JobList") == {"jobs": "list[AnyJob] | None = None"}
    assert made.alias("AnyJob") == (
        "Annotated[Job | DigJob | FillJob, Tagged('jobType', Job)]"
    )
    data = {"jobs": _jobs(made)}
    found = made.model("JobList").model_validate(data)
    names = [type(job).__name__ for job in found.jobs]
    assert names == ["DigJob", "FillJob", "Job"]
    assert found.to_dict() == data
    assert made.faults("JobList", data) == []
    bad = {"jobs": [{"jobType": "fill"}]}
    assert made.faults("JobList", bad) == [("/jobs/0/soil", "required")]
    with pytest.raises(ValidationError, match="soil"):
        made.model("JobList").model_validate(bad)


def test_children_fill_in_what_tells_them_apart() -> None:
    made = case("040-discriminator-allof-base")
    job = made.model("DigJob")(depth=2)
    assert job.to_dict() == {"jobType": "dig", "depth": 2.0}
    listed = made.model("JobList")(jobs=[job, made.model("Job")(jobType="other")])
    assert listed.to_dict() == {
        "jobs": [{"jobType": "dig", "depth": 2.0}, {"jobType": "other"}]
    }


def test_the_client_keeps_what_does_not_fit_a_child() -> None:
    made = case("040-discriminator-allof-base")
    construct = made.module("_runtime.lenient").construct
    found = construct(
        made.model("JobList"), {"jobs": [{"jobType": "dig", "depth": "x"}]}
    )
    assert (type(found.jobs[0]).__name__, found.jobs[0].depth) == ("DigJob", "x")


def test_the_leaf_of_two_levels_is_reached() -> None:
    made = case("041-discriminator-two-levels")
    data = {
        "thing": {"code": "steel-rope", "metres": 2.0, "strands": 7},
        "either": {"code": "steel-rope", "strands": 7},
    }
    store = made.model("Store").model_validate(data)
    assert type(store.thing) is type(store.either) is made.model("SteelRope")
    assert store.to_dict() == data
    for code, name in (("rope", "Rope"), ("steel-rope", "SteelRope"), ("nail", "Nail")):
        value = {"either": {"code": code}, "thing": {"code": code}}
        found = made.model("Store").model_validate(value)
        assert type(found.either) is type(found.thing) is made.model(name)
        assert made.faults("Store", value) == []
    bad = {"thing": {"code": "steel-rope", "strands": "x"}}
    assert made.faults("Store", bad) == [("/thing/strands", "type")]


def test_a_broken_discriminator_is_told_and_left_out() -> None:
    made = case("043-discriminator-broken")
    assert made.codes == ["W131", "W240"]
    assert "Heap" in made.found[1].message and "kind" in made.found[1].message
    assert made.alias("Mess") == "Heap | MessPile"
    mess = TypeAdapter(made.model("Mess"))
    assert type(mess.validate_python({"pile": 1})).__name__ == "MessPile"


def test_the_default_takes_what_is_unknown_or_untold() -> None:
    made = case("121-oas32-discriminator-default")
    assert made.alias("Shape") == "Annotated[Dot | Other, Tagged('kind', Other)]"
    shape = TypeAdapter(made.model("Shape"))
    for value, name in (
        ({"kind": "dot", "x": 1.0}, "Dot"),
        ({"kind": "star", "raw": "a"}, "Other"),
        ({"raw": "a"}, "Other"),
    ):
        found = shape.validate_python(value)
        assert (type(found).__name__, found.to_dict()) == (name, value)
        assert made.faults("Shape", value) == []
    with pytest.raises(ValidationError, match="x"):
        shape.validate_python({"kind": "dot", "x": "far"})
    assert made.faults("Shape", {"kind": "dot", "x": "far"}) == [("/x", "type")]


@pytest.mark.parametrize(
    ("schema", "value", "name"),
    [
        ("Byname", {"tree": "Oak", "age": 1}, "Oak"),
        ("Byname", {"tree": "Elm", "age": 1}, "Elm"),
        ("Inline", {"side": "l", "a": 1}, "InlineLeft"),
        ("Inline", {"side": "R", "a": 1}, "InlineRight"),
        ("Nullable", {"hue": "red", "x": 1}, "MaybeRed"),
        ("Nullable", {"hue": "blue", "x": 1}, "Blue"),
        ("Undescribed", {"@type": "ant", "legs": 6}, "Ant"),
        ("Undescribed", {"@type": "wasp", "legs": 6}, "Bee"),
        ("Nested", {"tree": "Elm"}, "Elm"),
        ("Nested", {"tree": "ash"}, "Ash"),
        ("Shared", {"tree": "acorn"}, "Oak"),
        ("Shared", {"tree": "ash"}, "Ash"),
        ("Ambiguous", {"kind": "box", "pallets": 2}, "LargeBox"),
        ("Ambiguous", {"kind": "box", "litres": 2}, "SmallBox"),
        ("Ambiguous", {"kind": "bag"}, "Bag"),
        ("Animal", {"species": "cat", "lives": 9}, "Cat"),
        ("Animal", {"species": "dog", "lives": 9}, "Dog"),
    ],
)
def test_each_value_reaches_its_option(
    schema: str, value: dict[str, object], name: str
) -> None:
    made = case("discriminator-habits")
    kind = made.model("AnyAnimal" if schema == "Animal" else schema)
    found = TypeAdapter(kind).validate_python(value)
    assert (type(found).__name__, found.to_dict()) == (name, value)
    assert made.faults(schema, value) == []
    construct = made.module("_runtime.lenient").construct
    assert type(construct(kind, {**value, "extra": 1})).__name__ == name


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ("Byname", {"tree": "Fir"}),
        ("Byname", {"age": 1}),
        ("Inline", {"side": "x"}),
        ("Nullable", {"hue": "red", "x": "far"}),
        ("Undescribed", {"@type": "ant", "legs": "many"}),
        ("Undescribed", {"@type": "fly"}),
        ("Nested", {"tree": "acorn", "age": "old"}),
        ("Ambiguous", {"kind": "box"}),
        ("Ambiguous", {"kind": "box", "litres": 10}),
        ("Ambiguous", {"kind": "crate"}),
    ],
)
def test_what_is_of_no_option_is_refused_by_both(
    schema: str, value: dict[str, object]
) -> None:
    made = case("discriminator-habits")
    with pytest.raises(ValidationError):
        TypeAdapter(made.model(schema)).validate_python(value)
    assert made.faults(schema, value) != []


def test_options_know_what_tells_them_apart() -> None:
    made = case("discriminator-habits")
    assert made.codes == ["W244"]
    assert made.model("Elm")(age=1).to_dict() == {"tree": "Elm", "age": 1}
    assert made.model("Ant")(legs=6).to_dict() == {"legs": 6, "@type": "ant"}
    assert made.model("Bee")(legs=6).to_dict() == {"legs": 6}
    assert made.fields("Oak")["tree"] == "Literal['Oak', 'acorn']"
    assert made.model("Dog")().to_dict() == {"species": "dog"}


def test_a_base_is_a_union_wherever_a_value_stands() -> None:
    made = case("discriminator-habits")
    any_animal = "AnyAnimal | None = None"
    assert made.fields("Owner") == {
        "pet": any_animal,
        "pets": "list[AnyAnimal] | None = None",
        "maybe": any_animal,
        "described": any_animal,
        "by_name": "Annotated[dict[str, AnyAnimal] | None, Field(alias='byName')] = None",
        "either": "AnyAnimal | Ash | None = None",
    }
    cat = {"species": "cat", "lives": 9}
    value = {
        "pet": cat,
        "pets": [cat],
        "maybe": cat,
        "described": cat,
        "byName": {"x": cat},
        "either": cat,
    }
    owner = made.model("Owner").model_validate(value)
    assert {type(owner.pet), type(owner.either), type(owner.by_name["x"])} == {
        made.model("Cat")
    }
    assert owner.to_dict() == value
    assert made.faults("Owner", value) == []
