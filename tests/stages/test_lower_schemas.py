"""Schemas to types: each rule of lowering on its smallest document."""

from __future__ import annotations

from typing import Any

import pytest

from generator.ir import (
    Alias,
    Anything,
    Choices,
    Const,
    ListOf,
    MapOf,
    Named,
    Nothing,
    Optional,
    Record,
    Scalar,
    TupleOf,
    TypeUse,
    Variants,
)
from generator.ir.references import references

from .lowering import schemas, shape

STRING = TypeUse(Scalar("string"))
INTEGER = TypeUse(Scalar("integer"))
ANYTHING = TypeUse(Anything())


def named(name: str) -> TypeUse:
    return TypeUse(Named(f"#/components/schemas/{name}"))


def target(text: str) -> TypeUse:
    """The type of a component that is no shape by itself."""
    found = shape(schemas(f"X: {text}"), "X")
    assert isinstance(found, Alias)
    return found.target


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ("{type: string}", STRING),
        ("{type: integer, minimum: 0}", TypeUse(Scalar("integer"), (("minimum", 0),))),
        ("{type: string, format: date-time}", TypeUse(Scalar("date-time"), (("format", "date-time"),))),
        ("{type: string, format: binary}", TypeUse(Scalar("bytes"), (("format", "binary"),))),
        ("{type: [integer, 'null']}", TypeUse(Optional(INTEGER))),
        ("{type: 'null'}", TypeUse(Scalar("null"))),
        ("true", ANYTHING),
        ("{}", ANYTHING),
        ("false", TypeUse(Nothing())),
        ("{const: 3}", TypeUse(Const(3))),
        ("{enum: [only]}", TypeUse(Const("only"))),
        ("{type: array, items: {type: string}}", TypeUse(ListOf(STRING))),
        ("{type: array, minItems: 1}", TypeUse(ListOf(ANYTHING), (("minItems", 1),))),
        ("{prefixItems: [{type: string}], items: false}", TypeUse(TupleOf((STRING,), None))),
        ("{prefixItems: [{type: string}]}", TypeUse(TupleOf((STRING,), ANYTHING))),
        ("{type: object}", TypeUse(MapOf(ANYTHING))),
        ("{additionalProperties: {type: integer}}", TypeUse(MapOf(INTEGER))),
        ("{patternProperties: {'^a': {type: integer}}, additionalProperties: false}", TypeUse(MapOf(INTEGER))),
        ("{patternProperties: {'^a': {type: integer}}}", TypeUse(MapOf(ANYTHING))),
        ("{type: object, propertyNames: {const: a}}", TypeUse(MapOf(ANYTHING, TypeUse(Const("a"))))),
        ("{type: object, propertyNames: {enum: [1, a]}}", TypeUse(MapOf(ANYTHING))),
        ("{type: object, propertyNames: {pattern: a}}", TypeUse(MapOf(ANYTHING))),
        ("{type: object, propertyNames: {anyOf: [{const: a}, {maxLength: 1}], enum: [a, b]}}", TypeUse(MapOf(ANYTHING))),
        ("{allOf: [{propertyNames: {const: a}}, {propertyNames: {const: b}}], type: object}", TypeUse(MapOf(ANYTHING))),
        ("{anyOf: [{type: integer}, {type: 'null'}]}", TypeUse(Optional(INTEGER))),
        ("{oneOf: [{type: integer}]}", INTEGER),
        ("{allOf: [{type: integer}, {minimum: 2}, {minimum: 1, maximum: 9}]}", TypeUse(Scalar("integer"), (("minimum", 2), ("maximum", 9)))),
    ],
)  # fmt: skip
def test_type_of_a_schema(schema: str, expected: TypeUse) -> None:
    found = target(schema)
    assert found == expected or TypeUse(Optional(found)) == expected


def _component(name: str) -> str:
    return f"#/components/schemas/{name}"


def test_names_that_are_listed_are_a_type() -> None:
    api = schemas("""
        Size: {enum: [small, large]}
        Prices: {propertyNames: {$ref: "#/components/schemas/Size"}, additionalProperties: {type: integer}, type: object}
        Inline: {type: object, propertyNames: {enum: [a, b]}}
    """)
    prices, inline = shape(api, "Prices"), shape(api, "Inline")
    assert isinstance(prices, Alias) and isinstance(inline, Alias)
    size = TypeUse(Named(_component("Size")))
    assert prices.target == TypeUse(MapOf(INTEGER, size))
    assert _component("Size") in set(references(prices))
    assert isinstance(inline.target.type, MapOf)
    assert inline.target.type.key == TypeUse(
        Named(f"{_component('Inline')}/propertyNames")
    )


