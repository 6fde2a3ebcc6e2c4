# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Bodies that are items one after the other (OpenAPI 3.2, section 4.14.3)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from .server_body import JsonBody, ReadBody
from .server_errors import BadRequest
from .server_media import ContentType
from .server_options import ServerOptions
from .server_wire import Check, Strip

_LINE_END = re.compile(rb"\r\n|\r|\n")


class ItemsBody:
    """JSON items: lines, records of a JSON text sequence (RFC 7464) or events.

    Each is valid by `check`, loses what `strip` takes out, and becomes a value of `kind`
    in a list.
    """

    def __init__(
        self, kind: Any, check: Check | None = None, strip: Strip | None = None
    ) -> None:
        self._item = JsonBody(kind, check, strip)

    def decode(
        self, data: bytes, content_type: ContentType, options: ServerOptions
    ) -> ReadBody:
        """Decode every item."""
        if content_type.media == "text/event-stream":
            texts = _events(data)
        elif content_type.media.endswith("json-seq"):
            texts = iter(data.split(b"\x1e"))
        else:
            texts = iter(data.split(b"\n"))
        items: list[object] = []
        for text in texts:
            if not text.strip():
                continue
            try:
                read = self._item.decode(text, content_type, options)
            except BadRequest as error:
                raise _located(error, len(items)) from None
            items.append(read.content)
        return ReadBody(items)


def _events(data: bytes) -> Iterator[bytes]:
    """The data of each server-sent event."""
    lines: list[bytes] = []
    for line in [*_LINE_END.split(data), b""]:
        if not line and lines:
            yield b"\n".join(lines)
            lines = []
        name, _, text = line.partition(b":")
        if name == b"data":
            lines.append(text.removeprefix(b" "))


def _located(error: BadRequest, index: int) -> BadRequest:
    """An error of an item, with its number."""
    text = error.body if isinstance(error.body, str) else "not valid"
    return BadRequest(f"Item {index + 1}: {text}", param=error.param, code=error.code)
