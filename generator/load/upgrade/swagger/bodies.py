"""Parameters in the body become request bodies.

Sources: Swagger 2.0, section "Parameter Object"; OpenAPI 3.2, section 4.13.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .contents import holding, media_of, referring
from .forms import Forms
from .values import take_schema

if TYPE_CHECKING:
    from ...places import Object
    from ...state import Found
    from .calls import Call, Entry
    from .job import Job


class Bodies:
    """Gives operations their request bodies, and rewrites the body parameters."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._forms = Forms(job)
        self._homes: dict[int, list[str]] = {}
        self._schemas: dict[int, Any] = {}

    def run(self, calls: list[Call]) -> None:
        """Rewrite everything that has to do with bodies."""
        standing = self._find_homes(calls)
        for call in calls:
            if call.bodies:
                call.node["requestBody"] = self._body(call, standing)
            elif call.forms:
                call.node["requestBody"] = self._forms.body(call)
        for found in self._job.of_kind("parameter"):
            if found.node.get("in") == "body":
                self._rewrite(found, self._job.usual("consumes", found.file))

    def _find_homes(self, calls: list[Call]) -> dict[int, Call]:
        """Which operation a body stands in that is written in a list; and its media types.

        A body in the list of a path item comes to stand in the first operation.
        """
        standing: dict[int, Call] = {}
        for call in calls:
            for entry in call.bodies[:1]:
                key = id(entry.found.node)
                if entry.is_inline and key not in standing:
                    standing[key] = call
                    self._homes[key] = call.consumes
        return standing

    def _body(self, call: Call, standing: dict[int, Call]) -> Object:
        entry = call.bodies[0]
        found = entry.found
        key = id(found.node)
        if standing.get(key) is call:
            self._rewrite(found, call.consumes)
            return found.node
        usual = self._job.usual("consumes", found.file)
        if call.consumes == self._homes.get(key, usual):
            return self._job.refer(found.node, found.file)
        return self._other_media(call, entry)

    def _other_media(self, call: Call, entry: Entry) -> Object:
        """A shared body that this operation takes in media types of its own."""
        found = entry.found
        schema = self._schema(found)
        media = media_of(schema, call.consumes, self._job)
        body: Object = {"content": referring(schema, media, found.file, self._job)}
        for key in ("description", "required"):
            if key in found.node:
                body[key] = found.node[key]
        return self._job.made(body, found.node, found.link, found.file)

    def _rewrite(self, found: Found, consumes: list[str]) -> None:
        """Make a request body of a parameter, in place."""
        node, file = found.node, found.file
        schema = self._schema(found)
        media = media_of(schema, consumes, self._job)
        for key in [key for key in node if key[:2] != "x-"]:
            if key not in ("description", "required"):
                del node[key]
        node["content"] = holding(schema, media, file, self._job)
        file.places.settle(node, found.link)

    def _schema(self, found: Found) -> Any:
        """The schema of a body parameter, taken out of it once."""
        key = id(found.node)
        if key not in self._schemas:
            self._schemas[key] = self._take(found)
        return self._schemas[key]

    def _take(self, found: Found) -> Any:
        node, link, file = found.node, found.link, found.file
        if "schema" in node:
            schema = node.pop("schema")
            if type(schema) is dict:
                file.places.settle(schema, (link, "schema"))
            return schema
        if not any(key in node for key in ("type", "items", "enum")):
            owner = "a body parameter"
            file.reporter.at("W144", node, (), link, name="schema", owner=owner)
            return True
        self._job.other(node, "the body", found)
        return take_schema(found, "a body parameter", self._job)
