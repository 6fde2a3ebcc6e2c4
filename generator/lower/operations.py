"""Path items to operations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ..diagnostics import Sink, diagnostic
from ..ir import (
    Body,
    Id,
    Operation,
    Parameter,
    PathSegment,
    SecurityRequirement,
)
from ..load.document import Document
from .assertions import AssertionTable
from .contents import Contents, default_of
from .place import Place, place_of
from .schemas import ANYTHING, Schemas
from .view import Part, escape

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
_STYLES = {"path": "simple", "header": "simple", "query": "form", "cookie": "form"}
_TEMPLATE = re.compile(r"\{([^{}]+)\}")
_IGNORED_HEADERS = frozenset({"accept", "authorization", "content-type"})


class Operations:
    """Lowers path items; shapes and assertions go to the tables it was given."""

    def __init__(
        self, document: Document, schemas: Schemas, table: AssertionTable, sink: Sink
    ) -> None:
        self.document = document
        self.sink = sink
        self.table = table
        self.schemas = schemas
        self.contents = Contents(document, schemas, table)
        self.security = _security(document.root)

    def of_paths(self, paths: dict[str, Any], pointer: str) -> Iterator[Operation]:
        """The operations of `paths` or `webhooks`, in document order."""
        for path, item in paths.items():
            item_id = f"#/{pointer}/{escape(path)}"
            item, item_id = self._resolve(item, item_id)
            for method, node, node_id in _methods(item, item_id):
                yield self._operation(
                    path, method, Part(node, node_id), Part(item, item_id), pointer
                )

    def _resolve(self, node: dict[str, Any], node_id: Id) -> tuple[dict[str, Any], Id]:
        """Follow the `$ref` of a reference object, or of a path item."""
        seen = {node_id}
        while isinstance(node.get("$ref"), str):
            target = node["$ref"]
            if target in seen:
                break
            seen.add(target)
            node, node_id = self.document.node(target), target
        return node, node_id

    def _operation(
        self, path: str, method: str, own: Part, item: Part, pointer: str
    ) -> Operation:
        node = own.node
        assert isinstance(node, dict) and isinstance(item.node, dict)
        operation_id = node.get("operationId", "")
        words = operation_id or _words_of(method, path)
        op_id = f"#/{pointer}/{escape(path)}/{escape(method)}"
        place = Place(op_id, (words,))
        body = self._body(node, own.id, place)
        if node.get("callbacks"):
            span = self.document.locate(f"{own.id}/callbacks")
            self.sink.add(diagnostic("W208", span, what="callbacks"))
        return Operation(
            id=op_id,
            operation_id=operation_id,
            method=method.upper(),
            path=path,
            segments=_segments(path),
            tags=tuple(tag for tag in node.get("tags", ()) if isinstance(tag, str)),
            summary=_text(node.get("summary") or item.node.get("summary")),
            description=_text(node.get("description") or item.node.get("description")),
            parameters=self._parameters(own, item, place),
            body=body,
            responses=self.contents.responses(node, own.id, place, body),
            security=(
                _requirements(node["security"]) if "security" in node else self.security
            ),
            servers=_servers(node) or _servers(item.node),
            deprecated=node.get("deprecated") is True,
            is_webhook=pointer == "webhooks",
        )

    def _parameters(self, own: Part, item: Part, place: Place) -> tuple[Parameter, ...]:
        """Those of the path item, overridden by those of the operation (4.10.1)."""
        found: dict[tuple[str, str], Parameter] = {}
        for part in (item, own):
            assert isinstance(part.node, dict)
            for index, node in enumerate(part.node.get("parameters", ())):
                node, node_id = self._resolve(node, f"{part.id}/parameters/{index}")
                if node.get("in") == "header" and (
                    str(node.get("name")).lower() in _IGNORED_HEADERS
                ):
                    span = self.document.locate(node_id)
                    self.sink.add(diagnostic("W206", span, name=str(node["name"])))
                    continue
                parameter = self._parameter(node, node_id, place)
                found[(parameter.place, parameter.name)] = parameter
        return tuple(found.values())

    def _parameter(self, node: dict[str, Any], node_id: Id, place: Place) -> Parameter:
        name, where = str(node["name"]), node["in"]
        media, schema, schema_id = "", node.get("schema"), f"{node_id}/schema"
        if schema is None and node.get("content"):
            media = next(iter(node["content"]))
            schema = node["content"][media].get("schema")
            schema_id = f"{node_id}/content/{escape(media)}/schema"
        spot = place.down(name)
        if node_id.startswith("#/components/"):
            spot = place_of(node_id)
        use = (
            ANYTHING
            if schema is None
            else self.schemas.use(Part(schema, schema_id), spot)
        )
        style = node.get("style", _STYLES.get(where, "form"))
        return Parameter(
            id=node_id,
            name=name,
            place=where,
            use=use,
            schema=None if schema is None else self.table.add(schema, schema_id),
            required=node.get("required") is True or where == "path",
            description=_text(node.get("description")),
            deprecated=node.get("deprecated") is True,
            style=style,
            explode=node.get("explode", style in ("form", "cookie")) is True,
            allow_reserved=node.get("allowReserved") is True,
            media=media,
            default=default_of(self.document, schema),
        )

    def _body(self, node: dict[str, Any], op_id: Id, place: Place) -> Body | None:
        if not isinstance(node.get("requestBody"), dict):
            return None
        body, body_id = self._resolve(node["requestBody"], f"{op_id}/requestBody")
        spot = place.down("request")
        if body_id.startswith("#/components/"):
            spot = place_of(body_id)
        return Body(
            id=body_id,
            contents=self.contents.contents(body, body_id, spot),
            required=body.get("required") is True,
            description=_text(body.get("description")),
        )


def _methods(
    item: dict[str, Any], item_id: Id
) -> Iterator[tuple[str, dict[str, Any], Id]]:
    for key, node in item.items():
        if key in METHODS and isinstance(node, dict):
            yield key, node, f"{item_id}/{key}"
    extra = item.get("additionalOperations")
    for key, node in extra.items() if isinstance(extra, dict) else ():
        yield key, node, f"{item_id}/additionalOperations/{escape(key)}"


def _segments(path: str) -> tuple[PathSegment, ...]:
    """The pieces of a path template: odd ones are parameters (4.8.2)."""
    return tuple(
        PathSegment(text, is_parameter=bool(index % 2))
        for index, text in enumerate(_TEMPLATE.split(path))
        if text
    )


def _words_of(method: str, path: str) -> str:
    """What to call an operation without `operationId`: `get pets by petId`."""
    steps = [
        f"by {step[1:-1]}" if step.startswith("{") and step.endswith("}") else step
        for step in path.partition("?")[0].split("/")
        if step
    ]
    return " ".join([method.lower(), *steps])


def _security(root: dict[str, Any]) -> tuple[SecurityRequirement, ...]:
    return _requirements(root.get("security", ()))


def _requirements(stated: Any) -> tuple[SecurityRequirement, ...]:
    return tuple(
        SecurityRequirement(
            tuple((name, tuple(map(str, scopes))) for name, scopes in item.items())
        )
        for item in stated
        if isinstance(item, dict)
    )


def _servers(node: dict[str, Any]) -> tuple[str, ...]:
    return tuple(
        str(item["url"]) for item in node.get("servers", ()) if isinstance(item, dict)
    )


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""
