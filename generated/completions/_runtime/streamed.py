# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Responses whose body is read piece by piece: downloads that memory need not hold."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from types import TracebackType
from typing import Any, Generic, ParamSpec, Self, TypeVar, Unpack, cast

import anyio
import httpx2

from .async_transport import AsyncTransport, read_whole_later
from .decoders import Decoder, Results
from .failures import Done, broken, item_of, over, request_id
from .operation import Operation
from .request import Call, Parts
from .streams import AsyncStream, Stream
from .transport import Transport, read_whole

P = ParamSpec("P")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class _Response:
    """What is known of a response before its body."""

    def __init__(self, call: Call, response: httpx2.Response) -> None:
        self.status_code = response.status_code
        self.headers = response.headers
        self.attempts = call.attempts
        self._call = call
        self._response = response

    @property
    def request_id(self) -> str | None:
        """The id that the server gave the request."""
        return request_id(self._response)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.status_code}>"


class StreamedResponse(_Response, Generic[T_co]):
    """A response of a call that succeeded, its body still to come.

    Read the body once, in one of these ways, inside of `with`, which gives the
    connection back.

    Attributes:
        status_code: The HTTP status.
        headers: All headers, found without regard to case.
        attempts: How often the request was sent.
    """

    def __init__(
        self, call: Call, response: httpx2.Response, result: Callable[[], T_co]
    ) -> None:
        super().__init__(call, response)
        self._result = result

    def iter_bytes(self, chunk_size: int | None = None) -> Iterator[bytes]:
        """The body, decompressed, in pieces as they come or of one size."""
        return self._pieces(self._response.iter_bytes(chunk_size))

    def iter_lines(self) -> Iterator[str]:
        """The body as lines of text."""
        return self._pieces(self._response.iter_lines())

    def stream_to_file(self, path: str | os.PathLike[str]) -> None:
        """Write the body to a file, which appears, or changes, when all of it is there.

        Raises:
            APIConnectionError: The body did not come to its end.
            OSError: The file cannot be written.
        """
        draft = _Draft(Path(path))
        try:
            for piece in self.iter_bytes():
                draft.write(piece)
            draft.keep()
        finally:
            draft.close()

    def parse(self) -> T_co:
        """What the method gives otherwise, made of the whole body.

        Raises:
            APIError: The body did not come to its end, or is not as declared.
        """
        return self._result()

    def close(self) -> None:
        """Give the connection back; what was not read is lost."""
        self._call.end()
        self._response.close()

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
        if not self._response.is_closed:
            self._response.close()

    def _pieces(self, pieces: Iterator[T]) -> Iterator[T]:
        try:
            for piece in pieces:
                yield piece
                if self._call.is_over:
                    self.close()
                    raise over(self._call)
        except httpx2.HTTPError as error:
            raise broken(self._call, self._response, error) from error


class AsyncStreamedResponse(_Response, Generic[T_co]):
    """The same with `await`; see `StreamedResponse`."""

    def __init__(
        self,
        call: Call,
        response: httpx2.Response,
        result: Callable[[], Awaitable[T_co]],
    ) -> None:
        super().__init__(call, response)
        self._result = result

    def iter_bytes(self, chunk_size: int | None = None) -> AsyncIterator[bytes]:
        """The body, decompressed, in pieces as they come or of one size."""
        return self._pieces(self._response.aiter_bytes(chunk_size))

    def iter_lines(self) -> AsyncIterator[str]:
        """The body as lines of text."""
        return self._pieces(self._response.aiter_lines())

    async def stream_to_file(self, path: str | os.PathLike[str]) -> None:
        """Write the body to a file, which appears, or changes, when all of it is there.

        Raises:
            APIConnectionError: The body did not come to its end.
            OSError: The file cannot be written.
        """
        draft = await anyio.to_thread.run_sync(_Draft, Path(path))
        try:
            async for piece in self.iter_bytes():
                await anyio.to_thread.run_sync(draft.write, piece)
            await anyio.to_thread.run_sync(draft.keep)
        finally:
            draft.close()

    async def parse(self) -> T_co:
        """What the method gives otherwise, made of the whole body.

        Raises:
            APIError: The body did not come to its end, or is not as declared.
        """
        return await self._result()

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


def streamed(method: Callable[P, T]) -> Callable[P, StreamedResponse[T]]:
    """A method of a client, as one that gives its response before the body.

    `with streamed(client.files.content)("file-1") as response: ...`

    Raises:
        TypeError: It is no method of a synchronous client.
    """
    resource = _resource(method, Transport)
    other = type(resource)(StreamedTransport.beside(resource._transport))
    found = getattr(other, cast(Any, method).__name__)
    return cast("Callable[P, StreamedResponse[T]]", found)