def test_fields_keep_order_requirement_and_notes() -> None:
    api = schemas("""
        Pet:
          type: object
          required: [name, ghost]
          properties:
            name: {type: string, description: ' What it hears. ', default: Rex}
            age: {type: [integer, "null"], readOnly: true, deprecated: true}
    """)
    record = shape(api, "Pet")
    assert isinstance(record, Record)
    name, age, ghost = record.fields
    assert (name.name, name.required, name.description) == (
        "name",
        True,
        "What it hears.",
    )
    assert name.default == ("Rex",)
    assert age.use == TypeUse(Optional(INTEGER))
    assert (age.read_only, age.deprecated, age.required) == (True, True, False)
    assert (ghost.name, ghost.use, ghost.required) == ("ghost", ANYTHING, True)
    assert record.extra == ANYTHING


def test_a_closed_record_has_no_extra() -> None:
    api = schemas("X: {type: object, properties: {a: {}}, additionalProperties: false}")
    record = shape(api, "X")
    assert isinstance(record, Record) and record.extra is None


def test_null_of_a_component_stands_at_its_uses() -> None:
    api = schemas("""
        Options: {type: [object, "null"], properties: {a: {type: string}}}
        Alias: {$ref: "#/components/schemas/Options"}
        Holder:
          type: object
          properties:
            one: {$ref: "#/components/schemas/Options"}
            two: {$ref: "#/components/schemas/Alias"}
    """)
    assert isinstance(shape(api, "Options"), Record)
    holder = shape(api, "Holder")
    assert isinstance(holder, Record)
    assert [field.use for field in holder.fields] == [
        TypeUse(Optional(named("Options"))),
        TypeUse(Optional(named("Alias"))),
    ]


def test_enum_values_are_told_apart_by_type_and_null_moves_out() -> None:
    api = schemas(
        "X: {type: object, properties: {a: {enum: [1, true, one, null, 1]}}}",
        codes=("W271",),
    )
    record = shape(api, "X")
    assert isinstance(record, Record)
    use = record.fields[0].use
    assert isinstance(use.type, Optional) and isinstance(use.type.inner.type, Named)
    choices = api.shapes[use.type.inner.type.id]
    assert isinstance(choices, Choices)
    values = [choice.value for choice in choices.choices]
    assert [(type(value), value) for value in values] == [
        (int, 1),
        (bool, True),
        (str, "one"),
    ]


def test_a_string_beside_an_enum_leaves_it_open() -> None:
    choices = shape(
        schemas("X: {anyOf: [{type: string}, {type: string, enum: [a, b]}]}"), "X"
    )
    assert isinstance(choices, Choices) and choices.open
    assert [choice.value for choice in choices.choices] == ["a", "b"]


def test_constants_with_descriptions_are_one_enumeration() -> None:
    api = schemas(
        "X: {oneOf: [{const: a, description: First.}, {const: b, title: Second}]}"
    )
    choices = shape(api, "X")
    assert isinstance(choices, Choices) and not choices.open
    assert [choice.description for choice in choices.choices] == ["First.", "Second"]


def test_all_of_merges_properties_and_narrows() -> None:
    api = schemas("""
        Base: {type: object, required: [id], properties: {id: {type: string}, kind: {type: string}}}
        Child:
          allOf:
            - $ref: "#/components/schemas/Base"
            - {properties: {kind: {enum: [a, b]}, size: {type: integer}}, required: [kind]}
    """)
    child = shape(api, "Child")
    assert isinstance(child, Record)
    assert [(field.name, field.required) for field in child.fields] == [
        ("id", True), ("kind", True), ("size", False),
    ]  # fmt: skip
    kind = child.fields[1].use.type
    assert isinstance(kind, Named) and isinstance(api.shapes[kind.id], Choices)
    assert len(api.shapes) == 3


def test_a_union_beside_properties_is_a_union_of_both() -> None:
    api = schemas("""
        X:
          type: object
          required: [a]
          properties: {a: {type: string}}
          oneOf:
            - {title: Left, properties: {b: {type: string}}}
            - {title: Right, properties: {c: {type: string}}}
    """)
    union = shape(api, "X")
    assert isinstance(union, Variants) and union.exclusive
    records: list[Any] = [api.shapes[option.type.id] for option in union.options]  # type: ignore[union-attr]
    assert [record.place for record in records] == [("X", "Left"), ("X", "Right")]
    assert [[field.name for field in record.fields] for record in records] == [
        ["b", "a"], ["c", "a"],
    ]  # fmt: skip


def test_options_that_only_assert_do_not_shape() -> None:
    api = schemas("""
        X:
          type: object
          properties: {a: {type: string}, b: {type: string}}
          anyOf: [{required: [a]}, {required: [b]}]
    """)
    record = shape(api, "X")
    assert isinstance(record, Record)
    assert not any(field.required for field in record.fields)


