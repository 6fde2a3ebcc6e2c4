"""Keywords of OpenAPI 3.1 in documents of 3.0: honoured, and told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..kinds import KINDS

if TYPE_CHECKING:
    from ..places import Link, Object
    from ..state import File, State

_OLDER = frozenset(
    (
        "$ref",
        "additionalProperties",
        "allOf",
        "anyOf",
        "default",
        "deprecated",
        "description",
        "discriminator",
        "enum",
        "example",
        "exclusiveMaximum",
        "exclusiveMinimum",
        "externalDocs",
        "format",
        "items",
        "maximum",
        "maxItems",
        "maxLength",
        "maxProperties",
        "minimum",
        "minItems",
        "minLength",
        "minProperties",
        "multipleOf",
        "not",
        "nullable",
        "oneOf",
        "pattern",
        "properties",
        "readOnly",
        "required",
        "title",
        "type",
        "uniqueItems",
        "writeOnly",
        "xml",
    )
)
_NEWER = frozenset(KINDS["schema"].fields) - _OLDER
_BOUNDS = ("exclusiveMinimum", "exclusiveMaximum")


def count_newer(node: Object, link: Link, file: File, state: State) -> None:
    """Count what a schema says in the words of JSON Schema 2020-12."""
    for key in node:
        if (
            key in _NEWER
            or (key == "type" and (type(node[key]) is list or node[key] == "null"))
            or (key in _BOUNDS and type(node[key]) in (int, float))
        ):
            state.count("W160", file, node, key, link)
