"""Families of schemas, and what their discriminators tell."""

from __future__ import annotations

import pytest

from generator.ir import Choices, Const, Discriminator, Named, Record, Variants

from .lowering import HEAD, lowered, schemas, shape

AT = "#/components/schemas/"
BASE = """
    Base:
      type: object
      required: [kind]
      properties: {kind: {type: string}}
      discriminator: {propertyName: kind}
"""
USER = f'User: {{type: object, properties: {{base: {{$ref: "{AT}Base"}}}}}}'


def members(text: str, *, codes: tuple[str, ...] = ()) -> list[str]:
    """The options of what a reference to `Base` means, by the names of their schemas."""
    api = lowered(f"{HEAD}components:\n  schemas:\n    {USER}{BASE}{text}", codes=codes)
    user = shape(api, "User")
    assert isinstance(user, Record) and isinstance(user.fields[0].use.type, Named)
    meant = api.shapes[user.fields[0].use.type.id]
    options = meant.options if isinstance(meant, Variants) else ()
    return [
        use.type.id.removeprefix(AT) for use in options if isinstance(use.type, Named)
    ]


@pytest.mark.parametrize(
    "child",
    [
        f'Child: {{allOf: [{{$ref: "{AT}Base"}}, {{properties: {{a: {{}}}}}}]}}',
        f'Child: {{allOf: [{{$ref: "{AT}Base"}}]}}',
        f'Child: {{$ref: "{AT}Base", properties: {{a: {{}}}}}}',
        f'Child: {{allOf: [{{allOf: [{{$ref: "{AT}Base"}}]}}, {{properties: {{a: {{}}}}}}]}}',
        f'Child: {{anyOf: [{{allOf: [{{$ref: "{AT}Base"}}], properties: {{a: {{}}}}}}, {{type: "null"}}]}}',
        f'Child: {{allOf: [{{$ref: "{AT}Other"}}, {{properties: {{a: {{}}}}}}]}}\n    Other: {{$ref: "{AT}Base"}}',
    ],
)  # fmt: skip
def test_what_extends_a_base_is_of_its_family(child: str) -> None:
    assert members(f"    {child}") == ["Base", "Child"]


@pytest.mark.parametrize(
    "other",
    [
        f'Alias: {{$ref: "{AT}Base"}}',
        f'List: {{type: array, items: {{$ref: "{AT}Base"}}}}',
        f'Union: {{oneOf: [{{$ref: "{AT}Base"}}, {{type: string}}]}}',
        f'Holder: {{properties: {{a: {{allOf: [{{$ref: "{AT}Base"}}, {{properties: {{b: {{}}}}}}]}}}}}}',
    ],
)  # fmt: skip
def test_what_only_mentions_a_base_is_not(other: str) -> None:
    assert members(f"    {other}") == []


def test_a_child_of_a_child_is_of_both_families() -> None:
    text = f"""
    Middle: {{allOf: [{{$ref: "{AT}Base"}}]}}
    Leaf: {{allOf: [{{$ref: "{AT}Middle"}}]}}
    More: {{properties: {{m: {{$ref: "{AT}Middle"}}}}}}
"""
    api = lowered(f"{HEAD}components:\n  schemas:\n    {USER}{BASE}{text}")
    outer = api.shapes[f"{AT}Base/discriminator"]
    inner = api.shapes[f"{AT}Middle/discriminator"]
    assert isinstance(outer, Variants) and isinstance(inner, Variants)
    assert outer.discriminator == Discriminator(
        "kind", (("Middle", f"{AT}Middle"), ("Leaf", f"{AT}Leaf")), f"{AT}Base"
    )
    assert inner.discriminator == Discriminator(
        "kind", (("Middle", f"{AT}Middle"), ("Leaf", f"{AT}Leaf"))
    )


def test_values_narrow_the_types_and_what_validators_ask_for() -> None:
    api = schemas(f"""
        Union:
          oneOf: [{{$ref: "{AT}One"}}, {{$ref: "{AT}Two"}}]
          discriminator: {{propertyName: t, mapping: {{a: One, b: Two, c: Two}}}}
        One: {{type: object, required: [t], properties: {{t: {{type: string, default: b}}}}}}
        Two: {{type: object, properties: {{t: {{type: string}}}}}}
    """)
    one, two = shape(api, "One"), shape(api, "Two")
    assert isinstance(one, Record) and isinstance(two, Record)
    assert (one.fields[0].use.type, one.fields[0].default) == (Const("a"), None)
    kind = two.fields[0].use.type
    assert isinstance(kind, Named)
    listed = api.shapes[kind.id]
    assert isinstance(listed, Choices)
    assert [item.value for item in listed.choices] == ["b", "c"]
    assert api.assertions[f"{AT}One/properties/t"].keywords == (
        ("type", "string"),
        ("const", "a"),
    )
    assert api.assertions[f"{AT}Two/properties/t"].keywords == (
        ("type", "string"),
        ("enum", ("b", "c")),
    )


def test_a_schema_that_others_extend_keeps_what_they_may_be() -> None:
    api = schemas(f"""
        Union:
          oneOf: [{{$ref: "{AT}One"}}, {{$ref: "{AT}Two"}}]
          discriminator: {{propertyName: t, mapping: {{a: One, b: Two}}}}
        One: {{type: object, properties: {{t: {{type: string}}}}}}
        Two: {{type: object, properties: {{t: {{type: string}}}}}}
        More: {{allOf: [{{$ref: "{AT}One"}}, {{properties: {{x: {{}}}}}}]}}
    """)
    one, more = shape(api, "One"), shape(api, "More")
    assert isinstance(one, Record) and isinstance(more, Record)
    assert one.fields[0].use.type == Const("a")
    assert more.fields[0].use.type != Const("a")
    assert api.assertions[f"{AT}One/properties/t"].keywords == (("type", "string"),)
