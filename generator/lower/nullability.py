"""Which components accept null, told before any of them is lowered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..ir import Id
from ..load.document import Document
from .view import Part


class Nullability:
    """Answers once for each component, following references."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._known: dict[Id, bool] = {}

    def of_component(self, node_id: Id) -> bool:
        """Whether the schema with this id accepts null besides something else."""
        if node_id not in self._known:
            self._find(node_id)
        return self._known[node_id]

    def of(self, part: Part) -> bool:
        """Whether a schema accepts null besides something else."""
        for target in _references(part.node):
            self.of_component(target)
        return self._accepts_null(part.node)

    def _find(self, start: Id) -> None:
        """Tell of a schema and of all that it refers to, the innermost first."""
        path = [(start, self._begin(start))]
        while path:
            node_id, following = path[-1]
            target = next((item for item in following if item not in self._known), None)
            if target is None:
                path.pop()
                node = self._document.node(node_id)
                self._known[node_id] = self._accepts_null(node)
            else:
                path.append((target, self._begin(target)))

    def _begin(self, node_id: Id) -> Iterator[Id]:
        self._known[node_id] = False  # what a circle of references falls back to
        return _references(self._document.node(node_id))

    def _accepts_null(self, node: Any) -> bool:
        if not isinstance(node, dict):
            return False
        verdicts = []
        if "type" in node:
            verdicts.append(isinstance(node["type"], list) and "null" in node["type"])
        values = [node["const"]] if "const" in node else node.get("enum")
        if values is not None:
            verdicts.append(None in values)
        for keyword in ("$ref", "$dynamicRef"):
            if keyword in node:
                verdicts.append(self._known[node[keyword]])
        for keyword in ("anyOf", "oneOf"):
            if node.get(keyword):
                options = node[keyword]
                verdicts.append(
                    any(is_null(item) or self._accepts_null(item) for item in options)
                )
        if node.get("allOf"):
            verdicts.append(all(self._accepts_null(item) for item in node["allOf"]))
        return bool(verdicts) and all(verdicts)


def _references(node: Any) -> Iterator[Id]:
    """The references whose targets a schema applies to its own value."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            for keyword in ("$ref", "$dynamicRef"):
                if keyword in node:
                    yield node[keyword]
            for keyword in ("allOf", "anyOf", "oneOf"):
                waiting += node.get(keyword, ())


def is_null(node: Any) -> bool:
    """Whether the schema accepts null alone."""
    return isinstance(node, dict) and (
        node.get("type") in ("null", ["null"])
        or ("const" in node and node["const"] is None)
        or node.get("enum") == [None]
    )
