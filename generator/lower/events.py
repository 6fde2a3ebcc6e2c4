"""What the item schema of server-sent events describes.

OpenAPI 3.2 (section 4.14.4) describes an event as an object with the members `event`,
`data`, `id` and `retry`, `data` a string whose JSON `contentSchema` may tell. Documents
also give the schema of the JSON in `data` alone, or an event whose `data` is an object.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..ir import Id
from ..ir.operations import StreamForm
from ..load.document import Document
from .media import base_type, is_json
from .resolve import described
from .view import Part, SchemaNode

_MEMBERS = frozenset({"data", "event", "id", "retry"})
_UNIONS = ("oneOf", "anyOf", "allOf")
_DEPTH = 8


class Events:
    """Reads item schemas of events."""

    def __init__(self, document: Document, moved: dict[Id, Id]) -> None:
        """`moved` gets the places of schemas that stand elsewhere than their ids say."""
        self._document = document
        self._moved = moved

    def item(self, part: Part) -> tuple[Part, StreamForm]:
        """The schema of what a caller wants of an event, and the form that it has.

        Where events have no more to tell than their data, that is the data; else it is
        the whole event, its data decoded.
        """
        whole = described(self._document, part)
        if not self._is_event(whole, 0):
            return part, "json"
        known = list(self._members(whole, 0))
        data = [member for name, member in known if name == "data"]
        if len(data) == 1 and self._tells_only_data(whole):
            return self._data(data[0])
        if all(_is_text(described(self._document, member).node) for member in data):
            return part, "text event"
        decoded = self._decoded(part, part.id, 0)
        return (part if decoded is None else Part(decoded, part.id)), "event"

    def _is_event(self, part: Part, depth: int) -> bool:
        """Whether a schema describes an object with the members of an event."""
        node = part.node
        if not isinstance(node, dict) or depth > _DEPTH:
            return False
        own = node.get("properties") or {}
        if not _MEMBERS.issuperset(own):
            return False
        if own.keys() & {"event", "id", "retry"} or self._is_said_to_be_text(own):
            return True
        options = list(self._options(part))
        return bool(options) and all(
            self._is_event(option, depth + 1) for option in options
        )

    def _is_said_to_be_text(self, properties: dict[str, Any]) -> bool:
        """Whether the only member, `data`, is a string, as that of an event is."""
        if "data" not in properties:
            return False
        return _is_text(properties["data"]) or _content_schema(properties["data"])

    def _options(self, part: Part) -> Iterator[Part]:
        assert isinstance(part.node, dict)
        for keyword in _UNIONS:
            for index in range(len(part.node.get(keyword) or ())):
                yield described(self._document, part.child(keyword, index))

    def _members(self, part: Part, depth: int) -> Iterator[tuple[str, Part]]:
        """The members that a schema describes, those of its options among them."""
        node = part.node
        if not isinstance(node, dict) or depth > _DEPTH:
            return
        for name in node.get("properties") or {}:
            yield name, part.child("properties", name)
        for option in self._options(part):
            yield from self._members(option, depth + 1)

    def _tells_only_data(self, part: Part) -> bool:
        """Whether the data is all that every event must have."""
        node = part.node
        assert isinstance(node, dict)
        if any(node.get(keyword) for keyword in ("oneOf", "anyOf", "discriminator")):
            return False
        event = (node.get("properties") or {}).get("event")
        is_fixed = isinstance(event, dict) and bool(event.keys() & {"const", "enum"})
        return not is_fixed and {"data"}.issuperset(node.get("required") or ())

    def _data(self, part: Part) -> tuple[Part, StreamForm]:
        node = described(self._document, part)
        if _content_schema(node.node):
            return node.child("contentSchema"), "json"
        if isinstance(node.node, dict) and is_json(
            base_type(str(node.node.get("contentMediaType")))
        ):
            return Part(True, f"{node.id}/contentSchema"), "json"
        return (node, "text") if _is_text(node.node) else (part, "json")

    def _decoded(self, part: Part, place: Id, depth: int) -> SchemaNode | None:
        """A schema of the event with its data decoded; None where it is that already.

        It has its place in the schema of the item, wherever the event stands.
        """
        whole = described(self._document, part)
        node = whole.node
        if not isinstance(node, dict) or depth > _DEPTH:
            return None
        changed: dict[str, Any] = {}
        for keyword in _UNIONS:
            options = node.get(keyword) or ()
            made = [
                self._decoded(
                    whole.child(keyword, index), f"{place}/{keyword}/{index}", depth + 1
                )
                for index in range(len(options))
            ]
            if any(option is not None for option in made):
                changed[keyword] = [
                    new if new is not None else old
                    for new, old in zip(made, options, strict=True)
                ]
        properties = node.get("properties") or {}
        if "data" in properties:
            data = described(self._document, whole.child("properties", "data"))
            if _content_schema(data.node):
                reference = {"$ref": f"{data.id}/contentSchema"}
                changed["properties"] = {**properties, "data": reference}
        if changed and whole.id != place:
            self._moved[place] = self._document.written(whole.id)
        return {**node, **changed} if changed else None


def _content_schema(node: Any) -> bool:
    """Whether a string is said to hold something that a schema describes."""
    return isinstance(node, dict) and "contentSchema" in node


def _is_text(node: Any) -> bool:
    """Whether the data of an event is a string with nothing more to tell of it."""
    if not isinstance(node, dict) or "contentSchema" in node:
        return False
    kind = node.get("type")
    listed = [item for item in kind if item != "null"] if isinstance(kind, list) else []
    if kind == "string" or listed == ["string"]:
        return True
    return kind is None and isinstance(node.get("const"), str)
