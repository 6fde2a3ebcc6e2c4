# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Streams of items as responses, sent as a handler makes them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable

import anyio
from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from .server_answers import dump, left, verify
from .server_frames import Frames, StreamAnswer
from .server_wire import Check, Strip

_log = logging.getLogger(__name__)

_PING = b": ping\n\n"


TURN = 0.005
"""Seconds after which a stream lets others run, even if its handler never waits."""


class ClientGone(Exception):
    """The client left while it was being sent something."""


async def close(items: object) -> None:
    """Run the clean-up of an iterator that is not going to be read further."""
    aclose = getattr(items, "aclose", None)
    if aclose is not None:
        await aclose()


class StreamResponse:
    """Sends the items of a handler as they come.

    The first item is awaited before the status goes out: an error until then propagates
    out of the call with nothing sent, and `started` is False. A later error is sent as
    one event, made by `render`, and then propagates, so that the server cuts the body
    off. The iterator is always closed, and its task is cancelled when the client leaves.
    """

    def __init__(
        self,
        items: AsyncIterator[object],
        answer: StreamAnswer,
        *,
        status: int,
        headers: dict[str, str],
        ping_interval: float | None,
        render: Callable[[Exception], bytes],
        check: Check | None = None,
        strip: Strip | None = None,
    ) -> None:
        self.started = False
        self._items = items
        self._frames = Frames(answer)
        self._render = render
        self._check = check
        self._strip = strip
        self._interval = ping_interval if answer.is_events else None
        raw = _raw({**_headers(self._frames.content_type), **headers})
        self.headers = Headers(raw=raw)
        self._start = {
            "type": "http.response.start",
            "status": status,
            "headers": raw,
        }
        self._gone = False
        self._closing = False
        self._sending = False
        self._last = 0.0
        self._rested = 0.0
        self._pinged: asyncio.Event | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream; return when it is complete or the client has left."""
        self._last = time.monotonic()
        pump = asyncio.create_task(self._pump(send))
        leaving = asyncio.create_task(_disconnected(receive))
        try:
            await self._attend(pump, leaving, send)
            if leaving.done() and not self._closing:
                await self._stop(pump)
            else:
                await pump
        finally:
            leaving.cancel()
            if not pump.done():
                with anyio.CancelScope(shield=True):
                    await self._stop(pump)

    async def _stop(self, pump: asyncio.Task[None]) -> None:
        """Cancel the pump and wait until the handler's iterator is closed."""
        self._gone = True
        pump.cancel()
        await asyncio.wait((pump,))
        if not pump.cancelled() and (error := pump.exception()) is not None:
            _log.error("a stream failed after its client had left", exc_info=error)

    async def _attend(
        self, pump: asyncio.Task[None], leaving: asyncio.Task[None], send: Send
    ) -> None:
        """Send pings in the silences until the pump is done or the client leaves."""
        while not pump.done() and not leaving.done():
            wait = None
            if self._interval is not None:
                wait = max(0.0, self._last + self._interval - time.monotonic())
            done, _ = await asyncio.wait(
                (pump, leaving), timeout=wait, return_when=asyncio.FIRST_COMPLETED
            )
            if done or self._interval is None:
                continue
            if time.monotonic() - self._last < self._interval:
                continue
            if self.started and not self._sending and not self._closing:
                await self._ping(send)
            self._last = time.monotonic()

    async def _ping(self, send: Send) -> None:
        self._pinged = asyncio.Event()
        try:
            await send(_body(_PING))
        except OSError:
            pass
        finally:
            self._pinged.set()
            self._pinged = None

    async def _pump(self, send: Send) -> None:
        try:
            await self._run(send)
        except ClientGone:
            return
        except Exception as error:
            if self.started:
                await self._send_error(send, error)
            raise
        finally:
            self._closing = True
            await close(self._items)

    async def _run(self, send: Send) -> None:
        try:
            item = await anext(self._items)
        except StopAsyncIteration:
            await self._begin(send)
        else:
            data = self._encode(item)
            await self._begin(send)
            await self._send(send, data)
            async for item in self._items:
                await self._send(send, self._encode(item))
        if end := self._frames.sentinel() + self._frames.end:
            await self._send(send, end)
        self._closing = True
        await self._send(send, b"", more=False)

    async def _begin(self, send: Send) -> None:
        try:
            await send(self._start)
        except OSError as error:
            raise ClientGone from error
        self.started = True

    def _encode(self, item: object) -> bytes:
        if self._check is not None:
            verify(dump(item), self._check)
        if self._strip is not None and not isinstance(item, bytes):
            item = left(item, self._strip)
        return self._frames.item(item)

    async def _send(self, send: Send, data: bytes, more: bool = True) -> None:
        if self._pinged is not None:
            await self._pinged.wait()
        if self._gone:
            raise ClientGone
        self._sending = True
        try:
            await send(_body(data, more))
        except OSError as error:
            raise ClientGone from error
        finally:
            self._sending = False
        self._last = time.monotonic()
        if self._last - self._rested > TURN:
            await asyncio.sleep(0)
            self._rested = self._last

    async def _send_error(self, send: Send, error: Exception) -> None:
        try:
            await self._send(send, self._frames.error(self._render(error)))
        except ClientGone:
            return


def _body(data: bytes, more: bool = True) -> dict[str, object]:
    return {"type": "http.response.body", "body": data, "more_body": more}


def _headers(content_type: str) -> dict[str, str]:
    return {
        "content-type": content_type,
        "cache-control": "no-cache",
        "x-accel-buffering": "no",
    }


def _raw(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [
        (name.lower().encode("latin-1"), text.encode("latin-1"))
        for name, text in headers.items()
    ]


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
