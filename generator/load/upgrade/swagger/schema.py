"""What only schemas of Swagger 2.0 say, in the words of OpenAPI 3.0.

Source: the Swagger 2.0 specification, section "Schema Object". The rest of the way is
that of schemas of OpenAPI 3.0 (`upgrade.schema`), which have the same keywords.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...kinds import KINDS

if TYPE_CHECKING:
    from ...places import Link, Object
    from ...state import File, State

_OWN = frozenset(
    (
        "$ref",
        "format",
        "title",
        "description",
        "default",
        "multipleOf",
        "maximum",
        "exclusiveMaximum",
        "minimum",
        "exclusiveMinimum",
        "maxLength",
        "minLength",
        "pattern",
        "maxItems",
        "minItems",
        "uniqueItems",
        "maxProperties",
        "minProperties",
        "required",
        "enum",
        "type",
        "items",
        "allOf",
        "properties",
        "additionalProperties",
        "discriminator",
        "readOnly",
        "xml",
        "externalDocs",
        "example",
    )
)
LATER = frozenset(KINDS["schema"].fields) - _OWN
"""Keywords of later versions and of JSON Schema, which authors use in 2.0 as well."""


def prepare_schema(node: Object, link: Link, file: File, state: State) -> None:
    """Rewrite one schema in place, before its members are looked at."""
    if not LATER.isdisjoint(node):
        later = next(key for key in node if key in LATER)
        state.count("W184", file, node, later, link)
    if "x-nullable" in node:
        node.setdefault("nullable", node.pop("x-nullable"))
    if "$ref" in node:
        _plain_name(node, link, file)
    if "discriminator" in node:
        _discriminator(node, link, file, state)
    if node.get("type") == "file":
        node["type"] = "string"
        node["format"] = "binary"
        file.places.touch(node)
    if node.pop("collectionFormat", "csv") != "csv":
        file.reporter.at("W183", node, ("collectionFormat",), link, key=True)


def is_file(schema: object) -> bool:
    """Whether a prepared schema is that of a file."""
    return (
        type(schema) is dict
        and schema.get("type") == "string"
        and schema.get("format") == "binary"
    )


def _plain_name(node: Object, link: Link, file: File) -> None:
    """A plain name of a definition, as drafts of 2.0 allowed it in `$ref`."""
    name = node["$ref"]
    root = file.data if type(file.data) is dict else {}
    known = root.get("definitions")
    if type(name) is str and type(known) is dict and name in known:
        meaning = f"#/definitions/{name}"
        written = f"$ref: {name}"
        file.reporter.at(
            "W153", node, ("$ref",), link, keyword=written, meaning=meaning
        )
        node["$ref"] = meaning


def _discriminator(node: Object, link: Link, file: File, state: State) -> None:
    """The name of a property in 2.0, an object around that name since."""
    name = node["discriminator"]
    if type(name) is dict:
        state.count("W184", file, node, "discriminator", link)
    elif type(name) is str:
        made: Object = {"propertyName": name}
        node["discriminator"] = made
        file.places.adopt(made, node)
        file.places.settle(made, (link, "discriminator"))
