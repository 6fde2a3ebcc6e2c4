"""The value of a parameter, header or form field as a schema and a style.

Sources: Swagger 2.0, sections "Parameter Object", "Items Object" and "Header Object";
OpenAPI 3.2, sections 4.12.2 (schema and style) and 4.15 (encoding).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..schema import upgrade_schema
from .kinds import VALUE_KEYWORDS
from .schema import prepare_schema

if TYPE_CHECKING:
    from ...places import Object
    from ...state import Found
    from .job import Job

_TAKEN = frozenset((*VALUE_KEYWORDS, "x-nullable"))
_STYLES = {
    "csv": ("form", False),
    "ssv": ("spaceDelimited", False),
    "tsv": ("spaceDelimited", False),
    "pipes": ("pipeDelimited", False),
    "multi": ("form", True),
}
_PLACES = {
    "path": "a path",
    "query": "a query",
    "header": "a header",
    "formData": "a form",
    "cookie": "a cookie",
}
_STYLED = frozenset(("query", "formData", "cookie"))


def take_schema(found: Found, owner: str, job: Job) -> Any:
    """Take out of a parameter or header what is the schema of its value."""
    node, link, file = found.node, found.link, found.file
    if "schema" in node:
        whole = node.pop("schema")
        if type(whole) is dict:
            file.places.settle(whole, (link, "schema"))
        return whole
    schema: Object = {key: node.pop(key) for key in list(node) if key in _TAKEN}
    job.made(schema, node, link, file)
    if "type" not in schema:
        assumed = "array" if "items" in schema else "string"
        file.reporter.at("W188", node, (), link, owner=owner, type=assumed)
        schema["type"] = assumed
    prepare_schema(schema, link, file, job.state)
    upgrade_schema(schema, link, file, job.state)
    return schema


def take_style(found: Found, place: str, schema: Any, job: Job) -> Object:
    """Take out `collectionFormat`; gives the `style` and `explode` of an array.

    Nothing where the value is no array, or the place has one style only. What OpenAPI 3
    cannot say becomes the nearest style, with a warning.
    """
    stated = found.node.pop("collectionFormat", None)
    if not _is_array(job.schema_behind(schema)):
        return {}
    form = stated if type(stated) is str and stated in _STYLES else "csv"
    style, explode = _STYLES[form] if place in _STYLED else ("simple", False)
    if form == "tsv" or (place not in _STYLED and form != "csv"):
        step = ("collectionFormat",)
        found.file.reporter.at(
            "W181",
            found.node,
            step,
            found.link,
            format=form,
            place=_PLACES.get(place, place),
            style=style,
        )
    return {"style": style, "explode": explode} if place in _STYLED else {}


def _is_array(schema: Any) -> bool:
    if type(schema) is not dict:
        return False
    kind = schema.get("type")
    return kind == "array" or (type(kind) is list and "array" in kind)
