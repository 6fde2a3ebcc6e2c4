"""The assertions of every schema that is reached, whole."""

from __future__ import annotations

from typing import Any

from ..ir import Assertions, Id, freeze
from ..ir.vocabulary import ONE_SCHEMA, SCHEMA_LIST, SCHEMA_MAP
from ..load.document import Document
from .view import escape

VALUES = frozenset(
    {
        "$dynamicRef",
        "const",
        "contentEncoding",
        "contentMediaType",
        "dependentRequired",
        "enum",
        "exclusiveMaximum",
        "exclusiveMinimum",
        "format",
        "maxContains",
        "maxItems",
        "maxLength",
        "maxProperties",
        "maximum",
        "minContains",
        "minItems",
        "minLength",
        "minProperties",
        "minimum",
        "multipleOf",
        "pattern",
        "readOnly",
        "required",
        "type",
        "uniqueItems",
        "writeOnly",
    }
)


class AssertionTable:
    """Collects assertions by id, following every reference once."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.found: dict[Id, Assertions] = {}

    def add(self, node: Any, node_id: Id) -> Id:
        """Take in a schema and all that it reaches; gives its id back."""
        waiting: list[tuple[Any, Id]] = [(node, node_id)]
        while waiting:
            node, own_id = waiting.pop()
            if own_id in self.found:
                continue
            if isinstance(node, dict):
                keywords = self._keywords(node, own_id, waiting)
            else:
                keywords = (("always", bool(node)),)
            self.found[own_id] = Assertions(own_id, keywords)
        return node_id

    def _keywords(
        self, node: dict[str, Any], own_id: Id, waiting: list[tuple[Any, Id]]
    ) -> tuple[tuple[str, object], ...]:
        pairs: list[tuple[str, object]] = []
        for keyword, value in node.items():
            if keyword in VALUES:
                pairs.append((keyword, freeze(value)))
            elif keyword == "$ref":
                waiting.append((self.document.node(value), value))
                pairs.append((keyword, value))
            elif keyword in ONE_SCHEMA:
                child = f"{own_id}/{keyword}"
                waiting.append((value, child))
                pairs.append((keyword, child))
            elif keyword in SCHEMA_LIST:
                ids = tuple(f"{own_id}/{keyword}/{at}" for at in range(len(value)))
                waiting += zip(value, ids, strict=True)
                pairs.append((keyword, ids))
            elif keyword in SCHEMA_MAP:
                named = tuple(
                    (name, f"{own_id}/{keyword}/{escape(name)}") for name in value
                )
                waiting += zip(value.values(), [item[1] for item in named], strict=True)
                pairs.append((keyword, named))
        return tuple(pairs)
