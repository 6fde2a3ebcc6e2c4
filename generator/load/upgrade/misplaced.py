"""Ways of Swagger 2.0 in documents of OpenAPI 3, where their meaning is clear.

A parameter with `in: body` or `in: formData` is the request body, one with a type of its
own has a schema of that type, and the security scheme `basic` is one of HTTP.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..kinds import KINDS

if TYPE_CHECKING:
    from ..places import Link, Object
    from ..state import File

_PARAMETER = frozenset(KINDS["parameter"].fields)
_KEYWORDS = frozenset(KINDS["schema"].fields) - _PARAMETER
_FORM = "application/x-www-form-urlencoded"
_MULTIPART = "multipart/form-data"


def prepare_operation(node: Object, link: Link, file: File) -> None:
    """Make the request body out of parameters that are one."""
    parameters = node.get("parameters")
    if type(parameters) is not list:
        return
    moved = [item for item in parameters if _place(item) in ("body", "formdata")]
    if not moved:
        return
    fields: list[Object] = []
    for index, item in enumerate(parameters):
        place = _place(item)
        if place in ("body", "formdata"):
            steps = ("parameters", str(index), "in")
            written = item["in"]
            file.reporter.at("W163", node, steps, link, place=written)
        if place == "formdata":
            fields.append(item)
    node["parameters"] = [item for item in parameters if item not in moved]
    for item in node["parameters"]:
        if type(item) is dict and type(item.get("schema")) is dict:
            file.places.touch(item["schema"])  # its index is another one now
    if "requestBody" in node:
        return
    body = _form(fields, file) if fields else _body(moved[0])
    file.places.adopt(body, fields[0] if fields else moved[0])
    node["requestBody"] = body


def prepare_parameter(node: Object, link: Link, file: File) -> None:
    """Put keywords of a schema that stand in a parameter or header into its schema."""
    if "type" not in node or "$ref" in node or "schema" in node or "content" in node:
        return
    file.reporter.at("W163", node, ("type",), link, key=True, place="type")
    schema = {key: node.pop(key) for key in list(node) if key in _KEYWORDS}
    file.places.adopt(schema, node)
    node["schema"] = schema


def prepare_scheme(node: Object, link: Link, file: File) -> None:
    """Write `type: basic` as OpenAPI 3 does."""
    if node.get("type") == "basic":
        file.reporter.at("W163", node, ("type",), link, place="basic")
        node["type"] = "http"
        node["scheme"] = "basic"


def _place(parameter: Any) -> str:
    place = parameter.get("in") if type(parameter) is dict else None
    return place.casefold() if type(place) is str else ""


def _body(parameter: Object) -> Object:
    media = {"schema": parameter["schema"]} if "schema" in parameter else {}
    body: Object = {"content": {"application/json": media}}
    for key in ("description", "required"):
        if key in parameter:
            body[key] = parameter[key]
    return body


def _form(fields: list[Object], file: File) -> Object:
    """A form of which each parameter is a field."""
    properties: Object = {}
    required = [item["name"] for item in fields if item.get("required") is True]
    is_file = False
    for item in fields:
        schema = item.get("schema")
        if type(schema) is not dict:
            schema = {key: item[key] for key in item if key in _KEYWORDS}
            file.places.adopt(schema, item)
        if "description" in item:
            schema.setdefault("description", item["description"])
        if schema.get("type") == "file":
            is_file = True
            schema.update(type="string", format="binary")
        if type(item.get("name")) is str:
            properties[item["name"]] = schema
    form: Object = {"type": "object", "properties": properties}
    if required:
        form["required"] = required
    return {"content": {_MULTIPART if is_file else _FORM: {"schema": form}}}
