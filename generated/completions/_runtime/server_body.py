# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Bodies of requests: counted, told by media type, parsed, validated, typed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from pydantic import TypeAdapter, ValidationError
from starlette.requests import Request

from .server_errors import (
    BadRequest,
    ContentTooLarge,
    UnsupportedMediaType,
    invalid,
)
from .server_media import ContentType, choose, strict_json
from .server_options import ServerOptions
from .server_parameters import refused
from .server_text import is_object, whole_numbers
from .server_wire import Check, Strip, require_valid, taken_out


class ReadBody(NamedTuple):
    """A decoded body: what the handler gets, and the JSON that it came from.

    `media` is its media type, empty where there is no body.
    """

    content: object
    json: object = None
    is_missing: bool = False

    def member(self, name: str) -> object:
        """A property of the JSON; None where there is none."""
        return self.json.get(name) if is_object(self.json) else None


class Body(Protocol):
    """Decodes one media type."""

    def decode(
        self, data: bytes, content_type: ContentType, options: ServerOptions
    ) -> ReadBody:
        """Decode `data`. Raises BadRequest when it is not valid."""
        ...


class JsonBody:
    """JSON, valid by `check`, without what `strip` takes out, as a value of `kind`."""

    def __init__(
        self, kind: Any, check: Check | None = None, strip: Strip | None = None
    ) -> None:
        self._kind = kind
        self._check = check
        self._strip = strip
        self._adapter: TypeAdapter[Any] | None = None

    def decode(
        self, data: bytes, content_type: ContentType, options: ServerOptions
    ) -> ReadBody:
        """Decode strict JSON in UTF-8 (RFC 8259)."""
        parsed = strict_json(data, content_type, options.max_json_depth)
        require_valid(parsed, self._check)
        left = taken_out(parsed, self._strip)
        if left is not parsed:
            data = json.dumps(left).encode()
        return ReadBody(self._typed(data, left), left)

    def _typed(self, data: bytes, parsed: object) -> object:
        """The value of the kind that JSON stands for; `parsed` is the same, parsed."""
        if self._adapter is None:
            self._adapter = TypeAdapter(self._kind)
        try:
            return self._adapter.validate_json(data)
        except ValidationError:
            pass
        try:
            exact = json.dumps(whole_numbers(parsed))
            return self._adapter.validate_json(exact)
        except ValidationError as error:
            raise refused(error, parsed) from None


class RawBody:
    """The bytes as they came."""

    def decode(
        self, data: bytes, content_type: ContentType, options: ServerOptions
    ) -> ReadBody:
        """Return the bytes."""
        return ReadBody(data)


class TextBody:
    """Text that is valid by `check`, in the charset that the caller names or UTF-8."""

    def __init__(self, check: Check | None = None) -> None:
        self._check = check

    def decode(
        self, data: bytes, content_type: ContentType, options: ServerOptions
    ) -> ReadBody:
        """Decode the text."""
        try:
            text = data.decode(content_type.charset or "utf-8")
        except LookupError as error:
            raise UnsupportedMediaType("The charset is not known.") from error
        except UnicodeDecodeError as error:
            raise BadRequest("The text is not in its charset.") from error
        if self._check is not None and (violations := self._check(text)):
            raise invalid(violations)
        return ReadBody(text)


async def read_bytes(request: Request, limit: int) -> bytes:
    """The whole body, counted as it comes.

    Raises:
        ContentTooLarge: It is, or says that it is, larger than `limit`.
        UnsupportedMediaType: It is compressed.
        starlette.requests.ClientDisconnect: The client left before its end.
    """
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        raise UnsupportedMediaType("Compressed bodies are not supported.")
    too_large = ContentTooLarge(f"The body is larger than {limit} bytes.")
    length = request.headers.get("content-length", "")
    if length.isdecimal() and (len(length) > 18 or int(length) > limit):
        raise too_large
    chunks: list[bytes] = []
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > limit:
            raise too_large
        chunks.append(chunk)
    return b"".join(chunks)


async def read_body(
    request: Request,
    bodies: Mapping[str, Body],
    required: bool,
    options: ServerOptions,
) -> ReadBody:
    """Read and decode the body by its media type.

    Raises:
        BadRequest: It is missing though required, or not valid.
        ContentTooLarge: It is larger than the limit.
        UnsupportedMediaType: None of `bodies` reads its media type.
    """
    content_type = ContentType.parse(request.headers.get("content-type", ""))
    if content_type.media and choose(bodies, content_type.media) is None:
        raise _unsupported(bodies)
    data = await read_bytes(request, options.max_body_bytes)
    return decode(data, content_type, bodies, required, options)


def decode(
    data: bytes,
    content_type: ContentType,
    bodies: Mapping[str, Body],
    required: bool,
    options: ServerOptions,
) -> ReadBody:
    """Decode a body by its media type.

    Raises:
        BadRequest: It is missing though required, or not valid.
        UnsupportedMediaType: None of `bodies` reads its media type.
    """
    body = choose(bodies, content_type.media or "application/octet-stream")
    may_be_empty = isinstance(body, (RawBody, TextBody))
    if not data and not (may_be_empty and (required or content_type.media)):
        if required:
            raise BadRequest("The body is missing.", code="missing_body")
        return ReadBody(None, is_missing=True)
    if body is None:
        raise _unsupported(bodies)
    return body.decode(data, content_type, options)


def _unsupported(bodies: Mapping[str, Body]) -> UnsupportedMediaType:
    return UnsupportedMediaType(
        f"The body must be {' or '.join(sorted(bodies))}.",
        headers={"accept": ", ".join(bodies)},
    )
