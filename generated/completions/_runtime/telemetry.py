# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""OpenTelemetry: one span for each call, its attempts and its stream included.

Names are those of the semantic conventions for HTTP clients (stable since 1.23.0):
opentelemetry.io/docs/specs/semconv/http/http-spans. `opentelemetry-api` is the user's to
install; it is imported when a client asks for telemetry, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

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
    def sending(self, call: Call) -> Generator[CallSpan, None, None]:
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
        self._sent = 0
        self._failure = ""
        self._status: int | None = None
        self._has_ended = False

    def inject(self, request: httpx2.Request) -> None:
        """Tell the server of the trace, by headers of the request of an attempt."""
        self._sent += 1
        self._inject(request.headers)

    def fail(self, error: BaseException) -> None:
        """Note why the call fails, unless a further attempt mends it."""
        self._status = error.status_code if isinstance(error, APIError) else None
        self._failure = type(error).__qualname__
        if self._status is not None and self._status >= 400:
            self._failure = str(self._status)

    def succeed(self, response: httpx2.Response) -> None:
        """Note that there is a response, which may have more to give."""
        self._failure, self._status = "", response.status_code

    def end(self) -> None:
        """End the span, once."""
        if self._has_ended:
            return
        self._has_ended = True
        if self._sent > 1:
            self.span.set_attribute("http.request.resend_count", self._sent - 1)
        if self._status is not None:
            self.span.set_attribute("http.response.status_code", self._status)
        if self._failure:
            self.span.set_attribute("error.type", self._failure)
            self.span.set_status(self._trace.StatusCode.ERROR)
        self.span.end()

    def __del__(self) -> None:
        self.end()


def _module(name: str) -> ModuleType:
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("opentelemetry"):
            raise
        raise ConfigurationError(
            "telemetry needs OpenTelemetry: pip install opentelemetry-api"
        ) from None
