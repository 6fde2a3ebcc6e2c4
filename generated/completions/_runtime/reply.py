# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""A successful response, read: what a decoder looks at."""

from __future__ import annotations

from dataclasses import dataclass
from email.message import Message
from typing import NoReturn

import httpx2

from .errors import APIResponseError, with_body

PREVIEW = 2048
"""How much of a body that cannot be read goes into the error, in bytes."""


@dataclass(frozen=True, slots=True)
class Reply:
    """Status, media type in lower case without parameters, and the body.

    `response` has the headers; its own body may have been read elsewhere.
    """

    status: int
    media: str
    content: bytes
    response: httpx2.Response

    @property
    def charset(self) -> str:
        """The charset that the media type names, empty where it names none."""
        message = Message()
        message["content-type"] = self.response.headers.get("content-type", "")
        return message.get_content_charset() or ""

    def refuse(self, error: APIResponseError) -> NoReturn:
        """Raise the error, with the first 2 KiB of the body in it."""
        raise with_body(error, self.content[:PREVIEW].decode(errors="replace"))


def reply_of(response: httpx2.Response, content: bytes) -> Reply:
    """The reply that a response is, with its content decoded."""
    return Reply(response.status_code, media_of(response), content, response)


def media_of(response: httpx2.Response) -> str:
    """The media type of a response, in lower case without parameters; may be empty."""
    return response.headers.get("content-type", "").partition(";")[0].strip().lower()
