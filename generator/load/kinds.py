"""The objects of OpenAPI 3.2 and JSON Schema 2020-12 as data: what may stand where.

One table serves the walk over the document, the check of its shape, the search for
references, and the upgrade: a `Kind` for each object of the specification, a `Rule`
for each of its members.
"""

from __future__ import annotations

from .rules import Kind, Rule

_TEXT = Rule(frozenset((str,)), "a string")
_NOTE = Rule(frozenset((str,)), "a string", soft=True)
_FLAG = Rule(frozenset((bool,)), "true or false")
_HINT = Rule(frozenset((bool,)), "true or false", soft=True)
_NUMBER = Rule(frozenset((int, float)), "a number")
_COUNT = Rule(frozenset((int,)), "a whole number")
_EDGE = Rule(frozenset((int, float, bool)), "a number")
_ANY = Rule(frozenset((str, int, float, bool, type(None), dict, list)), "any value")
_ARRAY = Rule(frozenset((list,)), "an array")
_EXAMPLES = Rule(frozenset((list,)), "an array", soft=True)
_TEXTS = Rule(frozenset((list,)), "an array of strings", "texts")
_TYPES = Rule(frozenset((str, list)), "a type name or an array of them", "types")
_TEXTMAP = Rule(frozenset((dict,)), "an object with strings", "textmap")
_MAPPING = Rule(frozenset((dict,)), "an object with strings", "textmap", soft=True)
_TEXTSMAP = Rule(frozenset((dict,)), "an object", soft=True)
_CLOSED = Rule(frozenset((dict,)), "an object", "leaf", soft=True)


def _one(kind: str, *, soft: bool = False) -> Rule:
    if kind == "schema":
        return Rule(frozenset((dict, bool)), "a schema", "one", kind)
    return Rule(frozenset((dict,)), "an object", "one", kind, soft)


def _map(kind: str, *, soft: bool = False) -> Rule:
    return Rule(frozenset((dict,)), "an object", "map", kind, soft)


def _list(kind: str, *, soft: bool = False) -> Rule:
    return Rule(frozenset((list,)), "an array", "list", kind, soft)


def _choice(*values: str) -> Rule:
    expected = "one of " + ", ".join(values)
    return Rule(frozenset((str,)), expected, values=frozenset(values))


_DOCS = _one("docs", soft=True)
_SERVERS = _list("server")
_CONTENT = _map("media")
_STYLED = {
    "style": _TEXT,
    "explode": _FLAG,
    "allowReserved": _FLAG,
}
_SHOWN = {"example": _ANY, "examples": _map("example")}

_SCHEMA_MAPS = ("properties", "patternProperties", "$defs", "definitions")
_SCHEMA_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
_SCHEMAS = (
    "items",
    "additionalProperties",
    "not",
    "if",
    "then",
    "else",
    "contains",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
    "contentSchema",
)
_COUNTS = (
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minContains",
    "maxContains",
    "minProperties",
    "maxProperties",
)
_SCHEMA = Kind(
    "schema",
    "a schema",
    {
        "type": _TYPES,
        "format": _NOTE,
        "title": _NOTE,
        "description": _NOTE,
        **dict.fromkeys(_SCHEMA_MAPS, _map("schema")),
        **dict.fromkeys(_SCHEMA_LISTS, _list("schema")),
        **dict.fromkeys(_SCHEMAS, _one("schema")),
        **dict.fromkeys(_COUNTS, _COUNT),
        "dependentSchemas": _map("schema"),
        "dependentRequired": _TEXTSMAP,
        "required": _TEXTS,
        "enum": _ARRAY,
        "const": _ANY,
        "default": _ANY,
        "example": _ANY,
        "examples": _EXAMPLES,
        "pattern": _TEXT,
        "multipleOf": _NUMBER,
        "minimum": _NUMBER,
        "maximum": _NUMBER,
        "exclusiveMinimum": _EDGE,
        "exclusiveMaximum": _EDGE,
        "uniqueItems": _FLAG,
        "nullable": _FLAG,
        "readOnly": _HINT,
        "writeOnly": _HINT,
        "deprecated": _HINT,
        "discriminator": _one("discriminator", soft=True),
        "xml": _CLOSED,
        "externalDocs": _DOCS,
        "contentEncoding": _NOTE,
        "contentMediaType": _NOTE,
        "$ref": _TEXT,
        "$id": _NOTE,
        "$anchor": _NOTE,
        "$dynamicRef": _TEXT,
        "$dynamicAnchor": _NOTE,
        "$schema": _NOTE,
        "$comment": _NOTE,
        "$vocabulary": _CLOSED,
    },
    refs=True,
    siblings=True,
)

