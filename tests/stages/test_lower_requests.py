"""Requests to the intermediate model: path items, bodies, encodings, sequences."""

from __future__ import annotations

from generator.ir import (
    Anything,
    Body,
    Encoding,
    ListOf,
    MediaContent,
    Named,
    Operation,
    Record,
    Scalar,
    TypeUse,
)

from .lowering import HEAD, lowered

HEAD_32 = HEAD.replace("3.1.0", "3.2.0")
BYTES = TypeUse(Scalar("bytes"))


def operations(text: str, *, codes: tuple[str, ...] = ()) -> tuple[Operation, ...]:
    """The operations of a document with this content."""
    return lowered(HEAD_32 + text, codes=codes).operations


def body(text: str, *, codes: tuple[str, ...] = ()) -> Body:
    """The request body with this `content`."""
    [found] = operations(
        f"""
paths:
  /a:
    post:
      requestBody: {{content: {{{text}}}}}
      responses: {{"204": {{description: done}}}}
components:
  mediaTypes:
    Shared: {{schema: {{type: array, items: {{type: integer}}}}}}
  schemas:
    Pet: {{type: object, properties: {{name: {{type: string}}, photo: {{}}}}}}
""",
        codes=codes,
    )
    assert found.body is not None
    return found.body


def content(text: str, *, codes: tuple[str, ...] = ()) -> MediaContent:
    """The only media type of a body."""
    [found] = body(text, codes=codes).contents
    return found


def test_what_stands_beside_the_reference_of_a_path_item_counts() -> None:
    get, post = operations("""
paths:
  /a/{id}:
    $ref: "#/components/pathItems/A"
    summary: Own
    parameters: [{name: q, in: query, schema: {type: integer}}]
    get: {responses: {"204": {description: done}}}
components:
  pathItems:
    A:
      summary: Shared
      description: Both
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
        - {name: q, in: query, schema: {type: string}}
      post:
        parameters: [{name: q, in: query, required: true, schema: {type: boolean}}]
        responses: {"204": {description: done}}
""")
    assert (get.method, post.method) == ("GET", "POST")
    assert (get.summary, get.description) == ("Own", "Both")
    assert [item.name for item in get.parameters] == ["id", "q"]
    assert get.parameters[1].use == TypeUse(Scalar("integer"))
    assert post.parameters[1].use == TypeUse(Scalar("boolean"))
    assert post.parameters[1].required


def test_methods_are_sent_as_they_are_written() -> None:
    found = operations("""
paths:
  /a:
    query: {responses: {"204": {description: done}}}
    additionalOperations:
      COPY: {responses: {"204": {description: done}}}
      x-Own~1: {responses: {"204": {description: done}}}
""")
    assert [item.method for item in found] == ["QUERY", "COPY", "x-Own~1"]
    assert [item.id for item in found] == [
        "#/paths/~1a/query",
        "#/paths/~1a/COPY",
        "#/paths/~1a/x-Own~01",
    ]


def test_shared_media_types() -> None:
    found = content('application/json: {$ref: "#/components/mediaTypes/Shared"}')
    assert found.use == TypeUse(ListOf(TypeUse(Scalar("integer"))))
    assert found.schema == "#/components/mediaTypes/Shared/schema"


def test_sequences_are_told_by_their_items() -> None:
    by_item = content("application/jsonl: {itemSchema: {type: integer}}")
    by_array = content(
        'application/jsonl: {$ref: "#/components/mediaTypes/Shared"}',
    )
    for found in (by_item, by_array):
        assert found.is_sequence
        assert found.use == TypeUse(Scalar("integer"))
    assert by_array.schema == "#/components/mediaTypes/Shared/schema/items"
    free = content("application/x-ndjson: {}")
    assert (free.is_sequence, free.use, free.schema) == (
        True,
        TypeUse(Anything()),
        None,
    )


