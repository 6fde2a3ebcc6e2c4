"""Sequences of items in responses: events, lines, records, parts (OpenAPI 3.2, 4.14.3)."""

from __future__ import annotations

from typing import Any

from ..ir import Anything, Body, Id, Named, Optional, Record, Scalar, Stream, TypeUse
from ..ir.operations import StreamForm
from ..load.document import Document
from .contents import Contents, examples_of, is_sequence
from .events import Events
from .media import FORMS, base_type, is_json, is_text
from .place import Place, place_of
from .resolve import described, resolved
from .view import Part, escape

SENTINEL = "x-oasmith-sentinel"
SELECTOR = "x-oasmith-stream-selector"
RESUME = "x-oasmith-resume"
EVENTS = "text/event-stream"

_BYTES = TypeUse(Scalar("bytes"))
_TEXT = TypeUse(Scalar("string"))


class Streams:
    """Lowers the sequential media types of responses."""

    def __init__(self, document: Document, contents: Contents) -> None:
        self.document = document
        self.contents = contents
        self._events = Events(document, contents.table.moved)

    def of(
        self, node: dict[str, Any], own_id: Id, place: Place, body: Body | None
    ) -> tuple[Stream, ...]:
        """The sequential contents of a response, each with how it is asked for."""
        found: list[Stream] = []
        kept: dict[str, object] = {}
        for key, content in (node.get("content") or {}).items():
            media = base_type(key)
            at = f"{own_id}/content/{escape(key)}"
            part = Part(*resolved(self.document, Part(content, at)))
            if not is_sequence(media, part.node):
                continue
            if self.contents.is_repeated(media, part.node, at, kept):
                continue
            spot = place if part.id == at else place_of(part.id)
            found.append(self._stream(media, part, spot, body))
        return tuple(found)

    def _stream(
        self, media: str, part: Part, place: Place, body: Body | None
    ) -> Stream:
        node = part.node
        assert isinstance(node, dict)
        item, form = self._item(media, part)
        use = TypeUse(Anything())
        schema: Id | None = None
        if item is not None:
            use = self.contents.schemas.use(item, place.down("event"))
            schema = self.contents.table.add(item.node, item.id)
        part_media = ""
        if media.startswith("multipart/"):
            part_media = _part_media(node, use)
            use, form = _part(use, part_media)
            schema = schema if form == "json" else None
        elif form == "text":
            use = _TEXT
        return Stream(
            media,
            use,
            schema,
            form,
            sentinel=str(node.get(SENTINEL, "")),
            selector=str(node.get(SELECTOR, "")) or self._selector(body),
            examples=examples_of(self.document, node),
            part_media=part_media,
            resumes=self._resumes(media, part),
        )

    def _resumes(self, media: str, part: Part) -> bool:
        """Whether a client may ask for the rest of a stream that broke off.

        It must know the end of the stream to tell that it broke off, and only events
        have ids to go on after.
        """
        node = part.node
        assert isinstance(node, dict)
        asked = node.get(RESUME, False)
        if asked is False:
            return False
        if asked is True and media == EVENTS and node.get(SENTINEL):
            return True
        self.contents.schemas.report("W254", part.id, keyword=RESUME)
        return False

    def _item(self, media: str, part: Part) -> tuple[Part | None, StreamForm]:
        """The schema of an item, None for any, and the form in which items come."""
        node = part.node
        assert isinstance(node, dict)
        if "itemSchema" in node:
            item = part.child("itemSchema")
        elif "schema" in node:
            item = self._inside(part.child("schema"))
        else:
            return None, "json"
        if media == EVENTS:
            return self._events.item(item)
        return item, "json"

    def _inside(self, part: Part) -> Part:
        """The items of a schema that describes the sequence as an array."""
        whole = described(self.document, part)
        node = whole.node
        if isinstance(node, dict) and node.get("type") == "array" and "items" in node:
            return whole.child("items")
        return part

    def _selector(self, body: Body | None) -> str:
        """`stream`, where the JSON body has a boolean property of that name."""
        for content in body.contents if body else ():
            shape = content.use.type
            shapes = self.contents.schemas.shapes
            record = shapes.get(shape.id) if isinstance(shape, Named) else None
            if not is_json(content.media) or not isinstance(record, Record):
                continue
            for field in record.fields:
                kind = field.use.type
                inner = kind.inner.type if isinstance(kind, Optional) else kind
                if field.name == "stream" and inner == Scalar("boolean"):
                    return field.name
        return ""


def _part_media(node: dict[str, Any], use: TypeUse) -> str:
    """The media type of the parts: what `itemEncoding` says, else by their type (4.15)."""
    encoding = node.get("itemEncoding")
    stated = str(encoding.get("contentType") or "") if encoding else ""
    if stated:
        return base_type(stated.partition(",")[0])
    if use.type == Scalar("string"):
        return "text/plain"
    if isinstance(use.type, Anything) or use.type == Scalar("bytes"):
        return "application/octet-stream"
    return "application/json"


def _part(use: TypeUse, media: str) -> tuple[TypeUse, StreamForm]:
    """What a part is: its type where it is JSON, else text or bytes."""
    if is_json(media):
        return use, "json"
    if is_text(media) or media in FORMS:
        return _TEXT, "text"
    return _BYTES, "bytes"
