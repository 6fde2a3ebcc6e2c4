"""What a document without a version of OpenAPI is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ..kinds import KINDS, TYPES

if TYPE_CHECKING:
    from ..state import Dialect

_META = re.compile(r"https?://json-schema\.org/(?:draft[-/](?P<draft>[^/]+)/)?")
KEYWORDS = frozenset(KINDS["schema"].fields) | {"id", "dependencies", "additionalItems"}
"""Keywords of JSON Schema, and those of older drafts that are still understood."""

_SAID = frozenset(("arazzo", "asyncapi", "openapi", "overlay", "swagger"))
_OLD = frozenset(("03", "04", "06", "07"))
_FORMATS = (
    ("asyncapi", "an AsyncAPI document", ""),
    ("arazzo", "an Arazzo document", "give the document that it describes steps of"),
    ("overlay", "an OpenAPI Overlay", "pass it by --overlay, beside the document"),
    ("$schema", "a document that names its schema", "give that schema itself"),
    ("services", "a Compose file", ""),
    ("apiVersion", "a Kubernetes manifest", ""),
    ("smithy", "a Smithy model", "convert it to OpenAPI first"),
    ("__schema", "a GraphQL schema", ""),
    ("swaggerVersion", "a Swagger 1 document", "convert it to OpenAPI first"),
    ("paths", "it has paths, and no version", ""),
    ("components", "it has components, and no version", ""),
)
USUAL = "start it with openapi: and the version, for example openapi: 3.1.0"


def is_schema(data: Any) -> bool:
    """Whether a document is a JSON Schema: it says so, or looks like nothing else.

    A `$schema` of another host can be the schema that the document is an instance of,
    so such a document has to look like a schema as well.
    """
    if type(data) is bool:
        return True
    if type(data) is not dict or not _SAID.isdisjoint(data):
        return False
    stated = data.get("$schema")
    if type(stated) is str and _META.match(stated):
        return True
    known = sum(key in KEYWORDS or key[:2] == "x-" for key in data)
    return 2 * known > len(data) and _is_telling(data)


def _is_telling(data: dict[str, Any]) -> bool:
    """Whether some keyword has a value that schemas have and other documents have not."""
    kind = data.get("type")
    kinds = kind if type(kind) is list else [kind]
    if kind is not None and all(type(one) is str and one in TYPES for one in kinds):
        return True
    if type(data.get("$ref")) is str:
        return True
    for key in ("$defs", "definitions", "properties", "patternProperties"):
        inner = data.get(key)
        if type(inner) is dict and inner and all(map(_may_be_schema, inner.values())):
            return True
    for key in ("allOf", "anyOf", "oneOf"):
        options = data.get(key)
        if type(options) is list and options and all(map(_may_be_schema, options)):
            return True
    return type(data.get("enum")) is list


def _may_be_schema(value: Any) -> bool:
    return type(value) is bool or (
        type(value) is dict and (not value or not KEYWORDS.isdisjoint(value))
    )


def draft_of(data: Any) -> Dialect | None:
    """The rules that a document says it is written by, None when it does not say."""
    stated = data.get("$schema") if type(data) is dict else None
    found = _META.match(stated) if type(stated) is str else None
    if found is None:
        return None
    if found["draft"] in _OLD:
        return "draft-07"
    return "2019-09" if found["draft"] == "2019-09" else "3.1"


def other_format(data: dict[str, Any]) -> tuple[str, str, str]:
    """A member that tells what a document is, what that is, and what to do about it."""
    info = data.get("info")
    if type(info) is dict and ("_postman_id" in info or "item" in data):
        return "info", "a Postman collection", "export it as OpenAPI"
    for key, found, advice in _FORMATS:
        if key in data:
            return key, found, advice or USUAL
    return "", "neither openapi nor swagger, nor a JSON Schema", USUAL
