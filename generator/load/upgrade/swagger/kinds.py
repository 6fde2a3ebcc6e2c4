"""The objects of Swagger 2.0 as data, for those that OpenAPI 3.2 has in another form.

Source: the Swagger 2.0 specification, section "Schema" (the structure of the file). What
did not change (info, tags, schemas, security requirements) is walked by the kinds of
OpenAPI 3.2.
"""

from __future__ import annotations

from ...kinds import KINDS, METHODS
from ...rules import Kind, Rule

PREFIX = "swagger "
"""What sets the names of these kinds apart from those of OpenAPI 3.2."""

_SCHEMA = KINDS["schema"].fields
_NOTE = _SCHEMA["description"]
_HINT = _SCHEMA["deprecated"]
_TEXT = _SCHEMA["$ref"]
_ANY = _SCHEMA["default"]
_FLAG = _SCHEMA["uniqueItems"]
_DOCS = _SCHEMA["externalDocs"]
_LIST = Rule(frozenset((list, str)), "an array of strings", "texts")
_FORMAT = Rule(
    frozenset((str,)),
    "one of csv, ssv, tsv, pipes, multi",
    values=frozenset(("csv", "ssv", "tsv", "pipes", "multi")),
)
_COLLECTION_FORMATS = {"collectionFormat": _FORMAT}


def _one(kind: str) -> Rule:
    return Rule(frozenset((dict,)), "an object", "one", kind)


def _map(kind: str) -> Rule:
    expected = "an object"
    return Rule(frozenset((dict,)), expected, "map", kind)


def _items(kind: str) -> Rule:
    return Rule(frozenset((list,)), "an array", "list", kind)


def _choice(*values: str) -> Rule:
    expected = "one of " + ", ".join(values)
    return Rule(frozenset((str,)), expected, values=frozenset(values))


VALUE_KEYWORDS = (
    "type",
    "format",
    "items",
    "default",
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
    "enum",
    "multipleOf",
    "nullable",
)
"""The members of a parameter or header that say what its value is.

All but `nullable` are those of Swagger 2.0, sections "Parameter Object" and "Header
Object"; `nullable` is what `x-nullable` comes to.
"""

_VALUE = {
    **{name: _SCHEMA[name] for name in VALUE_KEYWORDS},
    **_COLLECTION_FORMATS,
    "schema": Rule(frozenset((dict, bool)), "a schema", "one", "schema"),
    "description": _NOTE,
    "deprecated": _HINT,
    "example": _ANY,
}
_MEDIA_TYPES = {"consumes": _LIST, "produces": _LIST, "schemes": _LIST}

_KINDS = (
    Kind(
        "document",
        "the document",
        {
            "swagger": _ANY,
            "info": _one("info"),
            "host": _TEXT,
            "basePath": _TEXT,
            **_MEDIA_TYPES,
            "paths": _one("swagger paths"),
            "definitions": KINDS["components"].fields["schemas"],
            "parameters": _map("swagger parameter"),
            "responses": _map("swagger response"),
            "securityDefinitions": _map("swagger scheme"),
            "security": _items("requirement"),
            "tags": _items("tag"),
            "externalDocs": _DOCS,
        },
        required=("info",),
        assumed=(("paths", {}),),
        foreign=frozenset(("components", "servers", "webhooks")),
    ),
    Kind("paths", "paths", free=_one("swagger pathitem")),
    Kind(
        "pathitem",
        "a path item",
        {
            **dict.fromkeys(METHODS, _one("swagger operation")),
            "parameters": _items("swagger parameter"),
            "summary": _NOTE,
            "description": _NOTE,
            "$ref": _TEXT,
        },
        refs=True,
        siblings=True,
        foreign=frozenset(("servers", "additionalOperations")),
    ),
    Kind(
        "operation",
        "an operation",
        {
            "tags": KINDS["operation"].fields["tags"],
            "summary": _NOTE,
            "description": _NOTE,
            "externalDocs": _DOCS,
            "operationId": _TEXT,
            **_MEDIA_TYPES,
            "parameters": _items("swagger parameter"),
            "responses": _one("swagger responses"),
            "deprecated": _HINT,
            "security": _items("requirement"),
        },
        assumed=(("responses", {}),),
        foreign=frozenset(("requestBody", "callbacks", "servers")),
    ),
    Kind(
        "parameter",
        "a parameter",
        {
            "name": _TEXT,
            "in": _choice("path", "query", "header", "body", "formData", "cookie"),
            "required": _FLAG,
            "allowEmptyValue": _HINT,
            **_VALUE,
        },
        refs=True,
        required=("name", "in"),
        foreign=frozenset(("content",)),
    ),
    Kind("header", "a header", _VALUE, refs=True),
    Kind("responses", "responses", free=_one("swagger response")),
    Kind(
        "response",
        "a response",
        {
            "description": _NOTE,
            "schema": _VALUE["schema"],
            "headers": _map("swagger header"),
            "examples": Rule(frozenset((dict,)), "an object", soft=True),
        },
        refs=True,
        foreign=frozenset(("content",)),
    ),
    Kind(
        "scheme",
        "a security scheme",
        {
            "type": _choice("basic", "apiKey", "oauth2", "http", "openIdConnect"),
            "description": _NOTE,
            "name": _TEXT,
            "in": _choice("query", "header", "cookie"),
            "flow": _choice("implicit", "password", "application", "accessCode"),
            "authorizationUrl": _NOTE,
            "tokenUrl": _NOTE,
            "scopes": KINDS["flow"].fields["scopes"],
            "scheme": _TEXT,
            "bearerFormat": _NOTE,
            "openIdConnectUrl": _NOTE,
        },
        refs=True,
        required=("type",),
    ),
)


def _named(kind: Kind) -> Kind:
    return Kind(
        PREFIX + kind.name,
        kind.label,
        kind.fields,
        kind.free,
        kind.refs,
        kind.siblings,
        kind.required,
        kind.assumed,
        rewritable=kind.name not in ("paths", "responses"),
        foreign=kind.foreign,
    )


SWAGGER_KINDS: dict[str, Kind] = {
    kind.name: kind for kind in (_named(kind) for kind in _KINDS)
}
"""Kinds by name; each name is that of the counterpart in OpenAPI 3.2 behind `PREFIX`."""
