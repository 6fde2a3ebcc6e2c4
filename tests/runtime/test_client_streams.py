"""Streams over loopback HTTP: what arrives, what is raised, what becomes of connections."""

from __future__ import annotations

import asyncio
import gc
import json
import time
from collections.abc import Callable
from typing import Any

import httpx2
import pytest
from pydantic import BaseModel

from .client_runtime import (
    Naps,
    connect,
    connect_async,
    errors,
    load,
    settings_for,
    transport,
)
from .fault_server import EVENTS, FaultServer

decoders = load("decoders")
operation = load("operation")
streams = load("streams")

WATCH = operation.Operation("POST", "/watch", sentinel="[DONE]")
OPEN_END = operation.Operation("GET", "/watch")
LINES = operation.Operation("GET", "/lines", stream="application/jsonl")
DONE = b"data: [DONE]\n\n"


class Tick(BaseModel):
    """An item."""

    n: int


def tick(n: int) -> bytes:
    return b'data: {"n":%d}\n\n' % n


def collect(server: FaultServer, call: Any = WATCH, **options: Any) -> list[Any]:
    """The items of a stream, read to the end."""
    transport = connect(server.url, **options)
    try:
        return list(transport.stream(call, decoders.Json[Tick]))
    finally:
        transport.close()


def collect_async(server: FaultServer, call: Any = WATCH, **options: Any) -> list[Any]:
    """The same through the asynchronous transport."""

    async def main() -> list[Any]:
        transport = connect_async(server.url, **options)
        try:
            stream = await transport.stream(call, decoders.Json[Tick])
            return [item async for item in stream]
        finally:
            await transport.aclose()

    return asyncio.run(main())


both = pytest.mark.parametrize("read", [collect, collect_async], ids=["sync", "async"])
Read = Callable[..., list[Any]]


@both
def test_items_arrive_typed(server: FaultServer, read: Read) -> None:
    server.then(tick(1) + b": ping\n\n" + tick(2)[:5], tick(2)[5:], DONE, media=EVENTS)
    assert read(server) == [Tick(n=1), Tick(n=2)]
    assert server.requests[0].headers["accept"] == EVENTS


@both
def test_a_charset_does_not_matter(server: FaultServer, read: Read) -> None:
    server.then(tick(1), DONE, media="Text/Event-Stream; charset=UTF-8")
    assert read(server) == [Tick(n=1)]


@both
def test_nothing_after_the_sentinel_is_parsed(server: FaultServer, read: Read) -> None:
    server.then(tick(1) + b"data:  [DONE] \n\ndata: {broken\n\n", media=EVENTS)
    assert read(server) == [Tick(n=1)]


@both
def test_without_a_sentinel_the_end_is_the_end(server: FaultServer, read: Read) -> None:
    server.then(tick(1), tick(2), media=EVENTS)
    assert read(server, OPEN_END) == [Tick(n=1), Tick(n=2)]


@both
def test_lines_of_json(server: FaultServer, read: Read) -> None:
    server.then(b'{"n":1}\n{"n"', b":2}", media="application/jsonl")
    assert read(server, LINES) == [Tick(n=1), Tick(n=2)]


BROKEN = [
    ("no sentinel", [tick(1)], {}, "StreamTruncatedError"),
    ("cut", [tick(1)], {"end": "cut"}, "APIConnectionError"),
    ("bad JSON", [tick(1) + b"data: {oops\n\n", DONE], {}, "StreamDecodeError"),
    ("empty data", [tick(1) + b"data:\n\n", DONE], {}, "StreamDecodeError"),
    (
        "error member",
        [tick(1) + b'data: {"error":{"message":"out","type":"t"}}\n\n'],
        {},
        "StreamErrorEvent",
    ),
    (
        "error event",
        [tick(1) + b'event: error\ndata: {"message":"out"}\n\n'],
        {},
        "StreamErrorEvent",
    ),
    (
        "error type",
        [tick(1) + b'data: {"type":"error","message":"out","code":"c"}\n\n'],
        {},
        "StreamErrorEvent",
    ),
    (
        "error with a status",
        [tick(1) + b'data: {"error":{"message":"out","code":429}}\n\n'],
        {},
        "RateLimitError",
    ),
]


@pytest.mark.parametrize(
    ("parts", "options", "expected"),
    [row[1:] for row in BROKEN],
    ids=[r[0] for r in BROKEN],
)
def test_what_goes_wrong_is_raised_after_what_went_well(
    server: FaultServer, parts: list[bytes], options: Any, expected: str
) -> None:
    headers = [("X-Request-Id", "req-1")]
    server.then(*parts, media=EVENTS, headers=headers, **options)
    transport = connect(server.url)
    found: list[Any] = []
    with pytest.raises(getattr(errors, expected)) as caught:
        found.extend(iter_into(transport.stream(WATCH, decoders.Json[Tick]), found))
    assert found == [Tick(n=1)]
    assert caught.value.request_id == "req-1"
    assert type(caught.value) is getattr(errors, expected)
    transport.close()

    async def main() -> None:
        transport = connect_async(server.url)
        got: list[Any] = []
        with pytest.raises(getattr(errors, expected)):
            async for item in await transport.stream(WATCH, decoders.Json[Tick]):
                got.append(item)
        assert got == [Tick(n=1)]
        await transport.aclose()

    asyncio.run(main())


