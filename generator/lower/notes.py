"""Annotations of properties."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..ir import Json, freeze
from ..load.document import Document
from .nullability import is_null
from .view import Part


def text_of(value: object) -> str:
    """Text without blanks around it; empty for what is no text."""
    return value.strip() if isinstance(value, str) else ""


_SURROUNDING = frozenset(("$ref", "allOf", "anyOf", "oneOf"))
"""Keywords by which a schema has others say something about the same value."""


class FieldNotes:
    """Annotations of a property: those beside it, else those of what it refers to.

    In `anyOf: [X, {type: "null"}]` what X says about itself is said about the property,
    and so is what the members of `allOf` say.
    """

    def __init__(self, document: Document, parts: list[Part]) -> None:
        own = [part.node for part in parts if isinstance(part.node, dict)]
        if all(map(_SURROUNDING.isdisjoint, own)):
            self._nodes = self._all = own
            return
        own += [item for node in own for item in _members(node)]
        inner = [option for node in own for option in only_options(node)]
        self._nodes = [*own, *inner]
        self._all = [*self._nodes, *_included(document, self._nodes)]

    def _first(self, keyword: str) -> Any:
        for node in self._nodes:
            if keyword in node:
                return node[keyword]
        return None

    def text(self, keyword: str) -> str:
        return text_of(self._first(keyword))

    def flag(self, keyword: str) -> bool:
        return any(node.get(keyword) is True for node in self._all)

    def default(self) -> tuple[Json] | None:
        for node in self._all:
            if "default" in node:
                return (freeze(node["default"]),)
        return None

    def examples(self) -> tuple[Json, ...]:
        found = self._first("examples")
        return tuple(freeze(item) for item in found) if isinstance(found, list) else ()


def _included(
    document: Document, nodes: list[dict[str, Any]]
) -> Iterator[dict[str, Any]]:
    """What schemas include by `$ref` and `allOf`, and the only options of those."""
    seen: set[int] = set()
    waiting = list(nodes)
    for node in waiting:
        following = list(node.get("allOf", ()))
        if "$ref" in node:
            following.append(document.node(node["$ref"]))
        for target in following:
            if isinstance(target, dict) and id(target) not in seen:
                seen.add(id(target))
                waiting += [target, *only_options(target)]
                yield target


def only_options(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What each union of a schema offers besides null, where that is one schema."""
    for keyword in ("anyOf", "oneOf"):
        options = node.get(keyword)
        if isinstance(options, list):
            present = [option for option in options if not is_null(option)]
            if len(present) == 1 and isinstance(present[0], dict):
                yield present[0]


def _members(node: dict[str, Any]) -> list[dict[str, Any]]:
    """Members of `allOf`, the nearest first: those that refer last, later before earlier."""
    found = [item for item in node.get("allOf", ()) if isinstance(item, dict)]
    own = [item for item in found if "$ref" not in item]
    return [*reversed(own), *reversed([item for item in found if "$ref" in item])]
