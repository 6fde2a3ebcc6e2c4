"""Media types of bodies and responses, each as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..ir import (
    Anything,
    Id,
    Json,
    MediaContent,
    Scalar,
    TypeUse,
    freeze,
)
from ..load.document import Document
from .assertions import AssertionTable
from .media import FORMS, SEQUENTIAL, WILDCARDS, base_type, is_json, is_text, primary
from .place import Place, place_of, subtype
from .resolve import described, resolved
from .schemas import ANYTHING, Schemas
from .view import Part, escape


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
        """Every media type of a response that is not a sequence."""
        found: list[MediaContent] = []
        written = {
            key: Part(node, f"{owner_id}/content/{escape(key)}")
            for key, node in (owner.get("content") or {}).items()
        }
        parts = {key: Part(*resolved(self.document, at)) for key, at in written.items()}
        whole = {key: at for key, at in parts.items() if _is_whole(key, at.node)}
        first = primary(whole)
        kept: dict[str, object] = {}
        for key, part in whole.items():
            media = base_type(key)
            if self.is_repeated(media, part.node, written[key].id, kept):
                continue
            spot = place if media == first else place.down(subtype(media))
            if part.id != written[key].id:
                spot = place_of(part.id)
            found.append(self.content(media, part, spot))
        return tuple(found)

    def is_repeated(
        self, media: str, node: object, at: Id, kept: dict[str, object]
    ) -> bool:
        """Whether a media type was described before under another spelling.

        `kept` holds what was described so far, and gets what is new. A repetition that
        says something else is told (W209).
        """
        if media not in kept:
            kept[media] = node
            return False
        if node != kept[media]:
            self.schemas.report("W209", at, media=media)
        return True

    def content(self, media: str, part: Part, place: Place) -> MediaContent:
        """One media type, whole."""
        node = part.node
        assert isinstance(node, dict)
        schema = node.get("schema")
        schema_id: Id | None = None
        if schema is None:
            use = _schemaless(media)
        elif media in WILDCARDS:
            return self._of_any_media(media, part, place)
        elif is_json(media) or media in FORMS or media.startswith("multipart/"):
            use = self.schemas.use(Part(schema, f"{part.id}/schema"), place)
            schema_id = self.table.add(schema, f"{part.id}/schema")
        else:
            use = _schemaless(media)
            if is_text(media) and self._takes_text(part.child("schema")):
                schema_id = self.table.add(schema, f"{part.id}/schema")
        return MediaContent(
            media,
            use,
            schema_id,
            examples_of(self.document, node),
            _names_of(self.document, node),
        )

    def _takes_text(self, schema: Part) -> bool:
        """Whether a schema is about the text itself, not about what it could be read as."""
        node = described(self.document, schema).node
        stated = node.get("type") if isinstance(node, dict) else None
        return "string" in (stated if isinstance(stated, list) else [stated])

    def _of_any_media(self, media: str, part: Part, place: Place) -> MediaContent:
        """`*/*`: bytes, unless its schema describes what only JSON has."""
        assert isinstance(part.node, dict)
        schema = part.child("schema")
        use = self.schemas.use(schema, place)
        examples = examples_of(self.document, part.node)
        names = _names_of(self.document, part.node)
        if isinstance(use.type, (Anything, Scalar)):
            return MediaContent(media, _schemaless(media), None, examples, names)
        known = self.table.add(schema.node, schema.id)
        return MediaContent(media, use, known, examples, names)


def _is_whole(key: str, node: Any) -> bool:
    return not is_sequence(base_type(key), node)


def is_sequence(media: str, node: Any) -> bool:
    """Whether the content of a media type object is items one after the other."""
    return media in SEQUENTIAL or (isinstance(node, dict) and "itemSchema" in node)


def _schemaless(media: str) -> TypeUse:
    if is_json(media) or media == "application/x-www-form-urlencoded":
        return ANYTHING
    return TypeUse(Scalar("string" if is_text(media) else "bytes"))


def examples_of(document: Document, node: dict[str, Any]) -> tuple[Json, ...]:
    """The examples of a media type, as values."""
    return tuple(value for _, value in _examples(document, node))


def _names_of(document: Document, node: dict[str, Any]) -> tuple[str, ...]:
    """The names of the examples, empty where none has one."""
    names = tuple(name for name, _ in _examples(document, node))
    return names if any(names) else ()


def _examples(document: Document, node: dict[str, Any]) -> Iterator[tuple[str, Json]]:
    if "example" in node:
        yield "", freeze(node["example"])
    named = node.get("examples")
    for name, item in named.items() if isinstance(named, dict) else ():
        if isinstance(item, dict) and isinstance(item.get("$ref"), str):
            item = document.node(item["$ref"])
        for keyword in ("dataValue", "value"):
            if isinstance(item, dict) and keyword in item:
                yield str(name), freeze(item[keyword])
                break


def default_of(document: Document, schema: Any) -> tuple[Json] | None:
    """The default of a schema or of what it refers to."""
    if isinstance(schema, dict) and "default" not in schema and "$ref" in schema:
        schema = document.node(schema["$ref"])
    if isinstance(schema, dict) and "default" in schema:
        return (freeze(schema["default"]),)
    return None