def iter_into(stream: Any, found: list[Any]) -> list[Any]:
    for item in stream:
        found.append(item)
    return []


def test_an_error_event_tells_what_the_server_said(server: FaultServer) -> None:
    detail = {"message": "too much", "type": "limit", "code": "c", "param": "p"}
    server.then(
        b"data: " + json.dumps({"error": detail}).encode() + b"\n\n", media=EVENTS
    )
    with pytest.raises(errors.StreamErrorEvent) as caught:
        collect(server)
    error = caught.value
    assert error.message == "too much"
    assert (error.type, error.code, error.param) == ("limit", "c", "p")
    assert error.body == {"error": detail}


def test_an_item_that_says_error_somewhere_is_an_item(server: FaultServer) -> None:
    server.then(b'data: {"n":1,"error":null,"of":["error"]}\n\n', DONE, media=EVENTS)
    assert [item.n for item in collect(server)] == [1]


@pytest.mark.parametrize("media", ["text/html", "application/json", ""])
@both
def test_another_media_type_is_refused(
    server: FaultServer, read: Read, media: str
) -> None:
    server.then(b"<html>" + b"x" * 5000, media=media)
    with pytest.raises(errors.UnexpectedContentTypeError) as caught:
        read(server)
    assert len(caught.value.body) == 2048
    assert "<html>" not in str(caught.value)


@both
def test_a_shape_that_differs_is_kept_or_refused(
    server: FaultServer, read: Read
) -> None:
    server.then(b'data: {"n":"many"}\n\n', DONE, media=EVENTS)
    (item,) = read(server)
    assert isinstance(item, BaseModel)
    assert dict(item) == {"n": "many"}
    with pytest.raises(errors.ResponseValidationError):
        read(server, response_mode="strict")


@both
def test_a_stream_is_retried_before_its_first_event(
    server: FaultServer, read: Read
) -> None:
    server.then(status=503, media="").then(tick(1), DONE, media=EVENTS)
    assert read(server) == [Tick(n=1)]
    assert len(server.requests) == 2


def test_twenty_streams_use_one_connection(server: FaultServer) -> None:
    server.then(tick(1), DONE, media=EVENTS)
    transport = connect(server.url)
    for _ in range(20):
        assert list(transport.stream(WATCH, decoders.Json[Tick])) == [Tick(n=1)]
    assert server.connections == 1
    transport.close()


def test_twenty_asynchronous_streams_use_one_connection(server: FaultServer) -> None:
    server.then(tick(1), DONE, media=EVENTS)

    async def main() -> None:
        transport = connect_async(server.url)
        for _ in range(20):
            stream = await transport.stream(WATCH, decoders.Json[Tick])
            assert [item async for item in stream] == [Tick(n=1)]
            assert stream.completed
        await transport.aclose()

    asyncio.run(main())
    assert server.connections == 1


def given(server: FaultServer, client: httpx2.Client) -> Any:
    """A transport through a client of the caller's."""
    return transport.Transport(settings_for(server.url), client, sleep=Naps())


def test_s6_a_client_that_was_given_keeps_its_connection(server: FaultServer) -> None:
    """The mark and the end of the response come apart, so there is something to read."""
    server.then(tick(1), DONE, media=EVENTS, pause=0.01)
    with httpx2.Client() as client:
        for _ in range(20):
            stream = given(server, client).stream(WATCH, decoders.Json[Tick])
            assert list(stream) == [Tick(n=1)]
        assert server.connections == 1


def test_s6_a_client_that_was_given_waits_for_no_end(server: FaultServer) -> None:
    """Its connection is shut down after a tenth of a second, and another one is made."""
    server.then(tick(1), DONE, media=EVENTS, end="hang").then(
        tick(2), DONE, media=EVENTS
    )
    with httpx2.Client(timeout=30) as client:
        start = time.monotonic()
        for number in (1, 2):
            stream = given(server, client).stream(WATCH, decoders.Json[Tick])
            assert list(stream) == [Tick(n=number)]
            assert stream.completed
        assert time.monotonic() - start < 10
    assert server.connections == 2


@both
def test_a_server_that_never_ends_is_not_waited_for(
    server: FaultServer, read: Read
) -> None:
    server.then(tick(1), DONE, media=EVENTS, end="hang")
    start = time.monotonic()
    assert read(server) == [Tick(n=1)]
    assert time.monotonic() - start < 5


