"""Path items to operations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from ..diagnostics import Sink, diagnostic
from ..ir import Operation, PathSegment, SecurityRequirement
from ..load.document import Document
from .assertions import AssertionTable
from .bodies import Bodies
from .contents import Contents
from .encodings import Encodings
from .parameters import Parameters
from .place import operation_place
from .resolve import layers
from .schemas import Schemas
from .view import Part, escape

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
_TEMPLATE = re.compile(r"\{([^{}]+)\}")
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")


class Operations:
    """Lowers path items; shapes and assertions go to the tables it was given."""

    def __init__(
        self, document: Document, schemas: Schemas, table: AssertionTable, sink: Sink
    ) -> None:
        self.document = document
        self.sink = sink
        self.contents = Contents(document, schemas, table)
        encodings = Encodings(document, schemas, sink)
        self.bodies = Bodies(document, self.contents, encodings)
        self.parameters = Parameters(document, schemas, table, encodings)
        self.security = _security(document.root)

    def of_paths(self, paths: dict[str, Any], pointer: str) -> Iterator[Operation]:
        """The operations of `paths` or `webhooks`, in document order."""
        for path, item in paths.items():
            if path.startswith("x-"):
                continue
            items = layers(self.document, Part(item, f"#/{pointer}/{escape(path)}"))
            known: set[str] = set()
            for part in items:
                for method, own in self._methods(part):
                    if method not in known:
                        known.add(method)
                        yield self._operation(path, method, own, items, pointer)

    def _methods(self, item: Part) -> Iterator[tuple[str, Part]]:
        """The operations of a path item by method, methods of its own as they are sent."""
        assert isinstance(item.node, dict)
        for key, node in item.node.items():
            if key in METHODS and isinstance(node, dict):
                yield key.upper(), Part(node, f"{item.id}/{key}")
        if not isinstance(item.node.get("additionalOperations"), dict):
            return
        for key in item.node["additionalOperations"]:
            own = item.child("additionalOperations", key)
            span = self.document.locate(own.id)
            if _TOKEN.fullmatch(key) is None:
                self.sink.add(diagnostic("E250", span, method=key))
            elif key.lower() in METHODS:
                member = key.lower()
                self.sink.add(diagnostic("W253", span, method=key, member=member))
                yield key.upper(), own
            else:
                yield key, own

    def _operation(
        self, path: str, method: str, own: Part, items: list[Part], pointer: str
    ) -> Operation:
        """An operation; `items` are its path item, and those which that one refers to."""
        node = own.node
        assert isinstance(node, dict)
        item = {key: value for part in reversed(items) for key, value in _members(part)}
        operation_id = node.get("operationId", "")
        step = method.lower() if method.lower() in METHODS else method
        op_id = f"#/{pointer}/{escape(path)}/{escape(step)}"
        place = operation_place(op_id, own.id, operation_id)
        body = self.bodies.body(node, own.id, place)
        if node.get("callbacks"):
            span = self.document.locate(f"{own.id}/callbacks")
            self.sink.add(diagnostic("W208", span, what="callbacks"))
        return Operation(
            id=op_id,
            operation_id=operation_id,
            method=method,
            path=path,
            segments=_segments(path),
            tags=tuple(tag for tag in node.get("tags", ()) if isinstance(tag, str)),
            summary=_text(node.get("summary") or item.get("summary")),
            description=_text(node.get("description") or item.get("description")),
            parameters=self.parameters.of(reversed(items), own, place),
            body=body,
            responses=self.contents.responses(node, own.id, place, body),
            security=(
                _requirements(node["security"]) if "security" in node else self.security
            ),
            servers=_servers(node) or _servers(item),
            deprecated=node.get("deprecated") is True,
            is_webhook=pointer == "webhooks",
        )


def _members(part: Part) -> Iterable[tuple[str, Any]]:
    return part.node.items() if isinstance(part.node, dict) else ()


def _segments(path: str) -> tuple[PathSegment, ...]:
    """The pieces of a path template: odd ones are parameters (4.8.2)."""
    return tuple(
        PathSegment(text, is_parameter=bool(index % 2))
        for index, text in enumerate(_TEMPLATE.split(path))
        if text
    )


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