TYPES = frozenset(("array", "boolean", "integer", "null", "number", "object", "string"))
"""The names of the types of JSON."""

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
"""The members of a path item that hold operations."""

_COMMON = {"summary": _NOTE, "description": _NOTE}
_PARAMETER = {
    "description": _NOTE,
    "deprecated": _HINT,
    "required": _FLAG,
    "allowEmptyValue": _HINT,
    **_STYLED,
    "schema": _one("schema"),
    "content": _CONTENT,
    **_SHOWN,
}

_KINDS = (
    _SCHEMA,
    Kind(
        "document",
        "the document",
        {
            "openapi": _ANY,
            "$self": _NOTE,
            "info": _one("info"),
            "jsonSchemaDialect": _NOTE,
            "servers": _SERVERS,
            "paths": _one("paths"),
            "webhooks": _map("pathitem"),
            "x-webhooks": _map("pathitem", soft=True),
            "components": _one("components"),
            "security": _list("requirement"),
            "tags": _list("tag"),
            "externalDocs": _DOCS,
        },
        assumed=(("info", {}),),
    ),
    Kind(
        "info",
        "info",
        {
            "title": _NOTE,
            "version": _NOTE,
            "summary": _NOTE,
            "description": _NOTE,
            "termsOfService": _NOTE,
            "contact": _one("contact", soft=True),
            "license": _one("license", soft=True),
        },
        assumed=(("title", ""), ("version", "")),
    ),
    Kind("contact", "contact", {"name": _NOTE, "url": _NOTE, "email": _NOTE}),
    Kind("license", "license", {"name": _NOTE, "url": _NOTE, "identifier": _NOTE}),
    Kind(
        "server",
        "a server",
        {
            "url": _TEXT,
            "name": _NOTE,
            "description": _NOTE,
            "variables": _map("variable"),
        },
        required=("url",),
    ),
    Kind(
        "variable",
        "a server variable",
        {"enum": _TEXTS, "default": _TEXT, "description": _NOTE},
        required=("default",),
    ),
    Kind("paths", "paths", free=_one("pathitem")),
    Kind(
        "pathitem",
        "a path item",
        {
            **_COMMON,
            **dict.fromkeys(METHODS, _one("operation")),
            "additionalOperations": _map("operation"),
            "servers": _SERVERS,
            "parameters": _list("parameter"),
            "$ref": _TEXT,
        },
        refs=True,
        siblings=True,
    ),
    Kind(
        "operation",
        "an operation",
        {
            **_COMMON,
            "tags": _TEXTS,
            "externalDocs": _DOCS,
            "operationId": _TEXT,
            "parameters": _list("parameter"),
            "requestBody": _one("body"),
            "responses": _one("responses"),
            "callbacks": _map("callback"),
            "deprecated": _HINT,
            "security": _list("requirement"),
            "servers": _SERVERS,
        },
        assumed=(("responses", {}),),
    ),
    Kind(
        "parameter",
        "a parameter",
        {
            "name": _TEXT,
            "in": _choice("path", "query", "header", "cookie", "querystring"),
            **_PARAMETER,
        },
        refs=True,
        required=("name", "in"),
    ),
    Kind("header", "a header", _PARAMETER, refs=True),
    Kind(
        "body",
        "a request body",
        {"description": _NOTE, "content": _CONTENT, "required": _FLAG},
        refs=True,
        assumed=(("content", {}),),
    ),
    Kind(
        "media",
        "a media type",
        {
            "schema": _one("schema"),
            "itemSchema": _one("schema"),
            **_SHOWN,
            "encoding": _map("encoding"),
            "prefixEncoding": _list("encoding"),
            "itemEncoding": _one("encoding"),
        },
        refs=True,
    ),
    Kind(
        "encoding",
        "an encoding",
        {
            "contentType": _TEXT,
            "headers": _map("header"),
            **_STYLED,
            "encoding": _map("encoding"),
            "prefixEncoding": _list("encoding"),
            "itemEncoding": _one("encoding"),
        },
    ),
    Kind("responses", "responses", free=_one("response")),
    Kind(
        "response",
        "a response",
        {
            **_COMMON,
            "headers": _map("header"),
            "content": _CONTENT,
            "links": _map("link"),
        },
        refs=True,
    ),
    Kind("callback", "a callback", free=_one("pathitem"), refs=True),
    Kind(
        "example",
        "an example",
        {
            **_COMMON,
            "value": _ANY,
            "dataValue": _ANY,
            "serializedValue": _NOTE,
            "externalValue": _NOTE,
        },
        refs=True,
    ),
    Kind(
        "link",
        "a link",
        {
            "operationRef": _NOTE,
            "operationId": _NOTE,
            "parameters": _CLOSED,
            "requestBody": _ANY,
            "description": _NOTE,
            "server": _one("server", soft=True),
        },
        refs=True,
    ),
    Kind(
        "discriminator",
        "a discriminator",
        {"propertyName": _TEXT, "mapping": _MAPPING, "defaultMapping": _TEXT},
        required=("propertyName",),
    ),
    Kind("docs", "external documentation", {"description": _NOTE, "url": _NOTE}),
    Kind(
        "tag",
        "a tag",
        {
            "name": _TEXT,
            **_COMMON,
            "externalDocs": _DOCS,
            "parent": _NOTE,
            "kind": _NOTE,
        },
        required=("name",),
    ),
    Kind(
        "components",
        "components",
        {
            "schemas": _map("schema"),
            "responses": _map("response"),
            "parameters": _map("parameter"),
            "examples": _map("example"),
            "requestBodies": _map("body"),
            "headers": _map("header"),
            "securitySchemes": _map("scheme"),
            "links": _map("link"),
            "callbacks": _map("callback"),
            "pathItems": _map("pathitem"),
            "mediaTypes": _map("media"),
        },
    ),
    Kind(
        "scheme",
        "a security scheme",
        {
            "type": _choice("apiKey", "http", "mutualTLS", "oauth2", "openIdConnect"),
            "description": _NOTE,
            "name": _TEXT,
            "in": _choice("query", "header", "cookie"),
            "scheme": _TEXT,
            "bearerFormat": _NOTE,
            "flows": _one("flows"),
            "openIdConnectUrl": _NOTE,
            "oauth2MetadataUrl": _NOTE,
            "deprecated": _HINT,
        },
        refs=True,
        required=("type",),
    ),
    Kind(
        "flows",
        "OAuth flows",
        dict.fromkeys(
            (
                "implicit",
                "password",
                "clientCredentials",
                "authorizationCode",
                "deviceAuthorization",
            ),
            _one("flow"),
        ),
    ),
    Kind(
        "flow",
        "an OAuth flow",
        {
            "authorizationUrl": _NOTE,
            "deviceAuthorizationUrl": _NOTE,
            "tokenUrl": _NOTE,
            "refreshUrl": _NOTE,
            "scopes": _TEXTMAP,
        },
    ),
    Kind("requirement", "a security requirement", free=_TEXTS),
)

KINDS: dict[str, Kind] = {kind.name: kind for kind in _KINDS}
"""Every kind by its name."""