def one_connection(server: FaultServer) -> Any:
    """A transport whose pool has one connection, and waits half a second for it."""
    import httpx2

    settings = load("settings")
    pool = load("pool")
    old, pool.LIMITS = pool.LIMITS, httpx2.Limits(max_connections=1)
    try:
        return connect(server.url, timeout=settings.timeout_of(2.0))
    finally:
        pool.LIMITS = old


def test_leaving_a_loop_gives_the_connection_back(server: FaultServer) -> None:
    server.then(tick(1), tick(2), DONE, media=EVENTS)
    transport = one_connection(server)
    gc.disable()
    try:
        for _ in range(3):
            for item in transport.stream(WATCH, decoders.Json[Tick]):
                assert item == Tick(n=1)
                break
        for _ in range(3):
            transport.stream(WATCH, decoders.Json[Tick])
        assert len(list(transport.stream(WATCH, decoders.Json[Tick]))) == 2
    finally:
        gc.enable()
        transport.close()


def test_leaving_an_asynchronous_loop_does_too(server: FaultServer) -> None:
    import httpx2

    server.then(tick(1), tick(2), DONE, media=EVENTS)

    async def main() -> None:
        limits = httpx2.Limits(max_connections=1)
        http = httpx2.AsyncClient(limits=limits, timeout=2.0)
        settings = load("settings")
        made = load("async_transport").AsyncTransport(
            load_settings(server, timeout=settings.timeout_of(2.0)), http
        )
        for _ in range(3):
            async for item in await made.stream(WATCH, decoders.Json[Tick]):
                assert item == Tick(n=1)
                break
        for _ in range(3):
            await made.stream(WATCH, decoders.Json[Tick])
        stream = await made.stream(WATCH, decoders.Json[Tick])
        assert len([item async for item in stream]) == 2
        await http.aclose()

    gc.disable()
    try:
        asyncio.run(main())
    finally:
        gc.enable()


def load_settings(server: FaultServer, **options: Any) -> Any:
    from .client_runtime import settings_for

    return settings_for(server.url, **options)


def test_closing_a_stream(server: FaultServer) -> None:
    server.then(tick(1), tick(2), media=EVENTS, end="hang")
    transport = connect(server.url)
    with transport.stream(WATCH, decoders.Json[Tick]) as stream:
        assert next(stream) == Tick(n=1)
    assert list(stream) == []
    assert not stream.completed
    assert stream.response.is_closed
    transport.close()


def test_cancelling_a_reader_closes_its_connection(server: FaultServer) -> None:
    server.then(tick(1), media=EVENTS, end="hang")

    async def main() -> None:
        transport = connect_async(server.url)
        stream = await transport.stream(WATCH, decoders.Json[Tick])
        first = asyncio.Event()

        async def read() -> None:
            async for _ in stream:
                first.set()

        task = asyncio.create_task(read())
        await first.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert stream.response.is_closed
        await transport.aclose()

    asyncio.run(main())


def test_events_carry_id_name_and_retry_time(server: FaultServer) -> None:
    server.then(b"event: tick\nid: 4\nretry: 9\n" + tick(1), DONE, media=EVENTS)
    transport = connect(server.url)
    stream = transport.stream(WATCH, decoders.Json[Tick])
    (event,) = stream.events()
    assert (event.text, event.event, event.id, event.retry) == (
        '{"n":1}',
        "tick",
        "4",
        9,
    )
    assert stream.last_event_id == "4"
    transport.close()

    async def main() -> None:
        transport = connect_async(server.url)
        stream = await transport.stream(WATCH, decoders.Json[Tick])
        assert [event.id async for event in stream.events()] == ["4"]
        await transport.aclose()

    asyncio.run(main())


@both
def test_s7_a_stream_without_its_end_may_be_taken_as_it_is(
    server: FaultServer, read: Read
) -> None:
    server.then(tick(1), tick(2), media=EVENTS)
    with pytest.raises(errors.StreamTruncatedError):
        read(server)
    assert read(server, ignore_truncation=True) == [Tick(n=1), Tick(n=2)]
    server.answers.clear()
    server.then(tick(1), media=EVENTS, end="cut")
    with pytest.raises(errors.APIConnectionError):
        read(server, ignore_truncation=True)


def test_s7_whether_a_stream_was_complete_is_told(server: FaultServer) -> None:
    server.then(tick(1), media=EVENTS).then(tick(1), DONE, media=EVENTS)
    base = load("clients").BaseClient(
        operation.Service("demo", "DEMO"), base_url=server.url
    )
    client = base.with_options(on_truncation="ignore")
    told = []
    for _ in range(2):
        stream = client._transport.stream(WATCH, decoders.Json[Tick])
        assert list(stream) == [Tick(n=1)]
        told.append(stream.completed)
    assert told == [False, True]
    back = client.with_options(on_truncation="raise")._transport.settings
    assert not back.ignore_truncation
    base.close()
