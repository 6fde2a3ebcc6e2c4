# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Streams of typed items, read as they arrive."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Generic, Self, TypeVar

import httpx2

from .decoders import Decoder
from .errors import APIError
from .failures import request_id
from .items import Items
from .request import Call
from .sse import Event

T = TypeVar("T")


class Stream(Generic[T]):
    """The items of a response, one at a time.

    Iterate it once. The connection is given back when the stream ends, when it is
    closed, and when the last reference to it goes; `with` closes it at a known place.
    """

    def __init__(
        self,
        call: Call,
        response: httpx2.Response,
        item: type[Decoder[T]],
        reopen: Callable[[Call, httpx2.Response, float], httpx2.Response],
    ) -> None:
        self.response = response
        self.attempts = call.attempts
        self._call = call
        self._reopen = reopen
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

    def __iter__(self) -> Iterator[T]:
        return self

    def __next__(self) -> T:
        event = self._next_event()
        try:
            return self._items.decode(event)
        except APIError:
            self.close()
            raise

    def events(self) -> Iterator[Event]:
        """The same stream as events, which carry text, name, id and retry time."""
        try:
            while True:
                yield self._next_event()
        except StopIteration:
            return

    def close(self) -> None:
        """Give the connection back; what was not read is lost."""
        self._done = True
        self._call.end()
        self.response.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if not self.response.is_closed:
            self.response.close()

    def _next_event(self) -> Event:
        items = self._items
        while not self._done:
            try:
                if items.queue:
                    event = items.next_event()
                    if event is not None:
                        return event
                if items.is_complete:
                    self._finish()
                    break
                self._read()
            except httpx2.HTTPError as error:
                if isinstance(error, httpx2.TransportError) and self._resumed():
                    continue
                raise self._closed(items.broken(error)) from error
            except APIError:
                self.close()
                raise
        raise StopIteration

    def _read(self) -> None:
        deadline = self._items.deadline
        if deadline is not None and deadline.left() <= 0:
            raise httpx2.ReadTimeout(str(deadline))
        chunk = next(self._chunks, None)
        if chunk is not None:
            self._items.feed(chunk)
            return
        self._items.end()
        if self._items.is_complete or self._items.queue:
            return
        if not self._resumed():
            if not self._items.may_be_cut:
                raise self._items.truncated()
            self.close()

    def _resumed(self) -> bool:
        """Ask for the rest of a stream that broke off; False where that may not be.

        Raises:
            APIError: The server does not give the rest.
        """
        wait = self._items.resume_wait()
        if wait is None:
            return False
        try:
            self.response = self._reopen(self._call, self.response, wait)
        except BaseException:
            self.close()
            raise
        self.attempts = self._call.attempts
        self._items.resume(self.response)
        self._chunks = _chunks_of(self.response)
        return True

    def _closed(self, error: APIError) -> APIError:
        """The error, with which the stream is over."""
        self.close()
        return error

    def _finish(self) -> None:
        """Read the few bytes after the last event, and no more than a few."""
        from .drain import drain

        drain(self.response, self._chunks)
        self.close()


def _chunks_of(response: httpx2.Response) -> Iterator[bytes]:
    """The pieces of a body, decompressed."""
    stream = response.stream
    if isinstance(stream, httpx2.SyncByteStream) and is_bare(response):
        response.is_stream_consumed = True
        return iter(stream)
    return response.iter_bytes()


def is_bare(response: httpx2.Response) -> bool:
    """Whether a body is still to come, and as it is, so that its stream can be read.

    The ways of `httpx2` around that cost an event that comes alone a tenth of its time.
    """
    return not (response.is_stream_consumed or "content-encoding" in response.headers)
