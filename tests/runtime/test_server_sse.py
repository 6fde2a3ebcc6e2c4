"""Streams of the server runtime (V3 and V6): what goes over the wire, and when."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from pydantic import BaseModel

from .server_runtime import Violation, request, server


class Ask(BaseModel):
    """A request that may ask for a stream."""

    text: str
    stream: bool | None = None


class Piece(BaseModel):
    """An item of a stream."""

    text: str
    reason: str | None = None


class Handlers:
    """Streams what the test says and notes when its generator is closed."""

    def __init__(self, *steps: object, wrong: bool = False) -> None:
        self.steps = steps
        self.wrong = wrong
        self.closed = asyncio.Event()

    async def ask(self, request: Ask, context: Any) -> Any:
        """Answer whole or as a stream."""
        if bool(request.stream) is self.wrong:
            return Piece(text="whole")
        return self._pieces()

    async def _pieces(self) -> AsyncIterator[Piece]:
        try:
            for step in self.steps:
                if isinstance(step, Exception):
                    raise step
                if isinstance(step, float):
                    await asyncio.sleep(step)
                elif step is None:
                    await asyncio.Event().wait()
                else:
                    yield Piece(text=str(step))
        finally:
            await asyncio.sleep(0)
            self.closed.set()


def codec() -> Any:
    """How `ask` reads its body."""
    return server.Codec(
        bodies={"application/json": server.JsonBody(Ask)}, body_required=True
    )


def make_app(handlers: object, **options: Any) -> Any:
    """An application of one operation that answers whole or as a stream."""
    ask = server.Endpoint(
        "ask",
        "POST",
        "/ask",
        "ask",
        codec,
        (server.Answer(200, "application/json"),),
        [server.StreamAnswer(200, "text/event-stream", "[DONE]", "stream")],
    )
    made = server.ServerOptions(**options)
    return server.build_app(
        server.build_routes([(handlers, [ask])], options=made), made
    )


class Wire:
    """One request as a server would bring it to the application."""

    def __init__(self, body: object) -> None:
        self.sent: list[dict[str, Any]] = []
        self.left = asyncio.Event()
        self.on_send: Callable[[int], None] = lambda count: None
        self._body: bytes | None = json.dumps(body).encode()

    async def receive(self) -> dict[str, Any]:
        """The body, then nothing until the client leaves."""
        if self._body is not None:
            body, self._body = self._body, None
            return {"type": "http.request", "body": body, "more_body": False}
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        """Note what is sent."""
        self.sent.append(message)
        self.on_send(len(self.sent))
        await asyncio.sleep(0)

    async def run(self, app: Any) -> None:
        """Call the application."""
        headers = [(b"content-type", b"application/json")]
        scope = {
            "type": "http",
            "method": "POST",
            "path": "/ask",
            "headers": headers,
            "query_string": b"",
        }
        await asyncio.wait_for(app(scope, self.receive, self.send), 20)

    @property
    def status(self) -> int:
        """The status that went out."""
        status: int = self.sent[0]["status"]
        return status

    @property
    def body(self) -> bytes:
        """All of the body that went out."""
        return b"".join(message.get("body", b"") for message in self.sent)

    @property
    def complete(self) -> bool:
        """Whether the body was ended properly."""
        last = self.sent[-1]
        return "body" in last and not last.get("more_body", False)


async def _run(handlers: Handlers, body: object, **options: Any) -> Wire:
    wire = Wire(body)
    await wire.run(make_app(handlers, **options))
    return wire


STREAM = {"text": "x", "stream": True}


def test_stream_ends_with_the_sentinel() -> None:
    async def main() -> None:
        wire = await _run(Handlers("a", "b"), STREAM)
        assert wire.body == (
            b'data: {"text":"a"}\n\ndata: {"text":"b"}\n\ndata: [DONE]\n\n'
        )
        assert wire.complete
        headers = dict(wire.sent[0]["headers"])
        assert headers[b"content-type"] == b"text/event-stream; charset=utf-8"
        assert headers[b"cache-control"] == b"no-cache"
        assert headers[b"x-accel-buffering"] == b"no"
        assert headers[b"x-request-id"].startswith(b"req_")

    asyncio.run(main())


def test_empty_stream_is_only_the_sentinel() -> None:
    async def main() -> None:
        wire = await _run(Handlers(), STREAM)
        assert (wire.status, wire.body) == (200, b"data: [DONE]\n\n")

    asyncio.run(main())


def test_whole_answer_when_no_stream_is_asked_for() -> None:
    async def main() -> None:
        wire = await _run(Handlers(), {"text": "x"})
        assert json.loads(wire.body) == {"text": "whole"}

    asyncio.run(main())


@pytest.mark.parametrize("body", [STREAM, {"text": "x"}])
def test_result_must_agree_with_the_selector(body: object) -> None:
    async def main() -> None:
        wire = await _run(Handlers("a", wrong=True), body)
        assert wire.status == 500
        assert b"stream" not in wire.body

    asyncio.run(main())


@pytest.mark.parametrize(
    ("error", "status"),
    [(server.TooManyRequests("slow down", retry_after=1.2), 429), (KeyError("x"), 500)],
)
def test_error_before_the_first_item_is_a_real_status(
    error: Exception, status: int
) -> None:
    async def main() -> None:
        handlers = Handlers(error)
        wire = await _run(handlers, STREAM)
        assert wire.status == status
        assert "error" in json.loads(wire.body)
        assert wire.complete
        assert handlers.closed.is_set()
        if status == 429:
            assert (b"retry-after", b"2") in wire.sent[0]["headers"]

    asyncio.run(main())


def test_later_error_is_one_event_without_sentinel_and_cuts_the_body() -> None:
    async def main() -> None:
        handlers = Handlers("a", RuntimeError("secret"))
        wire = Wire(STREAM)
        with pytest.raises(RuntimeError):
            await wire.run(make_app(handlers))
        first, second, rest = wire.body.split(b"\n\n")
        assert first == b'data: {"text":"a"}'
        name, data = second.split(b"\n")
        assert name == b"event: error"
        assert (
            json.loads(data.removeprefix(b"data: "))["error"]["type"] == "server_error"
        )
        assert rest == b""
        assert b"secret" not in wire.body
        assert not wire.complete
        assert handlers.closed.is_set()

    asyncio.run(main())


def test_later_http_error_keeps_its_message() -> None:
    async def main() -> None:
        wire = Wire(STREAM)
        error = server.BadRequest("too long", param="text", code="long")
        with pytest.raises(server.BadRequest):
            await wire.run(make_app(Handlers("a", error)))
        data = wire.body.split(b"data: ")[-1]
        assert json.loads(data)["error"] == {
            "message": "too long",
            "type": "invalid_request_error",
            "param": "text",
            "code": "long",
        }

    asyncio.run(main())


def test_generator_is_closed_when_the_client_leaves_midway() -> None:
    async def main() -> None:
        handlers = Handlers("a", None)
        wire = Wire(STREAM)
        wire.on_send = lambda count: wire.left.set() if count == 2 else None
        await wire.run(make_app(handlers))
        assert handlers.closed.is_set()
        assert b"[DONE]" not in wire.body
        assert not wire.complete

    asyncio.run(main())


def test_generator_is_closed_when_the_client_leaves_before_the_first_item() -> None:
    async def main() -> None:
        handlers = Handlers(None)
        wire = Wire(STREAM)
        asyncio.get_running_loop().call_later(0.01, wire.left.set)
        await wire.run(make_app(handlers))
        assert handlers.closed.is_set()
        assert wire.sent == []

    asyncio.run(main())


def test_generator_is_closed_when_the_server_stops() -> None:
    async def main() -> None:
        handlers = Handlers("a", None)
        wire = Wire(STREAM)
        started = asyncio.Event()
        wire.on_send = lambda count: started.set() if count == 2 else None
        task = asyncio.create_task(wire.run(make_app(handlers)))
        await started.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert handlers.closed.is_set()

    asyncio.run(main())


def test_generator_is_closed_when_sending_fails() -> None:
    async def main() -> None:
        handlers = Handlers("a", "b", None)
        wire = Wire(STREAM)

        def fail(count: int) -> None:
            if count == 3:
                raise OSError("gone")

        wire.on_send = fail
        await wire.run(make_app(handlers))
        assert handlers.closed.is_set()

    asyncio.run(main())


class Stubborn(Handlers):
    """Goes on after it was cancelled."""

    async def _pieces(self) -> AsyncIterator[Piece]:
        try:
            yield Piece(text="a")
            while not self.closed.is_set():
                try:
                    await asyncio.sleep(60)
                except asyncio.CancelledError:
                    yield Piece(text="late")
        finally:
            self.closed.set()


def test_nothing_is_sent_to_a_client_that_has_left() -> None:
    async def main() -> None:
        handlers = Stubborn()
        wire = Wire(STREAM)
        wire.on_send = lambda count: wire.left.set() if count == 2 else None
        await wire.run(make_app(handlers))
        assert handlers.closed.is_set()
        assert b"late" not in wire.body

    asyncio.run(main())


def test_pings_fill_silence_but_never_come_before_the_first_item() -> None:
    async def main() -> None:
        wire = await _run(Handlers(0.1, "a", 0.1, "b"), STREAM, ping_interval=0.01)
        assert wire.sent[0]["type"] == "http.response.start"
        assert wire.sent[1]["body"] == b'data: {"text":"a"}\n\n'
        assert b": ping\n\n" in [message["body"] for message in wire.sent[2:]]
        assert wire.body.replace(b": ping\n\n", b"") == (
            b'data: {"text":"a"}\n\ndata: {"text":"b"}\n\ndata: [DONE]\n\n'
        )

    asyncio.run(main())


def test_no_pings_when_switched_off() -> None:
    async def main() -> None:
        wire = await _run(Handlers("a", 0.05, "b"), STREAM, ping_interval=None)
        assert b"ping" not in wire.body

    asyncio.run(main())


def test_json_lines_have_neither_pings_nor_event_names() -> None:
    async def main() -> None:
        lines = server.Endpoint(
            "lines",
            "POST",
            "/ask",
            "ask",
            codec,
            streams=[server.StreamAnswer(200, "application/jsonl")],
        )
        options = server.ServerOptions(ping_interval=0.01)
        app = server.build_app(
            server.build_routes([(Handlers("a", 0.05, "b"), [lines])], options=options)
        )
        wire = Wire(STREAM)
        await wire.run(app)
        assert wire.body == b'{"text":"a"}\n{"text":"b"}\n'

    asyncio.run(main())


def test_items_are_checked_when_asked_for() -> None:
    async def main() -> None:
        violation = Violation("/text", "type", "is wrong")
        ask = server.Endpoint(
            "ask",
            "POST",
            "/ask",
            "ask",
            lambda: server.Codec(
                bodies={"application/json": server.JsonBody(Ask)},
                checks={
                    "200 text/event-stream": lambda item: (
                        [violation] if item["text"] == "b" else None
                    )
                },
            ),
            streams=[server.StreamAnswer(200, "text/event-stream", "[DONE]")],
        )
        options = server.ServerOptions(validate_responses=True)
        app = server.build_app(
            server.build_routes([(Handlers("b"), [ask])], options=options), options
        )
        wire = Wire(STREAM)
        await wire.run(app)
        assert wire.status == 500

    asyncio.run(main())


def test_a_real_client_reads_it() -> None:
    answer = request(make_app(Handlers("a")), "POST", "/ask", json=STREAM)
    assert answer.text == 'data: {"text":"a"}\n\ndata: [DONE]\n\n'
