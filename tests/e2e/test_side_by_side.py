"""The generated client beside the `openai` package: one server, the same calls.

What ours does is held to the contract. What theirs does is recorded, so that a new
version which does something else is noticed; where it is not what the contract asks for,
ours is the better one.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import completions
import httpx2
import openai
import pytest

from ..runtime.fault_server import EVENTS, Answer, FaultServer, running
from .side_by_side import (
    ASKED,
    BYTES,
    CUT_OFF,
    DONE,
    ERROR,
    FAULTS,
    WHOLE,
    Bytes,
    Fault,
    both_later,
    event,
    ours,
    outcome,
    texts,
    theirs,
)


@pytest.fixture
def server() -> Iterator[FaultServer]:
    with running() as found:
        yield found


FAULT_NAMES = [fault.name for fault in FAULTS]


@pytest.mark.parametrize("fault", FAULTS, ids=FAULT_NAMES)
def test_faults(server: FaultServer, fault: Fault) -> None:
    server.answers.append(fault.answer)
    with ours(server.url) as own, theirs(server.url) as other:
        assert outcome(own, fault.stream) == fault.ours
        assert outcome(other, fault.stream) in fault.theirs


@pytest.mark.parametrize("fault", FAULTS, ids=FAULT_NAMES)
def test_faults_asynchronously(server: FaultServer, fault: Fault) -> None:
    server.answers.append(fault.answer)
    own, other = both_later(server.url, fault.stream)
    assert own == fault.ours
    assert other in fault.theirs


@pytest.mark.parametrize("given", BYTES, ids=[given.name for given in BYTES])
def test_bytes_of_streams(server: FaultServer, given: Bytes) -> None:
    server.then(*given.chunks, DONE, media=EVENTS)
    with ours(server.url) as own, theirs(server.url) as other:
        assert texts(own) == given.expected
        assert texts(other) in given.theirs


def test_an_event_that_the_end_cuts_off(server: FaultServer) -> None:
    server.then(CUT_OFF, media=EVENTS)
    with ours(server.url, on_truncation="ignore") as own, theirs(server.url) as other:
        assert texts(own) == "a"
        assert texts(other) == "a"


STATUSES = (400, 401, 403, 404, 408, 409, 413, 422, 429, 500, 502, 503, 504, 529)


def attempts(server: FaultServer, client: Any, answer: Answer, **asked: Any) -> int:
    """How often a client sends a request that is always answered so."""
    server.answers[:] = [answer]
    before = len(server.requests)
    with closing(client), pytest.raises((completions.APIError, openai.APIError)):
        client.completions.create(**ASKED, **asked)
    return len(server.requests) - before


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("status", STATUSES)
def test_r4_the_same_number_of_attempts(
    server: FaultServer, status: int, stream: bool
) -> None:
    soon = [("retry-after-ms", "1")]
    answer = Answer((ERROR,), status=status, headers=soon)
    asked = {"stream": stream}
    own = attempts(server, ours(server.url, max_retries=2), answer, **asked)
    assert own == attempts(server, theirs(server.url, max_retries=2), answer, **asked)
    assert own == (3 if status in (408, 409, 429) or status >= 500 else 1)


@pytest.mark.parametrize("status", [501, 505])
def test_r3_what_will_not_pass_is_not_tried_again(
    server: FaultServer, status: int
) -> None:
    answer = Answer((ERROR,), status=status, headers=[("retry-after-ms", "1")])
    assert attempts(server, ours(server.url, max_retries=2), answer) == 1
    assert attempts(server, theirs(server.url, max_retries=2), answer) in {1, 3}


def test_r4_a_connection_that_drops_is_tried_again(server: FaultServer) -> None:
    answer = Answer(status=0)
    assert attempts(server, ours(server.url, max_retries=1), answer) == 2
    assert attempts(server, theirs(server.url, max_retries=1), answer) == 2


@pytest.mark.parametrize("advice", ["true", "false"])
def test_r5_what_the_server_advises(server: FaultServer, advice: str) -> None:
    for status in (400, 500):
        headers = [("x-should-retry", advice), ("retry-after-ms", "1")]
        answer = Answer((ERROR,), status=status, headers=headers)
        expected = 3 if advice == "true" else 1
        assert attempts(server, ours(server.url, max_retries=2), answer) == expected
        assert attempts(server, theirs(server.url, max_retries=2), answer) == expected


def test_c5_no_key_for_another_host(server: FaultServer) -> None:
    with running() as elsewhere:
        elsewhere.then(WHOLE)
        target = f"{elsewhere.url.replace('127.0.0.1', 'localhost')}/completions"
        server.then(b"", status=307, headers=[("Location", target)])
        for make in (ours, theirs):
            with make(server.url) as client:
                outcome(client, stream=False)
        assert all("authorization" not in each.headers for each in elsewhere.requests)
        assert all("authorization" in each.headers for each in server.requests)


def read(client: Any) -> None:
    """A stream, to its end."""
    assert len(list(client.completions.create(**ASKED, stream=True))) == 1


def test_s6_twenty_streams_in_a_row(server: FaultServer) -> None:
    server.then(event("a"), DONE, media=EVENTS)
    with ours(server.url) as own:
        for _ in range(20):
            read(own)
    assert server.connections == 1
    with theirs(server.url) as other:
        for _ in range(20):
            read(other)
    assert 2 <= server.connections <= 21


def test_s6_twenty_asynchronous_streams_in_a_row(server: FaultServer) -> None:
    server.then(event("a"), DONE, media=EVENTS)

    async def main(client: Any) -> int:
        before = server.connections
        async with client:
            for _ in range(20):
                stream = await client.completions.create(**ASKED, stream=True)
                assert len([item async for item in stream]) == 1
        return server.connections - before

    given: dict[str, Any] = {"api_key": "sk-none", "base_url": server.url}
    assert asyncio.run(main(completions.AsyncClient(**given))) == 1
    assert asyncio.run(main(openai.AsyncOpenAI(**given))) <= 20


def breaks(client: Any) -> None:
    """Leave a stream in the middle, and drop it."""
    for _ in client.completions.create(**ASKED, stream=True):
        break


def drops(client: Any) -> None:
    """Drop a stream that nobody has read."""
    client.completions.create(**ASKED, stream=True)


def survived(make: Callable[..., Any], url: str, leave: Callable[[Any], None]) -> int:
    """How many of five streams can be left before a pool of three has no connection.

    Without the garbage collector, on which nobody can rely to come in time.
    """
    http = httpx2.Client(limits=httpx2.Limits(max_connections=3))
    timeout = httpx2.Timeout(10, pool=0.2)
    gc.disable()
    try:
        with make(url, http_client=http, timeout=timeout) as client:
            for number in range(5):
                try:
                    leave(client)
                except (completions.APITimeoutError, openai.APITimeoutError):
                    return number
        return 5
    finally:
        gc.enable()
        http.close()


@pytest.mark.parametrize("leave", [breaks, drops])
def test_s12_streams_that_are_left(
    server: FaultServer, leave: Callable[[Any], None]
) -> None:
    server.then(event("a"), media=EVENTS, end="hang")
    assert survived(ours, server.url, leave) == 5
    assert survived(theirs, server.url, leave) in {3, 5}


def test_r11_a_stream_that_fails_before_its_first_event(server: FaultServer) -> None:
    soon = [("retry-after-ms", "1")]
    for make in (ours, theirs):
        server.answers[:] = [
            Answer((ERROR,), status=503, headers=soon),
            Answer((event("a"), DONE), media=EVENTS),
        ]
        with make(server.url, max_retries=1) as client:
            assert texts(client) == "a"
    assert len(server.requests) == 4
