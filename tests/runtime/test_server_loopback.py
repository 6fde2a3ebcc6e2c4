"""The server runtime under uvicorn on a loopback port: what real clients see (V6)."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any

import httpx2
import pytest
import uvicorn
from pydantic import BaseModel

from .server_runtime import server


class Ask(BaseModel):
    """A request: how the stream goes on after its first item."""

    then: str = "end"


class Handlers:
    """Streams; `closed` tells that the generator was closed."""

    def __init__(self) -> None:
        self.closed = threading.Event()
        self.go = threading.Event()

    async def ask(self, request: Ask, context: Any) -> Any:
        """Answer with a stream."""
        return self._items(request.then)

    async def _items(self, then: str) -> AsyncIterator[dict[str, int]]:
        try:
            if then == "refuse":
                raise server.TooManyRequests("slow down", retry_after=1)
            yield {"n": 1}
            if then == "wait":
                await asyncio.to_thread(self.go.wait, 20)
            if then == "hang":
                await asyncio.Event().wait()
            if then == "fail":
                raise RuntimeError("secret")
            yield {"n": 2}
        finally:
            self.closed.set()


@contextmanager
def running(handlers: Handlers) -> Iterator[str]:
    """A server on a free port; gives its base URL."""
    ask = server.Endpoint(
        "ask",
        "POST",
        "/ask",
        "ask",
        lambda: server.Codec(
            bodies={"application/json": server.JsonBody(Ask)}, body_required=True
        ),
        streams=[server.StreamAnswer(200, "text/event-stream", "[DONE]")],
    )
    app = server.build_app(server.build_routes([(handlers, [ask])]))
    config = uvicorn.Config(app, log_level="critical", lifespan="off", ws="none")
    served = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=served.run, args=([listener],))
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            served.should_exit = True
            thread.join(20)


def test_whole_stream_and_early_refusal() -> None:
    with running(Handlers()) as url, httpx2.Client(base_url=url) as client:
        answer = client.post("/ask", json={})
        assert answer.text == 'data: {"n":1}\n\ndata: {"n":2}\n\ndata: [DONE]\n\n'
        refused = client.post("/ask", json={"then": "refuse"})
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "1")
        assert refused.json()["error"]["message"] == "slow down"


def test_items_arrive_one_by_one() -> None:
    handlers = Handlers()
    with (
        running(handlers) as url,
        httpx2.Client(base_url=url) as client,
        client.stream("POST", "/ask", json={"then": "wait"}) as answer,
    ):
        chunks = answer.iter_bytes()
        assert next(chunks) == b'data: {"n":1}\n\n'
        handlers.go.set()
        assert b"".join(chunks) == b'data: {"n":2}\n\ndata: [DONE]\n\n'


def test_a_failure_midway_is_seen_as_an_event_and_a_cut_body() -> None:
    seen = b""
    with running(Handlers()) as url, httpx2.Client(base_url=url) as client:
        with (
            pytest.raises(httpx2.RemoteProtocolError),
            client.stream("POST", "/ask", json={"then": "fail"}) as answer,
        ):
            for chunk in answer.iter_bytes():
                seen += chunk
        assert seen.startswith(b'data: {"n":1}\n\nevent: error\ndata: {"error":')
        assert b"[DONE]" not in seen
        assert b"secret" not in seen
        assert client.post("/ask", json={}).status_code == 200


def test_a_client_that_leaves_closes_the_generator() -> None:
    handlers = Handlers()
    with running(handlers) as url, httpx2.Client(base_url=url) as client:
        with client.stream("POST", "/ask", json={"then": "hang"}) as answer:
            assert next(answer.iter_bytes()) == b'data: {"n":1}\n\n'
        assert handlers.closed.wait(20)


def test_too_large_a_body_is_refused_before_it_is_sent() -> None:
    head = (
        "POST /ask HTTP/1.1",
        "host: test",
        "content-type: application/json",
        "content-length: 99999999",
    )
    with running(Handlers()) as url:
        host, _, port = url.removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port)), timeout=20) as connection:
            connection.sendall("\r\n".join([*head, "", ""]).encode())
            assert connection.recv(4096).startswith(b"HTTP/1.1 413 ")
