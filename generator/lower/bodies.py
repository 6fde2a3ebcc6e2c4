"""Request bodies: their media types, sequences of items, and how parts are encoded."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..ir import (
    Anything,
    Body,
    Encoding,
    Id,
    ListOf,
    MediaContent,
    Scalar,
    TupleOf,
    TypeUse,
)
from ..load.document import Document
from .contents import Contents, is_sequence
from .encodings import Encodings
from .media import FORMS, base_type, is_json, is_text, primary
from .notes import text_of
from .place import Place, place_of, subtype
from .resolve import described, resolved
from .schemas import ANYTHING
from .view import Part, escape

_BINARY = TypeUse(Scalar("bytes"))


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
        known = self.encodings.of(part, content.use)
        use = content.use
        if content.is_sequence:
            use = _part(use, known.rest)
        elif isinstance(use.type, TupleOf | ListOf):
            use = _parts(use, known.positions, known.rest)
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


def _parts(
    use: TypeUse, positions: tuple[Encoding, ...], rest: Encoding | None
) -> TypeUse:
    """An array of parts, with those that are files as bytes."""
    kind = use.type
    if isinstance(kind, ListOf):
        return TypeUse(ListOf(_part(kind.item, rest)), use.constraints)
    assert isinstance(kind, TupleOf)
    known = [*positions, *[rest] * len(kind.items)]
    items = tuple(_part(*pair) for pair in zip(kind.items, known, strict=False))
    tail = None if kind.rest is None else _part(kind.rest, rest)
    return TypeUse(TupleOf(items, tail), use.constraints)


def _part(use: TypeUse, encoding: Encoding | None) -> TypeUse:
    """The type of a part: bytes, where only its encoding tells what it is."""
    if encoding is None or not encoding.media or not isinstance(use.type, Anything):
        return use
    media = base_type(encoding.media[0])
    return use if is_json(media) or is_text(media) or media in FORMS else _BINARY
