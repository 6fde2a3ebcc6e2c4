"""Apps that answer in every way that they may, while rules see request and response."""

from __future__ import annotations

import asyncio
import gzip
import json
import queue
import sys
import threading
from collections.abc import AsyncIterator
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

import pytest
from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from .apps import JSON, KINDS, Kind, ask, guarded, serving, told

SENT = {"content-type": "application/json"}
BEDS = ("exchange", "", "/response/beds", "x-validations")


def wish(guests: int) -> bytes:
    """A request; whatever is asked for, the apps here have two beds."""
    return json.dumps({"guests": guests}).encode()


def written(environ: Any, start_response: Any) -> Any:
    """Written while the app runs, by the `write` of PEP 3333."""
    write = start_response("200 OK", [JSON])
    write(b'{"be')
    write(b'ds": 2}')
    return []


def in_pieces(environ: Any, start_response: Any) -> Any:
    """Started by the first piece, which is empty."""
    start_response("200 OK", [JSON])
    yield b""
    yield b'{"beds"'
    yield b": 2}"


def started_twice(environ: Any, start_response: Any) -> Any:
    """Another status than it first said, since something failed."""
    start_response("204 None", [("x-first", "1")])
    try:
        raise ValueError
    except ValueError:
        start_response("200 OK", [JSON], sys.exc_info())
    return [b'{"beds": 2}']


@pytest.mark.parametrize("app", [written, in_pieces, started_twice])
@pytest.mark.parametrize("mode", ["report", "refuse"])
def test_ways_of_wsgi(rooms: Any, app: Any, mode: str) -> None:
    with serving("wsgi", app) as url:
        expected = ask(url, "POST", "/rooms", SENT, wish(2)).own
    with guarded(rooms, "wsgi", app, responses=mode) as (url, faults):
        assert ask(url, "POST", "/rooms", SENT, wish(2)).own == expected
        # That nothing is documented for the first status, is told as well.
        first = [one for one in told(faults) if one[0] != "status"]
        assert first == []
        faults.clear()
        status = ask(url, "POST", "/rooms", SENT, wish(3)).status
        assert status == (500 if mode == "refuse" else 200)
    assert told(faults)[-1] == BEDS


DONE: queue.Queue[str] = queue.Queue()


async def book(request: Request) -> Response:
    """Answers in the way that the query names."""
    way = request.query_params.get("way", "")
    if way == "fails":
        raise RuntimeError("out of order")
    if way == "refuses":
        raise HTTPException(409, "full")
    if way == "work":
        task = BackgroundTask(DONE.put, "done")
        return JSONResponse({"beds": 2}, background=task)
    if way == "pieces":

        async def pieces() -> AsyncIterator[str]:
            for sign in '{"beds": 2}':
                yield sign

        return StreamingResponse(pieces(), media_type="application/json")
    return JSONResponse({"beds": 2})


@pytest.mark.parametrize("mode", ["report", "refuse"])
@pytest.mark.parametrize("requests", ["off", "refuse"])
def test_ways_of_starlette(rooms: Any, mode: str, requests: str) -> None:
    app = Starlette(routes=[Route("/rooms", book, methods=["POST"])])
    options = {"responses": mode, "requests": requests}
    with guarded(rooms, "asgi", app, **options) as (url, faults):
        for way in ("", "work", "pieces"):
            answer = ask(url, "POST", f"/rooms?way={way}", SENT, wish(2))
            assert (answer.status, answer.json()) == (200, {"beds": 2})
        assert faults == []
        for way in ("", "work", "pieces"):
            answer = ask(url, "POST", f"/rooms?way={way}", SENT, wish(3))
            assert answer.status == (500 if mode == "refuse" else 200)
        assert [DONE.get(timeout=30) for _ in range(2)] == ["done", "done"]
    assert told(faults) == [BEDS] * 3
    with guarded(rooms, "asgi", app, **options) as (url, faults):
        refused = ask(url, "POST", "/rooms?way=refuses", SENT, wish(3)).status
        assert refused == (500 if mode == "refuse" else 409)
        assert ask(url, "POST", "/rooms?way=fails", SENT, wish(3)).status == 500
    assert {one[0] for one in told(faults)} == {"status"}


@pytest.mark.parametrize("mode", ["report", "refuse"])
def test_what_is_compressed_is_looked_into(rooms: Any, mode: str) -> None:
    app = Starlette(routes=[Route("/rooms", book, methods=["POST"])])
    app.add_middleware(GZipMiddleware, minimum_size=1)
    sent = {**SENT, "accept-encoding": "gzip"}
    with guarded(rooms, "asgi", app, responses=mode) as (url, faults):
        for way in ("", "pieces"):
            path = f"/rooms?way={way}"
            answer = ask(url, "POST", path, sent, wish(2))
            assert answer.headers["content-encoding"] == "gzip"
            assert gzip.decompress(answer.body) in (b'{"beds":2}', b'{"beds": 2}')
            status = ask(url, "POST", path, sent, wish(3)).status
            assert status == (500 if mode == "refuse" else 200)
    assert told(faults) == [BEDS] * 2


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("requests", ["off", "report", "refuse"])
@pytest.mark.parametrize("mode", ["report", "refuse"])
def test_a_stream_is_not_held_back(
    completions: Any, kind: Kind, requests: str, mode: str
) -> None:
    """The second event comes when the first has arrived, though rules see the request."""
    arrived: queue.Queue[None] = queue.Queue()
    first, second = b": first\n\n", b"data: [DONE]\n\n"
    events = ("content-type", "text/event-stream")

    async def asgi(scope: Any, receive: Any, send: Any) -> None:
        raw = [(events[0].encode(), events[1].encode())]
        await send({"type": "http.response.start", "status": 200, "headers": raw})
        await send({"type": "http.response.body", "body": first, "more_body": True})
        await asyncio.to_thread(arrived.get, timeout=30)
        await send({"type": "http.response.body", "body": second})

    def wsgi(environ: Any, start_response: Any) -> Any:
        start_response("200 OK", [events])
        yield first
        arrived.get(timeout=30)
        yield second

    app = asgi if kind == "asgi" else wsgi
    options = {"requests": requests, "responses": mode}
    asked = json.dumps({"model": "m", "prompt": "a", "n": 2, "stream": True}).encode()
    with guarded(completions, kind, app, **options) as (url, faults):
        place = urlsplit(url)
        connection = HTTPConnection(place.hostname or "", place.port, timeout=30)
        connection.request("POST", "/v1/completions", asked, SENT)
        answer = connection.getresponse()
        assert answer.read(len(first)) == first
        arrived.put(None)
        assert answer.read() == second
        connection.close()
    assert faults == []


def test_many_calls_at_once_are_not_mixed_up(rooms: Any) -> None:
    """Each answer is held against its own request."""

    async def slow(request: Request) -> Response:
        guests = (await request.json())["guests"]
        await asyncio.sleep(0.01 * (guests % 5))
        return JSONResponse({"beds": guests - guests % 2})

    app = Starlette(routes=[Route("/rooms", slow, methods=["POST"])])
    found: dict[int, int] = {}
    with guarded(rooms, "asgi", app, responses="refuse") as (url, faults):

        def call(guests: int) -> None:
            found[guests] = ask(url, "POST", "/rooms", SENT, wish(guests)).status

        threads = [threading.Thread(target=call, args=(one,)) for one in range(2, 22)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert found == {one: 500 if one % 2 else 200 for one in range(2, 22)}
    assert told(faults) == [BEDS] * 10
