"""Recursion through everything ends, and so does everything that is nested deeply."""

from __future__ import annotations

import json
from typing import Any

import pytest

from generator.diagnostics import Fatal, Sink
from generator.ir import Alias, Anything, Named, Optional, Record, TypeUse
from generator.ir.references import references
from generator.load import Source, load
from generator.lower import lower

NODE = "#/components/schemas/Node"
AGAIN: dict[str, Any] = {"$ref": NODE}
MORE: dict[str, Any] = {"$ref": NODE, "minProperties": 1}
MERGED: dict[str, Any] = {"allOf": [{"$ref": NODE}, {"required": ["a"]}]}

THROUGH: dict[str, Any] = {
    "properties": lambda node: {"properties": {"a": node}},
    "two properties": lambda node: {
        "properties": {"a": node, "b": {"properties": {"a": node}}}
    },
    "items": lambda node: {"type": "array", "items": node},
    "prefixItems": lambda node: {"type": "array", "prefixItems": [node, node]},
    "additionalProperties": lambda node: {"additionalProperties": node},
    "patternProperties": lambda node: {"patternProperties": {"^a": node}},
    "propertyNames": lambda node: {"type": "object", "propertyNames": node},
    "unevaluatedProperties": lambda node: {
        "type": "object",
        "unevaluatedProperties": node,
    },
    "anyOf": lambda node: {"anyOf": [{"type": "string"}, node]},
    "oneOf": lambda node: {"oneOf": [node, {"type": "null"}]},
    "anyOf in a property": lambda node: {
        "properties": {"a": {"anyOf": [node, {"type": "null"}]}}
    },
    "union beside properties": lambda node: {
        "properties": {"a": {"type": "string"}},
        "oneOf": [{"properties": {"b": node}}, {"required": ["a"]}],
    },
    "not": lambda node: {"type": "object", "not": node},
    "if": lambda node: {"if": node, "then": node, "else": node},
    "dependentSchemas": lambda node: {"dependentSchemas": {"a": node}},
    "contains": lambda node: {"type": "array", "contains": node},
    "$defs": lambda node: {
        "$defs": {"Inner": node},
        "properties": {"a": {"$ref": f"{NODE}/$defs/Inner"}},
    },
    "a pointer to itself": lambda node: {
        "properties": {
            "a": {"type": "array", "items": {"$ref": f"{NODE}/properties/a"}}
        }
    },
    "the same property twice": lambda node: {
        "properties": {
            "a": {"allOf": [node, {"properties": {"a": {"minProperties": 1}}}]}
        }
    },
}


def api_of(schemas: dict[str, Any], paths: dict[str, Any] | None = None) -> Any:
    """The model of a document with these schemas, and the codes of its warnings."""
    document = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": paths or {},
        "components": {"schemas": schemas},
    }
    sink = Sink()
    api = lower(load(Source(data=json.dumps(document).encode()), sink), sink)
    assert not sink.has_errors
    found = [item for item in sink.found if item.code != "W166"]
    return api, [item.code for item in found if item.severity != "note"]


@pytest.mark.parametrize("node", [AGAIN, MORE, MERGED], ids=["ref", "beside", "allOf"])
@pytest.mark.parametrize("through", THROUGH)
def test_recursion_ends(through: str, node: dict[str, Any]) -> None:
    api, _ = api_of({"Node": THROUGH[through](node)})
    assert NODE in api.shapes
    assert len(api.shapes) <= 12
    for shape in api.shapes.values():
        for target in references(shape):
            assert target in api.shapes


def test_a_circle_of_components_that_say_more_about_each_other() -> None:
    api, codes = api_of(
        {
            name: {
                "properties": {
                    "next": {
                        "$ref": f"#/components/schemas/{other}",
                        "minProperties": 1,
                    }
                }
            }
            for name, other in (("Node", "Edge"), ("Edge", "Node"))
        }
    )
    assert codes == []
    assert set(api.shapes) == {
        NODE,
        "#/components/schemas/Edge",
        f"{NODE}/properties/next",
        "#/components/schemas/Edge/properties/next",
    }


def test_a_description_beside_a_reference_makes_no_type_of_its_own() -> None:
    api, _ = api_of(
        {"Node": {"properties": {"a": {"allOf": [AGAIN, {"description": "More."}]}}}}
    )
    record = api.shapes[NODE]
    assert isinstance(record, Record)
    assert record.fields[0].use == TypeUse(Named(NODE))
    assert record.fields[0].description == "More."
    assert list(api.shapes) == [NODE]


def test_a_response_that_refers_to_its_own_place() -> None:
    place = "#/paths/~1a/get/responses/200/content/application~1json/schema"
    schema = {"type": "array", "items": {"$ref": place}}
    api, codes = api_of(
        {},
        {
            "/a": {
                "get": {
                    "responses": {
                        "200": {
                            "description": "",
                            "content": {"application/json": {"schema": schema}},
                        }
                    }
                }
            }
        },
    )
    assert codes == []
    assert isinstance(api.shapes[place], Alias)


