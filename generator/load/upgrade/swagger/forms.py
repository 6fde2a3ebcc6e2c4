"""Form fields become the properties of an object in a request body.

Sources: Swagger 2.0, section "Parameter Object"; OpenAPI 3.2, sections 4.14.5 and 4.15.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .contents import base_type, holding
from .schema import is_file
from .values import take_schema, take_style

if TYPE_CHECKING:
    from ...places import Link, Object
    from ...state import File
    from .calls import Call, Entry
    from .job import Job

MULTIPART = "multipart/form-data"
URLENCODED = "application/x-www-form-urlencoded"
_USUAL = {"style": "form", "explode": True}


class Forms:
    """Makes request bodies of the form fields of operations."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._fields: dict[int, tuple[Any, Object]] = {}

    def body(self, call: Call) -> Object:
        """The request body of an operation that has form fields."""
        first = call.forms[0].found
        properties: Object = {}
        required: list[str] = []
        encoding: Object = {}
        has_file = False
        for entry in call.forms:
            name = entry.name
            schema, style = self._field(entry)
            properties[name] = schema
            if entry.found.node.get("required") is True and name not in required:
                required.append(name)
            if self._holds_file(schema):
                has_file = True
            elif style not in ({}, _USUAL):
                encoding[name] = style
        form: Object = {"type": "object", "properties": properties}
        if required:
            form["required"] = required
        self._job.made(form, first.node, first.link, first.file)
        media = self._media(call, has_file)
        content = holding(form, media, first.file, self._job)
        if encoding:
            for item in media:
                content[item]["encoding"] = {
                    name: dict(style) for name, style in encoding.items()
                }
        body: Object = {"content": content}
        if required:
            body["required"] = True
        return self._job.made(body, first.node, first.link, first.file)

    def _field(self, entry: Entry) -> tuple[Any, Object]:
        """The schema and style of a field: its own, or a copy where it is shared."""
        found = entry.found
        known = self._fields.get(id(found.node))
        if known is not None:
            return self._copy(known[0], found.link, found.file), known[1]
        node = found.node
        if "schema" in node:
            self._job.other(node, "a form", found)
        schema = take_schema(found, "a form parameter", self._job)
        if type(schema) is dict:
            for key in ("description", "deprecated"):
                if key in node:
                    schema.setdefault(key, node[key])
            for key in [key for key in node if key[:2] == "x-"]:
                schema.setdefault(key, node[key])
        style = take_style(found, "formData", schema, self._job)
        self._fields[id(node)] = (schema, style)
        return schema, style

    def _copy(self, value: Any, link: Link, file: File) -> Any:
        """A copy of a small schema; one object stands at one place only."""
        if type(value) is list:
            steps = enumerate(value)
            return [self._copy(item, (link, str(at)), file) for at, item in steps]
        if type(value) is not dict:
            return value
        link = file.places.origin(value) or link
        made = {key: self._copy(item, (link, key), file) for key, item in value.items()}
        self._job.made(made, value, link, file)
        target = self._job.targets.get(id(value))
        if target is not None and "$ref" in made:
            self._job.links.append((made, target))
        return made

    def _holds_file(self, schema: Any) -> bool:
        found = self._job.schema_behind(schema)
        if is_file(found):
            return True
        return type(found) is dict and is_file(found.get("items"))

    def _media(self, call: Call, has_file: bool) -> list[str]:
        """The forms among what an operation consumes; those that can carry its fields."""
        wanted = (MULTIPART,) if has_file else (MULTIPART, URLENCODED)
        media = [item for item in call.consumes if base_type(item) in wanted]
        if media:
            return media
        fallback = wanted[0] if has_file else URLENCODED
        if "consumes" in call.node and call.consumes:
            call.file.reporter.at(
                "W186", call.node, ("consumes",), call.link, key=True, media=fallback
            )
        return [fallback]
