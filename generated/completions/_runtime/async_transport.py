# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Makes calls with `await`: the twin of `transport.py`."""

from __future__ import annotations

import inspect
import ssl
import sys
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar, Unpack

import anyio
import httpx2

from .async_streams import AsyncStream
from .auth import Credential, TokenSource, Use
from .decoders import Decoder, Results, decode_reply
from .errors import (
    APIError,
    APIResponseError,
    ResponseTooLargeError,
    TokenError,
    with_body,
)
from .failures import (
    ERROR_BYTES,
    TOKEN_BYTES,
    Done,
    connection_error,
    item_of,
    located,
    over,
    retry_wait,
    status_error,
    too_large,
    unexpected_stream,
    unsent,
)
from .logs import tell
from .middleware import chained_async, checked
from .operation import Operation
from .pool import checked_client, new_async_client
from .redirects import DRAINED, MOST, redirected
from .reply import PREVIEW, reply_of
from .request import Call, Parts
from .settings import Settings

if TYPE_CHECKING:
    from .async_streamed import AsyncStreamedTransport
    from .raw import AsyncRawTransport

T = TypeVar("T")


class AsyncTransport:
    """What the resources of a client call through.

    Args:
        settings: What holds for all calls.
        http_client: Sends the requests; its own is made when none is given.
        sleep: Waits between attempts.
        tls: Secures the connections of a client of its own.

    Raises:
        TypeError: `http_client` or a middleware is of another library or flavour.
    """

    def __init__(
        self,
        settings: Settings,
        http_client: httpx2.AsyncClient | None = None,
        sleep: Callable[[float], Awaitable[None]] = anyio.sleep,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.settings = settings
        self._owns_client = http_client is None
        self._http = checked_client(
            http_client, httpx2.AsyncClient
        ) or new_async_client(tls)
        self._headers = dict(self._http.headers)
        self._sleep = sleep
        checked(settings.middleware, is_async=True)

    @property
    def raw(self) -> AsyncRawTransport:
        """A transport whose calls give whole responses, with the same connections."""
        from .raw import AsyncRawTransport

        other = AsyncRawTransport(self.settings, self._http, self._sleep)
        other._owns_client = False
        return other

    @property
    def streamed(self) -> AsyncStreamedTransport:
        """A transport whose calls give responses before their bodies, with the same
        connections."""
        from .async_streamed import AsyncStreamedTransport

        other = AsyncStreamedTransport(self.settings, self._http, self._sleep)
        other._owns_client = False
        return other

    def with_settings(self, settings: Settings) -> AsyncTransport:
        """A transport with other settings and the same connections."""
        other = AsyncTransport(settings, self._http, self._sleep)
        other._owns_client = self._owns_client
        return other

    async def aclose(self) -> None:
        """Close the connections, unless they are those of a client that was given."""
        if self._owns_client:
            await self._http.aclose()

    async def call(
        self,
        operation: Operation,
        result: type[Decoder[T]] | Results[T],
        **parts: Unpack[Parts],
    ) -> T:
        """Call an operation for its whole result.

        Raises:
            APIError: The call failed; see the classes of `errors.py`.
        """
        return self.decode(await self.send(operation, **parts), result)

    async def send(self, operation: Operation, **parts: Unpack[Parts]) -> Done:
        """Call an operation for its response, read whole but not decoded.

        Raises:
            APIError: The call failed; see the classes of `errors.py`.
        """
        call = Call(self.settings, operation, operation.accept, **parts)
        response, content = await self._send(call, is_stream=False)
        return Done(call, response, content)

    def decode(self, done: Done, result: type[Decoder[T]] | Results[T]) -> T:
        """What the response of a call becomes.

        Raises:
            APIResponseError: It is not what the operation declares.
        """
        try:
            reply = reply_of(done.response, done.content)
            return decode_reply(reply, result, done.call.mode)
        except APIResponseError as error:
            raise located(done.call, done.response, error) from None

    async def stream(
        self,
        operation: Operation,
        item: type[Decoder[T]] | Results[T],
        **parts: Unpack[Parts],
    ) -> AsyncStream[T]:
        """Call an operation for its result piece by piece.

        Raises:
            APIError: The call failed; see the classes of `errors.py`.
        """
        call = Call(self.settings, operation, operation.stream, **parts)
        response, _ = await self._send(call, is_stream=True)
        kind = item_of(call, response, item)
        return AsyncStream[T](call, response, kind, self.reopen)

    async def reopen(
        self, call: Call, response: httpx2.Response, wait: float
    ) -> httpx2.Response:
        """Ask for the rest of a stream that broke off, after some seconds.

        Raises:
            APIError: The call failed; see the classes of `errors.py`.
        """
        await self._sleep(wait)
        await response.aclose()
        return (await self._send(call, is_stream=True))[0]

    async def _send(
        self, call: Call, *, is_stream: bool
    ) -> tuple[httpx2.Response, bytes]:
        """The first success, after as many attempts as may be, with its whole content.

        The content of a stream is empty: it has yet to be read.
        """
        tracing = self.settings.tracing
        if tracing is None:
            return await self._exchange(call, is_stream)
        with tracing.sending(call) as span:
            response, content = await self._exchange(call, is_stream)
            span.succeed(response)
        if not is_stream:
            call.end()
        return response, content

    async def _exchange(
        self, call: Call, is_stream: bool
    ) -> tuple[httpx2.Response, bytes]:
        while True:
            begin = time.monotonic()
            outcome = await self._attempt(call, is_stream)
            wait = None if isinstance(outcome, tuple) else retry_wait(call, outcome)
            tell(call, outcome, time.monotonic() - begin, wait)
            if isinstance(outcome, tuple):
                self.settings.quota.give(call.retry_cost)
                return outcome
            if wait is None:
                raise outcome
            await self._sleep(wait)

    async def _attempt(
        self, call: Call, is_stream: bool
    ) -> tuple[httpx2.Response, bytes] | APIError:
        """One attempt, as long as the deadline of the call allows."""
        if call.deadline is None:
            return await self._try(call, is_stream)
        with anyio.move_on_after(max(call.deadline.left(), 0)):
            return await self._try(call, is_stream)
        return over(call)

    async def _try(
        self, call: Call, is_stream: bool
    ) -> tuple[httpx2.Response, bytes] | APIError:
        try:
            credentials = await self._credentials(call)
        except (TokenError, httpx2.HTTPError) as error:
            return unsent(call, error)
        request = call.request(self._headers, credentials)
        try:
            once = partial(self._send_once, call)
            response = await chained_async(self.settings.middleware, once)(request)
            if not call.operation.is_success(response.status_code):
                content = await read_some_later(response, ERROR_BYTES)
                return status_error(call, response, content)
            if not is_stream:
                return response, await read_whole_later(call, response)
            refusal = None if call.is_open else unexpected_stream(call, response)
            if refusal is not None:
                start = await read_some_later(response, PREVIEW)
                return with_body(refusal, start.decode(errors="replace"))
            return response, b""
        except ResponseTooLargeError as error:
            return error
        except httpx2.HTTPError as error:
            return connection_error(call, error)

    async def open(self, call: Call) -> httpx2.Response:
        """Make a call for its response, whose body is still to be read.

        Raises:
            APIError: The call failed; see the classes of `errors.py`.
        """
        call.is_open = True
        return (await self._send(call, is_stream=True))[0]

    async def _send_once(self, call: Call, request: httpx2.Request) -> httpx2.Response:
        """Send a request, and those that redirects ask for in its place."""
        send = self._http.send
        response = await send(request, stream=True, follow_redirects=False)
        for _ in range(MOST):
            if call.operation.is_success(response.status_code):
                break
            following = redirected(request, response)
            if following is None:
                break
            await read_some_later(response, DRAINED)
            request = following
            response = await send(request, stream=True, follow_redirects=False)
        return response

    async def _credentials(self, call: Call) -> list[Credential]:
        found: list[Credential] = []
        for use, refused in zip(call.credentials, call.refused, strict=True):
            found.append(await self._credential(call, use, refused))
        return found

    async def _credential(self, call: Call, use: Use, refused: str) -> Credential:
        source = use.source
        secret = self.settings.secret
        if isinstance(source, TokenSource):
            tokens = secret.tokens(source)
            return await tokens.token_later(call, use, refused, self._ask)
        if not callable(source):
            return source
        if call.is_refreshing:
            return await secret.refreshes.fetch_later(source, call.sent_at)
        credential = source()
        return await credential if inspect.isawaitable(credential) else credential

    async def _ask(
        self, call: Call, request: httpx2.Request
    ) -> tuple[httpx2.Response, bytes]:
        """Send a request that brings a token, past whatever proves who calls."""
        send = self._http.send
        response = await send(request, stream=True, auth=None, follow_redirects=False)
        return response, await read_some_later(response, TOKEN_BYTES)


async def read_whole_later(call: Call, response: httpx2.Response) -> bytes:
    """The body of a response, at most as large as the client takes it.

    Raises:
        ResponseTooLargeError: It is larger.
        httpx2.HTTPError: It broke off.
    """
    bound = call.settings.max_response_bytes
    limit = sys.maxsize if bound is None else bound + 1
    content = await read_some_later(response, limit)
    error = too_large(call, response, content)
    if error is not None:
        raise error
    return content


async def read_some_later(response: httpx2.Response, limit: int) -> bytes:
    """The start of a body; the connection is free afterwards."""
    found: list[bytes] = []
    size = 0
    try:
        async for chunk in response.aiter_bytes():
            found.append(chunk)
            size += len(chunk)
            if size >= limit:
                break
    finally:
        await response.aclose()
    return b"".join(found)[:limit]
