"""Which version of which format a document is written in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ..diagnostics import Fatal, diagnostic, report
from .json_schema import USUAL, is_schema, other_format

if TYPE_CHECKING:
    from ..diagnostics import Sink
    from .places import Places

_OPENAPI = re.compile(r"3\.(\d{1,3})(?:\.\d{1,6})?(?:-[0-9A-Za-z.]{1,40})?")
_NEWEST_MINOR = 2
_SWAGGER = "2.0"
_SWAGGER_NUMBERS = frozenset(("2", "2.0"))
_OLDER = ("swagger", "swaggerVersion")
JSON_SCHEMA = "JSON Schema"
"""What stands for the version of a document that is a JSON Schema by itself."""


def version_of(data: Any, places: Places, sink: Sink) -> str:
    """The version as the document writes it.

    Raises Fatal for everything but Swagger 2.0, OpenAPI 3.x and JSON Schemas. Warns when the version
    is not a string, or newer than what is known.
    """
    if is_schema(data):
        return JSON_SCHEMA
    if type(data) is not dict:
        raise Fatal(
            diagnostic("E120", places.text.span(0), found="not an object", advice=USUAL)
        )
    if "openapi" not in data:
        if "swagger" in data:
            return _swagger(data, places, sink)
        raise Fatal(_other(data, places))
    at = (data, ("openapi",), "/openapi")
    version = data["openapi"]
    if type(version) in (int, float):
        version = places.lexeme(data, ("openapi",)) or str(version)
        report(sink, "W120", places.span(*at), version=version)
        data["openapi"] = version
    match = _OPENAPI.fullmatch(version) if type(version) is str else None
    if match is None:
        raise Fatal(diagnostic("E121", places.span(*at), version=version))
    if int(match.group(1)) > _NEWEST_MINOR:
        report(sink, "W121", places.span(*at), version=version)
    return str(version)


def _swagger(data: dict[str, Any], places: Places, sink: Sink) -> str:
    """The version of a Swagger document; only 2.0 is read (Swagger 2.0, section 4.1)."""
    version = data["swagger"]
    if type(version) in (int, float):
        version = places.lexeme(data, ("swagger",)) or str(version)
        if version in _SWAGGER_NUMBERS:
            span = places.span(data, ("swagger",), "/swagger")
            report(sink, "W120", span, version=version)
            version = data["swagger"] = _SWAGGER
    if version != _SWAGGER:
        raise Fatal(_other(data, places))
    return _SWAGGER


def _other(data: dict[str, Any], places: Places) -> Any:
    for key in _OLDER:
        if key in data:
            span = places.span(data, (key,), f"/{key}")
            return diagnostic("E122", span, version=data[key])
    key, found, advice = other_format(data)
    span = places.span(data, (key,), f"/{key}") if key else places.text.span(0)
    return diagnostic("E120", span, found=found, advice=advice)
