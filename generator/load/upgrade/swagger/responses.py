"""Responses: the schema, the media types and the examples become a map of contents.

Sources: Swagger 2.0, sections "Response Object", "Header Object" and "Example Object";
OpenAPI 3.2, section 4.17.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...places import link_to
from .contents import base_type, holding, media_of, referring
from .values import take_schema, take_style

if TYPE_CHECKING:
    from ...places import Object
    from ...state import Found
    from .calls import Call
    from .job import Job


class Responses:
    """Rewrites the responses of operations, and those that they share."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._homes: dict[int, list[str]] = {}

    def run(self, calls: list[Call]) -> None:
        """Rewrite every response and header."""
        for call in calls:
            for node in _answers(call).values():
                found = self._job.behind(node)
                if found is not None and found.node is node:
                    self._homes[id(node)] = call.produces
        for call in calls:
            self._replace_shared(call)
        for found in self._job.of_kind("response"):
            self._rewrite(found, self._home(found))
        for found in self._job.of_kind("header"):
            self._header(found)

    def _home(self, found: Found) -> list[str]:
        """The media types of a response where it is written."""
        usual = self._job.usual("produces", found.file)
        return self._homes.get(id(found.node), usual)

    def _replace_shared(self, call: Call) -> None:
        """Where an operation answers a shared response in media types of its own."""
        answers = _answers(call)
        for status, node in list(answers.items()):
            found = self._job.behind(node)
            if found is None or found.node is node or "schema" not in found.node:
                continue
            if call.produces != self._home(found):
                answers[status] = self._other_media(found, call.produces)

    def _other_media(self, found: Found, produces: list[str]) -> Object:
        job, node, file = self._job, found.node, found.file
        schema = node["schema"]
        media = media_of(schema, produces, job)
        made: Object = {"content": referring(schema, media, file, job)}
        if "description" in node:
            made["description"] = node["description"]
        if type(node.get("headers")) is dict:
            made["headers"] = {
                name: job.refer(header, file)
                for name, header in node["headers"].items()
                if type(header) is dict
            }
        return job.made(made, node, found.link, file)

    def _rewrite(self, found: Found, produces: list[str]) -> None:
        """Rewrite one response in place."""
        node, file = found.node, found.file
        file.places.settle(node, found.link)
        examples = node.pop("examples", None)
        shown: Object = examples if type(examples) is dict else {}
        if "schema" in node:
            schema = node.pop("schema")
            if type(schema) is dict:
                file.places.settle(schema, link_to(found.link, "schema"))
            media = media_of(schema, produces, self._job)
            node["content"] = holding(schema, media, file, self._job)
        else:
            media = [key for key in shown if "/" in key]
            if media:
                link = found.link
                file.reporter.at("W187", node, ("examples",), link, key=True)
                node["content"] = {item: {} for item in media}
        for item in media:
            for key, value in shown.items():
                if base_type(key) == base_type(item):
                    node["content"][item]["example"] = value

    def _header(self, found: Found) -> None:
        """A header has a schema since OpenAPI 3.0, and one style."""
        found.file.places.settle(found.node, found.link)
        schema = take_schema(found, "a header", self._job)
        take_style(found, "header", schema, self._job)
        found.node["schema"] = schema


def _answers(call: Call) -> dict[str, Any]:
    answers = call.node.get("responses")
    return answers if type(answers) is dict else {}
