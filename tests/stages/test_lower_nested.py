"""Multipart bodies within parts: what the model says of them, and what has no effect."""

from __future__ import annotations

import pytest

from generator.ir import (
    Encoding,
    ListOf,
    Named,
    Nesting,
    Optional,
    Scalar,
    TupleOf,
    TypeUse,
)
from generator.lower.encodings import MAX_NESTING

from .test_lower_requests import BYTES, content

STRING = TypeUse(Scalar("string"))
INTEGER = TypeUse(Scalar("integer"))
MIXED = "contentType: multipart/mixed"


def row(text: str) -> TypeUse:
    """The type of a body whose schema and encodings are these."""
    return content(f"multipart/mixed: {{{text}}}").use


def test_a_row_within_a_row() -> None:
    found = content(f"""
        multipart/mixed: {{
          schema: {{type: array, items: {{type: array, items: {{}}}}}},
          itemEncoding: {{{MIXED}, itemEncoding: {{contentType: image/png}}}},
        }}
    """.replace("\n", " "))
    inner = TypeUse(ListOf(BYTES))
    image = Encoding("", media=("image/png",))
    nesting = Nesting("multipart/mixed", inner, rest=image)
    assert found.rest == Encoding("", media=("multipart/mixed",), nesting=nesting)
    assert found.use.type == ListOf(inner)


def test_parts_by_position_have_types_of_their_own() -> None:
    """One encoding for parts of several types is one for each of them."""
    found = content(f"""
        multipart/mixed: {{
          schema: {{
            type: array,
            prefixItems: [{{type: string}}, {{type: array, items: {{type: integer}}}},
              {{type: array, items: {{}}}}],
            items: {{type: array, items: {{type: string}}}},
          }},
          prefixEncoding: [{{}}],
          itemEncoding: {{{MIXED}, itemEncoding: {{contentType: image/png}}}},
        }}
    """.replace("\n", " "))
    text, numbers, files = found.positions
    assert text == Encoding("")
    assert found.rest is not None
    inner = [item.nesting.use for item in (numbers, files, found.rest) if item.nesting]
    assert inner == [TypeUse(ListOf(one)) for one in (INTEGER, BYTES, STRING)]
    assert found.use.type == TupleOf((STRING, inner[0], inner[1]), inner[2])


def test_nothing_follows_where_the_schema_ends() -> None:
    found = content(
        "multipart/mixed: {schema: {type: array, prefixItems: [{type: array}], "
        f"items: false}}, itemEncoding: {{{MIXED}}}}}"
    )
    assert [item.nesting is not None for item in found.positions] == [True]
    assert found.rest is None


def test_a_sequence_of_bodies() -> None:
    found = content(
        "multipart/mixed: {itemSchema: {type: array, items: {}}, itemEncoding: "
        f"{{{MIXED}, itemEncoding: {{contentType: image/png}}}}}}"
    )
    assert (found.is_sequence, found.use) == (True, TypeUse(ListOf(BYTES)))


@pytest.mark.parametrize(
    ("schema", "encoding", "is_each"),
    [
        ("{type: array, items: {type: array}}", "", True),
        ("{type: array, items: {type: object}}", "", True),
        ("{type: array, items: {type: object}}", "itemEncoding: {}", False),
        ("{type: array, items: {type: string}}", "itemEncoding: {}", False),
        ("{type: array, items: {type: array}}", "itemEncoding: {}", True),
        ("{type: object}", "", False),
        ('{$ref: "#/components/schemas/Pet"}', "", False),
        ('{anyOf: [{type: array, items: {type: array}}, {type: "null"}]}', "", True),
        ("{type: array, items: {type: string}}", "", None),
        ("{type: string}", "", None),
        ("{}", "", None),
    ],
)
def test_a_property(schema: str, encoding: str, is_each: bool | None) -> None:
    found = content(
        f"multipart/form-data: {{schema: {{type: object, properties: {{a: {schema}}}}}, "
        f"encoding: {{a: {{{MIXED}, {encoding}}}}}}}"
    )
    [known] = found.encodings
    nesting = known.nesting
    assert (None if nesting is None else nesting.is_each) == is_each


def test_the_parts_of_an_object_have_names() -> None:
    found = content("""
        multipart/form-data: {
          schema: {type: object, properties: {a: {$ref: "#/components/schemas/Pet"}}},
          encoding: {a: {
            contentType: multipart/form-data; boundary="x"; charset=utf-8,
            encoding: {photo: {contentType: image/png}},
          }},
        }
    """.replace("\n", " "))
    [known] = found.encodings
    assert known.nesting == Nesting(
        "multipart/form-data; charset=utf-8",
        TypeUse(Named("#/components/schemas/Pet")),
        encodings=(Encoding("photo", media=("image/png",)),),
    )


def test_null_may_stand_for_a_body() -> None:
    found = content(
        'multipart/mixed: {schema: {type: array, items: {type: [array, "null"], '
        f"items: {{type: string}}}}}}, itemEncoding: {{{MIXED}}}}}"
    )
    assert found.rest is not None and found.rest.nesting is not None
    assert isinstance(found.rest.nesting.use.type, Optional)


def deep(levels: int) -> str:
    """A body with so many others in each other."""
    schema, encoding = "{type: string}", "{contentType: text/plain}"
    for _ in range(levels):
        schema = f"{{type: array, items: {schema}}}"
        encoding = f"{{{MIXED}, itemEncoding: {encoding}}}"
    outer = f"schema: {{type: array, items: {schema}}}, itemEncoding: {encoding}"
    return f"multipart/mixed: {{{outer}}}"


def depth(encoding: Encoding | None) -> int:
    """How many bodies are in each other."""
    if encoding is None or encoding.nesting is None:
        return 0
    return 1 + depth(encoding.nesting.rest)


def test_many_bodies_in_each_other() -> None:
    assert depth(content(deep(MAX_NESTING)).rest) == MAX_NESTING
    found = content(deep(MAX_NESTING + 1), codes=("W252", "W255"))
    assert depth(found.rest) == MAX_NESTING
    use = found.use
    for _ in range(MAX_NESTING + 1):
        assert isinstance(use.type, ListOf)
        use = use.type.item
    assert use == BYTES


@pytest.mark.parametrize(
    "items",
    [
        "{type: object}",
        "{type: array, items: {type: string}}",
        "{anyOf: [{type: string}, {type: array}]}",
    ],
)
def test_what_json_describes_is_bytes_in_another_media_type(items: str) -> None:
    found = content(
        f"multipart/mixed: {{schema: {{type: array, items: {items}}}, "
        "itemEncoding: {contentType: application/xml}}",
        codes=("W255",),
    )
    assert found.use.type == ListOf(BYTES)


@pytest.mark.parametrize(
    "media", ["application/json", "application/a+json", "text/csv", "", "text/*"]
)
def test_what_may_be_json_stays(media: str) -> None:
    encoding = f"itemEncoding: {{contentType: '{media}'}}"
    schema = "schema: {type: array, items: {type: array, items: {type: string}}}"
    assert row(f"{schema}, {encoding}").type == ListOf(TypeUse(ListOf(STRING)))