def test_a_callback_that_leads_back_to_its_operation() -> None:
    again = {"again": {"{$request.query.url}": {"$ref": "#/paths/~1a"}}}
    operation = {"responses": {"204": {"description": ""}}, "callbacks": again}
    api, codes = api_of({}, {"/a": {"get": operation}})
    assert [operation.path for operation in api.operations] == ["/a"]
    assert codes == []
    (sent,) = api.callbacks
    assert sent.id.startswith(f"{api.operations[0].id}/callbacks/again/")
    assert [item.operation for item in api.operations[0].callbacks] == [sent.id]
    assert [item.operation for item in sent.callbacks] == [sent.id]


def test_null_stays_possible_in_what_is_named_before_it_is_made() -> None:
    inner = {
        "type": ["object", "null"],
        "properties": {"a": {"$ref": f"{NODE}/properties/a"}},
    }
    api, _ = api_of({"Node": {"properties": {"a": inner}}})
    again = api.shapes[f"{NODE}/properties/a"]
    assert isinstance(again, Record)
    assert isinstance(again.fields[0].use.type, Optional)


DEPTH = 95

NESTED: dict[str, Any] = {
    "properties": lambda node: {"properties": {"a": node}},
    "items": lambda node: {"type": "array", "items": node},
    "additionalProperties": lambda node: {"additionalProperties": node},
    "anyOf": lambda node: {"anyOf": [node, {"type": "string"}]},
    "oneOf and null": lambda node: {"oneOf": [node, {"type": "null"}]},
    "allOf": lambda node: {"allOf": [node]},
    "not": lambda node: {"not": node},
    "prefixItems": lambda node: {"type": "array", "prefixItems": [node]},
}


@pytest.mark.parametrize("keyword", NESTED)
def test_deep_nesting_is_lowered(keyword: str) -> None:
    node: dict[str, Any] = {"type": "integer"}
    for _ in range(DEPTH):
        node = NESTED[keyword](node)
    api, codes = api_of({"Node": node})
    assert NODE in api.shapes
    assert set(codes) <= {"W231"}


def test_unions_nested_beside_properties_are_given_up_at_some_depth() -> None:
    node: dict[str, Any] = {"properties": {"a": {"type": "string"}}}
    for _ in range(DEPTH):
        node = {
            "properties": {"b": {"type": "string"}},
            "oneOf": [node, {"type": "null"}],
        }
    _, codes = api_of({"Node": node})
    assert codes == ["W231"]


CHAINED: dict[str, Any] = {
    "$ref": lambda link: link,
    "allOf": lambda link: {"allOf": [link], "properties": {"a": {}}},
    "a property": lambda link: {"properties": {"a": {**link, "minProperties": 1}}},
    "anyOf": lambda link: {
        "anyOf": [link, {"type": "null"}],
        "properties": {"a": {}},
    },
    "not": lambda link: {"not": link},
}


def chain(keyword: str, length: int) -> dict[str, Any]:
    """Components that refer to the next one through a keyword."""
    links: dict[str, Any] = {
        f"S{number}": CHAINED[keyword]({"$ref": f"#/components/schemas/S{number + 1}"})
        for number in range(length)
    }
    return {**links, f"S{length}": {"type": "object"}}


@pytest.mark.parametrize("keyword", CHAINED)
def test_a_chain_of_components(keyword: str) -> None:
    api, codes = api_of(chain(keyword, 90))
    assert len(api.components) == 91
    assert set(codes) <= {"W231"}


@pytest.mark.parametrize("keyword", CHAINED)
def test_a_chain_that_is_too_long_is_refused(keyword: str) -> None:
    with pytest.raises(Fatal) as caught:
        api_of(chain(keyword, 2000))
    finding = caught.value.diagnostic
    assert finding.code == "E230"
    assert finding.span is not None
    assert finding.span.pointer == "/components/schemas/S0"


def test_a_chain_of_pointers_into_one_component() -> None:
    properties: dict[str, Any] = {
        f"p{number}": {
            "properties": {"a": {"$ref": f"{NODE}/properties/p{number + 1}"}}
        }
        for number in range(2000)
    }
    api, _ = api_of(
        {"Node": {"properties": {**properties, "p2000": {"type": "string"}}}}
    )
    assert len(api.shapes) >= 2000


def test_a_diamond_is_folded_once() -> None:
    def link(number: int) -> dict[str, str]:
        return {"$ref": f"#/components/schemas/S{number}"}

    levels: dict[str, Any] = {
        f"S{number}": {
            "allOf": [link(number + 1), {"allOf": [link(number + 1)]}],
            "properties": {f"a{number}": {}},
        }
        for number in range(40)
    }
    api, _ = api_of({**levels, "S40": {"type": "object"}})
    top = api.shapes["#/components/schemas/S0"]
    assert isinstance(top, Record)
    assert len(top.fields) == 40


def test_sets_of_schemas_that_meet_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.lower.schemas.MERGES", 1)
    one = {"type": "integer", "minimum": 1}
    other = {"type": "integer", "maximum": 9}
    both = {"allOf": [{"properties": {"a": one, "b": one}}]}
    more = {"properties": {"a": other, "b": other}}
    api, codes = api_of({"Node": {**both, **more}})
    assert codes == ["W230"]
    record = api.shapes[NODE]
    assert isinstance(record, Record)
    assert record.fields[1].use == TypeUse(Anything())
