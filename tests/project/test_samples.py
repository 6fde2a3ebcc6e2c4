"""Values for examples: the document's own where they can be used, and made in time."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from generator.diagnostics import Sink
from generator.ir import Api, Named, TypeUse, freeze, thaw
from generator.load import Source, load
from generator.lower import lower
from generator.plan.project.fitting import Fitting
from generator.plan.project.samples import NoSample, Samples


def lowered(schemas: dict[str, Any]) -> Api:
    """The model of a document with these schemas."""
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Samples", "version": "1"},
        "paths": {},
        "components": {"schemas": schemas},
    }
    sink = Sink()
    api = lower(load(Source(data=json.dumps(document).encode()), sink), sink)
    assert not sink.has_errors, sink.found
    return api


def sample(schema: dict[str, Any], **others: Any) -> object:
    """A value made for a schema."""
    api = lowered(
        {
            "It": {"type": "object", "required": ["x"], "properties": {"x": schema}},
            **others,
        }
    )
    found = thaw(Samples(api).of(TypeUse(Named(api.components["It"]))))
    assert isinstance(found, dict)
    return found["x"]


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "string"}, "example"),
        ({"type": "string", "maxLength": 3}, "exa"),
        ({"type": "string", "minLength": 9}, "exampleex"),
        ({"type": "string", "pattern": "^[A-Z]{2}$"}, "AA"),
        ({"type": "string", "format": "date"}, "2024-05-17"),
        ({"type": "string", "examples": ["Rex"]}, "Rex"),
        ({"type": "string", "examples": [3, "Rex"]}, "Rex"),
        ({"type": "integer", "examples": ["[1212, 318"]}, 1),
        ({"type": "integer", "default": 7}, 7),
        ({"type": "integer", "minimum": 5}, 5),
        ({"type": "integer", "exclusiveMinimum": 5}, 6),
        ({"type": "integer", "maximum": -3}, -3),
        ({"type": "integer", "multipleOf": 5, "minimum": 7}, 10),
        ({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}, 0.5),
        ({"type": "boolean"}, True),
        ({"type": ["string", "null"]}, "example"),
        ({"enum": ["b", "a"]}, "b"),
        ({"const": 4}, 4),
        ({"type": "array", "items": {"type": "integer"}, "minItems": 2}, [1, 1]),
        ({"type": "array", "items": {"type": "integer"}, "maxItems": 0}, []),
        ({"type": "object", "additionalProperties": {"type": "string"}}, {}),
        ({"oneOf": [{"type": "integer"}, {"type": "string"}]}, 1),
    ],
)  # fmt: skip
def test_what_is_made(schema: dict[str, Any], expected: object) -> None:
    assert sample(schema) == expected


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "pattern": "(?=x)"},
        {"type": "integer", "minimum": 3, "maximum": 2},
        {"type": "array", "items": {"type": "integer"}, "minItems": 2000000000},
        {"$ref": "#/components/schemas/Endless"},
    ],
)
def test_what_cannot_be_made(schema: dict[str, Any]) -> None:
    endless = {
        "type": "object",
        "required": ["next"],
        "properties": {"next": {"$ref": "#/components/schemas/Endless"}},
    }
    with pytest.raises(NoSample):
        sample(schema, Endless=endless)


def test_tangled_unions_take_no_longer() -> None:
    """Every option leads to all others: there are more ways than anybody can try."""
    names = [f"T{number}" for number in range(12)]
    options = [{"$ref": f"#/components/schemas/{name}"} for name in names]
    tangled = {
        name: {"type": "object", "required": ["x", "y"], "properties": {
            "x": {"oneOf": options}, "y": {"oneOf": options}}}
        for name in names
    }  # fmt: skip
    api = lowered(tangled)
    use = TypeUse(Named(api.components["T0"]))
    begin = time.process_time()
    with pytest.raises(NoSample):
        Samples(api).of(use)
    value: object = {"x": 1, "y": 2}
    for _ in range(20):
        value = {"x": value, "y": value}
    assert not Fitting(api).fits(freeze({"x": {"x": {}, "y": 1}, "y": 1}), use)
    assert time.process_time() - begin < 5
