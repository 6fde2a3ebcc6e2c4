"""Which components accept null, told before any of them is lowered."""

from __future__ import annotations

from typing import Any

from ..ir import Id
from ..load.document import Document


class Nullability:
    """Answers once for each component, following references."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._known: dict[Id, bool] = {}

    def of_component(self, node_id: Id) -> bool:
        """Whether the component with this id accepts null besides something else."""
        if node_id not in self._known:
            self._known[node_id] = False  # what a circle of references falls back to
            self._known[node_id] = self._accepts_null(self._document.node(node_id))
        return self._known[node_id]

    def _accepts_null(self, node: Any) -> bool:
        if not isinstance(node, dict):
            return False
        verdicts = []
        if "type" in node:
            verdicts.append(isinstance(node["type"], list) and "null" in node["type"])
        values = [node["const"]] if "const" in node else node.get("enum")
        if values is not None:
            verdicts.append(None in values)
        if "$ref" in node:
            verdicts.append(self.of_component(node["$ref"]))
        for keyword in ("anyOf", "oneOf"):
            if node.get(keyword):
                options = node[keyword]
                verdicts.append(
                    any(is_null(item) or self._accepts_null(item) for item in options)
                )
        if node.get("allOf"):
            verdicts.append(all(self._accepts_null(item) for item in node["allOf"]))
        return bool(verdicts) and all(verdicts)


def is_null(node: Any) -> bool:
    """Whether the schema accepts null alone."""
    return isinstance(node, dict) and (
        node.get("type") in ("null", ["null"])
        or ("const" in node and node["const"] is None)
        or node.get("enum") == [None]
    )
