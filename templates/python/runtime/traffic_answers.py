# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Responses against what their operation documents, looked at while they pass."""

from __future__ import annotations

from functools import partial
from typing import Literal, TypeAlias

from .server_errors import HTTPError
from .server_media import ContentType
from .server_wire import require_valid
from .server_wire_headers import wrong_headers
from .traffic_bodies import Pieces, RawBody, content_for
from .traffic_codings import ENCODING, Decode, codings_of, decoder
from .traffic_faults import TrafficFault, Where, violation, violations_of
from .traffic_requests import Reading
from .traffic_routes import Answer, Lines
from .violations import Violation

Wants: TypeAlias = Literal["nothing", "whole", "pieces"]

_MOST = 20
"""So many faults of one stream are told; what follows is not looked at."""

_BARE = (204, 205, 304)
"""The statuses of responses without content (RFC 9110, section 6.4.1)."""


class Watch:
    """Sees one response pass: its start, its pieces, its end.

    `wants` tells after the start what of the body there is to see: nothing; all of it,
    as one; or its pieces, each when it has passed.
    """

    def __init__(self, request: Reading) -> None:
        self.wants: Wants = "nothing"
        self._request = request
        self._match = request.match
        self._head = request.head
        self._limits = request.limits
        self._status = 0
        self._content_type = ContentType("")
        self._content: RawBody | None = None
        self._decode: Decode = bytes
        self._pieces: Pieces | None = None
        self._kept: list[bytes] = []
        self._size = 0
        self._left: int | None = None
        self._told = 0

    def start(self, status: int, headers: Lines) -> list[TrafficFault]:
        """What is wrong with the status and the headers."""
        self._let_go()
        self._status = status
        length = headers.first(b"content-length")[:18]
        self._left = int(length) if length.isdecimal() else None
        codec = self._match.served.codec
        answer = codec.answer(status) if codec.answers else Answer()
        if answer is None:
            return self._faults(
                "status", "", violation("responses", "is not documented")
            )
        found = self._of_headers(answer, headers)
        if not answer.contents or self._is_bare:
            return found
        given = headers.first(b"content-type")
        self._content_type = ContentType.parse(given)
        media = self._content_type.media
        content = content_for(answer.contents, media)
        if not media or content is None:
            expected = " or ".join(sorted(answer.contents))
            wrong = violation("contentMediaType", f"expected {expected}")
            found += self._faults("header", "content-type", wrong)
        else:
            codings = codings_of(headers.getlist(ENCODING))
            decode = decoder(codings, self._limits.max_bytes)
            if decode is not None:
                self._decode = decode
                self._attend(content)
        return found

    def feed(self, chunk: bytes) -> list[TrafficFault]:
        """What is wrong with what a chunk completes; larger bodies are let go."""
        if self.is_let_go or not chunk:
            return []
        if self._left is not None:
            self._left -= len(chunk)
        decoded = self._decode(chunk)
        if decoded is None:
            self._let_go()
            return []
        if self._pieces is not None:
            found = self._faults("body", "", self._pieces.feed(decoded))
            self._told += len(found)
            if self._told >= _MOST:
                self._let_go()
            return found
        self._size += len(decoded)
        if self._size > self._limits.max_bytes:
            self._let_go()
        else:
            self._kept.append(decoded)
        return []

    def end(self) -> list[TrafficFault]:
        """What is wrong with the whole body, or with what its end completes."""
        if self._pieces is not None:
            found = self._pieces.end()
            self._let_go()
            return self._faults("body", "", found)
        if self.wants != "whole" or self._content is None:
            return []
        data = b"".join(self._kept)
        content, content_type = self._content, self._content_type
        self._let_go()
        if not data and not content.may_be_empty:
            return self._faults("body", "", violation("required", "is required"))
        try:
            value = content.check(data, content_type, self._limits.max_depth)
        except HTTPError as error:
            return self._faults("body", "", list(violations_of(error)))
        asked = self._request.asked
        if content.exchange is None or not asked:
            return []
        try:
            require_valid(value, partial(content.exchange, asked[0]))
        except HTTPError as error:
            return self._faults("exchange", "", list(violations_of(error)))
        return []

    @property
    def is_complete(self) -> bool:
        """Whether the body is as long as its head says: what follows is not part of it."""
        return self._left is not None and self._left <= 0

    @property
    def is_let_go(self) -> bool:
        """Whether nothing more of the response is looked at."""
        return self.wants == "nothing"

    @property
    def _is_bare(self) -> bool:
        return self._head.method == "HEAD" or self._status in _BARE

    def _of_headers(self, answer: Answer, headers: Lines) -> list[TrafficFault]:
        found: list[TrafficFault] = []
        for header, error in wrong_headers(answer.headers, headers):
            wrong = list(violations_of(error))
            found += self._faults("header", header.name, wrong)
        return found

    def _attend(self, content: RawBody) -> None:
        self._pieces = content.pieces(self._limits.max_bytes)
        if self._pieces is not None:
            self.wants = "pieces"
        elif content.is_read:
            self._content = content
            self.wants = "whole"

    def _let_go(self) -> None:
        self.wants = "nothing"
        self._content = self._pieces = None
        self._kept.clear()
        self._size = 0

    def _faults(
        self, where: Where, name: str, found: list[Violation] | None
    ) -> list[TrafficFault]:
        if not found:
            return []
        endpoint = self._match.served.endpoint
        return [
            TrafficFault(
                endpoint.operation,
                "response",
                where,
                tuple(found),
                self._status,
                name,
                self._head.method,
                endpoint.path,
            )
        ]
