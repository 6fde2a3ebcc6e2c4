# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""The HTTP clients underneath: one TLS context for all, and reads that can be bounded.

After the last event of a stream a server has a few bytes more to send before its
connection can serve the next call. Reading them must not wait for a server that sends
none, so connections made here can be told to stop reading at a point in time.
"""

from __future__ import annotations

import socket
import ssl
import sys
import time
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar, cast
from urllib.request import getproxies

import httpcore2
import httpx2

from .deadline import Step
from .tls import tls_context

C = TypeVar("C")

LIMITS = httpx2.Limits(max_connections=1000, max_keepalive_connections=100)


def new_client(context: ssl.SSLContext | None = None) -> httpx2.Client:
    """A client of our own, which follows no redirects by itself."""
    context = context or tls_context()
    if getproxies():
        return httpx2.Client(verify=context, limits=LIMITS)
    return httpx2.Client(transport=PoolTransport(context))


def new_async_client(context: ssl.SSLContext | None = None) -> httpx2.AsyncClient:
    """The same for `async`, where any read can be bounded from outside."""
    context = context or tls_context()
    if getproxies():
        return httpx2.AsyncClient(verify=context, limits=LIMITS)
    transport = httpx2.AsyncHTTPTransport(
        verify=context, limits=LIMITS, socket_options=_keep_alive()
    )
    return httpx2.AsyncClient(transport=transport)


def checked_client(client: object, kind: type[C]) -> C | None:
    """A client as given by a caller. Raises TypeError unless it is of this kind."""
    if client is None or isinstance(client, kind):
        return client
    given = f"{type(client).__module__}.{type(client).__qualname__}"
    raise TypeError(f"http_client must be httpx2.{kind.__name__}, not {given}")


def _until(
    timeout: float | None, ends: float, error: type[httpcore2.TimeoutException]
) -> float:
    """Seconds for a step that must not go on beyond `ends`. Raises when it is too late."""
    left = ends - time.monotonic()
    if left <= 0:
        raise error("the deadline has passed")
    return left if timeout is None else min(timeout, left)


class BoundedStream(httpcore2.NetworkStream):
    """A connection whose reads end at `deadline`, a time of `time.monotonic()`.

    The next request, which starts by writing, takes the deadline away. A timeout that is
    a `Step` ends when that says, too.
    """

    def __init__(self, stream: httpcore2.NetworkStream) -> None:
        self._stream = stream
        self.deadline: float | None = None

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        if self.deadline is not None:
            timeout = _until(timeout, self.deadline, httpcore2.ReadTimeout)
        if isinstance(timeout, Step):
            timeout = _until(timeout, timeout.ends, httpcore2.ReadTimeout)
        return self._stream.read(max_bytes, timeout)

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self.deadline = None
        if isinstance(timeout, Step):
            timeout = _until(timeout, timeout.ends, httpcore2.WriteTimeout)
        self._stream.write(buffer, timeout)

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore2.NetworkStream:
        stream = self._stream.start_tls(ssl_context, server_hostname, timeout)
        return BoundedStream(stream)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


class BoundedBackend(httpcore2.SyncBackend):
    """Makes connections that can be bounded."""

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.NetworkStream:
        return BoundedStream(
            super().connect_tcp(host, port, timeout, local_address, socket_options)
        )


class PoolTransport(httpx2.BaseTransport):
    """Carries requests of `httpx2` over a pool of bounded connections."""

    def __init__(self, context: ssl.SSLContext) -> None:
        self._pool = httpcore2.ConnectionPool(
            ssl_context=context,
            max_connections=LIMITS.max_connections,
            max_keepalive_connections=LIMITS.max_keepalive_connections,
            keepalive_expiry=LIMITS.keepalive_expiry,
            network_backend=BoundedBackend(),
            socket_options=_keep_alive(),
        )

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        url = request.url
        try:
            response = self._pool.handle_request(
                httpcore2.Request(
                    method=request.method,
                    url=httpcore2.URL(
                        scheme=url.raw_scheme,
                        host=url.raw_host,
                        port=url.port,
                        target=url.raw_path,
                    ),
                    headers=request.headers.raw,
                    content=cast("Iterable[bytes]", request.stream),
                    extensions=request.extensions,
                )
            )
        except _ERRORS as error:
            raise _translated(error) from error
        return httpx2.Response(
            status_code=response.status,
            headers=response.headers,
            stream=PoolStream(response),
            extensions=cast(Any, response).extensions,
        )

    def close(self) -> None:
        self._pool.close()


class PoolStream(httpx2.SyncByteStream):
    """The body of a response as it comes from the pool."""

    def __init__(self, response: httpcore2.Response) -> None:
        self._response = response

    def __iter__(self) -> Iterator[bytes]:
        try:
            yield from cast("Iterable[bytes]", self._response.stream)
        except _ERRORS as error:
            raise _translated(error) from error

    def close(self) -> None:
        self._response.close()


_ERRORS = (
    httpcore2.TimeoutException,
    httpcore2.NetworkError,
    httpcore2.ProtocolError,
    httpcore2.ProxyError,
    httpcore2.UnsupportedProtocol,
)
_TRANSLATIONS: dict[type[Exception], type[httpx2.TransportError]] = {
    httpcore2.ConnectTimeout: httpx2.ConnectTimeout,
    httpcore2.ReadTimeout: httpx2.ReadTimeout,
    httpcore2.WriteTimeout: httpx2.WriteTimeout,
    httpcore2.PoolTimeout: httpx2.PoolTimeout,
    httpcore2.ConnectError: httpx2.ConnectError,
    httpcore2.ReadError: httpx2.ReadError,
    httpcore2.WriteError: httpx2.WriteError,
    httpcore2.ProxyError: httpx2.ProxyError,
    httpcore2.UnsupportedProtocol: httpx2.UnsupportedProtocol,
    httpcore2.LocalProtocolError: httpx2.LocalProtocolError,
    httpcore2.RemoteProtocolError: httpx2.RemoteProtocolError,
}


def _translated(error: Exception) -> httpx2.TransportError:
    return _TRANSLATIONS.get(type(error), httpx2.TransportError)(str(error))


def _keep_alive() -> list[httpcore2.SOCKET_OPTION]:
    """Ask the kernel to notice dead connections: 60 s of silence, then five probes."""
    found: list[httpcore2.SOCKET_OPTION] = [(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)]
    if sys.platform == "linux":
        found += [
            (socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 60),
            (socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, 60),
            (socket.IPPROTO_TCP, socket.TCP_KEEPCNT, 5),
        ]
    return found
