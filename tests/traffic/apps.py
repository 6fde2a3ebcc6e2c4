"""Apps written by hand, ASGI and WSGI alike, and a way to serve them behind middleware."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from socketserver import ThreadingMixIn
from typing import Any, Literal, TypeAlias
from urllib.parse import urlsplit
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from ..e2e.serving import serve

Kind: TypeAlias = Literal["asgi", "wsgi"]
KINDS: tuple[Kind, ...] = ("asgi", "wsgi")
JSON = ("content-type", "application/json")


@dataclass(frozen=True)
class Seen:
    """A request as the app got it."""

    method: str
    path: str
    query: str
    body: bytes


@dataclass
class Script:
    """An app that answers everything alike, and keeps what it was sent."""

    status: int = 200
    headers: list[tuple[str, str]] = field(default_factory=lambda: [JSON])
    chunks: list[bytes] = field(default_factory=lambda: [b'{"size": 1}'])
    seen: list[Seen] = field(default_factory=list)

    async def asgi(self, scope: Any, receive: Any, send: Any) -> None:
        """The app as ASGI has it."""
        body, more = b"", True
        while more:
            message = await receive()
            body += message.get("body", b"")
            more = message.get("more_body", False)
        query = scope["query_string"].decode()
        self.seen.append(Seen(scope["method"], scope["path"], query, body))
        raw = [(name.encode(), text.encode()) for name, text in self.headers]
        start = {"type": "http.response.start", "status": self.status, "headers": raw}
        await send(start)
        for chunk in self.chunks:
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    def wsgi(self, environ: Any, start_response: Any) -> Iterable[bytes]:
        """The app as WSGI has it."""
        size = int(environ.get("CONTENT_LENGTH") or 0)
        body = environ["wsgi.input"].read(size)
        path = environ["SCRIPT_NAME"] + environ["PATH_INFO"]
        method, query = environ["REQUEST_METHOD"], environ["QUERY_STRING"]
        self.seen.append(Seen(method, path, query, body))
        start_response(f"{self.status} Something", self.headers)
        return iter(self.chunks)

    def of(self, kind: Kind) -> Any:
        """The app."""
        return self.asgi if kind == "asgi" else self.wsgi


class _Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


@contextmanager
def serving_wsgi(app: Callable[..., Iterable[bytes]]) -> Iterator[str]:
    """Serve a WSGI app on a free loopback port; gives its URL."""
    with make_server("127.0.0.1", 0, app, _Server, _Quiet) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def serving(kind: Kind, app: Any) -> Iterator[str]:
    """Serve an app of either kind; gives its URL."""
    if kind == "wsgi":
        with serving_wsgi(app) as url:
            yield url
    else:
        with serve(app) as served:
            yield served.url


@contextmanager
def guarded(
    package: Any, kind: Kind, app: Any, **options: Any
) -> Iterator[tuple[str, list[Any]]]:
    """Serve an app behind the middleware of a package; gives the URL and all faults."""
    faults: list[Any] = []
    found = package.ASGIMiddleware if kind == "asgi" else package.WSGIMiddleware
    with serving(kind, found(app, on_fault=faults.append, **options)) as url:
        yield url, faults


def told(faults: Iterable[Any]) -> list[tuple[str, str, str, str]]:
    """Where each violation is: place, name, pointer, keyword."""
    return [
        (fault.where, fault.name, violation.path, violation.keyword)
        for fault in faults
        for violation in fault.violations
    ]


@dataclass(frozen=True)
class Answer:
    """A response; header names are in lower case."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)

    @property
    def own(self) -> tuple[int, dict[str, str], bytes]:
        """All of it, but for what servers add."""
        rest = {
            name: text
            for name, text in self.headers.items()
            if name not in ("date", "server")
        }
        return self.status, rest, self.body


def ask(
    url: str,
    method: str,
    path: str,
    headers: dict[str, str] | None = None,
    body: bytes = b"",
) -> Answer:
    """One request, with no header beside those given and those that must be."""
    place = urlsplit(url)
    connection = HTTPConnection(place.hostname or "", place.port, timeout=30)
    try:
        connection.putrequest(method, path, skip_accept_encoding=True)
        if body:
            connection.putheader("content-length", str(len(body)))
        for name, text in (headers or {}).items():
            connection.putheader(name, text)
        connection.endheaders(body or None)
        answer = connection.getresponse()
        found = {name.lower(): text for name, text in answer.getheaders()}
        return Answer(answer.status, found, answer.read())
    finally:
        connection.close()
