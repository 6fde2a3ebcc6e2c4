"""Codes of references (E13x, W13x)."""

from __future__ import annotations

from ..entry import Entry

REFERENCES = (
    Entry(
        "E130",
        "error",
        "A reference to nothing",
        "'{reference}' names nothing: {reason}",
        "check the spelling, and that the target is in this document",
        "The pointer of the reference does not lead to a value. In a pointer `~1` stands "
        "for `/` and `~0` for `~` (RFC 6901).",
    ),
    Entry(
        "E131",
        "error",
        "A reference to another host",
        "the reference '{reference}' leads out of the file system and is not followed",
        "save the target beside the document and refer to it by a relative path",
        "References with a scheme, such as http: or file:, are not followed. A document "
        "could otherwise make the machine that reads it call any address.",
    ),
    Entry(
        "E132",
        "error",
        "A file that is not read",
        "the file of the reference '{reference}' is not read: {reason}",
        "keep all files of the document in its folder, with .yaml, .yml or .json names",
        "Only regular files in the folder of the main document and below are read. Links "
        "that lead out of it are not followed.",
    ),
    Entry(
        "E133",
        "error",
        "A reference that is no string",
        "$ref must be a string, not {reference}",
        "write the reference as a string",
        "A reference is a URI reference (RFC 3986) in a string.",
    ),
    Entry(
        "E134",
        "error",
        "References in a circle",
        "these references lead in a circle: {circle}",
        "let one of them name a real definition",
        "Each of these is nothing but a reference to the next one, so none of them ever "
        "says what it is.",
    ),
    Entry(
        "E135",
        "error",
        "A reference to the wrong kind of thing",
        "'{reference}' names {found} where {expected} is due",
        "refer to the right section; that of schemas is #/components/schemas/, or in "
        "Swagger 2.0 #/definitions/",
        "The target exists, and is used as something else elsewhere in the document.",
    ),
    Entry(
        "W130",
        "warning",
        "Ignored beside a reference",
        "'{name}' is ignored, since it stands beside $ref",
        "move it into the target, or put the reference into allOf",
        "In OpenAPI 3.0 all that stands beside `$ref` is ignored; descriptions, defaults, "
        "`nullable` and the like are used all the same. From 3.1 on this holds for "
        "everything but schemas and path items.",
    ),
    Entry(
        "W131",
        "warning",
        "A discriminator value that maps to nothing",
        "the mapping to '{value}' names no schema and is left out",
        "name a schema component, or give a reference to a schema",
        "Values of a discriminator map to the name of a component or to a reference. "
        "Without an entry, the value maps to the component of the same name.",
    ),
)
