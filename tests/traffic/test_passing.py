"""What the middleware leaves alone: messages, their order, and everything that is not HTTP."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

import pytest

from .apps import JSON, Script, guarded

ORDER = [(b"host", b"x"), (b"content-type", b"application/json")]


def scope_of(
    method: str = "POST", path: str = "/orders", **facts: Any
) -> dict[str, Any]:
    """The scope of a request."""
    return {
        "type": "http",
        "http_version": "2",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": ORDER,
        **facts,
    }


def run(
    app: Any, scope: dict[str, Any], messages: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """What an app sends for messages that it can receive."""
    waiting = deque(messages)
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return waiting.popleft() if waiting else {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    asyncio.run(app(scope, receive, send))
    return sent


def body(data: bytes, more: bool = True) -> dict[str, Any]:
    """A message with a piece of a body."""
    return {"type": "http.request", "body": data, "more_body": more}


class Taking:
    """An app that keeps all messages until the caller leaves."""

    def __init__(self) -> None:
        self.got: list[dict[str, Any]] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        while not self.got or self.got[-1]["type"] != "http.disconnect":
            self.got.append(await receive())


LEFT = {"type": "http.disconnect"}


def test_the_app_gets_the_body_and_what_follows_it(orders: Any) -> None:
    messages = [body(b'{"si'), body(b""), body(b'ze": 1'), body(b"}", more=False)]
    for requests in ("report", "refuse"):
        app = Taking()
        faults: list[Any] = []
        guard = orders.ASGIMiddleware(app, requests=requests, on_fault=faults.append)
        run(guard, scope_of(), messages)
        assert app.got == [body(b'{"size": 1}', more=False), LEFT]
        assert not faults


def test_the_app_gets_the_very_messages_where_nothing_is_read(orders: Any) -> None:
    messages = [body(b'{"si'), body(b'ze": 1}', more=False)]
    app = Taking()
    run(orders.ASGIMiddleware(app, requests="off"), scope_of(), messages)
    assert all(one is two for one, two in zip(app.got, messages, strict=False))


def test_a_caller_that_leaves_early_is_not_judged(orders: Any) -> None:
    app = Taking()
    faults: list[Any] = []
    guard = orders.ASGIMiddleware(app, on_fault=faults.append)
    assert run(guard, scope_of(), [body(b"{"), body(b'"si')]) == []
    assert app.got == [body(b'{"si'), LEFT]
    assert faults == []


def test_the_beginning_of_a_large_body_is_put_back(orders: Any) -> None:
    messages = [body(b"x" * 600), body(b"y" * 600), body(b"z" * 600, more=False)]
    app = Taking()
    guard = orders.ASGIMiddleware(
        app, requests="report", max_body_bytes=1000, on_fault=lambda fault: None
    )
    run(guard, scope_of(), messages)
    assert app.got == [body(b"x" * 600 + b"y" * 600), messages[-1], LEFT]


def test_a_body_in_the_smallest_pieces_costs_no_more(orders: Any) -> None:
    data = b'{"size": 1, "notes": ["' + b"x" * 100_000 + b'"]}'
    messages = [body(data[place : place + 1]) for place in range(len(data))]
    app = Taking()
    start = time.process_time()
    run(orders.ASGIMiddleware(app), scope_of(), [*messages, body(b"", more=False)])
    assert time.process_time() - start < 20
    assert app.got[0] == body(data, more=False)


@pytest.mark.parametrize("kind", ["websocket", "lifespan"])
def test_other_connections_pass_untouched(orders: Any, kind: str) -> None:
    given: list[Any] = []

    async def app(*arguments: Any) -> None:
        given.extend(arguments)

    scope, receive, send = {"type": kind, "path": "/orders"}, object(), object()
    guard = orders.ASGIMiddleware(app, requests="refuse", unknown="refuse")
    asyncio.run(guard(scope, receive, send))
    assert given == [scope, receive, send]
    assert all(
        one is two for one, two in zip(given, (scope, receive, send), strict=True)
    )


@pytest.mark.parametrize("responses", ["off", "report", "refuse"])
def test_failures_of_the_app_go_through(orders: Any, responses: str) -> None:
    class OutOfOrder(Exception):
        pass

    async def app(scope: Any, receive: Any, send: Any) -> None:
        headers = [(b"content-type", b"application/json"), (b"x-total", b"1")]
        start = {"type": "http.response.start", "status": 201, "headers": headers}
        await send(start)
        await send({"type": "http.response.body", "body": b"{", "more_body": True})
        raise OutOfOrder

    def failing(environ: Any, start_response: Any) -> Any:
        start_response("201 Created", [JSON, ("x-total", "1")])
        yield b"{"
        raise OutOfOrder

    with pytest.raises(OutOfOrder):
        guard = orders.ASGIMiddleware(app, responses=responses)
        run(guard, scope_of(), [body(b'{"size": 1}', more=False)])
    environ = environ_of(b'{"size": 1}')
    with pytest.raises(OutOfOrder):
        guard = orders.WSGIMiddleware(failing, responses=responses)
        list(guard(environ, lambda *facts: lambda data: None))


def test_extensions_of_asgi_pass(orders: Any) -> None:
    """What they send cannot be seen; what is held back goes out before it, in order."""
    headers = [(b"content-type", b"application/json"), (b"x-total", b"1")]
    sent = [
        {"type": "http.response.early_hint", "links": []},
        {"type": "http.response.start", "status": 201, "headers": headers},
        {"type": "http.response.pathsend", "path": "/order.json"},
    ]

    async def app(scope: Any, receive: Any, send: Any) -> None:
        for message in sent:
            await send(message)

    messages = [body(b'{"size": 1}', more=False)]
    for responses in ("report", "refuse"):
        guard = orders.ASGIMiddleware(app, responses=responses)
        assert run(guard, scope_of(), messages) == sent


def test_headers_that_can_be_read_once_go_out(orders: Any) -> None:
    headers = [(b"content-type", b"application/json"), (b"x-total", b"1")]

    async def app(scope: Any, receive: Any, send: Any) -> None:
        lines = iter(headers)
        await send({"type": "http.response.start", "status": 201, "headers": lines})
        await send({"type": "http.response.body", "body": b'{"size": 1}'})

    guard = orders.ASGIMiddleware(app)
    start, _ = run(guard, scope_of(), [body(b'{"size": 1}', more=False)])
    assert list(start["headers"]) == headers


def test_binary_bodies_are_not_waited_for(orders: Any) -> None:
    """The app has the first piece before the caller sends the second one."""
    arrived = threading.Event()
    pieces: list[bytes] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        more = True
        while more:
            message = await receive()
            pieces.append(message.get("body", b""))
            more = message.get("more_body", False)
            arrived.set()
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    with guarded(orders, "asgi", app) as (url, faults):
        place = urlsplit(url)
        with socket.create_connection((place.hostname, place.port), 30) as wire:
            wire.sendall(
                b"PUT /orders/1/files/ab HTTP/1.1\r\nhost: x\r\n"
                b"content-type: application/octet-stream\r\n"
                b"transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n"
            )
            assert arrived.wait(30)
            wire.sendall(b"2\r\nde\r\n0\r\n\r\n")
            assert wire.recv(1000).startswith(b"HTTP/1.1 204")
    assert b"".join(pieces) == b"abcde" and not faults


def test_chunked_bodies_are_checked(orders: Any) -> None:
    script = Script(status=201, headers=[JSON, ("x-total", "1")])
    with guarded(orders, "asgi", script.asgi) as (url, faults):
        place = urlsplit(url)
        for size, status in ((b"1", b"201"), (b'"', b"422")):
            with socket.create_connection((place.hostname, place.port), 30) as wire:
                wire.sendall(
                    b"POST /orders HTTP/1.1\r\nhost: x\r\nconnection: close\r\n"
                    b"content-type: application/json\r\n"
                    b"transfer-encoding: chunked\r\n\r\n"
                    b'9\r\n{"size": \r\n1\r\n' + size + b"\r\n1\r\n}\r\n0\r\n\r\n"
                )
                assert wire.recv(1000).startswith(b"HTTP/1.1 " + status)
    assert [seen.body for seen in script.seen] == [b'{"size": 1}']
    assert len(faults) == 1


def test_a_caller_that_leaves_is_told_to_the_app(orders: Any) -> None:
    left = threading.Event()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        left.set()

    with guarded(orders, "asgi", app) as (url, _):
        place = urlsplit(url)
        with socket.create_connection((place.hostname, place.port), 30) as wire:
            wire.sendall(
                b"POST /orders HTTP/1.1\r\nhost: x\r\ncontent-length: 11\r\n"
                b'content-type: application/json\r\n\r\n{"size": 1}'
            )
            time.sleep(0.05)
        assert left.wait(30)


def environ_of(data: bytes, **facts: Any) -> dict[str, Any]:
    """The environment of a request with a body of JSON."""
    return {
        "REQUEST_METHOD": "POST",
        "SCRIPT_NAME": "",
        "PATH_INFO": "/orders",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(data)),
        "wsgi.input": BytesIO(data),
        **facts,
    }


class Greedy(BytesIO):
    """An input that fails where a socket would block: behind the end of the body."""

    def read(self, size: int | None = -1, /) -> bytes:
        assert size is not None and 0 <= size <= len(self.getvalue()) - self.tell()
        return super().read(size)


@pytest.mark.parametrize("limit", [10, 1000])
@pytest.mark.parametrize("is_chunked", [False, True])
def test_input_can_be_read_in_every_way(
    orders: Any, limit: int, is_chunked: bool
) -> None:
    data = b'{"size":\n 1,\n "notes": []\n}'
    ways: list[Callable[[Any], Iterable[bytes]]] = [
        lambda given: [given.read()],
        lambda given: [given.read(5), given.read(100)],
        lambda given: iter(given.readline, b""),
        lambda given: given.readlines(),
        lambda given: given,
        lambda given: iter(lambda: given.read(3), b""),
    ]
    for way in ways:
        got: list[bytes] = []

        def app(
            environ: Any, start_response: Any, way: Any = way, got: Any = got
        ) -> list[bytes]:
            got += way(environ["wsgi.input"])
            start_response("422 Unprocessable Content", [])
            return [b""]

        environ = environ_of(data)
        if is_chunked:
            environ = environ_of(
                data, HTTP_TRANSFER_ENCODING="chunked", CONTENT_LENGTH=""
            )
            environ["wsgi.input_terminated"] = True
        else:
            environ["wsgi.input"] = Greedy(data)
        guard = orders.WSGIMiddleware(
            app, requests="report", max_body_bytes=limit, on_fault=lambda fault: None
        )
        list(guard(environ, lambda *facts: lambda data: None))
        assert b"".join(got) == data


class Closing:
    """An iterable that knows whether it was closed."""

    def __init__(self, chunks: list[bytes]) -> None:
        self.is_closed = False
        self._chunks = chunks

    def __iter__(self) -> Any:
        return iter(self._chunks)

    def close(self) -> None:
        """Remember it."""
        self.is_closed = True


@pytest.mark.parametrize("responses", ["off", "report", "refuse"])
def test_what_a_wsgi_app_gives_is_closed(orders: Any, responses: str) -> None:
    for headers in ([JSON, ("x-total", "1")], [JSON]):
        result = Closing([b'{"size"', b": 1}"])

        def app(
            environ: Any,
            start_response: Any,
            headers: Any = headers,
            result: Any = result,
        ) -> Closing:
            start_response("201 Created", headers)
            return result

        guard = orders.WSGIMiddleware(
            app, responses=responses, on_fault=lambda fault: None
        )
        got = guard(environ_of(b'{"size": 1}'), lambda *facts: lambda data: None)
        list(got)
        got.close()
        assert result.is_closed


@pytest.mark.parametrize("responses", ["off", "report", "refuse"])
def test_wsgi_apps_may_write_and_start_late(orders: Any, responses: str) -> None:
    headers = [JSON, ("x-total", "1")]

    def writing(environ: Any, start_response: Any) -> list[bytes]:
        write = start_response("201 Created", headers)
        write(b'{"size"')
        return [b": 1}"]

    def late(environ: Any, start_response: Any) -> Any:
        start_response("201 Created", headers)
        yield b'{"size"'
        yield b": 1}"

    def again(environ: Any, start_response: Any) -> list[bytes]:
        start_response("200 OK", [("content-type", "text/html")])
        try:
            raise ValueError
        except ValueError as error:
            start_response("201 Created", headers, (ValueError, error, None))
        return [b'{"size": 1}']

    for app in (writing, late, again):
        got: list[bytes] = []
        started: list[str] = []

        def start_response(
            status: str,
            headers: Any,
            exc_info: Any = None,
            got: Any = got,
            started: Any = started,
        ) -> Any:
            started.append(status)
            return got.append

        faults: list[Any] = []
        guard = orders.WSGIMiddleware(app, responses=responses, on_fault=faults.append)
        for piece in guard(environ_of(b'{"size": 1}'), start_response):
            assert started, "nothing goes out before the response has begun"
            got.append(piece)
        assert started[-1] == "201 Created" and b"".join(got) == b'{"size": 1}'
        assert len(faults) == (app is again and responses != "off")
