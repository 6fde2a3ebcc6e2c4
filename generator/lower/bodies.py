"""Request bodies: their media types, sequences of items, and how parts are encoded."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..ir import Body, Id, ListOf, MediaContent, TypeUse
from ..load.document import Document
from .contents import Contents, is_sequence
from .encodings import Encodings
from .media import FORMS, base_type, primary
from .notes import text_of
from .parts import part_use, row_use
from .place import Place, place_of, subtype
from .resolve import described, resolved
from .schemas import ANYTHING
from .view import Part, escape


class Bodies:
    """Lowers request bodies; shapes and assertions go where `contents` puts its own."""

    def __init__(
        self, document: Document, contents: Contents, encodings: Encodings
    ) -> None:
        self.document = document
        self.contents = contents
        self.encodings = encodings

    def body(self, node: dict[str, Any], op_id: Id, place: Place) -> Body | None:
        """The body of an operation; None where it has none."""
        if not isinstance(node.get("requestBody"), dict):
            return None
        at = Part(node["requestBody"], f"{op_id}/requestBody")
        body, body_id = resolved(self.document, at)
        return Body(
            id=body_id,
            contents=self._contents(
                body, body_id, _spot(body_id, place.down("request"))
            ),
            required=body.get("required") is True,
            description=text_of(body.get("description")),
        )

    def _contents(
        self, body: dict[str, Any], body_id: Id, place: Place
    ) -> tuple[MediaContent, ...]:
        found: list[MediaContent] = []
        written = body.get("content") or {}
        first = primary(written)
        kept: dict[str, object] = {}
        for key, node in written.items():
            media = base_type(key)
            at = Part(node, f"{body_id}/content/{escape(key)}")
            part = Part(*resolved(self.document, at))
            if self.contents.is_repeated(media, part.node, at.id, kept):
                continue
            spot = place if media == first else place.down(subtype(media))
            if part.id != at.id:
                spot = _spot(part.id, spot)
            found.append(self._content(media, part, spot))
        return tuple(found)

    def _content(self, media: str, part: Part, place: Place) -> MediaContent:
        node = part.node
        assert isinstance(node, dict)
        content = self._typed(media, part, place)
        if media not in FORMS and not media.startswith("multipart/"):
            return content
        shapes = self.contents.schemas.shapes
        use = content.use
        if content.is_sequence:
            known = self.encodings.of(part, TypeUse(ListOf(use)), media)
            use = part_use(use, known.rest, shapes)
        else:
            known = self.encodings.of(part, use, media)
            use = row_use(use, known.positions, known.rest, shapes)
        return replace(
            content,
            use=use,
            encodings=known.named,
            positions=known.positions,
            rest=known.rest,
        )

    def _typed(self, media: str, part: Part, place: Place) -> MediaContent:
        if is_sequence(media, part.node):
            return self._sequence(media, part, place)
        content = self.contents.content(media, part, place)
        assert isinstance(part.node, dict)
        if media.startswith("multipart/") and "schema" not in part.node:
            return replace(content, use=ANYTHING)
        return content

    def _sequence(self, media: str, part: Part, place: Place) -> MediaContent:
        """Items one after the other (OpenAPI 3.2, section 4.14.3)."""
        item = self._item(part)
        content = self.contents.content(media, Part({}, part.id), place)
        if item is None:
            return replace(content, use=ANYTHING, is_sequence=True)
        return replace(
            content,
            use=self.contents.schemas.use(item, place.down("item")),
            schema=self.contents.table.add(item.node, item.id),
            is_sequence=True,
        )

    def _item(self, part: Part) -> Part | None:
        """The schema of one item: `itemSchema`, or the items of an array."""
        node = part.node
        assert isinstance(node, dict)
        if "itemSchema" in node:
            return part.child("itemSchema")
        if "schema" not in node:
            return None
        schema = part.child("schema")
        whole = described(self.document, schema)
        if isinstance(whole.node, dict) and "items" in whole.node:
            return whole.child("items")
        return schema


def _spot(node_id: Id, place: Place) -> Place:
    return place_of(node_id) if node_id.startswith("#/components/") else place
