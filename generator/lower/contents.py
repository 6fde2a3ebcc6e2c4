"""Bodies and responses: their media types, headers and streams."""

from __future__ import annotations

from typing import Any

from ..ir import (
    Body,
    Header,
    Id,
    Json,
    MediaContent,
    Named,
    Optional,
    Record,
    Response,
    Scalar,
    Stream,
    TypeUse,
    freeze,
)
from ..load.document import Document
from .assertions import AssertionTable
from .media import FORMS, SEQUENTIAL, base_type, is_json, is_text, primary
from .place import Place, place_of, response_word, subtype
from .resolve import resolved
from .schemas import ANYTHING, Schemas
from .view import Part, escape

SENTINEL = "x-oasmith-sentinel"
SELECTOR = "x-oasmith-stream-selector"


class Contents:
    """Lowers `content` maps; shapes and assertions go to the tables it was given."""

    def __init__(
        self, document: Document, schemas: Schemas, table: AssertionTable
    ) -> None:
        self.document = document
        self.schemas = schemas
        self.table = table

    def contents(
        self, owner: dict[str, Any], owner_id: Id, place: Place
    ) -> tuple[MediaContent, ...]:
        """Every media type of a body or a response that is not a sequence."""
        found: list[MediaContent] = []
        written = {
            key: Part(node, f"{owner_id}/content/{escape(key)}")
            for key, node in (owner.get("content") or {}).items()
        }
        parts = {key: Part(*resolved(self.document, at)) for key, at in written.items()}
        whole = {key: at for key, at in parts.items() if _is_whole(key, at.node)}
        first = primary(whole)
        for key, part in whole.items():
            media = base_type(key)
            if any(content.media == media for content in found):
                self.schemas.report("W209", written[key].id, media=media)
                continue
            spot = place if media == first else place.down(subtype(media))
            found.append(self.content(media, part, spot))
        return tuple(found)

    def content(self, media: str, part: Part, place: Place) -> MediaContent:
        """One media type, whole."""
        node = part.node
        assert isinstance(node, dict)
        schema = node.get("schema")
        schema_id: Id | None = None
        if schema is None:
            use = _schemaless(media)
        elif is_json(media) or media in FORMS or media.startswith("multipart/"):
            use = self.schemas.use(Part(schema, f"{part.id}/schema"), place)
            schema_id = self.table.add(schema, f"{part.id}/schema")
        else:
            use = _schemaless(media)
        return MediaContent(media, use, schema_id, _examples(self.document, node))

    def responses(
        self, operation: dict[str, Any], op_id: Id, place: Place, body: Body | None
    ) -> tuple[Response, ...]:
        """The answers of an operation, in document order."""
        found: list[Response] = []
        written = operation.get("responses") or {}
        for status, node in written.items():
            if not isinstance(node, dict) or status.startswith("x-"):
                continue
            own_id = f"{op_id}/responses/{status}"
            while isinstance(node.get("$ref"), str):
                own_id = node["$ref"]
                node = self.document.node(own_id)
            spot = place.down(response_word(status, written))
            if own_id.startswith("#/components/"):
                spot = place_of(own_id)
            found.append(self._response(status, node, own_id, spot, body))
        return tuple(found)

    def _response(
        self,
        status: str,
        node: dict[str, Any],
        own_id: Id,
        place: Place,
        body: Body | None,
    ) -> Response:
        description = node.get("description") or node.get("summary") or ""
        return Response(
            id=own_id,
            status=status.upper() if status != "default" else status,
            description=str(description).strip(),
            contents=self.contents(node, own_id, place),
            stream=self._stream(node, own_id, place, body),
            headers=tuple(self._headers(node, own_id, place)),
        )

    def _headers(self, node: dict[str, Any], own_id: Id, place: Place) -> list[Header]:
        found: list[Header] = []
        for name, header in (node.get("headers") or {}).items():
            header_id = f"{own_id}/headers/{escape(name)}"
            while isinstance(header.get("$ref"), str):
                header_id = header["$ref"]
                header = self.document.node(header_id)
            if name.lower() == "content-type":
                continue  # OpenAPI 3.2, section 4.16.1: it shall be ignored
            schema, use = header.get("schema"), TypeUse(Scalar("string"))
            schema_id = f"{header_id}/schema"
            if schema is not None:
                use = self.schemas.use(Part(schema, schema_id), place.down(name))
                self.table.add(schema, schema_id)
            found.append(
                Header(
                    name,
                    use,
                    schema_id if schema is not None else None,
                    required=header.get("required") is True,
                    description=str(header.get("description") or "").strip(),
                )
            )
        return found

    def _stream(
        self, node: dict[str, Any], own_id: Id, place: Place, body: Body | None
    ) -> Stream | None:
        """The first sequential content, with its item and how it is asked for."""
        for key, content in (node.get("content") or {}).items():
            media = base_type(key)
            at = Part(content, f"{own_id}/content/{escape(key)}")
            content, content_id = resolved(self.document, at)
            if not is_sequence(media, content):
                continue
            keyword = "itemSchema" if "itemSchema" in content else "schema"
            item_id = f"{content_id}/{keyword}"
            part = Part(content.get(keyword, True), item_id)
            if media == "text/event-stream":
                part = self._event_data(part)
            return Stream(
                media,
                self.schemas.use(part, place.down("event")),
                self.table.add(part.node, part.id),
                sentinel=str(content.get(SENTINEL, "")),
                selector=str(content.get(SELECTOR, "")) or self._selector(body),
                examples=_examples(self.document, content),
            )
        return None

    def _event_data(self, part: Part) -> Part:
        """The schema of an event's data.

        OpenAPI 3.2 (section 4.14.4) describes a server-sent event as an object whose
        `data` is a string, its JSON told by `contentSchema`; documents also give
        the schema of the data alone.
        """
        node, node_id = part.node, part.id
        while isinstance(node, dict) and set(node) == {"$ref"}:
            node_id = node["$ref"]
            node = self.document.node(node_id)
        data = (
            node.get("properties", {}).get("data") if isinstance(node, dict) else None
        )
        if isinstance(data, dict) and "contentSchema" in data:
            schema_id = f"{node_id}/properties/data/contentSchema"
            return Part(data["contentSchema"], schema_id)
        return part

    def _selector(self, body: Body | None) -> str:
        """`stream`, where the JSON body has a boolean property of that name."""
        for content in body.contents if body else ():
            shape = content.use.type
            record = (
                self.schemas.shapes.get(shape.id) if isinstance(shape, Named) else None
            )
            if not is_json(content.media) or not isinstance(record, Record):
                continue
            for field in record.fields:
                kind = field.use.type
                inner = kind.inner.type if isinstance(kind, Optional) else kind
                if field.name == "stream" and inner == Scalar("boolean"):
                    return field.name
        return ""


