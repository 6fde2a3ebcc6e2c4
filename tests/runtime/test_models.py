"""The base class of models, and unions that a property tells apart."""

from __future__ import annotations

import datetime
import json
from typing import TYPE_CHECKING, Annotated, Any, Literal

import pytest
from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from .client_runtime import load

if TYPE_CHECKING:
    from pydantic import BaseModel as Model
else:
    Model = load("model").Model

Tagged = load("tagged").Tagged
construct = load("lenient").construct


class Dig(Model):
    """A kind of job."""

    job_type: Annotated[Literal["dig", "dredge"], Field(alias="jobType")]
    depth: float | None = None


class Fill(Model):
    """Another, with a constant."""

    job_type: Annotated[Literal["fill"], Field(alias="jobType")] = "fill"
    soil: str


class Top(Model):
    """Another of the same tag, which need not be there."""

    job_type: Annotated[Literal["fill"] | None, Field(alias="jobType")] = "fill"
    gravel: str


class Job(Model):
    """What is of no kind."""

    job_type: Annotated[str, Field(alias="jobType")]


class Closed(Model, extra="forbid"):
    """Without further properties."""

    due: datetime.date | None = None


Known = TypeAdapter[Any](Annotated[Dig | Fill | Top, Tagged("jobType")])
Open = TypeAdapter[Any](Annotated[Job | Dig | Fill, Tagged("jobType", Job)])


def name_of(adapter: TypeAdapter[Any], value: object) -> str:
    return type(adapter.validate_python(value)).__name__


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ({"jobType": "dig"}, "Dig"),
        ({"jobType": "dredge", "depth": 2.5}, "Dig"),
        ({"job_type": "dig"}, "Dig"),
        ({"jobType": "fill", "gravel": "x"}, "Top"),
        ({"jobType": "fill", "soil": "x"}, "Fill"),
        ({"gravel": "x"}, "Top"),
        (Dig(job_type="dig"), "Dig"),
    ],
)
def test_the_tag_tells_the_option(value: object, name: str) -> None:
    assert name_of(Known, value) == name


@pytest.mark.parametrize(
    "value",
    [
        {"jobType": "paint"},
        {"jobType": ["dig"]},
        {"jobType": "dig", "depth": "x"},
        {},
        1,
    ],
)
def test_what_no_option_means_is_refused(value: object) -> None:
    with pytest.raises(ValidationError):
        Known.validate_python(value)


@pytest.mark.parametrize("value", [{"jobType": "paint"}, {"jobType": "top", "soil": 1}])
def test_the_default_takes_the_rest(value: dict[str, object]) -> None:
    assert name_of(Open, value) == "Job"
    found = Open.validate_python(value)
    assert Open.dump_python(found, by_alias=True) == value


def test_an_error_is_that_of_the_option_meant() -> None:
    with pytest.raises(ValidationError) as refused:
        Open.validate_python({"jobType": "fill"})
    errors = refused.value.errors()
    assert [(item["loc"][-1], item["type"]) for item in errors] == [("soil", "missing")]


def test_what_was_made_goes_out_again() -> None:
    for value in (Dig(job_type="dredge", depth=1), Fill(soil="clay")):
        data = Known.dump_python(value, by_alias=True, exclude_unset=True)
        assert Known.validate_python(data) == value
    assert Known.json_schema()["oneOf"]


def test_constants_are_filled_in_when_an_object_is_made() -> None:
    assert Fill(soil="x").model_fields_set == {"job_type", "soil"}
    assert Top(gravel="x").model_dump(by_alias=True, exclude_unset=True) == {
        "jobType": "fill",
        "gravel": "x",
    }
    with pytest.raises(ValidationError, match="jobType"):
        Fill.model_validate({"soil": "x"})
    assert Top.model_validate({"gravel": "x"}).model_fields_set == {"gravel"}


def test_clients_keep_what_a_closed_object_should_not_have() -> None:
    with pytest.raises(ValidationError):
        Closed.model_validate({"due": None, "more": 1})
    found = construct(Closed, {"due": 5, "more": 1})
    assert (found.due, found.model_extra) == (5, {"more": 1})
    assert found.to_dict() == {"due": 5, "more": 1}


class Nest(Model):
    """A closed object that holds others of its kind."""

    model_config = ConfigDict(extra="forbid")

    name: str
    inside: list[Nest] | None = None


def test_e2_closed_objects_write_what_they_should_not_have() -> None:
    """At any depth, for a class that is not finished when it is first looked at too."""
    schema = Nest.model_json_schema(mode="serialization")
    assert schema["$defs"]["Nest"]["additionalProperties"] is False
    data = {"name": "a", "inside": [{"name": "b", "more": {"deep": [1]}}], "more": 1}
    found = construct(Nest, data)
    assert found.to_dict() == data
    assert json.loads(found.to_json()) == data
    assert Nest(name="a").to_json() == '{"name":"a"}'


def test_numbers_in_json_are_no_dates() -> None:
    assert Closed.model_validate_json('{"due": "2024-02-29"}').due is not None
    with pytest.raises(ValidationError):
        Closed.model_validate_json('{"due": 5}')
