# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""OpenTelemetry: one span for each call, its attempts and its stream included.

Names are those of the semantic conventions for HTTP clients (stable since 1.23.0):
opentelemetry.io/docs/specs/semconv/http/http-spans. `opentelemetry-api` is the user's to
install; it is imported when a client asks for telemetry, and nowhere else.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, cast

import httpx2

from .errors import APIError, ConfigurationError

if TYPE_CHECKING:
    from .request import Call

_METHODS = frozenset(
    "CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT QUERY TRACE".split()
)
"""Methods that are named as they are; others would make a kind of span each."""

_OTHER = "_OTHER"
_PORTS = {"http": 80, "https": 443}


class TracerProvider(Protocol):
    """What `opentelemetry.trace.TracerProvider` is to us."""

    def get_tracer(self, instrumenting_module_name: str, /) -> Any:
        """What makes spans for a module."""
        ...


class Tracing:
    """Makes a span of each call of a client.

    Args:
        name: The package, which its spans are told by.
        provider: Where spans go; None for the global one.

    Raises:
        ConfigurationError: OpenTelemetry is not installed.
        TypeError: `provider` is none.
    """

    def __init__(self, name: str, provider: TracerProvider | None = None) -> None:
        self._trace = _module("opentelemetry.trace")
        self._inject: Any = _module("opentelemetry.propagate").inject
        if provider is None:
            self._tracer: Any = self._trace.get_tracer(name)
        elif hasattr(provider, "get_tracer"):
            self._tracer = provider.get_tracer(name)
        else:
            kind = type(provider).__name__
            raise TypeError(
                f"telemetry must be a tracer provider or a bool, not {kind}"
            )

    @contextmanager
    def sending(self, call: Call) -> Iterator[CallSpan]:
        """The span of a call, the current one while the call is sent.

        A call that goes on has its span already. The span ends if sending fails.
        """
        span = call.span
        if span is None:
            span = call.span = CallSpan(self._start(call), self._inject, self._trace)
        with self._trace.use_span(
            span.span, record_exception=False, set_status_on_exception=False
        ):
            try:
                yield span
            except BaseException as error:
                span.fail(error)
                span.end()
                raise
            finally:
                span.tell_attempts(call.attempts)

    def _start(self, call: Call) -> Any:
        method, template = call.operation.method, call.operation.path
        url = httpx2.URL(call.url)
        known = method if method in _METHODS else _OTHER
        facts: dict[str, str | int] = {
            "http.request.method": known,
            "server.address": url.host,
            "server.port": url.port or _PORTS[url.scheme],
            "url.full": str(url),
            "url.template": template,
        }
        if known == _OTHER:
            facts["http.request.method_original"] = method
        return self._tracer.start_span(
            f"{'HTTP' if known == _OTHER else method} {template}",
            kind=self._trace.SpanKind.CLIENT,
            attributes=facts,
        )


class CallSpan:
    """The span of one call. It ends with the call, or with the stream that came of it.

    A stream that nobody closes ends it when the last reference goes.
    """

    def __init__(self, span: Any, inject: Any, trace: ModuleType) -> None:
        self.span = span
        self._inject = inject
        self._trace = trace
        self._failure = ""
        self._status: int | None = None
        self._turn = 0
        self._has_ended = False

    def inject(self, request: httpx2.Request) -> None:
        """Tell the server of the trace, by headers of a request."""
        self._inject(request.headers)

    def tell_attempts(self, count: int) -> None:
        """Tell how often the request was sent, if more than once."""
        if count > 1:
            self.span.set_attribute("http.request.resend_count", count - 1)

    def fail(self, error: BaseException) -> None:
        """Note why the call fails, unless a further attempt mends it."""
        is_ours = isinstance(error, APIError)
        self._status = error.status_code if is_ours else None
        self._failure = type(error).__qualname__
        if self._status is not None and self._status >= 400:
            self._failure = str(self._status)

    def succeed(self, response: httpx2.Response, is_stream: bool) -> None:
        """Note the response; the span lasts as long as that has more to give."""
        self._failure, self._status = "", response.status_code
        if is_stream and not response.is_closed:
            self._turn += 1
            response.stream = _Watched(response.stream, self, self._turn)
        else:
            self.end()

    def let_go(self) -> None:
        """Last on, though the response that is there now closes."""
        self._turn += 1

    def closed(self, turn: int) -> None:
        """Take in that a response was closed: the last one ends the span."""
        if turn == self._turn:
            self.end()

    def end(self) -> None:
        """End the span, once."""
        if self._has_ended:
            return
        self._has_ended = True
        if self._status is not None:
            self.span.set_attribute("http.response.status_code", self._status)
        if self._failure:
            self.span.set_attribute("error.type", self._failure)
            self.span.set_status(self._trace.StatusCode.ERROR)
        self.span.end()

    def __del__(self) -> None:
        self.end()


class _Watched(httpx2.SyncByteStream, httpx2.AsyncByteStream):
    """A body that ends a span when it is closed."""

    def __init__(self, stream: object, span: CallSpan, turn: int) -> None:
        self._stream = stream
        self._span = span
        self._turn = turn

    def __iter__(self) -> Iterator[bytes]:
        return iter(cast(httpx2.SyncByteStream, self._stream))

    def __aiter__(self) -> AsyncIterator[bytes]:
        return aiter(cast(httpx2.AsyncByteStream, self._stream))

    def close(self) -> None:
        try:
            cast(httpx2.SyncByteStream, self._stream).close()
        finally:
            self._span.closed(self._turn)

    async def aclose(self) -> None:
        try:
            await cast(httpx2.AsyncByteStream, self._stream).aclose()
        finally:
            self._span.closed(self._turn)


def _module(name: str) -> ModuleType:
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("opentelemetry"):
            raise
        raise ConfigurationError(
            "telemetry needs OpenTelemetry: pip install opentelemetry-api"
        ) from None