def _is_whole(key: str, node: Any) -> bool:
    return not is_sequence(base_type(key), node)


def is_sequence(media: str, node: Any) -> bool:
    """Whether the content of a media type object is items one after the other."""
    return media in SEQUENTIAL or (isinstance(node, dict) and "itemSchema" in node)


def _schemaless(media: str) -> TypeUse:
    if is_json(media) or media == "application/x-www-form-urlencoded":
        return ANYTHING
    return TypeUse(Scalar("string" if is_text(media) else "bytes"))


def _examples(document: Document, node: dict[str, Any]) -> tuple[Json, ...]:
    found: list[Json] = []
    if "example" in node:
        found.append(freeze(node["example"]))
    named = node.get("examples")
    for item in named.values() if isinstance(named, dict) else ():
        if isinstance(item, dict) and isinstance(item.get("$ref"), str):
            item = document.node(item["$ref"])
        for keyword in ("dataValue", "value"):
            if isinstance(item, dict) and keyword in item:
                found.append(freeze(item[keyword]))
                break
    return tuple(found)


def default_of(document: Document, schema: Any) -> tuple[Json] | None:
    """The default of a schema or of what it refers to."""
    if isinstance(schema, dict) and "default" not in schema and "$ref" in schema:
        schema = document.node(schema["$ref"])
    if isinstance(schema, dict) and "default" in schema:
        return (freeze(schema["default"]),)
    return None
