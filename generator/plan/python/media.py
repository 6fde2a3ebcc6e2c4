"""Media types of contents, as servers send them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...ir import MediaContent


def is_json(content: MediaContent) -> bool:
    """Whether the content is JSON."""
    return is_json_media(sent_media(content))


def sent_media(content: MediaContent) -> str:
    """The media type to answer with: JSON for a range whose schema only JSON fits."""
    is_range = content.media in ("*/*", "application/*")
    return "application/json" if is_range and content.schema else content.media


def is_json_media(media: str) -> bool:
    """Whether a media type is one of JSON."""
    return media in ("application/json", "text/json") or media.endswith("+json")
