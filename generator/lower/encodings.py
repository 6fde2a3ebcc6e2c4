"""How the properties of forms and the parts of multipart bodies are written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ..diagnostics import Sink, diagnostic
from ..ir import Encoding, Id, Named, Nesting, Record, TypeUse
from ..load.document import Document
from .behind import behind
from .media import base_type
from .parts import (
    MULTIPART,
    count,
    is_object,
    is_opaque,
    is_row,
    part_at,
    row_use,
)
from .resolve import described, resolved
from .schemas import Schemas
from .view import Part, SchemaNode, escape

MAX_NESTING = 8
"""So many multipart bodies may be within the outermost one, each in the one before."""

_STYLES = ("form", "spaceDelimited", "pipeDelimited", "deepObject")
_STYLING = ("style", "explode", "allowReserved")
_BY_POSITION = ("prefixEncoding", "itemEncoding")
_NESTED = ("encoding", *_BY_POSITION)
_BOUNDARY = re.compile(r';\s*boundary\s*=\s*("[^"]*"|[^;]*)', re.IGNORECASE)


class Known(NamedTuple):
    """What is said about the properties of a value, its first parts and all others."""

    named: tuple[Encoding, ...]
    positions: tuple[Encoding, ...]
    rest: Encoding | None


class _Around(NamedTuple):
    """The body that a part is of: its media type, and how many others are around it."""

    media: str
    depth: int = 0


class _Value(NamedTuple):
    """What an Encoding Object is about: a property by name, or a part without one.

    `use` is its type, None where it is not known.
    """

    name: str
    use: TypeUse | None
    is_property: bool
    around: _Around


class Encodings:
    """Lowers Encoding Objects (OpenAPI 3.2, section 4.15)."""

    def __init__(self, document: Document, schemas: Schemas, sink: Sink) -> None:
        self.document = document
        self.schemas = schemas
        self.sink = sink
        self._told: set[tuple[str, Id]] = set()

    def of(self, part: Part, use: TypeUse, media: str) -> Known:
        """The encodings of the media type `media`, whose content has the type `use`.

        Those of no property are told and left out.
        """
        return self._known(part, use, _Around(media))

    def _known(self, part: Part, use: TypeUse, around: _Around) -> Known:
        """The members of a Media Type Object or an Encoding Object that tell of parts."""
        named = tuple(self._named(part, use, around))
        if is_object(use, self.schemas.shapes):
            advice = "use encoding, or describe an array: objects have no positions"
            self._refuse_all(part, _BY_POSITION, advice)
            return Known(named, (), None)
        return Known(named, *self._row(part, use, around))

    def _row(
        self, part: Part, use: TypeUse, around: _Around
    ) -> tuple[tuple[Encoding, ...], Encoding | None]:
        """The encodings of the first parts in a row, and of all that follow."""
        node = part.node
        assert isinstance(node, dict)
        found: list[Encoding] = []
        for index, inner in enumerate(node.get("prefixEncoding") or ()):
            at = Part(inner, f"{part.id}/prefixEncoding/{index}")
            found.append(self._at(at, use, index, around))
        if node.get("itemEncoding") is None:
            return tuple(found), None
        item = part.child("itemEncoding")
        own = count(use, self.schemas.shapes)
        found += [self._at(item, use, at, around) for at in range(len(found), own)]
        if found and part_at(use, -1, self.schemas.shapes) is None:
            return tuple(found), None
        rest = self._at(item, use, -1, around)
        while found and found[-1] == rest:
            found.pop()
        return tuple(found), rest

    def _named(self, part: Part, use: TypeUse, around: _Around) -> Iterator[Encoding]:
        assert isinstance(part.node, dict)
        if is_row(use, self.schemas.shapes):
            advice = "use prefixEncoding and itemEncoding: parts in a row have no names"
            self._refuse_all(part, ("encoding",), advice)
            return
        for name, inner in (part.node.get("encoding") or {}).items():
            at = Part(inner, f"{part.id}/encoding/{escape(name)}")
            if self._is_property(name, use):
                value = _Value(name, self._property(name, use), True, around)
                yield self._encoding(at, value)
            else:
                advice = f"describe a property {name} in the schema, or leave it out"
                self._refuse(at.id, f"the encoding of {name}", advice)

    def _at(self, part: Part, use: TypeUse, index: int, around: _Around) -> Encoding:
        """The encoding of the part at a position, `-1` of all that follow the first."""
        shapes = self.schemas.shapes
        found = part_at(use, index, shapes)
        encoding = self._encoding(part, _Value("", found, False, around))
        if found is None or encoding.nesting is not None:
            return encoding
        if is_opaque(found, encoding.media, shapes):
            self._tell("W255", f"{part.id}/contentType", media=encoding.media[0])
        return encoding

    def _is_property(self, name: str, use: TypeUse) -> bool:
        record = self._record(use)
        if record is None:
            return True
        return any(field.name == name for field in record.fields) or bool(record.extra)

    def _property(self, name: str, use: TypeUse) -> TypeUse | None:
        """The type of a property, None where nothing is known of it."""
        record = self._record(use)
        fields = () if record is None else record.fields
        return next((field.use for field in fields if field.name == name), None)

    def _record(self, use: TypeUse) -> Record | None:
        kind = behind(use, self.schemas.shapes).type
        shape = self.schemas.shapes.get(kind.id) if isinstance(kind, Named) else None
        return shape if isinstance(shape, Record) else None

    def _encoding(self, part: Part, value: _Value) -> Encoding:
        node = part.node
        assert isinstance(node, dict)
        listed = str(node.get("contentType") or "").split(",")
        media = tuple(text.strip() for text in listed if text.strip())
        style = self._style(value.name, node, part.id)
        return Encoding(
            value.name,
            media=media,
            style=style,
            explode=node.get("explode", style == "form") is True,
            allow_reserved=node.get("allowReserved") is True,
            headers=tuple(self._headers(node)),
            nesting=self._nesting(part, value, "" if style or not media else media[0]),
        )

    def _nesting(self, part: Part, value: _Value, media: str) -> Nesting | None:
        """The multipart body that a part is, None where it is none.

        What is said of its parts is told where it cannot be kept to.
        """
        assert isinstance(part.node, dict)
        around = value.around
        is_within = around.media.startswith(MULTIPART)
        if not (is_within and base_type(media).startswith(MULTIPART)):
            advice = "give the part a contentType of multipart, such as multipart/mixed"
            self._refuse_all(part, _NESTED, advice)
            return None
        if around.depth >= MAX_NESTING:
            advice = (
                f"nest no more than {MAX_NESTING} multipart bodies in the outermost"
            )
            self._refuse_all(part, _NESTED, advice)
            return None
        held = self._held(part.node, value)
        if held is None:
            advice = "describe the part as an array or an object; it is sent as bytes"
            self._refuse_all(part, _NESTED, advice)
            return None
        use, is_each = held
        inner = _Around(base_type(media), around.depth + 1)
        known = self._known(part, use, inner)
        return Nesting(
            _BOUNDARY.sub("", media),
            row_use(use, known.positions, known.rest, self.schemas.shapes),
            is_each,
            *known,
        )

    def _held(self, node: dict[str, Any], value: _Value) -> tuple[TypeUse, bool] | None:
        """The type of what a multipart body holds, and whether there is one per item.

        An array that has a name is a part per item (OpenAPI 3.2, section 4.14.4). Items
        that cannot be multipart bodies themselves are the parts of one body instead, as
        RFC 2388, section 4.2, had it for several files.
        """
        if value.use is None:
            return None
        shapes = self.schemas.shapes
        use = behind(value.use, shapes)
        item = part_at(use, -1, shapes) if value.is_property else None
        if item is not None:
            by_position = any(keyword in node for keyword in _BY_POSITION)
            if is_row(item, shapes) or (is_object(item, shapes) and not by_position):
                return item, True
            return (value.use, False) if by_position else None
        if is_row(use, shapes) or is_object(use, shapes):
            return value.use, False
        return None

    def _style(self, name: str, node: dict[str, Any], node_id: Id) -> str:
        """The style; empty where nothing asks for one."""
        if not any(keyword in node for keyword in _STYLING):
            return ""
        style = str(node.get("style", "form"))
        if style in _STYLES:
            return style
        self._tell(
            "W251",
            f"{node_id}/style",
            place="form",
            style=style,
            name=name,
            used="form",
            allowed=_STYLES,
        )
        return "form"

    def _headers(self, node: dict[str, Any]) -> Iterator[tuple[str, str]]:
        """The headers of a part that can have one value only, or have a default."""
        for name, header in (node.get("headers") or {}).items():
            header, _ = resolved(self.document, Part(header, name))
            schema = header.get("schema")
            if name.lower() != "content-type" and isinstance(schema, dict):
                value = _fixed(described(self.document, Part(schema, name)).node)
                if isinstance(value, str | int | float):
                    yield name, str(value)

    def _refuse_all(self, part: Part, keywords: Iterable[str], advice: str) -> None:
        """Tell of each of the keywords that is there that it has no effect."""
        assert isinstance(part.node, dict)
        for keyword in keywords:
            if keyword in part.node:
                self._refuse(f"{part.id}/{keyword}", keyword, advice)

    def _refuse(self, node_id: Id, keyword: str, advice: str) -> None:
        self._tell("W252", node_id, keyword=keyword, advice=advice)

    def _tell(self, code: str, node_id: Id, /, **facts: object) -> None:
        """Report a finding, once where an encoding is that of parts of several types."""
        if (code, node_id) not in self._told:
            self._told.add((code, node_id))
            span = self.document.locate(node_id)
            self.sink.add(diagnostic(code, span, related=(), **facts))


def nested_keywords(content: Part) -> Iterator[tuple[Id, str]]:
    """Where a Media Type Object tells of parts within parts, and by which keyword."""
    node = content.node
    assert isinstance(node, dict)
    rest = node.get("itemEncoding")
    encodings = [
        *[(f"encoding/{escape(key)}", one) for key, one in _members(node, "encoding")],
        *[
            (f"prefixEncoding/{index}", one)
            for index, one in enumerate(node.get("prefixEncoding") or ())
        ],
        *([] if rest is None else [("itemEncoding", rest)]),
    ]
    for pointer, encoding in encodings:
        for keyword in _NESTED:
            if keyword in encoding:
                yield f"{content.id}/{pointer}/{keyword}", keyword


def _members(node: dict[str, Any], key: str) -> Iterable[tuple[str, Any]]:
    return (node.get(key) or {}).items()


def _fixed(schema: SchemaNode) -> object:
    if isinstance(schema, bool):
        return None
    if "const" in schema:
        return schema["const"]
    values = schema.get("enum")
    if isinstance(values, list) and len(values) == 1:
        return values[0]
    return schema.get("default")
