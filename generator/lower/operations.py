"""Path items to operations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from ..diagnostics import Sink, diagnostic
from ..ir import (
    Callback,
    Id,
    Operation,
    OperationKind,
    PathSegment,
    SecurityRequirement,
)
from ..load.document import Document
from ..values import dataclass
from .assertions import AssertionTable
from .bodies import Bodies
from .conditions import conditions
from .contents import Contents
from .encodings import Encodings
from .notes import text_of
from .pages.dialects import EXTENSIONS as PAGE_EXTENSIONS
from .parameters import Parameters
from .place import Place, operation_place, operation_words
from .resolve import layers, resolved
from .responses import Responses
from .retries import Retries
from .ruled import EXTENSIONS
from .schemas import Schemas
from .services import Services
from .view import Part, escape

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
_TEMPLATE = re.compile(r"\{([^{}]+)\}")
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")


class Operations:
    """Lowers path items; shapes and assertions go to the tables it was given.

    `extended` are the nodes of operations with an extension that tells of pages, `ruled`
    those with rules.
    """

    def __init__(
        self,
        document: Document,
        schemas: Schemas,
        table: AssertionTable,
        services: Services,
        sink: Sink,
    ) -> None:
        self.document = document
        self.sink = sink
        self.contents = Contents(document, schemas, table)
        encodings = Encodings(document, schemas, sink)
        self.bodies = Bodies(document, self.contents, encodings)
        self.parameters = Parameters(document, schemas, table, encodings)
        self.responses = Responses(document, self.contents, sink)
        self.services = services
        self._retries = Retries(document, sink)
        self.callbacks: list[Operation] = []
        self.extended: dict[Id, Part] = {}
        self.ruled: dict[Id, Part] = {}
        self._known: dict[Id, Id] = {}
        self._usual_security = services.security(document.root, "#")

    def of_paths(self, paths: dict[str, Any], pointer: str) -> Iterator[Operation]:
        """The operations of `paths` or `webhooks`, in document order."""
        for path, item in paths.items():
            if path.startswith("x-"):
                continue
            items = layers(self.document, Part(item, f"#/{pointer}/{escape(path)}"))
            for method, own in self._unique_methods(items):
                step = method.lower() if method.lower() in METHODS else method
                assert isinstance(own.node, dict)
                named = text_of(own.node.get("operationId"))
                is_call = pointer == "paths"
                at = _Address(
                    "call" if is_call else "webhook",
                    f"#/{pointer}/{escape(path)}/{escape(step)}",
                    method,
                    f"/{path.removeprefix('/')}" if is_call else path,
                    named or (operation_words(method, path) if is_call else path),
                )
                yield self._operation(at, own, items)

    def _unique_methods(self, items: list[Part]) -> Iterator[tuple[str, Part]]:
        """The operations of a path item and of those that it refers to, its own first."""
        known: set[str] = set()
        for part in items:
            for method, own in self._methods(part):
                if method not in known:
                    known.add(method)
                    yield method, own

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

    def _operation(self, at: _Address, own: Part, items: list[Part]) -> Operation:
        """An operation; `items` are its path item, and those which that one refers to."""
        node = own.node
        assert isinstance(node, dict)
        item = {key: value for part in reversed(items) for key, value in _members(part)}
        is_call = at.kind == "call"
        named = text_of(node.get("operationId"))
        if is_call and not PAGE_EXTENSIONS.isdisjoint(node):
            self.extended[at.id] = own
        if not EXTENSIONS.isdisjoint(node):
            self.ruled[at.id] = own
        place = operation_place(at.id, own.id, named) if is_call else at.place
        body = self.bodies.body(node, own.id, place)
        parameters = self.parameters.of(reversed(items), own, place)
        holder = next(
            part for part in (own, *items) if _has_servers(part) or part is items[-1]
        )
        return Operation(
            id=at.id,
            operation_id=named,
            method=at.method,
            path=at.path,
            segments=_segments(at.path) if is_call else (),
            tags=tuple(tag for tag in node.get("tags", ()) if isinstance(tag, str)),
            summary=text_of(node.get("summary") or item.get("summary")),
            description=text_of(node.get("description") or item.get("description")),
            parameters=parameters,
            body=body,
            responses=self.responses.of(node, own.id, place, body),
            security=self._security(own, is_call),
            servers=self.services.servers(dict(_members(holder)), holder.id),
            deprecated=node.get("deprecated") is True,
            kind=at.kind,
            conditions=conditions(at.path, parameters) if is_call else (),
            callbacks=tuple(self._callbacks(at, own)),
            expression=at.expression,
            caller=at.caller,
            sunset=text_of(node.get("x-sunset")),
            retry=self._retries.of(node, own.id) if is_call else "",
        )

    def _security(self, own: Part, is_call: bool) -> tuple[SecurityRequirement, ...]:
        """What proves who calls: its own list, else that of the document.

        That of the document tells how callers prove themselves to the service. Webhooks
        and callbacks go the other way, so it says nothing of them.
        """
        node = own.node
        assert isinstance(node, dict)
        if "security" in node:
            return self.services.security(node, own.id)
        return self._usual_security if is_call else ()

    def _callbacks(self, caller: _Address, own: Part) -> Iterator[Callback]:
        """The requests that an operation brings about; theirs go to `self.callbacks`."""
        assert isinstance(own.node, dict)
        for name in own.node.get("callbacks") or {}:
            part = Part(*resolved(self.document, own.child("callbacks", name)))
            assert isinstance(part.node, dict)
            for expression in part.node:
                if expression.startswith("x-"):
                    continue
                items = layers(self.document, part.child(expression))
                for method, inner in self._unique_methods(items):
                    self._callback(caller, name, expression, method, inner, items)
                    yield Callback(name, expression, self._known[inner.id])

    def _callback(
        self,
        caller: _Address,
        name: str,
        expression: str,
        method: str,
        own: Part,
        items: list[Part],
    ) -> None:
        if own.id in self._known:
            return
        place = (
            f"callbacks/{escape(name)}/{escape(expression)}/{escape(method.lower())}"
        )
        call_id = f"{caller.id}/{place}" if _is_call(own.id) else own.id
        self._known[own.id] = call_id
        assert isinstance(own.node, dict)
        words = text_of(own.node.get("operationId")) or f"{caller.words} {name}"
        at = _Address(
            "callback", call_id, method, name, words, expression, caller=caller.id
        )
        self.callbacks.append(self._operation(at, own, items))


@dataclass(frozen=True, slots=True)
class _Address:
    """Where an operation stands, and what it is called."""

    kind: OperationKind
    id: Id
    method: str
    path: str
    words: str
    expression: str = ""
    caller: Id = ""

    @property
    def place(self) -> Place:
        """Where its inline schemas stand."""
        return Place(self.id, (self.words,))


def _members(part: Part) -> Iterable[tuple[str, Any]]:
    return part.node.items() if isinstance(part.node, dict) else ()


def _segments(path: str) -> tuple[PathSegment, ...]:
    """The pieces of a path template: odd ones are parameters (4.8.2)."""
    return tuple(
        PathSegment(text, is_parameter=bool(index % 2))
        for index, text in enumerate(_TEMPLATE.split(path))
        if text
    )


def _is_call(node_id: Id) -> bool:
    """Whether the id is that of an operation or a webhook, which a callback may share."""
    pointer = node_id.partition("#")[2]
    return pointer.startswith(("/paths/", "/webhooks/")) and pointer.count("/") == 3


def _has_servers(part: Part) -> bool:
    return isinstance(part.node, dict) and bool(part.node.get("servers"))
