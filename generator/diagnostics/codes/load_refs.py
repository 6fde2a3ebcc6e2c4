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
        "{reason}",
        "References with a scheme are not followed, since a document could otherwise make "
        "the machine that reads it call any address. Those to http and https addresses are, "
        "with `--allow-remote` or `allow_remote` in the configuration; all others never.",
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
    Entry(
        "E160",
        "error",
        "A document that could not be fetched",
        "'{reference}' could not be read: {reason}",
        "check the address and the network, or save the document and give its path",
        "Documents at http and https addresses are read with a time limit of 30 seconds and "
        "a size limit, without credentials, cookies or proxies, and through at most 3 "
        "redirects. What is behind a login has to be saved as a file first.",
    ),
    Entry(
        "E161",
        "error",
        "An address that is not allowed",
        "'{reference}' is not fetched: {reason}",
        "name its origin with --allow-origin, such as https://example.com, if you trust it",
        "`--allow-remote` lets documents be fetched by https from public hosts. Other "
        "addresses, such as those of your own network or plain http, are called only when "
        "you name their origin: scheme, host and port. Redirects are held to the same rules.",
    ),
)
