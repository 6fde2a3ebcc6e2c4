"""Responses: what is as documented goes out as it came, the rest is told or refused."""

from __future__ import annotations

import asyncio
import queue
import threading
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

import pytest
from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route

from .apps import JSON, KINDS, Kind, Script, ask, guarded, serving, told

GET = "/orders/7?limit=1"
TOTAL = ("x-total", "1")
EVENTS = ("content-type", "text/event-stream")
Fault = tuple[str, str, str, str]

GOOD: list[tuple[str, str, Script]] = [
    ("GET", GET, Script(headers=[JSON, TOTAL], chunks=[b'{"si', b"", b'ze" :1.0}\n'])),
    ("GET", GET, Script(headers=[JSON, TOTAL], chunks=[b'{"size": 1}'])),
    ("HEAD", GET, Script(headers=[JSON, TOTAL], chunks=[])),
    (
        "GET",
        GET,
        Script(404, [("Content-Type", "application/problem+json; x=y")], [b"{}"]),
    ),
    ("GET", "/orders/ABC", Script(204, [], [])),
    ("GET", "/orders/ABC", Script(500, [("content-type", "text/html")], [b"<p>"])),
    (
        "GET",
        "/orders/1/files/ab",
        Script(200, [("content-type", "application/octet-stream")], [b"\0", b"\xff"]),
    ),
    (
        "GET",
        "/live",
        Script(
            headers=[EVENTS],
            chunks=[b'event: begin\r\ndata: {"size"', b": 1}\r\n\r", b"\n: ping\n\n"],
        ),
    ),
    ("GET", "/undocumented", Script(299, [("x", "y")], [b"z"])),
]

