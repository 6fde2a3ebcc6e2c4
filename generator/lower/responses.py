"""Responses: what they hold, their headers, and what they lead to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ..diagnostics import Sink, diagnostic
from ..ir import (
    Anything,
    Body,
    Field,
    Header,
    Id,
    Link,
    MediaContent,
    Record,
    Response,
    Scalar,
    TypeUse,
    freeze,
)
from ..load.document import Document
from .contents import Contents
from .encodings import nested_keywords
from .media import WILDCARDS, base_type, is_json
from .notes import text_of
from .parts import MULTIPART
from .place import Place, place_of, response_word
from .resolve import resolved
from .streams import Streams
from .view import Part, escape

_TEXT = TypeUse(Scalar("string"))
_BYTES = TypeUse(Scalar("bytes"))
_EMPTY = frozenset(("204", "205", "304"))
"""Statuses without content (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5)."""


class Responses:
    """Lowers responses; shapes and assertions go where `contents` puts its own."""

    def __init__(self, document: Document, contents: Contents, sink: Sink) -> None:
        self.document = document
        self.contents = contents
        self.sink = sink
        self._streams = Streams(document, contents)
        self._told: set[Id] = set()
        self._operations = dict(_operation_ids(document.node("#")))

    def of(
        self, operation: dict[str, Any], op_id: Id, place: Place, body: Body | None
    ) -> tuple[Response, ...]:
        """The answers of an operation, in document order."""
        found: list[Response] = []
        written = operation.get("responses") or {}
        for status, node in written.items():
            if not isinstance(node, dict) or status.startswith("x-"):
                continue
            own = Part(node, f"{op_id}/responses/{status}")
            part = Part(*resolved(self.document, own))
            spot = place.down(response_word(status, written))
            if part.id.startswith("#/components/"):
                spot = place_of(part.id)
            found.append(self._response(status, part, spot, body))
        return tuple(found)

    def _response(
        self, status: str, part: Part, place: Place, body: Body | None
    ) -> Response:
        node = part.node
        assert isinstance(node, dict)
        description = text_of(node.get("description")) or text_of(node.get("summary"))
        headers = tuple(self._headers(node, part.id, place))
        has_content = self._may_have_content(status, part)
        contents = self.contents.contents(node, part.id, place) if has_content else ()
        self._tell_nested(node, part.id)
        return Response(
            id=part.id,
            status=status.upper() if status != "default" else status,
            description=description,
            contents=tuple(map(_as_it_comes, contents)),
            streams=self._streams.of(node, part.id, place, body) if has_content else (),
            headers=headers,
            header_shape=self._header_shape(headers, part.id, place, description),
            links=tuple(self._links(node, part.id)),
        )

    def _may_have_content(self, status: str, part: Part) -> bool:
        """Whether HTTP lets an answer of this status have content; told where one has."""
        if status not in _EMPTY:
            return True
        assert isinstance(part.node, dict)
        if part.node.get("content"):
            span = self.document.locate(f"{part.id}/content")
            self.sink.add(diagnostic("W265", span, status=status))
        return False

    def _tell_nested(self, node: dict[str, Any], own_id: Id) -> None:
        """Tell of parts within the parts of responses, which are read as bytes."""
        for key, content in (node.get("content") or {}).items():
            if not base_type(key).startswith(MULTIPART):
                continue
            at = Part(content, f"{own_id}/content/{escape(key)}")
            for place, keyword in nested_keywords(Part(*resolved(self.document, at))):
                if place not in self._told:
                    self._told.add(place)
                    advice = "leave it out: the parts of a response are read as bytes"
                    self.contents.schemas.report(
                        "W252", place, keyword=keyword, advice=advice
                    )

    def _headers(
        self, node: dict[str, Any], own_id: Id, place: Place
    ) -> Iterator[Header]:
        for name, header in (node.get("headers") or {}).items():
            if name.lower() == "content-type":
                continue  # OpenAPI 3.2, section 4.16.1: it shall be ignored
            own = Part(header, f"{own_id}/headers/{escape(name)}")
            part = Part(*resolved(self.document, own))
            assert isinstance(part.node, dict)
            schema = self._header_schema(part)
            use, schema_id = _TEXT, None
            if schema is not None:
                spot = place.down(name)
                if part.id.startswith("#/components/"):
                    spot = place_of(part.id)
                use = self.contents.schemas.use(schema, spot)
                schema_id = self.contents.table.add(schema.node, schema.id)
            yield Header(
                name,
                _TEXT if use.type == Anything() else use,
                schema_id,
                required=part.node.get("required") is True,
                description=text_of(part.node.get("description")),
                deprecated=part.node.get("deprecated") is True,
                media=base_type(next(iter(part.node.get("content") or {}), "")),
                explode=part.node.get("explode") is True,
            )

    def _header_schema(self, part: Part) -> Part | None:
        """The schema of a header, which may stand in its one media type."""
        assert isinstance(part.node, dict)
        if "schema" in part.node:
            return part.child("schema")
        for media in part.node.get("content") or {}:
            content = part.child("content", media)
            content = Part(*resolved(self.document, content))
            assert isinstance(content.node, dict)
            return content.child("schema") if "schema" in content.node else None
        return None

    def _header_shape(
        self, headers: tuple[Header, ...], own_id: Id, place: Place, about: str
    ) -> Id | None:
        """A record of the headers, so that they have types and names like any object."""
        if not headers:
            return None
        shape_id = f"{own_id}/headers"
        spot = place.down("headers")
        self.contents.schemas.shapes[shape_id] = Record(
            shape_id,
            spot.root,
            spot.words,
            fields=tuple(
                Field(
                    header.name,
                    header.use,
                    header.required,
                    header.description,
                    deprecated=header.deprecated,
                )
                for header in headers
            ),
            extra=TypeUse(Anything()),
            description=f"Headers of a response: {about}" if about else "Headers.",
        )
        return shape_id

    def _links(self, node: dict[str, Any], own_id: Id) -> Iterator[Link]:
        for name, link in (node.get("links") or {}).items():
            own = Part(link, f"{own_id}/links/{escape(name)}")
            link, link_id = resolved(self.document, own)
            parameters = link.get("parameters") or {}
            yield Link(
                name,
                self._target(link, link_id),
                tuple((str(key), freeze(value)) for key, value in parameters.items()),
                (freeze(link["requestBody"]),) if "requestBody" in link else None,
                text_of(link.get("description")),
            )

    def _target(self, link: dict[str, Any], link_id: Id) -> str:
        """The operation that a link leads to; one that is not there is told."""
        reference = text_of(link.get("operationRef"))
        if reference:
            return reference
        name = text_of(link.get("operationId"))
        if name in self._operations:
            return self._operations[name]
        span = self.document.locate(link_id)
        self.sink.add(diagnostic("W262", span, name=name))
        return name


def _as_it_comes(content: MediaContent) -> MediaContent:
    """Of an answer, only JSON becomes an object; anything else is text or bytes."""
    if is_json(content.media) or content.media in WILDCARDS:
        return content
    if content.use.type == Scalar("string"):
        return content
    return replace(content, use=_BYTES, schema=None)


def _operation_ids(root: dict[str, Any]) -> Iterator[tuple[str, Id]]:
    """Each `operationId` of the paths of a document with the id of its operation."""
    for path, item in (root.get("paths") or {}).items():
        for method, node in item.items() if isinstance(item, dict) else ():
            if isinstance(node, dict) and isinstance(node.get("operationId"), str):
                yield node["operationId"], f"#/paths/{escape(path)}/{method}"
