"""Parameters outside of the body: shared ones, overridden ones, their styles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..diagnostics import diagnostic
from ..ir import Id, Parameter
from ..load.document import Document
from .assertions import AssertionTable
from .contents import default_of
from .encodings import Encodings
from .media import base_type
from .notes import text_of
from .place import Place, item_place, place_of
from .resolve import resolved
from .schemas import ANYTHING, Schemas
from .view import Part, escape

_STYLES = {
    "path": ("simple", "label", "matrix"),
    "query": ("form", "spaceDelimited", "pipeDelimited", "deepObject"),
    "header": ("simple",),
    "cookie": ("form", "cookie"),
}
"""The styles of each place, its default first (OpenAPI 3.2, section 4.12.3)."""

_EXPLODED = ("form", "cookie")
_IGNORED_HEADERS = frozenset({"accept", "authorization", "content-type"})


class Parameters:
    """Lowers parameters; shapes and assertions go to the tables it was given."""

    def __init__(
        self,
        document: Document,
        schemas: Schemas,
        table: AssertionTable,
        encodings: Encodings,
    ) -> None:
        self.document = document
        self.schemas = schemas
        self.table = table
        self.encodings = encodings
        self.sink = encodings.sink

    def of(
        self, items: Iterable[Part], operation: Part, place: Place
    ) -> tuple[Parameter, ...]:
        """The parameters of an operation; what a later holder says counts.

        `items` are its path items, whose parameters come first (OpenAPI 3.2, section
        4.10.1); `place` is that of the operation.
        """
        found: dict[tuple[str, str], Parameter] = {}
        for part in (*items, operation):
            assert isinstance(part.node, dict)
            spot = place if part is operation else item_place(part.id)
            for index, node in enumerate(part.node.get("parameters", ())):
                at = Part(node, f"{part.id}/parameters/{index}")
                node, node_id = resolved(self.document, at)
                if node.get("in") == "header" and (
                    str(node.get("name")).lower() in _IGNORED_HEADERS
                ):
                    span = self.document.locate(node_id)
                    self.sink.add(diagnostic("W206", span, name=str(node["name"])))
                    continue
                parameter = self._parameter(node, node_id, spot)
                found[(parameter.place, parameter.name)] = parameter
        return tuple(found.values())

    def _parameter(self, node: dict[str, Any], node_id: Id, place: Place) -> Parameter:
        name, where = str(node["name"]), node["in"]
        media, content = self._content(node, node_id)
        assert isinstance(content.node, dict)
        schema, schema_id = content.node.get("schema"), f"{content.id}/schema"
        spot = place.down(name)
        if node_id.startswith("#/components/"):
            spot = place_of(node_id)
        use = (
            ANYTHING
            if schema is None
            else self.schemas.use(Part(schema, schema_id), spot)
        )
        style = "form" if media else self._style(node, node_id)
        return Parameter(
            id=node_id,
            name=name,
            place=where,
            use=use,
            schema=None if schema is None else self.table.add(schema, schema_id),
            required=node.get("required") is True or where == "path",
            description=text_of(node.get("description")),
            deprecated=node.get("deprecated") is True,
            style=style,
            explode=node.get("explode", style in _EXPLODED) is True,
            allow_reserved=node.get("allowReserved") is True,
            media=media,
            default=default_of(self.document, schema),
            encodings=self.encodings.of(content, use, media).named,
        )

    def _content(self, node: dict[str, Any], node_id: Id) -> tuple[str, Part]:
        """The media type of a parameter, and what holds its schema.

        That is the parameter itself, and no media type, unless `content` describes it.
        """
        if "schema" in node or not node.get("content"):
            return "", Part(node, node_id)
        key, content = next(iter(node["content"].items()))
        at = Part(content, f"{node_id}/content/{escape(key)}")
        return base_type(key), Part(*resolved(self.document, at))

    def _style(self, node: dict[str, Any], node_id: Id) -> str:
        allowed = _STYLES.get(node["in"], ("form",))
        style = node.get("style", allowed[0])
        if style in allowed:
            return str(style)
        self.sink.add(
            diagnostic(
                "W251",
                self.document.locate(f"{node_id}/style"),
                place=node["in"],
                style=str(style),
                name=str(node["name"]),
                used=allowed[0],
                allowed=allowed,
            )
        )
        return allowed[0]