WRONG: list[tuple[str, Script, list[Fault]]] = [
    (GET, Script(201, [JSON, TOTAL]), [("status", "", "", "responses")]),
    (GET, Script(500, [JSON, TOTAL]), [("status", "", "", "responses")]),
    (GET, Script(headers=[JSON]), [("header", "X-Total", "", "required")]),
    (
        GET,
        Script(headers=[TOTAL]),
        [("header", "content-type", "", "contentMediaType")],
    ),
    (
        GET,
        Script(headers=[("content-type", "text/html")]),
        [
            ("header", "X-Total", "", "required"),
            ("header", "content-type", "", "contentMediaType"),
        ],
    ),
    (
        GET,
        Script(headers=[JSON, TOTAL], chunks=[b"{}"]),
        [("body", "", "/size", "required")],
    ),
    (
        GET,
        Script(headers=[JSON, TOTAL], chunks=[b'{"size": "', b'1", "notes": [1]}']),
        [("body", "", "/size", "type"), ("body", "", "/notes/0", "type")],
    ),
    (
        GET,
        Script(headers=[JSON, TOTAL], chunks=[b'{"size": NaN}']),
        [("body", "", "", "format")],
    ),
    (GET, Script(headers=[JSON, TOTAL], chunks=[]), [("body", "", "", "required")]),
    (
        GET,
        Script(404, [("content-type", "application/problem+json")], [b"[]"]),
        [("body", "", "", "type")],
    ),
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("mode", ["report", "refuse"])
def test_what_is_as_documented_goes_out_as_it_came(
    orders: Any, kind: Kind, mode: str
) -> None:
    for method, path, script in GOOD:
        with serving(kind, script.of(kind)) as url:
            expected = ask(url, method, path)
        with guarded(orders, kind, script.of(kind), responses=mode) as (url, faults):
            found = ask(url, method, path)
        assert told(faults) == [], (method, path, script)
        assert found.own == expected.own


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("case", range(len(WRONG)))
def test_what_is_not_is_told(orders: Any, kind: Kind, case: int) -> None:
    path, script, expected = WRONG[case]
    with serving(kind, script.of(kind)) as url:
        before = ask(url, "GET", path)
    with guarded(orders, kind, script.of(kind)) as (url, faults):
        assert ask(url, "GET", path).own == before.own
    assert told(faults) == expected
    assert {fault.direction for fault in faults} == {"response"}
    assert {fault.status for fault in faults} == {script.status}
    assert not any(fault.is_refused for fault in faults)
    with guarded(orders, kind, script.of(kind), responses="off") as (url, faults):
        assert ask(url, "GET", path).own == before.own
    assert faults == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("case", range(len(WRONG)))
def test_what_is_not_can_be_refused(orders: Any, kind: Kind, case: int) -> None:
    path, script, expected = WRONG[case]
    with guarded(orders, kind, script.of(kind), responses="refuse") as (url, faults):
        answer = ask(url, "GET", path)
    assert told(faults) == expected
    assert all(fault.is_refused for fault in faults)
    assert answer.status == 500
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json() == {
        "type": "about:blank",
        "title": "Internal Server Error",
        "status": 500,
    }


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("mode", ["report", "refuse"])
def test_large_and_compressed_bodies_pass(orders: Any, kind: Kind, mode: str) -> None:
    large = [b'{"size": "' + b"x" * 600, b"y" * 600, b"z" * 600, b'"}']
    squeezed = [JSON, TOTAL, ("content-encoding", "br")]
    for script in (
        Script(headers=[JSON, TOTAL], chunks=large),
        Script(headers=squeezed, chunks=[b"\0"]),
    ):
        with guarded(
            orders, kind, script.of(kind), responses=mode, max_body_bytes=1000
        ) as (url, faults):
            answer = ask(url, "GET", GET)
        assert answer.status == 200 and answer.body == b"".join(script.chunks)
        assert faults == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("mode", ["report", "refuse"])
def test_items_of_streams_are_checked(orders: Any, kind: Kind, mode: str) -> None:
    lines = [b'{"size": 1}\n{"si', b'ze": "2"}\n\n{"size": 3}\n', b"{", b"\n[]"]
    script = Script(headers=[("content-type", "application/jsonl")], chunks=lines)
    with guarded(orders, kind, script.of(kind), responses=mode) as (url, faults):
        sent = {"content-type": "application/jsonl"}
        answer = ask(url, "POST", "/lines", sent, b'{"size": 1}')
    assert answer.status == 200 and answer.body == b"".join(lines)
    assert told(faults) == [
        ("body", "", "/1/size", "type"),
        ("body", "", "/3", "format"),
        ("body", "", "/4", "type"),
    ]
    assert not any(fault.is_refused for fault in faults)


@pytest.mark.parametrize("kind", KINDS)
def test_whole_events_are_checked(orders: Any, kind: Kind) -> None:
    events = (
        b"\xef\xbb\xbfevent: begin\ndata: {}\n\n"
        b'event: middle\rdata: {"size":\rdata: 1}\r\r'
        b'data: {"size": 1}\nid: 3\nretry: 5\n\n'
        b'event: end\ndata: {"size": 2}\n\n'
        b"event: end\n\nevent: end\ndata: {"
    )
    for chunks in ([events], [bytes([byte]) for byte in events]):
        script = Script(headers=[EVENTS], chunks=chunks)
        with guarded(orders, kind, script.of(kind)) as (url, faults):
            assert ask(url, "GET", "/live").body == events
        assert told(faults) == [
            ("body", "", "/0/data/size", "required"),
            ("body", "", "/1/event", "enum"),
            ("body", "", "/2/event", "required"),
        ]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("mode", ["report", "refuse"])
def test_a_stream_is_not_held_back(orders: Any, kind: Kind, mode: str) -> None:
    """The app sends its second event only when the first one has arrived."""
    arrived: queue.Queue[None] = queue.Queue()
    first, second = b'event: begin\ndata: {"size": 1}\n\n', b"event: end\ndata: 1\n\n"

    async def asgi(scope: Any, receive: Any, send: Any) -> None:
        raw = [(EVENTS[0].encode(), EVENTS[1].encode())]
        await send({"type": "http.response.start", "status": 200, "headers": raw})
        await send({"type": "http.response.body", "body": first, "more_body": True})
        await asyncio.to_thread(arrived.get, timeout=30)
        await send({"type": "http.response.body", "body": second})

    def wsgi(environ: Any, start_response: Any) -> Any:
        start_response("200 OK", [EVENTS])
        yield first
        arrived.get(timeout=30)
        yield second

    app = asgi if kind == "asgi" else wsgi
    with guarded(orders, kind, app, responses=mode) as (url, faults):
        place = urlsplit(url)
        connection = HTTPConnection(place.hostname or "", place.port, timeout=30)
        connection.request("GET", "/live")
        answer = connection.getresponse()
        assert answer.read(len(first)) == first
        arrived.put(None)
        assert answer.read() == second
        connection.close()
    assert told(faults) == [("body", "", "/1/data", "type")]


def test_starlette_apps_work_behind_it(orders: Any) -> None:
    """Mounted, with work behind the response, a stream, a failure."""
    done, free = threading.Event(), threading.Event()

    async def get(request: Request) -> Response:
        def work() -> None:
            assert free.wait(30)
            done.set()

        size = int(request.path_params["id"])
        if size == 9:
            raise RuntimeError("out of order")
        content = {"size": size}
        headers = {"x-total": "1"}
        return JSONResponse(content, headers=headers, background=BackgroundTask(work))

    async def live(request: Request) -> Response:
        async def events() -> Any:
            for size in range(2):
                yield f'event: begin\ndata: {{"size": {size}}}\n\n'

        return StreamingResponse(events(), media_type="text/event-stream")

    routes = [Route("/orders/{id}", get), Route("/live", live)]
    faults: list[Any] = []
    inner = orders.ASGIMiddleware(
        Starlette(routes=routes), on_fault=faults.append, responses="refuse"
    )
    mounted = Starlette(routes=[Mount("/deep", app=inner)])
    added = Starlette(routes=routes)
    added.add_middleware(orders.ASGIMiddleware, responses="refuse")
    for app, path in ((mounted, "/deep"), (added, "")):
        done.clear(), free.clear()
        with serving("asgi", app) as url:
            assert ask(url, "GET", f"{path}{GET}").json() == {"size": 7}
            assert not done.is_set()
            free.set()
            assert done.wait(30)
            assert ask(url, "GET", f"{path}/orders/7").status == 400
            assert ask(url, "GET", f"{path}/live").body.count(b"\n\n") == 2
            assert ask(url, "GET", f"{path}/orders/9?limit=1").status == 500
    assert told(faults) == [
        ("query", "limit", "", "required"),
        ("status", "", "", "responses"),
    ]


def test_flask_apps_work_behind_it(orders: Any) -> None:
    flask = pytest.importorskip("flask")
    app = flask.Flask("shop")

    @app.post("/orders")
    def add() -> Any:
        content = flask.request.get_json()
        return flask.jsonify(content), 201, {"x-total": "1"}

    app.wsgi_app = orders.WSGIMiddleware(app.wsgi_app, responses="refuse")
    with serving("wsgi", app) as url:
        sent = {"content-type": "application/json"}
        assert ask(url, "POST", "/orders", sent, b'{"size": 1}').json() == {"size": 1}
        assert ask(url, "POST", "/orders", sent, b'{"size": ""}').status == 422
        assert ask(url, "GET", "/orders").status == 405
