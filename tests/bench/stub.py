"""A server that answers at once, for measuring clients: `python stub.py` prints its URL.

It is a process of its own and speaks HTTP by hand, so that what it costs is not counted
and does not keep the client waiting. The first segment of the path says what comes:

    /call      a completion
    /bulk      a stream of completion chunks, as many to a piece as fit into 4 KiB
    /single    the same stream, each chunk a piece of its own
"""

from __future__ import annotations

import asyncio
import json

EVENTS = 1_000
"""Chunks in a stream."""

_PIECE = 4096
_CHOICE = {"text": " word", "index": 0, "logprobs": None, "finish_reason": None}
_CHUNK = {
    "id": "cmpl-0123456789abcdef",
    "object": "text_completion",
    "created": 1760000000,
    "model": "gpt-3.5-turbo-instruct",
    "choices": [_CHOICE],
}
_USAGE = {"prompt_tokens": 5, "completion_tokens": 7, "total_tokens": 12}
COMPLETION = json.dumps(
    {**_CHUNK, "choices": [{**_CHOICE, "finish_reason": "stop"}], "usage": _USAGE}
).encode()
_EVENT = f"data: {json.dumps(_CHUNK, separators=(',', ':'))}\n\n".encode()
_DONE = b"data: [DONE]\n\n"


def _framed(piece: bytes) -> bytes:
    """A piece of a chunked body."""
    return b"%x\r\n%b\r\n" % (len(piece), piece)


def _answer(media: str, pieces: list[bytes]) -> bytes:
    head = f"HTTP/1.1 200 OK\r\ncontent-type: {media}\r\nx-request-id: req-1\r\n"
    if media == "application/json":
        body = b"".join(pieces)
        return f"{head}content-length: {len(body)}\r\n\r\n".encode() + body
    head += "transfer-encoding: chunked\r\n\r\n"
    return head.encode() + b"".join(map(_framed, pieces)) + b"0\r\n\r\n"


def _bulk() -> list[bytes]:
    whole = _EVENT * EVENTS + _DONE
    return [whole[at : at + _PIECE] for at in range(0, len(whole), _PIECE)]


ANSWERS = {
    b"call": _answer("application/json", [COMPLETION]),
    b"bulk": _answer("text/event-stream", _bulk()),
    b"single": _answer("text/event-stream", [*([_EVENT] * EVENTS), _DONE]),
}


class _Connection(asyncio.Protocol):
    """One connection; a request may come in several pieces."""

    def __init__(self) -> None:
        self._received = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._received += data
        head, end, body = self._received.partition(b"\r\n\r\n")
        if not end:
            return
        _, _, length = head.lower().partition(b"content-length:")
        if len(body) < int(length.partition(b"\r\n")[0] or 0):
            return
        self._received = b""
        kind = head.split(b"/", 2)[1].partition(b" ")[0]
        assert self._transport is not None
        self._transport.write(ANSWERS[kind])


async def main() -> None:
    """Serve until the process is ended."""
    loop = asyncio.get_running_loop()
    server = await loop.create_server(_Connection, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    print(f"http://127.0.0.1:{port}", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