def test_several_unions_are_every_combination_that_can_be() -> None:
    api = schemas("""
        X:
          type: object
          required: [kind]
          properties: {id: {type: string}}
          oneOf:
            - {title: Left, properties: {kind: {const: left}, a: {type: string}}}
            - {title: Right, properties: {kind: {const: right}}}
          anyOf:
            - {title: Low, properties: {low: {type: integer}}}
            - {title: High, properties: {kind: {const: right}, high: {type: integer}}}
        Y:
          allOf:
            - {oneOf: [{type: string}, {type: integer}, {type: 'null'}]}
            - {anyOf: [{type: string}, {type: boolean}, {type: 'null'}]}
    """)
    union = shape(api, "X")
    assert isinstance(union, Variants) and not union.exclusive
    records: list[Any] = [api.shapes[option.type.id] for option in union.options]  # type: ignore[union-attr]
    assert [record.place for record in records] == [
        ("X", "Left", "Low"),
        ("X", "Right", "Low"),
        ("X", "Right", "High"),
    ]
    assert [[field.name for field in record.fields] for record in records] == [
        ["kind", "a", "low", "id"],
        ["kind", "low", "id"],
        ["kind", "high", "id"],
    ]
    assert shape(api, "Y") == Alias(
        "#/components/schemas/Y",
        "#/components/schemas/Y",
        ("Y",),
        TypeUse(Scalar("string")),
    )


def test_a_base_that_lists_its_children_ends() -> None:
    api = schemas("""
        Base:
          type: object
          required: [kind]
          properties: {kind: {type: string}}
          oneOf: [{$ref: "#/components/schemas/Child"}]
        Child:
          allOf: [{$ref: "#/components/schemas/Base"}, {properties: {size: {type: integer}}}]
    """)
    child = shape(api, "Child")
    assert isinstance(child, Record)
    assert [field.name for field in child.fields] == ["kind", "size"]


def test_options_are_named_by_tag_then_by_what_only_they_have() -> None:
    api = schemas("""
        X:
          oneOf:
            - {type: object, properties: {type: {const: file}, id: {type: string}}}
            - {type: object, properties: {url: {type: string}, id: {type: string}}}
            - {type: object, properties: {id: {type: string}}}
    """)
    places = {item.place for item in api.shapes.values() if isinstance(item, Record)}
    assert places == {("X", "file"), ("X", "url"), ("X", "option 3")}


def test_discriminator_maps_names_references_and_constants() -> None:
    api = schemas("""
        X:
          oneOf:
            - {$ref: "#/components/schemas/A"}
            - {$ref: "#/components/schemas/B"}
            - {$ref: "#/components/schemas/C"}
          discriminator: {propertyName: t, mapping: {first: A, second: "#/components/schemas/B"}}
        A: {type: object, properties: {t: {type: string}}}
        B: {type: object, properties: {t: {type: string}}}
        C: {type: object, properties: {t: {const: third}}}
    """)
    union = shape(api, "X")
    assert isinstance(union, Variants) and union.discriminator
    assert dict(union.discriminator.mapping) == {
        "first": "#/components/schemas/A",
        "second": "#/components/schemas/B",
        "third": "#/components/schemas/C",
    }


def test_recursion_is_by_id_and_circles_are_told() -> None:
    api = schemas("""
        Tree: {type: object, properties: {children: {type: array, items: {$ref: "#/components/schemas/Tree"}}}}
        Hen: {type: object, properties: {egg: {$ref: "#/components/schemas/Egg"}}}
        Egg: {type: object, properties: {hen: {$ref: "#/components/schemas/Hen"}}}
    """)
    assert api.groups == (("#/components/schemas/Egg", "#/components/schemas/Hen"),)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("X: {allOf: [{type: string}, {type: integer}]}", "W203"),
        ("X: {allOf: [{oneOf: [{type: string}, {type: integer}, {type: array}, {type: object}, {type: boolean}]}, {oneOf: [{type: string}, {type: array}, {type: integer}, {type: boolean}]}]}", "W205"),
    ],
)  # fmt: skip
def test_what_a_type_cannot_say_is_told(text: str, code: str) -> None:
    api = schemas(text, codes=(code,))
    assert shape(api, "X") == Alias(
        "#/components/schemas/X", "#/components/schemas/X", ("X",), ANYTHING
    )


def test_assertions_keep_everything_by_id() -> None:
    api = schemas(
        """
        X:
          type: object
          description: Not an assertion.
          properties: {a: {$ref: "#/components/schemas/Y", minLength: 2}}
          not: {required: [b]}
          patternProperties: {"^x/": true}
        Y: {type: string, pattern: "^a"}
    """,
        codes=("N245",),
    )
    root = "#/components/schemas/X"
    assert api.assertions[root].keywords == (
        ("type", "object"),
        ("properties", (("a", f"{root}/properties/a"),)),
        ("not", f"{root}/not"),
        ("patternProperties", (("^x/", f"{root}/patternProperties/^x~1"),)),
    )
    assert api.assertions[f"{root}/properties/a"].keywords == (
        ("$ref", "#/components/schemas/Y"),
        ("minLength", 2),
    )
    assert api.assertions[f"{root}/patternProperties/^x~1"].keywords == (
        ("always", True),
    )
