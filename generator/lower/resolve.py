"""References followed to the end: to other objects, and to schemas as they stand."""

from __future__ import annotations

from typing import Any

from ..ir import Id
from ..load.document import Document
from .view import Part


def resolved(document: Document, part: Part) -> tuple[dict[str, Any], Id]:
    """The object behind the `$ref` of a reference object, and its id."""
    node, node_id = part.node, part.id
    assert isinstance(node, dict)
    seen = {node_id}
    while isinstance(node.get("$ref"), str) and node["$ref"] not in seen:
        node_id = node["$ref"]
        seen.add(node_id)
        node = document.node(node_id)
    return node, node_id


def described(document: Document, part: Part) -> Part:
    """The schema behind the `$ref` of a schema, which may be a boolean as well."""
    seen = {part.id}
    while (
        isinstance(part.node, dict)
        and isinstance(target := part.node.get("$ref"), str)
        and target not in seen
    ):
        seen.add(target)
        part = Part(document.node(target), target)
    return part


def layers(document: Document, part: Part) -> list[Part]:
    """A path item and those that it refers to, itself first.

    Beside `$ref`, the other members of a path item count too, and win.
    """
    found = [part]
    seen = {part.id}
    while (
        isinstance(node := found[-1].node, dict)
        and isinstance(target := node.get("$ref"), str)
        and target not in seen
    ):
        seen.add(target)
        found.append(Part(document.node(target), target))
    return found