def streamed_async(method: Callable[P, Awaitable[T]]) -> Callable[P, Opening[T]]:
    """A method of an asynchronous client, as one that gives its response before the body.

    `async with streamed_async(client.files.content)("file-1") as response: ...`

    Raises:
        TypeError: It is no method of an asynchronous client.
    """
    resource = _resource(method, AsyncTransport)
    other = type(resource)(AsyncStreamedTransport.beside(resource._transport))
    found = getattr(other, cast(Any, method).__name__)

    def opened(*args: P.args, **kwargs: P.kwargs) -> Opening[T]:
        return Opening(found(*args, **kwargs))

    return opened


def _resource(method: object, kind: type[Transport] | type[AsyncTransport]) -> Any:
    """The object of a method, which calls through a transport."""
    found = getattr(method, "__self__", None)
    if not isinstance(getattr(found, "_transport", None), kind):
        what = "an asynchronous" if kind is AsyncTransport else "a synchronous"
        raise TypeError(f"{method!r} is no method of {what} client")
    return found


class StreamedTransport(Transport):
    """A transport whose calls give responses before their bodies."""

    @classmethod
    def beside(cls, other: Transport) -> StreamedTransport:
        """One with the settings and the connections of another."""
        found = cls(other.settings, other._http, other._sleep)
        found._owns_client = False
        return found

    def call(
        self,
        operation: Operation,
        result: type[Decoder[T]] | Results[T],
        **parts: Unpack[Parts],
    ) -> T:
        """The response, in place of the result: see `streamed`."""
        call = Call(self.settings, operation, operation.accept, **parts)
        response = self.open(call)

        def whole() -> T:
            try:
                content = read_whole(call, response)
            except httpx2.HTTPError as error:
                raise broken(call, response, error) from error
            return self.decode(Done(call, response, content), result)

        return cast(T, StreamedResponse(call, response, whole))

    def stream(
        self,
        operation: Operation,
        item: type[Decoder[T]] | Results[T],
        **parts: Unpack[Parts],
    ) -> Stream[T]:
        """The response, in place of the stream: see `streamed`."""
        call = Call(self.settings, operation, operation.stream, **parts)
        response = self.open(call)

        def items() -> Stream[T]:
            kind = item_of(call, response, item)
            return Stream[T](call, response, kind, self.reopen)

        return cast("Stream[T]", StreamedResponse(call, response, items))


class AsyncStreamedTransport(AsyncTransport):
    """The same with `await`."""

    @classmethod
    def beside(cls, other: AsyncTransport) -> AsyncStreamedTransport:
        """One with the settings and the connections of another."""
        found = cls(other.settings, other._http, other._sleep)
        found._owns_client = False
        return found

    async def call(
        self,
        operation: Operation,
        result: type[Decoder[T]] | Results[T],
        **parts: Unpack[Parts],
    ) -> T:
        """The response, in place of the result: see `streamed_async`."""
        call = Call(self.settings, operation, operation.accept, **parts)
        response = await self.open(call)

        async def whole() -> T:
            try:
                content = await read_whole_later(call, response)
            except httpx2.HTTPError as error:
                raise broken(call, response, error) from error
            return self.decode(Done(call, response, content), result)

        return cast(T, AsyncStreamedResponse(call, response, whole))

    async def stream(
        self,
        operation: Operation,
        item: type[Decoder[T]] | Results[T],
        **parts: Unpack[Parts],
    ) -> AsyncStream[T]:
        """The response, in place of the stream: see `streamed_async`."""
        call = Call(self.settings, operation, operation.stream, **parts)
        response = await self.open(call)

        async def items() -> AsyncStream[T]:
            kind = item_of(call, response, item)
            return AsyncStream[T](call, response, kind, self.reopen)

        return cast("AsyncStream[T]", AsyncStreamedResponse(call, response, items))


_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


class _Draft:
    """A file beside another, which takes its place at the end."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._name = path.with_name(f".{token_hex(8)}.part")
        self._file = os.fdopen(os.open(self._name, _NEW, 0o666), "wb")

    def write(self, piece: bytes) -> None:
        self._file.write(piece)

    def keep(self) -> None:
        """Put the draft in the place of the file."""
        self._file.close()
        self._name.replace(self._path)

    def close(self) -> None:
        """Remove the draft where it was not kept."""
        self._file.close()
        with suppress(OSError):
            self._name.unlink()
