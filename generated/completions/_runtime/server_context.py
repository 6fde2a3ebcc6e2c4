# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""What a handler knows about the call beside its arguments."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

from pydantic import BaseModel
from starlette.datastructures import Headers
from starlette.requests import Request

from .server_headers import HeaderForms, header_texts

REQUEST_ID_HEADER = "x-request-id"

_REQUEST_ID = re.compile(r"[A-Za-z0-9._:-]{1,128}")


@dataclass(slots=True)
class Context:
    """One call.

    `principal` is what the authenticator returned; None for an anonymous call, a dict by
    scheme name where several schemes are required together. `operation` is the
    operation's id, `path` its template, `scopes` what the security requirement asks for.
    A handler may set `status` to another documented status than the first one and put
    headers of the answer into `response_headers`, or a record of them by `set_headers`.
    """

    request: Request
    operation: str
    path: str
    request_id: str
    principal: object = None
    scopes: tuple[str, ...] = ()
    status: int | None = None
    response_headers: dict[str, str] = field(default_factory=dict[str, str])
    disconnected: bool = False
    json_headers: Sequence[str] = ()
    exploded_headers: Sequence[str] = ()

    def set_headers(self, headers: BaseModel) -> None:
        """Send these headers with the answer: a record that the document describes."""
        forms = HeaderForms(self.json_headers, self.exploded_headers)
        texts = header_texts(headers, forms)
        self.response_headers.update(texts)

    @property
    def headers(self) -> Headers:
        """Headers of the request, found without regard to case."""
        return self.request.headers

    async def is_disconnected(self) -> bool:
        """Whether the client has left."""
        if not self.disconnected:
            self.disconnected = await self.request.is_disconnected()
        return self.disconnected


def request_id(headers: Headers) -> str:
    """The caller's `x-request-id` if it is fit to be repeated, else a new one."""
    given = headers.get(REQUEST_ID_HEADER, "")
    return given if _REQUEST_ID.fullmatch(given) else f"req_{secrets.token_hex(12)}"
