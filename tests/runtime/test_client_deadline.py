"""C9: one deadline bounds a whole call, retries and the last byte included."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import httpx2
import pytest

from .client_runtime import (
    Naps,
    async_transport,
    connect,
    connect_async,
    errors,
    load,
    settings_for,
    transport,
)
from .fault_server import EVENTS, FaultServer

Operation = load("operation").Operation
Json = load("decoders").Json
deadline = load("deadline")
timeout_of = load("settings").timeout_of

GET = Operation("GET", "/x")
DRIPPING = [b"1"] + [b" "] * 100
"""A body whose every byte comes in time, and whose last one does not."""


def failing_sync(server: FaultServer, naps: Naps, **options: Any) -> Any:
    """The error of a sync call."""
    client = connect(server.url, naps, **options)
    with pytest.raises(errors.APIError) as caught:
        client.call(GET, Json[int])
    client.close()
    return caught.value


def failing_async(server: FaultServer, naps: Naps, **options: Any) -> Any:
    """The error of an async call."""

    async def main() -> Any:
        client = connect_async(server.url, naps, **options)
        with pytest.raises(errors.APIError) as caught:
            await client.call(GET, Json[int])
        await client.aclose()
        return caught.value

    return asyncio.run(main())


FLAVOURS = pytest.mark.parametrize("failing", [failing_sync, failing_async])


def took(call: Callable[[], Any]) -> tuple[Any, float]:
    begin = time.monotonic()
    return call(), time.monotonic() - begin


@FLAVOURS
def test_c9_no_byte_after_the_deadline(server: FaultServer, failing: Any) -> None:
    server.then(*DRIPPING, pause=0.05)
    error, seconds = took(lambda: failing(server, Naps(), deadline=0.3))
    assert isinstance(error, errors.APITimeoutError)
    assert "longer than its deadline of 0.3 s" in str(error)
    assert 0.25 < seconds < 2.0
    assert len(server.requests) == 1


@FLAVOURS
def test_c9_a_silent_server_is_left_at_the_deadline(
    server: FaultServer, failing: Any
) -> None:
    server.then(b"1", end="hang")
    error, seconds = took(lambda: failing(server, Naps(), deadline=0.3))
    assert isinstance(error, errors.APITimeoutError) and error.attempts == 1
    assert 0.25 < seconds < 2.0


@FLAVOURS
def test_c9_a_timeout_that_ends_sooner_still_does(
    server: FaultServer, failing: Any
) -> None:
    server.then(b"1", end="hang")
    options = {"deadline": 30.0, "timeout": timeout_of(0.1), "max_retries": 1}
    error, seconds = took(lambda: failing(server, Naps(), **options))
    assert "network timed out" in str(error) and error.attempts == 2
    assert seconds < 5.0


@FLAVOURS
def test_r8_no_retry_that_would_begin_after_the_deadline(
    server: FaultServer, failing: Any
) -> None:
    server.then(b"{}", status=503, headers=[("Retry-After", "5")])
    naps = Naps()
    error = failing(server, naps, deadline=3.0)
    assert error.status_code == 503 and error.attempts == 1 and naps.taken == []


@FLAVOURS
def test_c9_retries_go_on_within_the_deadline(
    server: FaultServer, failing: Any
) -> None:
    server.then(b"{}", status=503)
    naps = Naps()
    error = failing(server, naps, deadline=30.0)
    assert error.status_code == 503 and error.attempts == 3 and len(naps.taken) == 2


def test_c9_a_slow_credential_counts(server: FaultServer) -> None:
    server.then(b"1")

    def key() -> str:
        time.sleep(0.2)
        return "k"

    error = failing_sync(server, Naps(), deadline=0.1, api_key=key)
    assert isinstance(error, errors.APITimeoutError) and server.requests == []

    async def later() -> str:
        await asyncio.sleep(5)
        return "k"

    error, seconds = took(
        lambda: failing_async(server, Naps(), deadline=0.1, api_key=later)
    )
    assert isinstance(error, errors.APITimeoutError) and server.requests == []
    assert seconds < 2.0


EVENT = b"data: 1\n\n"


def test_c9_a_stream_ends_at_the_deadline(server: FaultServer) -> None:
    server.then(*[EVENT] * 100, media=EVENTS, pause=0.05)
    client = connect(server.url, deadline=0.4)
    got: list[int] = []
    begin = time.monotonic()
    with pytest.raises(errors.APITimeoutError, match=r"deadline of 0\.4 s"):
        got.extend(client.stream(GET, Json[int]))
    assert 0.3 < time.monotonic() - begin < 2.0
    assert 0 < len(got) < 50
    client.close()


def test_c9_an_async_stream_ends_at_the_deadline(server: FaultServer) -> None:
    server.then(EVENT, EVENT, media=EVENTS, end="hang")

    async def main() -> None:
        client = connect_async(server.url, deadline=0.3)
        got: list[int] = []
        begin = time.monotonic()
        with pytest.raises(errors.APITimeoutError, match=r"deadline of 0\.3 s"):
            async for item in await client.stream(GET, Json[int]):
                got.append(item)
        assert got == [1, 1]
        assert 0.2 < time.monotonic() - begin < 2.0
        await client.aclose()

    asyncio.run(main())


def test_c7_a_call_has_a_deadline_of_its_own(server: FaultServer) -> None:
    server.then(b"{}", status=503, headers=[("Retry-After", "2")])
    naps = Naps()
    client = connect(server.url, naps, deadline=1.0)
    for seconds, attempts in ((None, 3), (30, 3), (0.5, 1)):
        with pytest.raises(errors.APIStatusError) as caught:
            client.call(GET, Json[int], options={"deadline": seconds})
        assert caught.value.attempts == attempts
    client.close()


@pytest.mark.parametrize("value", [0, -1, True, "5", float("nan"), float("inf")])
def test_c9_a_deadline_is_a_time(server: FaultServer, value: object) -> None:
    client = connect(server.url)
    with pytest.raises(ValueError, match="deadline"):
        client.call(GET, Json[int], options={"deadline": value})
    client.close()


def test_c9_a_client_of_the_caller_is_bounded_between_reads(
    server: FaultServer,
) -> None:
    server.then(*DRIPPING, pause=0.05)
    http = httpx2.Client()
    client = transport.Transport(settings_for(server.url, deadline=0.3), http)
    begin = time.monotonic()
    with pytest.raises(errors.APITimeoutError):
        client.call(GET, Json[int])
    assert time.monotonic() - begin < 2.0
    http.close()

    async def main() -> None:
        async with httpx2.AsyncClient() as own:
            client = async_transport.AsyncTransport(
                settings_for(server.url, deadline=0.3), own
            )
            with pytest.raises(errors.APITimeoutError):
                await client.call(GET, Json[int])

    asyncio.run(main())


def test_c9_the_next_call_of_a_connection_has_its_own_time(server: FaultServer) -> None:
    server.then(b"1")
    client = connect(server.url, deadline=0.5)
    for _ in range(4):
        assert client.call(GET, Json[int]) == 1
        time.sleep(0.2)
    assert server.connections == 1
    client.close()
