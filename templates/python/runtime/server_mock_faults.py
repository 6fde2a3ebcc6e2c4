# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Answers of mock mode that go wrong, for tests of those who call.

`cut` breaks the connection in the middle of the answer. `truncated` is an answer that
ends well, but too early: half of the content, or a stream without its last mark.
`bad-json` has something in the place of JSON. `error-event` is a stream that fails after
its first item, as one of a server does whose handler fails.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from .server_errors import BadRequest, InternalServerError
from .server_frames import Frames, StreamAnswer

_BROKEN = '{"'
"""What is no JSON."""


class ConnectionCut(Exception):
    """The answer ends here, as was asked for."""


class FaultyResponse(Response):
    """Sends some pieces, and with `is_cut` breaks off the connection behind them."""

    def __init__(
        self,
        pieces: Sequence[bytes],
        status: int,
        headers: dict[str, str],
        *,
        is_cut: bool = False,
    ) -> None:
        super().__init__(None, status, headers)
        self._pieces = pieces
        self._is_cut = is_cut

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it. Raises ConnectionCut, on which the server closes the connection."""
        headers = [pair for pair in self.raw_headers if pair[0] != b"content-length"]
        start = {"type": "http.response.start", "status": self.status_code}
        await send({**start, "headers": headers})
        for piece in self._pieces:
            body = {"type": "http.response.body", "body": piece, "more_body": True}
            await send(body)
        if self._is_cut:
            raise ConnectionCut
        await send({"type": "http.response.body", "body": b""})


def faulty(
    fault: str, content: bytes, status: int, headers: dict[str, str], *, is_json: bool
) -> Response:
    """A whole answer that goes wrong. Raises BadRequest where it cannot go wrong so."""
    if fault == "bad-json" and is_json:
        return FaultyResponse([_BROKEN.encode()], status, headers)
    if fault in ("bad-json", "error-event") or len(content) < 2:
        raise BadRequest(f"The answer has no place for the fault {fault}.")
    half = content[: len(content) // 2]
    return FaultyResponse([half], status, headers, is_cut=fault == "cut")


def faulty_stream(
    fault: str,
    values: Sequence[object],
    stream: StreamAnswer,
    status: int,
    headers: dict[str, str],
) -> Response | AsyncIterator[object]:
    """A stream that goes wrong: a response, or the items that a handler gives."""
    if fault == "error-event":
        return _failing(values)
    frames = Frames(stream)
    pieces = [frames.item(value) for value in values]
    if not pieces:
        raise BadRequest(f"The stream has no items for the fault {fault}.")
    end = frames.sentinel() + frames.end
    if fault == "bad-json":
        pieces[1:2] = [frames.text(_BROKEN)]
        pieces.append(end)
    elif fault == "cut" or not end:
        pieces[-1] = pieces[-1][: len(pieces[-1]) // 2]
    all_headers = {"content-type": frames.content_type, **headers}
    return FaultyResponse(pieces, status, all_headers, is_cut=fault == "cut")


async def _failing(values: Sequence[object]) -> AsyncIterator[object]:
    for value in values[:1]:
        yield value
    raise InternalServerError("The stream failed, as was asked for.")
