"""Groups of operations: what the document says of them, and their tables of routes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...ir import Api
    from ...name import Names
    from ...name.names import ResourceName


def tag_text(name: str, api: Api) -> str:
    """Summary and description of a tag, and the tag that it is part of; may be empty."""
    for tag in api.tags:
        if tag.name == name:
            parts = [_sentence(tag.summary), tag.description]
            if tag.parent and tag.parent != name:
                parts.append(f"Part of `{tag.parent}`.")
            return "\n\n".join(part for part in parts if part.strip())
    return ""


def _sentence(text: str) -> str:
    return text if not text or text[-1] in ".!?" else f"{text}."


def table_name(resource: ResourceName) -> str:
    """The constant that holds the endpoints of a resource."""
    return f"{resource.attribute.strip('_').upper()}_ROUTES"


def served(api: Api, names: Names) -> list[ResourceName]:
    """The resources that have operations."""
    found = {names.operations[item.id].resource.attribute for item in api.operations}
    return [item for item in names.resources if item.attribute in found]