def test_any_media_type_is_bytes_unless_its_schema_is_structured() -> None:
    for schema in ("{}", "{type: string}", "{type: string, format: binary}"):
        assert content(f'"*/*": {{schema: {schema}}}').use == BYTES
    structured = content('"*/*": {schema: {$ref: "#/components/schemas/Pet"}}')
    assert structured.use == TypeUse(Named("#/components/schemas/Pet"))
    assert structured.schema is not None


def test_encodings_of_properties() -> None:
    found = content("""
        multipart/form-data: {
          schema: {$ref: "#/components/schemas/Pet"},
          encoding: {
            name: {style: form},
            photo: {
              contentType: "image/png, image/*",
              headers: {
                X-A: {schema: {const: 1}}, X-B: {schema: {type: string}},
                X-C: {schema: {enum: [c]}}, X-D: {schema: {default: d}},
                Content-Type: {schema: {const: no}},
              },
            },
          },
        }
    """.replace("\n", " "))
    assert found.encodings == (
        Encoding("name", style="form", explode=True),
        Encoding(
            "photo",
            media=("image/png", "image/*"),
            headers=(("X-A", "1"), ("X-C", "c"), ("X-D", "d")),
        ),
    )


def test_an_encoding_without_effect() -> None:
    ignored = content(
        'application/json: {schema: {type: array}, encoding: {"0": {style: form}}}'
    )
    assert ignored.encodings == ()
    told = content(
        "application/x-www-form-urlencoded: "
        "{schema: {type: object, additionalProperties: false, "
        "properties: {a: {type: string}}}, encoding: {b: {style: form}}}",
        codes=("W252",),
    )
    assert told.encodings == ()


def test_parts_are_bytes_where_only_their_encoding_tells() -> None:
    row = content(
        "multipart/mixed: {schema: {type: array, items: {}}, "
        "itemEncoding: {contentType: image/png}}"
    )
    assert row.use.type == ListOf(BYTES)
    assert row.rest == Encoding("", media=("image/png",))
    stream = content(
        "multipart/mixed: {itemSchema: {}, itemEncoding: {contentType: image/png}}"
    )
    assert (stream.is_sequence, stream.use) == (True, BYTES)
    text = content(
        "multipart/mixed: {schema: {type: array, items: {}}, "
        "itemEncoding: {contentType: text/plain}}"
    )
    assert text.use.type == ListOf(TypeUse(Anything()))


def test_the_whole_query() -> None:
    [found] = operations("""
paths:
  /a:
    get:
      parameters:
        - name: q
          in: querystring
          content:
            Application/X-WWW-Form-Urlencoded; charset=utf-8:
              schema: {type: object, properties: {tags: {type: array}}}
              encoding: {tags: {explode: false}}
      responses: {"204": {description: done}}
""")
    [parameter] = found.parameters
    assert parameter.media == "application/x-www-form-urlencoded"
    assert parameter.encodings == (Encoding("tags", style="form"),)


def test_defaults_that_fit_stay() -> None:
    api = lowered(
        HEAD + """
paths: {}
components:
  schemas:
    A:
      type: object
      properties:
        a: {type: integer, default: 4.0}
        b: {type: [string, "null"], default: null}
        c: {type: array, items: {type: string, format: uuid}, default: []}
        d: {oneOf: [{type: integer}, {type: string}], default: x}
        e: {type: object, additionalProperties: {type: integer}, default: {k: 1}}
        f: {$ref: "#/components/schemas/B", default: {n: 1}}
        g: {$ref: "#/components/schemas/B", default: {}}
        h: {type: boolean, default: "true"}
    B: {type: object, required: [n], properties: {n: {type: integer}}}
""",
        codes=("W250", "W250"),
    )
    record = api.shapes["#/components/schemas/A"]
    assert isinstance(record, Record)
    kept = [field.name for field in record.fields if field.default is not None]
    assert kept == ["a", "b", "c", "d", "e", "f"]
