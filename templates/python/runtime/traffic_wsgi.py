# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Traffic of WSGI apps (PEP 3333)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from io import BufferedReader, BytesIO, RawIOBase
from typing import TYPE_CHECKING, Protocol, TypeAlias
from urllib.parse import quote, unquote_to_bytes

from .server_errors import reason
from .traffic import Exchange, Head, Middleware, Refusal
from .traffic_answers import Watch
from .traffic_routes import PLAIN, Lines

if TYPE_CHECKING:
    from _typeshed import OptExcInfo, WriteableBuffer
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

WSGIApp: TypeAlias = "WSGIApplication"
Write: TypeAlias = Callable[[bytes], object]

_PLAIN = {"CONTENT_TYPE": "content-type", "CONTENT_LENGTH": "content-length"}


class _Input(Protocol):
    def read(self, size: int = -1, /) -> bytes: ...


class WSGITraffic(Middleware[WSGIApp]):
    """Checks the traffic of a WSGI app; all that can be said of it `Middleware` says."""

    def __call__(
        self, environ: WSGIEnvironment, start_response: StartResponse
    ) -> Iterable[bytes]:
        """Serve one request."""
        head = _head(environ)
        exchange = self.look(head)
        if exchange is None:
            return self.app(environ, start_response)
        if isinstance(exchange, Refusal):
            return self.instead(exchange, head.method, start_response)
        refusal = _read(exchange, environ)
        if refusal is not None:
            return self.instead(refusal, head.method, start_response)
        watch = exchange.watch()
        if watch is None:
            return self.app(environ, start_response)
        return _Response(self, exchange, watch, head.method, start_response).of(environ)

    def instead(
        self, refusal: Refusal, method: str, start_response: StartResponse
    ) -> list[bytes]:
        """The response that is sent instead."""
        headers, body = self.rendered(refusal)
        start_response(f"{refusal.status} {reason(refusal.status)}", headers)
        return [b""] if method == "HEAD" else [body]


class _Response:
    """Carries what an app answers, and holds back a response that may be refused."""

    def __init__(
        self,
        middleware: WSGITraffic,
        exchange: Exchange,
        watch: Watch,
        method: str,
        start_response: StartResponse,
    ) -> None:
        self._middleware = middleware
        self._exchange = exchange
        self._watch = watch
        self._method = method
        self._start_response = start_response
        self._is_started = False
        self._begin: Callable[[], Write] | None = None
        self._write: Write | None = None
        self._held: list[bytes] = []
        self._refused: list[bytes] | None = None

    def of(self, environ: WSGIEnvironment) -> Iterable[bytes]:
        """What the app answers.

        A list stays one, and what there is no more to see of is given as it is, so that
        servers can do with it what they do without us.
        """
        result = self._middleware.app(environ, self._start)
        if isinstance(result, (list, tuple)) and self._is_started:
            return list(self.pass_on(result))
        is_let_go = self._begin is None and self._watch.is_let_go
        if self._is_started and self._refused is None and is_let_go:
            return result
        return _Result(result, self)

    def pass_on(self, result: Iterable[bytes]) -> Iterator[bytes]:
        """The pieces of the response, as they come from the app."""
        for chunk in result:
            yield from self._taken(chunk)
            if self._refused is not None:
                break
        yield from self._ended()

    def _start(
        self,
        status: str,
        headers: list[tuple[str, str]],
        exc_info: OptExcInfo | None = None,
        /,
    ) -> Write:
        """The `start_response` that the app calls; again for an error that comes later."""
        self._is_started = True
        self._begin = self._refused = None
        self._held.clear()
        faults = self._watch.start(_number(status[:3]), Lines(map(_raw, headers)))
        refusal = self._exchange.answered(faults)
        start = self._start_response
        if refusal is not None:
            self._refuse(refusal)
        elif self._exchange.may_refuse and self._watch.wants == "whole":
            self._begin = lambda: start(status, headers, exc_info)
        else:
            self._write = start(status, headers, exc_info)
        return self._written

    def _written(self, data: bytes) -> None:
        """The `write` that `start_response` gives."""
        for piece in self._taken(data):
            if self._write is not None:
                self._write(piece)

    def _taken(self, chunk: bytes) -> list[bytes]:
        """What goes out now that the app has given a chunk."""
        if self._refused is not None:
            return []
        faults = self._watch.feed(chunk)
        if self._begin is None:
            if self._watch.is_complete:
                faults += self._watch.end()
            self._exchange.sent(faults)
            return [chunk]
        self._held.append(chunk)
        if self._watch.is_let_go:
            return self._let_out()
        if self._watch.is_complete:
            whole = self._ended()
            return whole if self._refused is None else []
        return []

    def _ended(self) -> list[bytes]:
        """What goes out now that the app has given all."""
        if self._refused is not None:
            return self._refused
        faults = self._watch.end()
        if self._begin is None:
            self._exchange.sent(faults)
            return []
        refusal = self._exchange.answered(faults)
        return self._let_out() if refusal is None else self._refuse(refusal)

    def _let_out(self) -> list[bytes]:
        """Begin a response that was held back; gives what was held."""
        if self._begin is not None:
            self._write = self._begin()
            self._begin = None
        held, self._held = self._held, []
        return held

    def _refuse(self, refusal: Refusal) -> list[bytes]:
        self._begin = None
        self._held.clear()
        start = self._start_response
        self._refused = self._middleware.instead(refusal, self._method, start)
        return self._refused


