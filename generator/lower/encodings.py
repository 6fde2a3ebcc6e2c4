"""How the properties of forms and the parts of multipart bodies are written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ..diagnostics import Sink, diagnostic
from ..ir import Encoding, Id, Named, Record, TypeUse
from ..load.document import Document
from .resolve import described, resolved
from .schemas import Schemas
from .view import Part, SchemaNode, escape

_STYLES = ("form", "spaceDelimited", "pipeDelimited", "deepObject")
_STYLING = ("style", "explode", "allowReserved")
_NESTED = ("encoding", "prefixEncoding", "itemEncoding")


class Known(NamedTuple):
    """What a media type says about its properties, its first parts and all others."""

    named: tuple[Encoding, ...]
    positions: tuple[Encoding, ...]
    rest: Encoding | None


class Encodings:
    """Lowers Encoding Objects (OpenAPI 3.2, section 4.15)."""

    def __init__(self, document: Document, schemas: Schemas, sink: Sink) -> None:
        self.document = document
        self.schemas = schemas
        self.sink = sink

    def of(self, part: Part, use: TypeUse) -> Known:
        """The encodings of a media type whose content has the type `use`.

        Those of no property are told and left out.
        """
        node = part.node
        assert isinstance(node, dict)
        named = []
        for name, inner in (node.get("encoding") or {}).items():
            at = f"{part.id}/encoding/{escape(name)}"
            if self._is_property(name, use):
                named.append(self._encoding(name, inner, at))
            else:
                advice = f"describe a property {name} in the schema, or leave it out"
                self._refuse(at, f"the encoding of {name}", advice)
        positions = tuple(
            self._encoding("", inner, f"{part.id}/prefixEncoding/{index}")
            for index, inner in enumerate(node.get("prefixEncoding") or ())
        )
        rest = node.get("itemEncoding")
        if rest is not None:
            rest = self._encoding("", rest, f"{part.id}/itemEncoding")
        return Known(tuple(named), positions, rest)

    def _is_property(self, name: str, use: TypeUse) -> bool:
        kind = use.type
        shape = self.schemas.shapes.get(kind.id) if isinstance(kind, Named) else None
        if not isinstance(shape, Record):
            return True
        return any(field.name == name for field in shape.fields) or bool(shape.extra)

    def _encoding(self, name: str, node: dict[str, Any], node_id: Id) -> Encoding:
        for keyword in _NESTED:
            if keyword in node:
                advice = "describe the part as one of its own, or send it as bytes"
                self._refuse(f"{node_id}/{keyword}", keyword, advice)
        listed = str(node.get("contentType") or "").split(",")
        style = self._style(name, node, node_id)
        return Encoding(
            name,
            media=tuple(text.strip() for text in listed if text.strip()),
            style=style,
            explode=node.get("explode", style == "form") is True,
            allow_reserved=node.get("allowReserved") is True,
            headers=tuple(self._headers(node)),
        )

    def _style(self, name: str, node: dict[str, Any], node_id: Id) -> str:
        """The style; empty where nothing asks for one."""
        if not any(keyword in node for keyword in _STYLING):
            return ""
        style = str(node.get("style", "form"))
        if style in _STYLES:
            return style
        span = self.document.locate(f"{node_id}/style")
        self.sink.add(
            diagnostic(
                "W251",
                span,
                place="form",
                style=style,
                name=name,
                used="form",
                allowed=_STYLES,
            )
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

    def _refuse(self, node_id: Id, keyword: str, advice: str) -> None:
        span = self.document.locate(node_id)
        self.sink.add(diagnostic("W252", span, keyword=keyword, advice=advice))


def _fixed(schema: SchemaNode) -> object:
    if isinstance(schema, bool):
        return None
    if "const" in schema:
        return schema["const"]
    values = schema.get("enum")
    if isinstance(values, list) and len(values) == 1:
        return values[0]
    return schema.get("default")
