# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Streams of typed items, read with `await` as they arrive: the twin of `streams.py`."""

from __future__ import annotations

from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Awaitable,
    Callable,
)
from types import TracebackType
from typing import TYPE_CHECKING, Generic, Self, TypeVar, cast

import anyio
import httpx2

from .decoders import Decoder
from .errors import APIError
from .failures import request_id
from .items import Items
from .request import Call
from .sse import Event
from .streams import is_bare

if TYPE_CHECKING:
    import asyncio

T = TypeVar("T")


class AsyncStream(Generic[T]):
    """The items of a response, one at a time, for `async for`.

    Iterate it once. The connection is given back when the stream ends, when it is
    closed, and when the last reference to it goes; `async with` closes it at a known
    place.
    """

    def __init__(
        self,
        call: Call,
        response: httpx2.Response,
        item: type[Decoder[T]],
        reopen: Callable[[Call, httpx2.Response, float], Awaitable[httpx2.Response]],
    ) -> None:
        self.response = response
        self.attempts = call.attempts
        self._call = call
        self._reopen = reopen
        self._loop = _running_loop()
        self._items = Items[T](call, response, item)
        self._chunks = _chunks_of(response)
        self._done = False

    @property
    def completed(self) -> bool:
        """True once the stream has ended as it should."""
        return self._items.is_complete

    @property
    def request_id(self) -> str | None:
        """The id that the server gave the request."""
        return request_id(self.response)

    @property
    def last_event_id(self) -> str:
        """The id of the last event given, empty where the server sends none."""
        return self._items.last_event_id

    def __aiter__(self) -> AsyncIterator[T]:
        return self

    async def __anext__(self) -> T:
        event = await self._next_event()
        try:
            return self._items.decode(event)
        except APIError:
            await self.aclose()
            raise

    async def events(self) -> AsyncIterator[Event]:
        """The same stream as events, which carry text, name, id and retry time."""
        try:
            while True:
                yield await self._next_event()
        except StopAsyncIteration:
            return

    async def aclose(self) -> None:
        """Give the connection back; what was not read is lost."""
        self._done = True
        self._call.end()
        with anyio.CancelScope(shield=True):
            await self._chunks.aclose()
            await self.response.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()

    def __del__(self) -> None:
        loop = self._loop
        if loop is not None and not self.response.is_closed and not loop.is_closed():
            loop.call_soon_threadsafe(_close_later, loop, self.response)

    async def _next_event(self) -> Event:
        items = self._items
        while not self._done:
            try:
                if items.queue:
                    event = items.next_event()
                    if event is not None:
                        return event
                if items.is_complete:
                    await self._finish()
                    break
                await self._read()
            except httpx2.HTTPError as error:
                if isinstance(error, httpx2.TransportError) and await self._resumed():
                    continue
                raise await self._closed(items.broken(error)) from error
            except BaseException:
                await self.aclose()
                raise
        raise StopAsyncIteration

    async def _read(self) -> None:
        chunk = await self._next_chunk()
        if chunk is not None:
            self._items.feed(chunk)
            return
        self._items.end()
        if self._items.is_complete or self._items.queue:
            return
        if not await self._resumed():
            if not self._items.may_be_cut:
                raise self._items.truncated()
            await self.aclose()

    async def _resumed(self) -> bool:
        """Ask for the rest of a stream that broke off; False where that may not be.

        Raises:
            APIError: The server does not give the rest.
        """
        wait = self._items.resume_wait()
        if wait is None:
            return False
        try:
            self.response = await self._reopen(self._call, self.response, wait)
        except BaseException:
            await self.aclose()
            raise
        self.attempts = self._call.attempts
        self._items.resume(self.response)
        self._chunks = _chunks_of(self.response)
        return True

    async def _closed(self, error: APIError) -> APIError:
        """The error, with which the stream is over."""
        await self.aclose()
        return error

    async def _next_chunk(self) -> bytes | None:
        """What comes next, None at the end. Raises ReadTimeout after the deadline."""
        deadline = self._items.deadline
        if deadline is None:
            return await anext(self._chunks, None)
        with anyio.move_on_after(max(deadline.left(), 0)):
            return await anext(self._chunks, None)
        raise httpx2.ReadTimeout(str(deadline))

    async def _finish(self) -> None:
        """Read the few bytes after the last event, and no more than a few."""
        from .drain import DRAIN_BYTES, DRAIN_SECONDS

        if self.response.http_version != "HTTP/2" and not self.response.is_closed:
            left = DRAIN_BYTES
            with anyio.move_on_after(DRAIN_SECONDS):
                try:
                    while left > 0:
                        chunk = await anext(self._chunks, None)
                        if chunk is None:
                            break
                        left -= len(chunk)
                except httpx2.HTTPError:
                    pass
        await self.aclose()


def _chunks_of(response: httpx2.Response) -> AsyncGenerator[bytes, None]:
    """The pieces of a body, decompressed."""
    stream = response.stream
    if isinstance(stream, httpx2.AsyncByteStream) and is_bare(response):
        found = aiter(stream)
        if hasattr(found, "aclose"):
            response.is_stream_consumed = True
            return cast("AsyncGenerator[bytes, None]", found)
    return response.aiter_bytes()


_closing: set[asyncio.Task[None]] = set()


def _running_loop() -> asyncio.AbstractEventLoop | None:
    import asyncio  # a tenth of the time of importing the client, for one flavour of it

    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def _close_later(loop: asyncio.AbstractEventLoop, response: httpx2.Response) -> None:
    task = loop.create_task(response.aclose())
    _closing.add(task)
    task.add_done_callback(_closing.discard)
