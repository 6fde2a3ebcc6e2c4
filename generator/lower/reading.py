"""Small questions about a schema."""

from __future__ import annotations

from typing import Any

from ..ir import Id, Json
from .view import ANNOTATIONS, SHAPING, Part, View

_IMPLIED_TYPES = (
    ("object", ("properties", "additionalProperties", "patternProperties")),
    ("array", ("items", "prefixItems")),
)


_REFERRING = frozenset({"$dynamicAnchor", "$dynamicRef", "$ref", "allOf"})
COMPONENTS = "#/components/schemas/"


def is_component(node_id: Id) -> bool:
    """Whether the id is that of a schema component, of any of the documents."""
    _, _, pointer = node_id.partition("#")
    return pointer.startswith(COMPONENTS[1:]) and pointer.count("/") == 3


def plain_reference(node: dict[str, Any]) -> Id | None:
    """The target of a schema that only refers: `$ref`, or `allOf` of one `$ref`.

    Annotations may stand beside it, also as further members of `allOf`. For a type,
    `$dynamicRef` leads where it leads without its scopes.
    """
    target: Id | None = node.get("$ref")
    if target is None and "$ref" not in node:
        target = node.get("$dynamicRef")
    if target is None:
        telling = [item for item in node.get("allOf", ()) if not _only_notes(item)]
        if len(telling) != 1 or not isinstance(telling[0], dict):
            return None
        target = plain_reference(telling[0])
        if target is None:
            return None
    elif "allOf" in node and not all(map(_only_notes, node["allOf"])):
        return None
    for keyword, value in node.items():
        if keyword in _REFERRING or _is_note(keyword):
            continue
        if keyword == "type" and value == "object":
            continue
        return None
    return target


def _only_notes(node: Any) -> bool:
    """Whether a schema describes and asks for nothing."""
    return node is True or (isinstance(node, dict) and all(map(_is_note, node)))


def _is_note(keyword: str) -> bool:
    return keyword in ANNOTATIONS or keyword.startswith("x-")


def json_types(view: View) -> list[str]:
    """The JSON types that a schema states or implies; none where it allows all."""
    if view.types is not None:
        return view.types
    nodes = [part.node for part in view.parts if isinstance(part.node, dict)]
    for kind, keywords in _IMPLIED_TYPES:
        if any(keyword in node for node in nodes for keyword in keywords):
            return [kind]
    return []


def says_something(part: Part) -> bool:
    """Whether a schema says anything about the type."""
    return isinstance(part.node, dict) and not SHAPING.isdisjoint(part.node)


def pick(view: View, keywords: tuple[str, ...]) -> tuple[tuple[str, Json], ...]:
    """Those of the constraints that go with a type."""
    found = view.constraints
    return tuple((key, found[key]) for key in keywords if key in found)


def is_text_media(media: str) -> bool:
    """Whether a string of this `contentMediaType` is text, and no binary content."""
    media = media.lower()
    return media.startswith("text/") or media.split(";")[0].endswith(("json", "xml"))
