# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Responses whose body is read piece by piece: downloads that memory need not hold."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    ParamSpec,
    Self,
    TypeVar,
    Unpack,
    cast,
)

import httpx2

from .decoders import Decoder, Json, Results
from .drafts import Draft
from .errors import with_body
from .failures import (
    Done,
    broken,
    item_of,
    json_of,
    over,
    request_id,
    unexpected_stream,
)
from .operation import Operation
from .reply import PREVIEW
from .request import Call, Parts
from .streams import Stream
from .transport import Transport, read_some, read_whole

if TYPE_CHECKING:
    from pydantic import JsonValue

    from .sse import Event

P = ParamSpec("P")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class OpenResponse:
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


class StreamedResponse(OpenResponse, Generic[T_co]):
    """A response of a call that succeeded, its body still to come.

    Read the body once, in one of these ways, inside of `with`, which gives the
    connection back. What `read()` gave can be had again, and parsed.

    Attributes:
        status_code: The HTTP status.
        headers: All headers, found without regard to case.
        attempts: How often the request was sent.
    """

    def __init__(
        self,
        call: Call,
        response: httpx2.Response,
        result: Callable[[StreamedResponse[Any]], T_co],
        events: Callable[[], Stream[object]],
    ) -> None:
        super().__init__(call, response)
        self._result = result
        self._events = events
        self._content: bytes | None = None

    def iter_bytes(self, chunk_size: int | None = None) -> Iterator[bytes]:
        """The body, decompressed, in pieces as they come or of one size."""
        return self._pieces(self._response.iter_bytes(chunk_size))

    def iter_lines(self) -> Iterator[str]:
        """The body as lines of text."""
        return self._pieces(self._response.iter_lines())

    def iter_events(self) -> Iterator[Event]:
        """The body as events, as its media type parts them: none is decoded.

        Raises:
            APIError: The body broke off, or an event reports an error.
        """
        return self._events().events()

    def stream_to_file(self, path: str | os.PathLike[str]) -> None:
        """Write the body to a file, which appears, or changes, when all of it is there.

        Raises:
            APIConnectionError: The body did not come to its end.
            OSError: The file cannot be written.
        """
        draft = Draft(Path(path))
        try:
            for piece in self.iter_bytes():
                draft.write(piece)
            draft.keep()
        finally:
            draft.close()

    def read(self) -> bytes:
        """The whole body, decompressed.

        Raises:
            APIConnectionError: The body did not come to its end.
            ResponseTooLargeError: It is larger than `max_response_bytes`.
        """
        if self._content is None:
            try:
                self._content = read_whole(self._call, self._response)
            except httpx2.HTTPError as error:
                raise broken(self._call, self._response, error) from error
        return self._content

    def json(self) -> JsonValue:
        """The whole body as JSON, of whatever shape, without any model.

        Raises:
            APIError: The body did not come to its end, or is not JSON.
        """
        return json_of(self._response, self.read(), self.attempts)

    def parse(self) -> T_co:
        """What the method gives otherwise, made of the whole body.

        Raises:
            APIError: The body did not come to its end, or is not as declared.
        """
        return self._result(self)

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


class StreamedTransport(Transport):
    """A transport whose calls give responses before their bodies."""

    def call(
        self,
        operation: Operation,
        result: type[Decoder[T]] | Results[T],
        **parts: Unpack[Parts],
    ) -> T:
        """The response, in place of the result: see `streamed`."""
        return cast(T, self.opened(operation, result, **parts))

    def stream(
        self,
        operation: Operation,
        item: type[Decoder[T]] | Results[T],
        **parts: Unpack[Parts],
    ) -> Stream[T]:
        """The response, in place of the stream: see `streamed`."""
        return cast("Stream[T]", self.opened_stream(operation, item, **parts))

    def opened(
        self,
        operation: Operation,
        result: type[Decoder[T]] | Results[T],
        **parts: Unpack[Parts],
    ) -> StreamedResponse[T]:
        """Call an operation for its response. Raises APIError if it fails."""
        call = Call(self.settings, operation, operation.accept, **parts)
        response = self.open(call)

        def whole(answer: StreamedResponse[Any]) -> T:
            return self.decode(Done(call, response, answer.read()), result)

        return StreamedResponse(call, response, whole, self._events(call, response))

    def opened_stream(
        self,
        operation: Operation,
        item: type[Decoder[T]] | Results[T],
        **parts: Unpack[Parts],
    ) -> StreamedResponse[Stream[T]]:
        """The same for an operation that streams."""
        call = Call(self.settings, operation, operation.stream, **parts)
        response = self.open(call)

        def items(answer: StreamedResponse[Any]) -> Stream[T]:
            refusal = unexpected_stream(call, response)
            if refusal is not None:
                start = read_some(call, response, PREVIEW)
                raise with_body(refusal, start.decode(errors="replace"))
            kind = item_of(call, response, item)
            return Stream[T](call, response, kind, self.reopen)

        return StreamedResponse(call, response, items, self._events(call, response))

    def _events(
        self, call: Call, response: httpx2.Response
    ) -> Callable[[], Stream[object]]:
        return lambda: Stream[object](call, response, Json[object], self.reopen)


def streamed(method: Callable[P, T]) -> Callable[P, StreamedResponse[T]]:
    """A method that gives its response before the body, made of one that gives the result.

    `method` belongs to a resource on a `StreamedTransport`, so it does that already: only
    its type does not say so.
    """
    return cast("Callable[P, StreamedResponse[T]]", method)
