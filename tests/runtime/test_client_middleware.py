"""E9: functions of the caller around every attempt."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx2
import pytest

from .client_runtime import Naps, connect, connect_async, errors, load
from .fault_server import EVENTS, FaultServer

Operation = load("operation").Operation
Json = load("decoders").Json
GET = Operation("GET", "/x")


class Traced:
    """Notes what passes; a middleware for both flavours by its two methods."""

    def __init__(self, name: str, seen: list[str]) -> None:
        self.name = name
        self.seen = seen

    def sync(self, request: httpx2.Request, call_next: Any) -> httpx2.Response:
        """For synchronous clients."""
        self.seen.append(f"{self.name} out")
        request.headers["x-seen"] = f"{request.headers.get('x-seen', '')}{self.name}"
        response: httpx2.Response = call_next(request)
        self.seen.append(f"{self.name} {response.status_code}")
        return response

    async def later(self, request: httpx2.Request, call_next: Any) -> httpx2.Response:
        """For asynchronous ones."""
        self.seen.append(f"{self.name} out")
        request.headers["x-seen"] = f"{request.headers.get('x-seen', '')}{self.name}"
        response: httpx2.Response = await call_next(request)
        self.seen.append(f"{self.name} {response.status_code}")
        return response


def call(server: FaultServer, middleware: list[Any], **options: Any) -> Any:
    """The result of a sync call."""
    client = connect(server.url, Naps(), middleware=tuple(middleware), **options)
    try:
        return client.call(GET, Json[int])
    finally:
        client.close()


def call_async(server: FaultServer, middleware: list[Any], **options: Any) -> Any:
    """The result of an async call."""

    async def main() -> Any:
        client = connect_async(
            server.url, Naps(), middleware=tuple(middleware), **options
        )
        try:
            return await client.call(GET, Json[int])
        finally:
            await client.aclose()

    return asyncio.run(main())


@pytest.mark.parametrize(("make", "kind"), [(call, "sync"), (call_async, "later")])
def test_e9_each_attempt_passes_all_of_them(
    server: FaultServer, make: Any, kind: str
) -> None:
    server.then(b"{}", status=503).then(b"1")
    seen: list[str] = []
    chain = [getattr(Traced(name, seen), kind) for name in "ab"]
    assert make(server, chain) == 1
    assert seen == (
        ["a out", "b out", "b 503", "a 503", "a out", "b out", "b 200", "a 200"]
    )
    assert [request.headers["x-seen"] for request in server.requests] == ["ab", "ab"]


def answering(request: httpx2.Request, call_next: Any) -> httpx2.Response:
    return httpx2.Response(200, json=7)


async def answering_later(request: httpx2.Request, call_next: Any) -> httpx2.Response:
    return httpx2.Response(200, json=7)


def test_e9_one_may_answer_by_itself(server: FaultServer) -> None:
    assert call(server, [answering]) == 7
    assert call_async(server, [answering_later]) == 7
    assert server.requests == []


def test_e9_what_one_raises_is_not_retried(server: FaultServer) -> None:
    calls: list[int] = []

    def failing(request: httpx2.Request, call_next: Any) -> httpx2.Response:
        calls.append(1)
        raise RuntimeError("mine")

    with pytest.raises(RuntimeError, match="mine"):
        call(server, [failing])
    assert calls == [1]

    def lost(request: httpx2.Request, call_next: Any) -> httpx2.Response:
        calls.append(1)
        raise httpx2.ConnectError("gone")

    with pytest.raises(errors.APIConnectionError):
        call(server, [lost])
    assert len(calls) == 4


def test_e9_a_stream_passes_before_its_first_event(server: FaultServer) -> None:
    server.then(b"data: 1\n\n", b"data: 2\n\n", media=EVENTS)
    seen: list[str] = []
    client = connect(server.url, middleware=(Traced("a", seen).sync,))
    stream = client.stream(GET, Json[int])
    assert seen == ["a out", "a 200"]
    assert list(stream) == [1, 2]
    client.close()


def test_e9_the_flavour_is_checked_when_the_client_is_made(server: FaultServer) -> None:
    clients = load("clients")
    service = load("operation").Service("demo", "DEMO")
    with pytest.raises(TypeError, match="answering_later must be a function without"):
        clients.BaseClient(service, middleware=[answering_later])
    with pytest.raises(TypeError, match="answering must be an async function"):
        clients.BaseAsyncClient(service, middleware=[answering])
    with pytest.raises(TypeError, match="5 is no middleware"):
        clients.BaseClient(service, middleware=[5])

    class Callable:
        async def __call__(self, request: Any, call_next: Any) -> Any:
            return await call_next(request)

    clients.BaseAsyncClient(service, middleware=[Callable()])
    with pytest.raises(TypeError, match="without async"):
        clients.BaseClient(service, middleware=[Callable()])
    client = clients.BaseClient(service, middleware=[answering], base_url=server.url)
    assert client._transport.call(GET, Json[int]) == 7
    without = client.with_options(middleware=[])
    server.then(b"1")
    assert without._transport.call(GET, Json[int]) == 1
    client.close()


def test_e9_one_that_forgets_the_response_is_told(server: FaultServer) -> None:
    def forgetful(request: httpx2.Request, call_next: Any) -> None:
        call_next(request)

    server.then(b"1")
    with pytest.raises(TypeError, match="forgetful gave NoneType, not a response"):
        call(server, [forgetful])
