"""What rules of schemas are about: null in all spellings, one way, names of any kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import black
import pytest

from .support import of_schemas

if TYPE_CHECKING:
    from pathlib import Path

A = {"$ref": "#/components/schemas/A"}
NULL = {"type": "null"}
OBJECT = {
    "type": "object",
    "required": ["n"],
    "properties": {"n": {"type": "integer"}, "m": {"type": "boolean"}},
}
OR_NULL = {**OBJECT, "type": ["object", "null"]}
SPELLINGS: dict[str, dict[str, dict[str, Any]]] = {
    "3.1.0": {
        "Types": OR_NULL,
        "OneOf": {"oneOf": [A, NULL]},
        "AnyOf": {"anyOf": [NULL, A]},
        "Inline": {"anyOf": [NULL, OBJECT]},
        "Nested": {"anyOf": [{"oneOf": [A, NULL]}, NULL]},
        "Enum": {"anyOf": [A, {"enum": [None]}]},
        "Const": {"oneOf": [{"const": None}, A]},
        "Reference": {"$ref": "#/components/schemas/AnyOf"},
        "Members": {"allOf": [{"$ref": "#/components/schemas/Types"}]},
        "UnionMembers": {"allOf": [{"$ref": "#/components/schemas/OneOf"}]},
        "Both": {"type": ["object", "null"], "anyOf": [A, NULL]},
        "Beside": {**OR_NULL, "required": [], "oneOf": [OBJECT, NULL]},
        "Nullable": {**OBJECT, "nullable": True},
    },
    "3.0.3": {
        "Nullable": {**OBJECT, "nullable": True},
        "Reference": {**A, "nullable": True},
        "Members": {"allOf": [A], "nullable": True},
        "Typed": {"type": "object", "allOf": [A], "nullable": True},
        "OneOf": {"oneOf": [A], "nullable": True},
        "AnyOf": {"anyOf": [A], "nullable": True},
    },
}
RULE = {"rule": "self.n > 0", "path": "/n"}


@pytest.mark.parametrize("version", SPELLINGS)
def test_null_has_no_rules_however_it_is_allowed(tmp_path: Path, version: str) -> None:
    spelled = {
        name: {**schema, "x-validations": [RULE], "x-requires": {"n": "m"}}
        for name, schema in SPELLINGS[version].items()
    }
    inside = {"type": "object", "properties": dict(spelled)}
    schemas = {"A": OBJECT, "Inside": inside, **spelled}
    case = of_schemas(tmp_path, schemas, version)
    value = {"n": 0, "m": True}
    for name in spelled:
        assert case.faults(name, None) == [], name
        assert case.faults(name, value) == [("/n", "x-validations")], name
        assert case.faults(name, {"n": 1}) == [("/n", "x-validations")], name
        assert case.faults(name, {"n": 1, "m": True}) == [], name
        assert case.faults(name, 3) != [], name
        assert case.faults("Inside", {name: None}) == [], name
        assert case.faults("Inside", {name: value}) == [
            (f"/{name}/n", "x-validations")
        ], name


def test_null_beside_other_types_has_no_rules(tmp_path: Path) -> None:
    few = [{"rule": "size(self) < 3"}]
    ranks = [{"rule": "type(self) == string || self > 0"}]
    mixed = {"anyOf": [{"type": "integer"}, {"type": "string"}, NULL]}
    schemas = {
        "Text": {"type": ["string", "null"], "x-validations": few},
        "List": {"anyOf": [{"type": "array"}, NULL], "x-validations": few},
        "Mixed": {**mixed, "x-validations": ranks},
    }
    case = of_schemas(tmp_path, schemas)
    broken = {"Text": "abc", "List": [1, 2, 3], "Mixed": 0}
    for name, value in broken.items():
        assert case.faults(name, None) == []
        assert case.faults(name, value) == [("", "x-validations")]


ONE_WAY = {
    "type": "object",
    "required": ["id", "secret", "n"],
    "properties": {
        "id": {"anyOf": [{"$ref": "#/components/schemas/Id"}, NULL]},
        "secret": {"type": "string", "writeOnly": True},
        "n": {"type": "integer"},
        "next": {"$ref": "#/components/schemas/Thing"},
    },
    "x-validations": [
        {"rule": "self.id == null || self.id > self.n", "when": "response"},
        {"rule": "self.secret != ''", "when": "request"},
        {"rule": "!has(self.next) || self.next.secret != 'a'", "when": "request"},
        {"rule": "!has(self.secret) || size(self.secret) < 4"},
    ],
}


def test_rules_of_one_way_have_what_is_required_there(tmp_path: Path) -> None:
    schemas = {"Thing": ONE_WAY, "Id": {"type": "integer", "readOnly": True}}
    case = of_schemas(tmp_path, schemas)
    assert case.codes.count("E292") == 0
    thing = case.module("validators").SCHEMAS["Thing"]

    def found(value: object) -> list[list[str]]:
        return [
            [item.rule or item.path for item in one.errors(value)]
            for one in (thing.request, thing.response)
        ]

    rules = [str(rule["rule"]) for rule in ONE_WAY["x-validations"]]
    assert found({"n": 1, "secret": "a"}) == [[], ["/id"]]
    assert found({"n": 1, "id": 1}) == [["/secret"], [rules[0]]]
    assert found({"n": 1, "id": 2, "secret": ""}) == [[rules[1]], []]
    long = {"n": 1, "id": None, "secret": "long"}
    assert found(long) == [[rules[3]], [rules[3]]]
    assert found({"n": 1, "secret": "b", "next": {"n": 1}})[0] == ["/next/secret"]
    inner = {"n": 1, "secret": "a"}
    assert found({"n": 1, "secret": "b", "next": inner})[0] == [rules[2]]


NAMES = (
    "in true null for as has self type size int 1st ä 日本 😀 $top @id a-b a.b a/b __in__ "
    "a__dash__b `tick` it's q\"uote back\\slash {x} %s a}"
).split(" ")
NAMES += ["with space", "", "new\nline", "\t"]


def test_x_requires_takes_any_name(tmp_path: Path) -> None:
    properties = {name: {"type": "string"} for name in NAMES}
    plain = {"plain": {"type": ["boolean", "null"]}}
    schemas = {
        "Needing": {
            "type": "object",
            "properties": {**properties, **plain},
            "x-requires": dict.fromkeys(NAMES, "plain"),
        },
        "Needed": {
            "type": "object",
            "required": ["plain"],
            "properties": {
                **{key: {"type": ["string", "null"]} for key in NAMES},
                **plain,
            },
            "x-requires": {"plain": NAMES},
        },
    }
    case = of_schemas(tmp_path, schemas)
    for name in NAMES:
        pointer = f"/{name}".replace("~", "~0") if "/" not in name else "/a~1b"
        assert case.faults("Needing", {name: ""}) == [(pointer, "x-validations")], name
        assert case.faults("Needing", {name: "", "plain": True}) == [], name
        others = {other: "" for other in NAMES if other != name}
        wrong = [("/plain", "x-validations")]
        assert case.faults("Needed", {**others, "plain": True}) == wrong, name
        assert (
            case.faults("Needed", {**others, "plain": True, name: None}) == wrong
        ), name
        assert case.faults("Needed", {**others, "plain": None}) == [], name


def test_x_requires_of_what_is_a_union_or_a_map(tmp_path: Path) -> None:
    texts = {"type": "object", "additionalProperties": {"type": "string"}}
    one, other = (
        {"type": "object", "required": [own], "properties": {own: {}, "a": {}, "b": {}}}
        for own in ("one", "other")
    )
    schemas = {
        "Map": {**texts, "x-requires": {"a": "b"}},
        "Union": {"oneOf": [one, other], "x-requires": {"a": "b"}},
    }
    case = of_schemas(tmp_path, schemas)
    assert case.faults("Map", {"a": ""}) == [("/a", "x-validations")]
    assert case.faults("Map", {"a": "", "b": ""}) == []
    for own in ("one", "other"):
        assert case.faults("Union", {own: 1, "a": 1}) == [("/a", "x-validations")]
        assert case.faults("Union", {own: 1, "a": 1, "b": 1}) == []


def test_names_as_kubernetes_escapes_them(tmp_path: Path) -> None:
    spelled = {
        "in": "__in__",
        "namespace": "__namespace__",
        "true": "__true__",
        "a-b": "a__dash__b",
        "a.b": "a__dot__b",
        "a/b": "a__slash__b",
        "a__b": "a__underscores__b",
        "x-a/b.c": "x__dash__a__slash__b__dot__c",
        "c_d": "c_d",
        "plain__": "plain__",
    }
    rules = [
        {"rule": f"!has(self.{name}) || self.{name} != 'x'"}
        for name in spelled.values()
    ]
    indexed = {name: f"self['{name}'] != 'y'" for name in (*spelled, "$top", "__in__")}
    rules += [{"rule": rule, "skipAbsent": True} for rule in indexed.values()]
    schema = {
        "type": "object",
        "properties": {name: {"type": "string"} for name in indexed},
        "x-kubernetes-validations": rules,
    }
    case = of_schemas(tmp_path, {"A": schema})
    ask = case.module("validators").SCHEMAS["A"]
    for name, rule in indexed.items():
        assert [item.rule for item in ask.errors({name: "y"})] == [rule]
    for name, word in spelled.items():
        found = [item.rule for item in ask.errors({name: "x"})]
        assert found == [f"!has(self.{word}) || self.{word} != 'x'"]


def test_the_type_is_looked_at_before_alternatives(tmp_path: Path) -> None:
    """Alternatives of a value with the wrong type are not asked: they would fail."""
    array = {"type": "array", "items": {"type": "integer"}}
    text = {"type": "string"}
    schemas = {
        "Null": {**OR_NULL, "required": [], "oneOf": [OBJECT, NULL]},
        "Text": {"type": ["object", "string"], "oneOf": [OBJECT, text]},
        "Array": {"type": ["object", "array", "null"], "anyOf": [OBJECT, array, NULL]},
        "If": {"type": ["object", "null"], "if": {"minProperties": 1}, "then": OBJECT},
    }
    schemas["Inside"] = {"type": "object", "properties": dict(schemas)}
    case = of_schemas(tmp_path, schemas)
    for name in ("Null", "Text", "Array", "If"):
        for value in (3, 2.5, True):
            assert case.faults(name, value) == [("", "type")], name
            inside = case.faults("Inside", {name: value})
            assert inside == [(f"/{name}", "type")], name
        assert case.faults(name, {"n": 1}) == [], name
        assert case.faults(name, {"n": ""}) != [], name


def test_quotes_in_texts_of_rules_hide_no_code_from_black(tmp_path: Path) -> None:
    long = "y" * 150
    messages = [
        f'must be """ {long}',
        f'{long} """',
        f"''' and {long}",
        'must not say "x" ' * 12,
        "it's " * 30 + '"a"',
        '"""',
        '\\"""' + " words" * 20,
    ]
    rules = [
        {"rule": f"self.n > {number}", "message": message, "code": message[:40]}
        for number, message in enumerate(messages)
    ]
    rules += [
        {"rule": "self.s != '\"\"\"' && self.s != 'a'"},
        {"rule": f'self.s.matches(\'^"""{long}$\')'},
        {"rule": '// """ a comment "\nself.n > 99'},
    ]
    properties = {
        "n": {"type": "integer", "description": f'""""""" {long}'},
        "s": {"type": "string", "enum": ['"""', '"""""' + long, "''''"]},
    }
    schema = {
        "type": "object",
        "description": f'Docs """ of\n\n    code """ {long} "',
        "required": ["n", "s"],
        "properties": properties,
        "x-validations": rules,
    }
    case = of_schemas(tmp_path, {"A": schema})
    assert len(case.faults("A", {"n": -1, "s": '"""'})) == len(rules)
    mode = black.Mode(target_versions={black.TargetVersion.PY311})
    for name, text in case.files.items():
        if name.startswith(("models/", "validators/")):
            assert black.format_str(text, mode=mode) == text, name
