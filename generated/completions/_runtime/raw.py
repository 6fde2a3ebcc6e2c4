# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Whole responses: status, headers and content beside the result."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from types import NoneType
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    ParamSpec,
    TypeVar,
    Unpack,
    cast,
    overload,
)

import httpx2

from .async_streams import AsyncStream
from .async_transport import AsyncTransport
from .decoders import Decoder, Results
from .failures import json_of, request_id
from .headers import HeadersByStatus, read_headers
from .operation import Operation
from .request import Parts
from .streams import Stream
from .transport import Transport

if TYPE_CHECKING:
    from pydantic import JsonValue

P = ParamSpec("P")
T = TypeVar("T")
H = TypeVar("H")
T_co = TypeVar("T_co", covariant=True)
H_co = TypeVar("H_co", covariant=True)


class RawResponse(Generic[T_co, H_co]):
    """A response of a call that succeeded.

    Attributes:
        status_code: The HTTP status.
        headers: All headers, found without regard to case.
        content: The body as it came, decompressed; empty where it is a stream.
        attempts: How often the request was sent.
    """

    def __init__(
        self,
        response: httpx2.Response,
        content: bytes,
        result: Callable[[], T_co],
        headers: type[H_co] | HeadersByStatus[H_co],
        attempts: int = 1,
    ) -> None:
        self.status_code = response.status_code
        self.headers = response.headers
        self.content = content
        self.attempts = attempts
        self._response = response
        self._result = result
        self._kind = headers

    def parse(self) -> T_co:
        """What the method gives without `with_raw_response`.

        Raises:
            APIResponseError: The response is not what the operation declares.
        """
        return self._result()

    def json(self) -> JsonValue:
        """The body as JSON, of whatever shape, without any model.

        Raises:
            ResponseDecodeError: It is not JSON; that of a stream is not here.
        """
        return json_of(self._response, self.content, self.attempts)

    @property
    def typed_headers(self) -> H_co:
        """The headers that the document describes, with types; None where there are none."""
        return read_headers(self._kind, self.status_code, self.headers)

    @property
    def request_id(self) -> str | None:
        """The id that the server gave the request."""
        return request_id(self._response)

    def __repr__(self) -> str:
        return f"<RawResponse {self.status_code}>"

    def described_by(
        self, headers: type[H] | HeadersByStatus[H]
    ) -> RawResponse[T_co, H]:
        """The same response, its headers described by another record."""
        return RawResponse(
            self._response, self.content, self._result, headers, self.attempts
        )


class RawTransport(Transport):
    """A transport whose calls give whole responses."""

    def call(
        self,
        operation: Operation,
        result: type[Decoder[T]] | Results[T],
        **parts: Unpack[Parts],
    ) -> T:
        """The whole response, in place of the result: see `raw`."""
        return cast(T, self.answer(operation, result, NoneType, **parts))

    def stream(
        self,
        operation: Operation,
        item: type[Decoder[T]] | Results[T],
        **parts: Unpack[Parts],
    ) -> Stream[T]:
        """The whole response, in place of the stream: see `raw`."""
        answer = self.answer_stream(operation, item, NoneType, **parts)
        return cast("Stream[T]", answer)

    def answer(
        self,
        operation: Operation,
        result: type[Decoder[T]] | Results[T],
        record: type[H] | HeadersByStatus[H],
        **parts: Unpack[Parts],
    ) -> RawResponse[T, H]:
        """Call an operation for its whole response. Raises APIError if it fails."""
        done = self.send(operation, **parts)
        return RawResponse(
            done.response,
            done.content,
            lambda: self.decode(done, result),
            record,
            done.call.attempts,
        )

    def answer_stream(
        self,
        operation: Operation,
        item: type[Decoder[T]] | Results[T],
        record: type[H] | HeadersByStatus[H],
        **parts: Unpack[Parts],
    ) -> RawResponse[Stream[T], H]:
        """The same for an operation that streams."""
        stream = super().stream(operation, item, **parts)
        return RawResponse(
            stream.response, b"", lambda: stream, record, stream.attempts
        )


class AsyncRawTransport(AsyncTransport):
    """A transport whose calls give whole responses."""

    async def call(
        self,
        operation: Operation,
        result: type[Decoder[T]] | Results[T],
        **parts: Unpack[Parts],
    ) -> T:
        """The whole response, in place of the result: see `raw_async`."""
        return cast(T, await self.answer(operation, result, NoneType, **parts))

    async def stream(
        self,
        operation: Operation,
        item: type[Decoder[T]] | Results[T],
        **parts: Unpack[Parts],
    ) -> AsyncStream[T]:
        """The whole response, in place of the stream: see `raw_async`."""
        answer = await self.answer_stream(operation, item, NoneType, **parts)
        return cast("AsyncStream[T]", answer)

    async def answer(
        self,
        operation: Operation,
        result: type[Decoder[T]] | Results[T],
        record: type[H] | HeadersByStatus[H],
        **parts: Unpack[Parts],
    ) -> RawResponse[T, H]:
        """Call an operation for its whole response. Raises APIError if it fails."""
        done = await self.send(operation, **parts)
        return RawResponse(
            done.response,
            done.content,
            lambda: self.decode(done, result),
            record,
            done.call.attempts,
        )

    async def answer_stream(
        self,
        operation: Operation,
        item: type[Decoder[T]] | Results[T],
        record: type[H] | HeadersByStatus[H],
        **parts: Unpack[Parts],
    ) -> RawResponse[AsyncStream[T], H]:
        """The same for an operation that streams."""
        stream = await super().stream(operation, item, **parts)
        return RawResponse(
            stream.response, b"", lambda: stream, record, stream.attempts
        )


@overload
def raw(method: Callable[P, T]) -> Callable[P, RawResponse[T, None]]: ...
@overload
def raw(
    method: Callable[P, T], headers: type[H] | HeadersByStatus[H]
) -> Callable[P, RawResponse[T, H]]: ...
def raw(
    method: Callable[P, T], headers: type[Any] | HeadersByStatus[Any] = NoneType
) -> Callable[P, RawResponse[T, Any]]:
    """A method that gives the whole response, made of one that gives the result.

    `method` belongs to a resource on a `RawTransport`. `headers` is the record that the
    document describes the headers of the response by.
    """

    @wraps(method)
    def answered(*args: P.args, **kwargs: P.kwargs) -> RawResponse[T, Any]:
        return _described(method(*args, **kwargs), headers)

    return answered


@overload
def raw_async(
    method: Callable[P, Awaitable[T]],
) -> Callable[P, Awaitable[RawResponse[T, None]]]: ...
@overload
def raw_async(
    method: Callable[P, Awaitable[T]], headers: type[H] | HeadersByStatus[H]
) -> Callable[P, Awaitable[RawResponse[T, H]]]: ...
def raw_async(
    method: Callable[P, Awaitable[T]],
    headers: type[Any] | HeadersByStatus[Any] = NoneType,
) -> Callable[P, Awaitable[RawResponse[T, Any]]]:
    """The same with `await`, on an `AsyncRawTransport`."""

    @wraps(method)
    async def answered(*args: P.args, **kwargs: P.kwargs) -> RawResponse[T, Any]:
        return _described(await method(*args, **kwargs), headers)

    return answered


def _described(
    value: T, headers: type[Any] | HeadersByStatus[Any]
) -> RawResponse[T, Any]:
    """What a raw transport gives for a result, with the record of its headers."""
    return cast("RawResponse[T, Any]", value).described_by(headers)
