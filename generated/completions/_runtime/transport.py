# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Makes calls: sends, tries again, and hands back the result."""

from __future__ import annotations

import ssl
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar, Unpack, cast

import httpx2

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
from .middleware import chained, checked
from .operation import Operation
from .pool import checked_client, new_client
from .redirects import DRAINED, MOST, redirected
from .reply import PREVIEW, reply_of
from .request import Call, Parts
from .settings import Settings
from .streams import Stream

if TYPE_CHECKING:
    from .raw import RawTransport
    from .streamed import StreamedTransport

T = TypeVar("T")


class Transport:
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
        http_client: httpx2.Client | None = None,
        sleep: Callable[[float], None] = time.sleep,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.settings = settings
        self._owns_client = http_client is None
        self._http = checked_client(http_client, httpx2.Client) or new_client(tls)
        self._headers = dict(self._http.headers)
        self._sleep = sleep
        checked(settings.middleware, is_async=False)

    @property
    def raw(self) -> RawTransport:
        """A transport whose calls give whole responses, with the same connections."""
        from .raw import RawTransport

        other = RawTransport(self.settings, self._http, self._sleep)
        other._owns_client = False
        return other

    @property
    def streamed(self) -> StreamedTransport:
        """A transport whose calls give responses before their bodies, with the same
        connections."""
        from .streamed import StreamedTransport

        other = StreamedTransport(self.settings, self._http, self._sleep)
        other._owns_client = False
        return other

    def with_settings(self, settings: Settings) -> Transport:
        """A transport with other settings and the same connections."""
        other = Transport(settings, self._http, self._sleep)
        other._owns_client = self._owns_client
        return other

    def close(self) -> None:
        """Close the connections, unless they are those of a client that was given."""
        if self._owns_client:
            self._http.close()

    def call(
        self,
        operation: Operation,
        result: type[Decoder[T]] | Results[T],
        **parts: Unpack[Parts],
    ) -> T:
        """Call an operation for its whole result.

        Raises:
            APIError: The call failed; see the classes of `errors.py`.
        """
        return self.decode(self.send(operation, **parts), result)

    def send(self, operation: Operation, **parts: Unpack[Parts]) -> Done:
        """Call an operation for its response, read whole but not decoded.

        Raises:
            APIError: The call failed; see the classes of `errors.py`.
        """
        call = Call(self.settings, operation, operation.accept, **parts)
        response, content = self._send(call, is_stream=False)
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

    def stream(
        self,
        operation: Operation,
        item: type[Decoder[T]] | Results[T],
        **parts: Unpack[Parts],
    ) -> Stream[T]:
        """Call an operation for its result piece by piece.

        Raises:
            APIError: The call failed; see the classes of `errors.py`.
        """
        call = Call(self.settings, operation, operation.stream, **parts)
        response, _ = self._send(call, is_stream=True)
        kind = item_of(call, response, item)
        return Stream[T](call, response, kind, self.reopen)

    def reopen(
        self, call: Call, response: httpx2.Response, wait: float
    ) -> httpx2.Response:
        """Ask for the rest of a stream that broke off, after some seconds.

        Raises:
            APIError: The call failed; see the classes of `errors.py`.
        """
        self._sleep(wait)
        response.close()
        return self._send(call, is_stream=True)[0]

    def _send(self, call: Call, *, is_stream: bool) -> tuple[httpx2.Response, bytes]:
        """The first success, after as many attempts as may be, with its whole content.

        The content of a stream is empty: it has yet to be read.
        """
        tracing = self.settings.tracing
        if tracing is None:
            return self._exchange(call, is_stream)
        with tracing.sending(call) as span:
            response, content = self._exchange(call, is_stream)
            span.succeed(response)
        if not is_stream:
            call.end()
        return response, content

    def _exchange(self, call: Call, is_stream: bool) -> tuple[httpx2.Response, bytes]:
        while True:
            begin = time.monotonic()
            outcome = self._attempt(call, is_stream)
            wait = None if isinstance(outcome, tuple) else retry_wait(call, outcome)
            tell(call, outcome, time.monotonic() - begin, wait)
            if isinstance(outcome, tuple):
                self.settings.quota.give(call.retry_cost)
                return outcome
            if wait is None:
                raise outcome
            self._sleep(wait)

    def _attempt(
        self, call: Call, is_stream: bool
    ) -> tuple[httpx2.Response, bytes] | APIError:
        try:
            credentials = self._credentials(call)
        except (TokenError, httpx2.HTTPError) as error:
            return unsent(call, error)
        request = call.request(self._headers, credentials)
        if call.is_over:
            return over(call)
        try:
            send = chained(self.settings.middleware, partial(self._send_once, call))
            response = send(request)
            if not call.operation.is_success(response.status_code):
                content = read_some(call, response, ERROR_BYTES)
                return status_error(call, response, content)
            if not is_stream:
                return response, read_whole(call, response)
            refusal = None if call.is_open else unexpected_stream(call, response)
            if refusal is not None:
                start = read_some(call, response, PREVIEW)
                return with_body(refusal, start.decode(errors="replace"))
            return response, b""
        except ResponseTooLargeError as error:
            return error
        except httpx2.HTTPError as error:
            return connection_error(call, error)

    def open(self, call: Call) -> httpx2.Response:
        """Make a call for its response, whose body is still to be read.

        Raises:
            APIError: The call failed; see the classes of `errors.py`.
        """
        call.is_open = True
        return self._send(call, is_stream=True)[0]

    def _send_once(self, call: Call, request: httpx2.Request) -> httpx2.Response:
        """Send a request, and those that redirects ask for in its place."""
        response = self._http.send(request, stream=True, follow_redirects=False)
        for _ in range(MOST):
            if call.operation.is_success(response.status_code):
                break
            following = redirected(request, response)
            if following is None:
                break
            read_some(call, response, DRAINED)
            request = following
            response = self._http.send(request, stream=True, follow_redirects=False)
        return response

    def _credentials(self, call: Call) -> list[Credential]:
        uses = zip(call.credentials, call.refused, strict=True)
        return [self._credential(call, use, refused) for use, refused in uses]

    def _credential(self, call: Call, use: Use, refused: str) -> Credential:
        source = use.source
        secret = self.settings.secret
        if isinstance(source, TokenSource):
            return secret.tokens(source).token(call, use, refused, self._ask)
        if not callable(source):
            return source
        ask = cast("Callable[[], Credential]", source)
        if call.is_refreshing:
            return secret.refreshes.fetch(ask, call.sent_at)
        return ask()

    def _ask(
        self, call: Call, request: httpx2.Request
    ) -> tuple[httpx2.Response, bytes]:
        """Send a request that brings a token, past whatever proves who calls."""
        send = self._http.send
        response = send(request, stream=True, auth=None, follow_redirects=False)
        return response, read_some(call, response, TOKEN_BYTES)


def read_whole(call: Call, response: httpx2.Response) -> bytes:
    """The body of a response, at most as large as the client takes it.

    Raises:
        ResponseTooLargeError: It is larger.
        httpx2.HTTPError: It broke off.
    """
    bound = call.settings.max_response_bytes
    content = read_some(call, response, sys.maxsize if bound is None else bound + 1)
    error = too_large(call, response, content)
    if error is not None:
        raise error
    return content


def read_some(call: Call, response: httpx2.Response, limit: int) -> bytes:
    """The start of a body; the connection is free afterwards."""
    found: list[bytes] = []
    size = 0
    try:
        for chunk in response.iter_bytes():
            found.append(chunk)
            size += len(chunk)
            if size >= limit:
                break
            if call.is_over:
                raise httpx2.ReadTimeout(str(call.deadline))
    finally:
        response.close()
    return b"".join(found)[:limit]
