"""Each construct of JSON Schema, and the type that it comes to."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from .support import case

ALIASES = {
    "T1": "tuple[str, int]",
    "T2": "list[str | int | bool]",
    "T3": "list[str | int]",
    "T4": "tuple[str, int]",
    "T5": "tuple[T1]",
    "M1": "str | int",
    "M2": "str | list[int]",
    "M3": "M3Object | list[int]",
    "E1": "Literal['x'] | list[object] | dict[str, object] | float",
    "E2": "Literal[1] | float",
    "E3": "None",
    "E4": "Literal[True, False]",
    "E5": "Literal[True]",
    "E7": "Literal['a']",
    "E8": "Literal['a']",
    "E9": "dict[str, object]",
    "P1": "dict[str, str | int]",
    "P6": (
        "Annotated[dict[Literal['a', 'b'], object], Field(min_length=1, max_length=3)]"
    ),
    "A1": "object",
    "A2": "object",
    "A3": "str",
    "A4": "str",
    "A5": "object",
    "I2": "object",
    "S1": "str",
    "S2": "str",
    "S3": "str",
    "L": "list[str | None]",
    "N": "None",
    "U": "None",
}
CLASSES = {
    "M3Object": {"a": "str | None = None"},
    "B1": {"a": "Absent = None", "b": "object"},
    "P2": {
        "id": "str | None = None",
        "__pydantic_extra__": "dict[str, str | int] = Field(init=False)",
    },
    "P3": {"id": "str | None = None"},
    "P4": {"id": "str | None = None"},
    "P5": {
        "id": "str | None = None",
        "__pydantic_extra__": "dict[str, P5] = Field(init=False)",
    },
    "R1": {"x": "int | None = None", "y": "int | None = None"},
    "I1": {"k": "str | None = None"},
    "Tree": {"kids": "list[Tree] | None = None"},
    "StrictTree": {"kids": "list[Tree] | None = None"},
    "Anch": {"a": "AnchX | None = None"},
    "AnchX": {"v": "int | None = None"},
    "Dep": {"a": "str | None = None", "b": "str | None = None"},
    "Q": {"n": "Annotated[int, Field(ge=1)] | None = None"},
}


@pytest.mark.parametrize("name", ALIASES)
def test_the_type_of_a_construct(name: str) -> None:
    assert case("schema-constructs").alias(name) == ALIASES[name]


@pytest.mark.parametrize("name", CLASSES)
def test_the_fields_of_an_object(name: str) -> None:
    assert case("schema-constructs").fields(name) == CLASSES[name]


@pytest.mark.parametrize(
    ("name", "fit", "unfit"),
    [
        ("T1", ["a", 1], ["a"]),
        ("T4", ["a", 1], ["a", 1, 2]),
        ("M3", {"a": "x"}, {"a": 1}),
        ("M3", [1], ["x"]),
        ("P1", {"x-a": "b", "y-a": 1}, {"x-a": []}),
        ("P2", {"id": "a", "x-b": "c", "d": 1}, {"d": 1.5}),
        ("P4", {"id": "a"}, {"id": "a", "b": 1}),
        ("P5", {"id": "a", "b": {"c": {}}}, {"b": {"c": 1}}),
        ("R1", {"x": 1, "y": 1}, {"y": "a"}),
        ("StrictTree", {"kids": [{"kids": []}]}, {"b": 1}),
        ("Anch", {"a": {"v": 1}}, {"a": {"v": "x"}}),
        ("Q", {"n": 2}, {"n": 0}),
        ("L", ["a", None], [1]),
    ],
)
def test_models_and_validators_agree(name: str, fit: Any, unfit: Any) -> None:
    made = case("schema-constructs")
    kind = TypeAdapter(made.model(name))
    found = kind.validate_python(fit)
    assert kind.dump_python(found, mode="json", exclude_unset=True) == fit
    assert made.faults(name, fit) == []
    with pytest.raises(ValidationError):
        kind.validate_python(unfit)
    assert made.faults(name, unfit) != []
