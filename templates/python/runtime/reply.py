# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""A successful response, read: what a decoder looks at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

import httpx2

from .errors import APIResponseError

PREVIEW = 2048
"""How much of a body that cannot be read goes into the error, in bytes."""


@dataclass(frozen=True, slots=True)
class Reply:
    """Status, media type in lower case without parameters, charset, and the body.

    `response` has the headers; its own body may have been read elsewhere.
    """

    status: int
    media: str
    charset: str
    content: bytes
    response: httpx2.Response

    def refuse(self, cls: type[APIResponseError], message: str) -> NoReturn:
        """Raise the error, with the first 2 KiB of the body in it."""
        preview = self.content[:PREVIEW].decode(errors="replace")
        raise cls(message, status_code=self.status, body=preview)


def reply_of(response: httpx2.Response, content: bytes) -> Reply:
    """The reply that a response is, with its content decoded."""
    charset = response.charset_encoding or ""
    return Reply(response.status_code, media_of(response), charset, content, response)


def media_of(response: httpx2.Response) -> str:
    """The media type of a response, in lower case without parameters; may be empty."""
    return response.headers.get("content-type", "").partition(";")[0].strip().lower()
