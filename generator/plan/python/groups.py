"""What a document says about a group of operations."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...ir import Api


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