class _Result:
    """The iterable that the server gets; closing it closes that of the app."""

    def __init__(self, result: Iterable[bytes], response: _Response) -> None:
        self._result = result
        self._pieces = response.pass_on(result)

    def __iter__(self) -> Iterator[bytes]:
        return self._pieces

    def close(self) -> None:
        """Tell the app that its response is not read further."""
        close = getattr(self._result, "close", None)
        if close is not None:
            close()


class _Rest(RawIOBase):
    """The rest of the body of a request, behind what was read of it.

    `left` is how much there is, None where the input ends by itself: some servers block
    when more is asked for.
    """

    def __init__(self, start: bytes, rest: _Input, left: int | None) -> None:
        super().__init__()
        self._start = BytesIO(start)
        self._rest = rest
        self._left = left

    def readable(self) -> bool:
        """Whether it can be read: yes."""
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """Read into a buffer; 0 at the end."""
        view = memoryview(buffer).cast("B")
        data = self._start.read(len(view))
        if not data:
            size = len(view) if self._left is None else min(len(view), self._left)
            data = self._rest.read(size) if size else b""
            if self._left is not None:
                self._left -= len(data)
        view[: len(data)] = data
        return len(data)


def _read(exchange: Exchange, environ: WSGIEnvironment) -> Refusal | None:
    """Check the request, its body put back where it is read."""
    length: str = environ.get("CONTENT_LENGTH") or ""
    is_chunked = not length and bool(environ.get("HTTP_TRANSFER_ENCODING"))
    if not exchange.wants_body or (
        is_chunked and not environ.get("wsgi.input_terminated")
    ):
        return exchange.read(None)
    left = None if is_chunked else _number(length)
    size = exchange.limit + 1 if left is None else min(left, exchange.limit + 1)
    given: _Input = environ["wsgi.input"]
    data = _up_to(given, size)
    if len(data) <= exchange.limit:
        environ["wsgi.input"] = BytesIO(data)
        return exchange.read(data)
    rest = None if left is None else left - len(data)
    environ["wsgi.input"] = BufferedReader(_Rest(data, given, rest))
    return exchange.too_large()


def _number(text: str) -> int:
    """A number in decimal digits, 0 for what is none; a longer one is cut off."""
    return int(text[:18]) if text[:18].isdecimal() else 0


def _up_to(given: _Input, size: int) -> bytes:
    """So many bytes, or all that there are."""
    chunks: list[bytes] = []
    while size > 0 and (chunk := given.read(size)):
        chunks.append(chunk)
        size -= len(chunk)
    return b"".join(chunks)


def _head(environ: WSGIEnvironment) -> Head:
    root: str = quote(environ.get("SCRIPT_NAME", ""), encoding="latin-1")
    path = _sent_path(environ) or root + quote(
        environ.get("PATH_INFO", ""), safe=PLAIN, encoding="latin-1"
    )
    below = path.removeprefix(root) if path.startswith(f"{root}/") else path
    return Head(
        environ["REQUEST_METHOD"],
        path,
        below,
        environ.get("QUERY_STRING", ""),
        Lines(_lines(environ)),
        environ.get("CONTENT_LENGTH", "") in ("", "0")
        and "HTTP_TRANSFER_ENCODING" not in environ,
    )


def _sent_path(environ: WSGIEnvironment) -> str:
    """The path before it was decoded, empty where the server does not tell.

    What it tells is taken only if it is the path that the app gets.
    """
    whole: str = environ.get("SCRIPT_NAME", "") + environ.get("PATH_INFO", "")
    for name in ("RAW_URI", "REQUEST_URI"):
        raw = str(environ.get(name, "")).partition("?")[0]
        if raw.startswith("/") and unquote_to_bytes(raw) == whole.encode("latin-1"):
            return raw
    return ""


def _lines(environ: WSGIEnvironment) -> Iterator[tuple[bytes, bytes]]:
    for name, value in environ.items():
        if name.startswith("HTTP_"):
            yield _raw((name[5:].replace("_", "-"), value))
        elif name in _PLAIN and value:
            yield _raw((_PLAIN[name], value))


def _raw(line: tuple[str, str]) -> tuple[bytes, bytes]:
    name, value = line
    return name.encode("latin-1", "replace"), value.encode("latin-1", "replace")
