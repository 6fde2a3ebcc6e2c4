# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Media types of bodies, and strict JSON (RFC 8259) in them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, TypeVar

from .server_errors import BadRequest, UnsupportedMediaType
from .server_text import depth_exceeds, json_value

T = TypeVar("T")


class ContentType(NamedTuple):
    """A media type without its parameters, in lower case, and two of those."""

    media: str
    boundary: str = ""
    charset: str = ""

    @classmethod
    def parse(cls, header: str) -> ContentType:
        """Read a `Content-Type` header; an empty one gives an empty media type."""
        if ";" in header:
            return _with_parameters(header)
        return cls(header.strip().lower())


@lru_cache(256)
def _with_parameters(header: str) -> ContentType:
    from email.message import Message

    message = Message()
    message["content-type"] = header
    media = header.partition(";")[0].strip().lower()
    boundary = message.get_param("boundary", "")
    charset = message.get_param("charset", "")
    return ContentType(media, str(boundary), str(charset).lower())


def choose(bodies: Mapping[str, T], media: str) -> T | None:
    """The entry for a media type: itself, its range (`image/*`), or `*/*`."""
    if media in bodies:
        return bodies[media]
    main, _, sub = media.partition("/")
    for name in (f"{main}/*+{sub.rpartition('+')[2]}", f"{main}/*", "*/*"):
        if name in bodies:
            return bodies[name]
    return None


def strict_json(data: bytes, content_type: ContentType, max_depth: int) -> object:
    """The JSON value of a body in UTF-8.

    Raises:
        BadRequest: It is not JSON, or nested deeper than `max_depth`.
        UnsupportedMediaType: It says that it is in another charset.
    """
    if content_type.charset not in ("", "utf-8", "utf8"):
        raise UnsupportedMediaType("JSON must be in UTF-8.")
    try:
        parsed = json_value(data)
    except ValueError as error:
        raise BadRequest("The body is not JSON.", code="invalid_json") from error
    brackets = data.count(b"[") + data.count(b"{")
    if brackets > max_depth and depth_exceeds(parsed, max_depth):
        raise BadRequest("The JSON is nested too deeply.", code="invalid_json")
    return parsed
