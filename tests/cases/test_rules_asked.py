"""Rules of schemas are asked wherever the structure is right, each by one function."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .support import of_schemas

if TYPE_CHECKING:
    from pathlib import Path


def _positive(name: str) -> list[dict[str, str]]:
    return [{"rule": f"self.{name} > 0", "path": f"/{name}"}]


def _ruled(name: str, **more: Any) -> dict[str, Any]:
    """An object with an integer that a rule asks to be positive."""
    return {
        "type": "object",
        "required": [name],
        "properties": {name: {"type": "integer"}, **more},
        "x-validations": _positive(name),
    }


INNER = {"$ref": "#/components/schemas/Inner"}
BELOW = {
    "property": ({"properties": {"in": INNER}}, {"in": {"n": 0}}, "/in/n"),
    "items": (
        {"properties": {"in": {"type": "array", "items": INNER}}},
        {"in": [{"n": 1}, {"n": 0}]},
        "/in/1/n",
    ),
    "value": ({"additionalProperties": INNER}, {"x": {"n": 0}}, "/x/n"),
    "option": (
        {"properties": {"in": {"oneOf": [INNER, {"type": "string"}]}}},
        {"in": {"n": 0}},
        "/in/n",
    ),
    "member": ({"allOf": [INNER]}, {"n": 0}, "/n"),
    "reference": ({"$ref": "#/components/schemas/Inner"}, {"n": 0}, "/n"),
    "branch": (
        {"if": {"required": ["n"]}, "then": INNER},
        {"n": 0},
        "/n",
    ),
    "dependent": ({"dependentSchemas": {"n": INNER}}, {"n": 0}, "/n"),
}
"""Where a schema with a rule stands below another, a value that breaks it, and its path."""


def test_a_broken_rule_hides_none_above(tmp_path: Path) -> None:
    schemas = {"Inner": _ruled("n")}
    for name, (keywords, _, _) in BELOW.items():
        outer = _ruled("m")
        properties = {**outer["properties"], **keywords.get("properties", {})}
        schemas[name] = {**outer, **keywords, "properties": properties}
    case = of_schemas(tmp_path, schemas)
    for name, (_, value, place) in BELOW.items():
        found = case.faults(name, {**value, "m": 0})
        assert found == [(place, "x-validations"), ("/m", "x-validations")], name
        assert case.faults(name, {**value, "m": 1}) == [(place, "x-validations")], name


def test_what_has_another_structure_is_asked_nothing(tmp_path: Path) -> None:
    outer = _ruled("m", **{"in": INNER, "s": {"type": "string"}})
    case = of_schemas(tmp_path, {"Inner": _ruled("n"), "Outer": outer})
    broken = {"m": 0, "in": {"n": 0}}
    assert case.faults("Outer", {**broken, "s": 1}) == [
        ("/in/n", "x-validations"),
        ("/s", "type"),
    ]
    assert case.faults("Outer", {**broken, "in": {}}) == [("/in/n", "required")]


def test_of_many_broken_rules_nothing_is_concluded(tmp_path: Path) -> None:
    """Loops over a value end after so many violations: what follows is not looked at."""
    rule = {"rule": "self.all(x, x.n < 9)", "message": "must be small"}
    same = {**_positive("n")[0], "message": "must be more"}
    others = [{**same, "rule": f"self.n > {number}"} for number in range(20)]
    inner = {**_ruled("n"), "x-validations": others}
    array = {"type": "array", "items": INNER, "x-validations": [rule]}
    case = of_schemas(tmp_path, {"Inner": inner, "Outer": array})
    ask = case.module("validators").SCHEMAS["Outer"]
    found = ask([*[{"n": -1}] * 2000, "no object"])
    assert {item.message for item in found} == {"must be more"}


def test_an_option_with_a_broken_rule_is_the_nearest(tmp_path: Path) -> None:
    """Its structure is right, so the rules around are asked; no other has it."""
    other = {"type": "object", "properties": {"n": {"type": "string"}}}
    outer = {**_ruled("n"), "oneOf": [other, INNER]}
    outer["x-validations"] = [{"rule": "self.n > 1", "path": "/n", "message": "more"}]
    case = of_schemas(tmp_path, {"Inner": _ruled("n"), "Outer": outer})
    found = case.module("validators").SCHEMAS["Outer"]({"n": 0})
    assert [item.rule for item in found] == ["self.n > 0", "self.n > 1"]


def test_rules_for_either_way_are_written_once(tmp_path: Path) -> None:
    schema = _ruled("n", m={"type": "integer", "readOnly": True})
    for way in ("request", "response"):
        rule = {"rule": f"self.n != {len(way)}", "when": way, "path": "/n"}
        schema["x-validations"] = [*schema["x-validations"], rule]
    case = of_schemas(tmp_path, {"Thing": schema})
    text = case.files["validators/schemas/thing.py"]
    assert text.count("must satisfy self.n > 0") == 1
    ask = case.module("validators").SCHEMAS["Thing"]
    for n, found in ((0, [1, 1, 1]), (7, [0, 1, 0]), (8, [0, 0, 1])):
        asked = (ask, ask.request, ask.response)
        assert [len(one.errors({"n": n})) for one in asked] == found
