"""S13: streams that broke off go on after the last event, where the document says so."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from pydantic import BaseModel

from .client_runtime import Naps, connect, connect_async, errors, load
from .fault_server import EVENTS, FaultServer

decoders = load("decoders")
operation = load("operation")

WATCH = operation.Operation("GET", "/watch", sentinel="[DONE]", resumes=True)
POST = operation.Operation("POST", "/watch", sentinel="[DONE]", resumes=True)
PLAIN = operation.Operation("GET", "/watch", sentinel="[DONE]")
DONE = b"data: [DONE]\n\n"


class Tick(BaseModel):
    """An item."""

    n: int


def tick(n: int, more: bytes = b"") -> bytes:
    """An event with an id of its own."""
    return b'id: e%d\n%bdata: {"n":%d}\n\n' % (n, more, n)


@dataclass
class Read:
    """What came of a stream: its items, how it ended, and the waits between requests."""

    items: list[int] = field(default_factory=list)
    error: Exception | None = None
    waits: list[float] = field(default_factory=list)
    last_id: str = ""
    attempts: int = 0
    completed: bool = False

    def end(self, stream: Any) -> None:
        """Note what the stream says of itself."""
        self.last_id, self.attempts = stream.last_event_id, stream.attempts
        self.completed = stream.completed


def read_sync(server: FaultServer, call: Any = WATCH, **options: Any) -> Read:
    """Read a stream to its end."""
    naps, found = Naps(), Read()
    found.waits = naps.taken
    transport = connect(server.url, naps, **options)
    stream = transport.stream(call, decoders.Json[Tick])
    try:
        for item in stream:
            found.items.append(item.n)
    except errors.APIError as error:
        found.error = error
    found.end(stream)
    assert stream.response.is_closed
    transport.close()
    return found


def read_async(server: FaultServer, call: Any = WATCH, **options: Any) -> Read:
    """The same through the asynchronous transport."""

    async def main() -> Read:
        naps, found = Naps(), Read()
        found.waits = naps.taken
        transport = connect_async(server.url, naps, **options)
        stream = await transport.stream(call, decoders.Json[Tick])
        try:
            async for item in stream:
                found.items.append(item.n)
        except errors.APIError as error:
            found.error = error
        found.end(stream)
        assert stream.response.is_closed
        await transport.aclose()
        return found

    return asyncio.run(main())


both = pytest.mark.parametrize("read", [read_sync, read_async], ids=["sync", "async"])
Reader = Callable[..., Read]


def asked(server: FaultServer) -> list[str | None]:
    """The `Last-Event-ID` of each request."""
    return [request.headers.get("last-event-id") for request in server.requests]


@pytest.mark.parametrize("end", ["cut", "whole"])
@both
def test_s13_a_stream_goes_on_after_its_last_event(
    server: FaultServer, read: Reader, end: str
) -> None:
    server.then(tick(1), tick(2) + tick(3)[:9], media=EVENTS, end=end)
    server.then(tick(3), tick(4), DONE, media=EVENTS)
    found = read(server)
    assert (found.error, found.items) == (None, [1, 2, 3, 4])
    assert asked(server) == [None, "e2"]
    assert (found.last_id, found.attempts, found.completed) == ("e4", 2, True)
    assert found.waits == [0.5]


@both
def test_s13_only_what_the_document_says_it_of(
    server: FaultServer, read: Reader
) -> None:
    server.then(tick(1), media=EVENTS, end="cut").then(DONE, media=EVENTS)
    found = read(server, PLAIN)
    assert found.items == [1] and len(server.requests) == 1
    assert type(found.error) is errors.APIConnectionError


@both
def test_s13_without_an_id_there_is_nowhere_to_go_on(
    server: FaultServer, read: Reader
) -> None:
    server.then(b'data: {"n":1}\n\n', media=EVENTS).then(DONE, media=EVENTS)
    found = read(server)
    assert found.items == [1] and len(server.requests) == 1
    assert type(found.error) is errors.StreamTruncatedError


@both
def test_s13_a_post_that_says_so_goes_on_too(server: FaultServer, read: Reader) -> None:
    server.then(tick(1), media=EVENTS, end="cut").then(tick(2), DONE, media=EVENTS)
    assert read(server, POST).items == [1, 2]


@both
def test_s13_the_server_says_how_long_to_wait(
    server: FaultServer, read: Reader
) -> None:
    server.then(b"retry: 1500\n" + tick(1), media=EVENTS, end="cut")
    server.then(b"retry: 9999999999\n" + tick(2), media=EVENTS, end="cut")
    server.then(DONE, media=EVENTS)
    found = read(server)
    assert found.items == [1, 2]
    assert found.waits == [1.5, 60.0]


@both
def test_s13_an_id_lasts_until_another_one_comes(
    server: FaultServer, read: Reader
) -> None:
    server.then(tick(1), b"id: quiet\n\n", media=EVENTS, end="cut")
    server.then(b'data: {"n":2}\n\n', media=EVENTS, end="cut")
    server.then(DONE, media=EVENTS)
    found = read(server)
    assert (found.items, found.last_id) == ([1, 2], "quiet")
    assert asked(server) == [None, "quiet", "quiet"]


@both
def test_s13_going_on_counts_as_a_retry(server: FaultServer, read: Reader) -> None:
    server.then(tick(1), media=EVENTS, end="cut")
    server.then(status=503, media="")
    server.then(tick(2), media=EVENTS, end="cut")
    server.then(tick(3), DONE, media=EVENTS)
    found = read(server)
    assert found.items == [1, 2] and len(server.requests) == 3
    assert type(found.error) is errors.APIConnectionError
    assert found.error.attempts == 3
    server.requests.clear()
    server.answers.clear()
    server.then(tick(1), media=EVENTS, end="cut")
    assert read(server, max_retries=0).items == [1]
    assert len(server.requests) == 1


@both
def test_s13_what_the_server_refuses_is_raised(
    server: FaultServer, read: Reader
) -> None:
    server.then(tick(1), media=EVENTS, end="cut").then(b"{}", status=404)
    found = read(server)
    assert found.items == [1]
    assert type(found.error) is errors.NotFoundError


@both
def test_s13_no_later_than_the_deadline(server: FaultServer, read: Reader) -> None:
    server.then(b"retry: 30000\n" + tick(1), media=EVENTS, end="cut")
    found = read(server, deadline=20.0)
    assert found.items == [1] and len(server.requests) == 1
    assert type(found.error) is errors.APIConnectionError


@both
def test_s13_an_id_of_any_letters_is_sent_back(
    server: FaultServer, read: Reader
) -> None:
    server.then("id: grüß\n".encode() + b'data: {"n":1}\n\n', media=EVENTS)
    server.then(DONE, media=EVENTS)
    assert read(server).error is None
    found = asked(server)[1]
    assert found is not None and found.encode("latin-1").decode() == "grüß"


@pytest.mark.parametrize("id", [b"a\x01b", b" a ", b"x" * 2000, b"\x7f"])
def test_s13_an_id_that_no_header_holds_is_not_sent(
    server: FaultServer, id: bytes
) -> None:
    server.then(b"id: " + id + b'\ndata: {"n":1}\n\n', media=EVENTS)
    server.then(DONE, media=EVENTS)
    found = read_sync(server)
    assert type(found.error) is errors.StreamTruncatedError
    assert len(server.requests) == 1


def test_s13_a_stream_that_was_left_is_not_asked_for(server: FaultServer) -> None:
    server.then(tick(1), media=EVENTS, end="cut")
    transport = connect(server.url)
    with transport.stream(WATCH, decoders.Json[Tick]) as stream:
        assert next(stream).n == 1
    assert list(stream) == []
    assert len(server.requests) == 1
    transport.close()


def test_s13_cancelling_the_wait_ends_the_stream(server: FaultServer) -> None:
    server.then(b"retry: 30000\n" + tick(1), media=EVENTS, end="cut")
    begin = time.monotonic()

    async def main() -> None:
        load_async = load("async_transport")
        from .client_runtime import settings_for

        transport = load_async.AsyncTransport(settings_for(server.url))
        stream = await transport.stream(WATCH, decoders.Json[Tick])
        first = asyncio.Event()

        async def read() -> None:
            async for _ in stream:
                first.set()

        task = asyncio.create_task(read())
        await first.wait()
        await asyncio.sleep(0.1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert stream.response.is_closed
        assert [item async for item in stream] == []
        await transport.aclose()

    asyncio.run(main())
    assert time.monotonic() - begin < 20
    assert len(server.requests) == 1
