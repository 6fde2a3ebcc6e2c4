# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Responses whose body is read piece by piece with `await`: the twin of `streamed.py`."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import wraps
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar, Unpack, cast

import anyio
import httpx2

from .async_streams import AsyncStream
from .async_transport import AsyncTransport, read_some_later, read_whole_later
from .decoders import Decoder, Json, Results
from .drafts import Draft
from .errors import with_body
from .failures import Done, broken, item_of, json_of, over, unexpected_stream
from .operation import Operation
from .reply import PREVIEW
from .request import Call, Parts
from .streamed import OpenResponse

if TYPE_CHECKING:
    from pydantic import JsonValue

    from .sse import Event

P = ParamSpec("P")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class AsyncStreamedResponse(OpenResponse, Generic[T_co]):
    """A response of a call that succeeded; see `StreamedResponse`."""

    def __init__(
        self,
        call: Call,
        response: httpx2.Response,
        result: Callable[[AsyncStreamedResponse[Any]], Awaitable[T_co]],
        events: Callable[[], AsyncStream[object]],
    ) -> None:
        super().__init__(call, response)
        self._result = result
        self._events = events
        self._content: bytes | None = None

    def iter_bytes(self, chunk_size: int | None = None) -> AsyncIterator[bytes]:
        """The body, decompressed, in pieces as they come or of one size."""
        return self._pieces(self._response.aiter_bytes(chunk_size))

    def iter_lines(self) -> AsyncIterator[str]:
        """The body as lines of text."""
        return self._pieces(self._response.aiter_lines())

    def iter_events(self) -> AsyncIterator[Event]:
        """The body as events, as its media type parts them: none is decoded.

        Raises:
            APIError: The body broke off, or an event reports an error.
        """
        return self._events().events()

    async def stream_to_file(self, path: str | os.PathLike[str]) -> None:
        """Write the body to a file, which appears, or changes, when all of it is there.

        Raises:
            APIConnectionError: The body did not come to its end.
            OSError: The file cannot be written.
        """
        draft = await anyio.to_thread.run_sync(Draft, Path(path))
        try:
            async for piece in self.iter_bytes():
                await anyio.to_thread.run_sync(draft.write, piece)
            await anyio.to_thread.run_sync(draft.keep)
        finally:
            draft.close()

    async def read(self) -> bytes:
        """The whole body, decompressed.

        Raises:
            APIConnectionError: The body did not come to its end.
            ResponseTooLargeError: It is larger than `max_response_bytes`.
        """
        if self._content is None:
            try:
                self._content = await read_whole_later(self._call, self._response)
            except httpx2.HTTPError as error:
                raise broken(self._call, self._response, error) from error
        return self._content

    async def json(self) -> JsonValue:
        """The whole body as JSON, of whatever shape, without any model.

        Raises:
            APIError: The body did not come to its end, or is not JSON.
        """
        return json_of(self._response, await self.read(), self.attempts)

    async def parse(self) -> T_co:
        """What the method gives otherwise, made of the whole body.

        Raises:
            APIError: The body did not come to its end, or is not as declared.
        """
        return await self._result(self)

    async def aclose(self) -> None:
        """Give the connection back; what was not read is lost."""
        self._call.end()
        with anyio.CancelScope(shield=True):
            await self._response.aclose()

    async def _pieces(self, pieces: AsyncIterator[T]) -> AsyncIterator[T]:
        try:
            while True:
                piece = await self._within(anext(pieces, None))
                if piece is None:
                    return
                yield piece
        except httpx2.HTTPError as error:
            raise broken(self._call, self._response, error) from error

    async def _within(self, step: Awaitable[T]) -> T:
        """The outcome of a step, if it comes before the deadline."""
        deadline = self._call.deadline
        if deadline is None:
            return await step
        with anyio.move_on_after(max(deadline.left(), 0)):
            return await step
        await self.aclose()
        raise over(self._call)


class Opening(Generic[T_co]):
    """A call that is made on entering `async with`."""

    def __init__(self, making: Awaitable[AsyncStreamedResponse[T_co]]) -> None:
        self._making = making
        self._made: AsyncStreamedResponse[T_co] | None = None

    async def __aenter__(self) -> AsyncStreamedResponse[T_co]:
        self._made = await self._making
        return self._made

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._made is not None:
            await self._made.aclose()


class AsyncStreamedTransport(AsyncTransport):
    """A transport whose calls give responses before their bodies."""

    async def call(
        self,
        operation: Operation,
        result: type[Decoder[T]] | Results[T],
        **parts: Unpack[Parts],
    ) -> T:
        """The response, in place of the result: see `streamed_async`."""
        return cast(T, await self._opened(operation, result, **parts))

    async def stream(
        self,
        operation: Operation,
        item: type[Decoder[T]] | Results[T],
        **parts: Unpack[Parts],
    ) -> AsyncStream[T]:
        """The response, in place of the stream: see `streamed_async`."""
        answer = await self._opened_stream(operation, item, **parts)
        return cast("AsyncStream[T]", answer)

    def opened(
        self,
        operation: Operation,
        result: type[Decoder[T]] | Results[T],
        **parts: Unpack[Parts],
    ) -> Opening[T]:
        """Call an operation for its response, which `async with` gives.

        Raises:
            APIError: The call failed; nothing is sent before `async with`.
        """
        return Opening(self._opened(operation, result, **parts))

    def opened_stream(
        self,
        operation: Operation,
        item: type[Decoder[T]] | Results[T],
        **parts: Unpack[Parts],
    ) -> Opening[AsyncStream[T]]:
        """The same for an operation that streams."""
        return Opening(self._opened_stream(operation, item, **parts))

    async def _opened(
        self,
        operation: Operation,
        result: type[Decoder[T]] | Results[T],
        **parts: Unpack[Parts],
    ) -> AsyncStreamedResponse[T]:
        call = Call(self.settings, operation, operation.accept, **parts)
        response = await self.open(call)

        async def whole(answer: AsyncStreamedResponse[Any]) -> T:
            return self.decode(Done(call, response, await answer.read()), result)

        events = self._events(call, response)
        return AsyncStreamedResponse(call, response, whole, events)

    async def _opened_stream(
        self,
        operation: Operation,
        item: type[Decoder[T]] | Results[T],
        **parts: Unpack[Parts],
    ) -> AsyncStreamedResponse[AsyncStream[T]]:
        call = Call(self.settings, operation, operation.stream, **parts)
        response = await self.open(call)

        async def items(answer: AsyncStreamedResponse[Any]) -> AsyncStream[T]:
            refusal = unexpected_stream(call, response)
            if refusal is not None:
                start = await read_some_later(response, PREVIEW)
                raise with_body(refusal, start.decode(errors="replace"))
            kind = item_of(call, response, item)
            return AsyncStream[T](call, response, kind, self.reopen)

        events = self._events(call, response)
        return AsyncStreamedResponse(call, response, items, events)

    def _events(
        self, call: Call, response: httpx2.Response
    ) -> Callable[[], AsyncStream[object]]:
        return lambda: AsyncStream[object](call, response, Json[object], self.reopen)


def streamed_async(method: Callable[P, Awaitable[T]]) -> Callable[P, Opening[T]]:
    """A method that gives its response before the body, made of one that gives the result.

    `method` belongs to a resource on an `AsyncStreamedTransport`.
    """
    found = cast("Callable[P, Awaitable[AsyncStreamedResponse[T]]]", method)

    @wraps(found)
    def opened(*args: P.args, **kwargs: P.kwargs) -> Opening[T]:
        return Opening(found(*args, **kwargs))

    return opened
