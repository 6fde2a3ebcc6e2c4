"""E9: OpenTelemetry makes one span of each call, its attempts and stream in it."""

from __future__ import annotations

import asyncio
import contextvars
import gc
from typing import Any

import httpx2
import pytest
from opentelemetry import trace

from .client_runtime import Naps, connect, connect_async, errors, load
from .fault_server import EVENTS, FaultServer
from .spans import Recorder

decoders = load("decoders")
operation = load("operation")
Json = decoders.Json

GET = operation.Operation("GET", "/things/{id}")
WATCH = operation.Operation("GET", "/watch", sentinel="[DONE]", resumes=True)
DONE = b"data: [DONE]\n\n"


@pytest.fixture
def recorder() -> Recorder:
    return Recorder()


def call(server: FaultServer, recorder: Recorder, **options: Any) -> Any:
    """The result of a call."""
    client = connect(server.url, tracing=recorder.tracing, **options)
    try:
        return client.call(GET, Json[int], path={"id": "a b"}, query={"q": "hush"})
    finally:
        client.close()


def call_async(server: FaultServer, recorder: Recorder, **options: Any) -> Any:
    """The same through the asynchronous transport."""

    async def main() -> Any:
        client = connect_async(server.url, tracing=recorder.tracing, **options)
        try:
            return await client.call(
                GET, Json[int], path={"id": "a b"}, query={"q": "hush"}
            )
        finally:
            await client.aclose()

    return asyncio.run(main())


both = pytest.mark.parametrize("make", [call, call_async], ids=["sync", "async"])


@both
def test_e9_a_call_is_one_span(
    server: FaultServer, recorder: Recorder, make: Any
) -> None:
    server.then(b"7")
    assert make(server, recorder) == 7
    span = recorder.one()
    port = int(server.url.rpartition(":")[2])
    assert span.name == "GET /things/{id}"
    assert span.kind is trace.SpanKind.CLIENT
    assert span.instrumentation_scope is not None
    assert span.instrumentation_scope.name == "demo"
    assert dict(span.attributes or {}) == {
        "http.request.method": "GET",
        "server.address": "127.0.0.1",
        "server.port": port,
        "url.full": f"{server.url}/things/a%20b",
        "url.template": "/things/{id}",
        "http.response.status_code": 200,
    }
    assert span.status.is_unset


@both
def test_e9_attempts_are_inside_of_one_span(
    server: FaultServer, recorder: Recorder, make: Any
) -> None:
    server.then(status=503).then(status=0).then(b"7")
    assert make(server, recorder) == 7
    span = recorder.one()
    facts = dict(span.attributes or {})
    assert facts["http.request.resend_count"] == 2
    assert facts["http.response.status_code"] == 200
    assert "error.type" not in facts and span.status.is_unset
    context = span.get_span_context()
    assert context is not None
    assert len(server.requests) == 3
    for request in server.requests:
        version, trace_id, span_id, flags = request.headers["traceparent"].split("-")
        assert (version, int(trace_id, 16)) == ("00", context.trace_id)
        assert int(span_id, 16) == context.span_id and int(flags, 16) & 1


@both
def test_e9_a_failure_is_told_by_its_kind(
    server: FaultServer, recorder: Recorder, make: Any
) -> None:
    server.then(b'{"message":"hush"}', status=404)
    with pytest.raises(errors.NotFoundError):
        make(server, recorder)
    server.answers.clear()
    server.then(status=0)
    with pytest.raises(errors.APIConnectionError):
        make(server, recorder, max_retries=0)
    refused, lost = recorder.spans
    assert (refused.attributes or {})["http.response.status_code"] == 404
    assert (refused.attributes or {})["error.type"] == "404"
    assert "http.response.status_code" not in (lost.attributes or {})
    assert (lost.attributes or {})["error.type"] == "APIConnectionError"
    for span in (refused, lost):
        assert not span.status.is_ok and not span.status.is_unset
        assert span.status.description is None and not span.events
        assert "hush" not in span.to_json() and "sk-canary" not in span.to_json()


def test_e9_the_span_is_the_parent_of_what_happens_inside(
    server: FaultServer, recorder: Recorder
) -> None:
    tracer = recorder.provider.get_tracer("test")

    def traced(request: httpx2.Request, call_next: Any) -> httpx2.Response:
        with tracer.start_as_current_span("inner"):
            response: httpx2.Response = call_next(request)
            return response

    server.then(b"1")
    with tracer.start_as_current_span("outer"):
        assert call(server, recorder, middleware=(traced,)) == 1
    inner, own, outer = recorder.spans
    assert (inner.name, outer.name) == ("inner", "outer")
    assert inner.parent == own.get_span_context()
    assert own.parent == outer.get_span_context()


@both
def test_e9_what_a_middleware_raises_ends_it(
    server: FaultServer, recorder: Recorder, make: Any
) -> None:
    def failing(request: httpx2.Request, call_next: Any) -> httpx2.Response:
        raise RuntimeError("mine")

    async def failing_later(request: httpx2.Request, call_next: Any) -> httpx2.Response:
        raise RuntimeError("mine")

    one = failing if make is call else failing_later
    with pytest.raises(RuntimeError, match="mine"):
        make(server, recorder, middleware=(one,))
    assert (recorder.one().attributes or {})["error.type"] == "RuntimeError"


def watch(server: FaultServer, recorder: Recorder, **options: Any) -> Any:
    """A client and its stream."""
    client = connect(server.url, Naps(), tracing=recorder.tracing, **options)
    return client, client.stream(WATCH, Json[int])


def events(server: FaultServer, *parts: bytes, **options: Any) -> FaultServer:
    """Have the server send events."""
    return server.then(*parts, media=EVENTS, **options)


def test_e9_a_stream_ends_its_span_at_its_end(
    server: FaultServer, recorder: Recorder
) -> None:
    events(server, b"data: 1\n\n", b"data: 2\n\n", DONE)
    client, stream = watch(server, recorder)
    assert next(stream) == 1
    assert recorder.spans == ()
    assert not trace.get_current_span().is_recording()
    assert list(stream) == [2]
    facts = recorder.one().attributes or {}
    assert facts["http.response.status_code"] == 200 and "error.type" not in facts
    client.close()


def test_e9_so_do_leaving_and_forgetting_a_stream(
    server: FaultServer, recorder: Recorder
) -> None:
    events(server, b"data: 1\n\n", end="hang")
    client, stream = watch(server, recorder)
    with stream:
        pass
    assert len(recorder.spans) == 1
    gc.disable()
    try:
        for _ in client.stream(WATCH, Json[int]):
            break
        assert len(recorder.spans) == 2
        client.stream(WATCH, Json[int])
        assert len(recorder.spans) == 3
    finally:
        gc.enable()
    assert not any("error.type" in (span.attributes or {}) for span in recorder.spans)
    client.close()


BROKEN = [
    ([b"data: 1\n\n"], "whole", "StreamTruncatedError"),
    ([b"data: 1\n\n"], "cut", "APIConnectionError"),
    ([b"data: oops\n\n", DONE], "whole", "StreamDecodeError"),
    ([b'event: error\ndata: {"code":429}\n\n'], "whole", "RateLimitError"),
]


@pytest.mark.parametrize(("parts", "end", "kind"), BROKEN)
def test_e9_a_stream_that_fails_says_so(
    server: FaultServer, recorder: Recorder, parts: list[bytes], end: str, kind: str
) -> None:
    events(server, *parts, end=end)
    client, stream = watch(server, recorder)
    with pytest.raises(errors.APIError):
        list(stream)
    client.close()

    async def main() -> None:
        other = connect_async(server.url, Naps(), tracing=recorder.tracing)
        with pytest.raises(errors.APIError):
            async for _ in await other.stream(WATCH, Json[int]):
                pass
        await other.aclose()

    asyncio.run(main())
    found = [(span.attributes or {}).get("error.type") for span in recorder.spans]
    assert found == [kind, kind]
    assert not any(span.status.is_unset for span in recorder.spans)


def test_e9_asynchronous_streams_end_their_spans_too(
    server: FaultServer, recorder: Recorder
) -> None:
    events(server, b"data: 1\n\n", b"data: 2\n\n", DONE)

    async def main() -> list[int]:
        client = connect_async(server.url, tracing=recorder.tracing)
        counts = []
        async for _ in await client.stream(WATCH, Json[int]):
            counts.append(len(recorder.spans))
        counts.append(len(recorder.spans))
        async with await client.stream(WATCH, Json[int]):
            pass
        counts.append(len(recorder.spans))
        stream = await client.stream(WATCH, Json[int])
        del stream
        for _ in range(200):
            if len(recorder.spans) > 2:
                break
            await asyncio.sleep(0.01)
        counts.append(len(recorder.spans))
        await client.aclose()
        return counts

    assert asyncio.run(main()) == [0, 0, 1, 2, 3]


def test_e9_a_call_that_is_cancelled_ends_its_span(
    server: FaultServer, recorder: Recorder
) -> None:
    server.then(b"1", end="hang")
    events(server, b"data: 1\n\n", end="hang")

    async def main() -> None:
        client = connect_async(server.url, tracing=recorder.tracing)
        task = asyncio.create_task(client.call(GET, Json[int], path={"id": "1"}))
        while not server.requests:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert (recorder.one().attributes or {})["error.type"] == "CancelledError"
        stream = await client.stream(WATCH, Json[int])
        assert await anext(stream) == 1
        rest = asyncio.create_task(anext(stream))
        await asyncio.sleep(0.05)
        rest.cancel()
        with pytest.raises(asyncio.CancelledError):
            await rest
        assert len(recorder.spans) == 2
        await client.aclose()

    asyncio.run(main())


def test_e9_a_stream_that_goes_on_stays_in_its_span(
    server: FaultServer, recorder: Recorder
) -> None:
    events(server, b"id: a\ndata: 1\n\n", end="cut")
    events(server, b"data: 2\n\n", DONE)
    client, stream = watch(server, recorder)
    counts = [len(recorder.spans) for _ in stream]
    assert counts == [0, 0]
    facts = recorder.one().attributes or {}
    assert facts["http.request.resend_count"] == 1
    assert "error.type" not in facts
    assert len({request.headers["traceparent"] for request in server.requests}) == 1
    client.close()


def test_e9_a_stream_that_cannot_go_on_fails(
    server: FaultServer, recorder: Recorder
) -> None:
    events(server, b"id: a\ndata: 1\n\n", end="cut").then(status=404)
    client, stream = watch(server, recorder)
    with pytest.raises(errors.NotFoundError):
        list(stream)
    assert (recorder.one().attributes or {})["error.type"] == "404"
    client.close()


def test_e9_a_download_ends_its_span_at_its_end(
    server: FaultServer, recorder: Recorder
) -> None:
    server.then(b"12", b"34")
    client = connect(server.url, tracing=recorder.tracing)

    class Things:
        def __init__(self, transport: Any) -> None:
            self._transport = transport

        def get(self) -> int:
            found: int = self._transport.call(GET, Json[int], path={"id": "1"})
            return found

    with load("streamed").streamed(Things(client.streamed).get)() as response:
        assert recorder.spans == ()
        assert b"".join(response.iter_bytes()) == b"1234"
    assert recorder.one().name == "GET /things/{id}"
    client.close()


def test_e9_an_unusual_method_has_a_usual_name(
    server: FaultServer, recorder: Recorder
) -> None:
    server.then(b"1")
    client = connect(server.url, tracing=recorder.tracing)
    purge = operation.Operation("PURGE", "/x")
    assert client.call(purge, Json[int]) == 1
    span = recorder.one()
    facts = span.attributes or {}
    assert span.name == "HTTP /x"
    assert facts["http.request.method"] == "_OTHER"
    assert facts["http.request.method_original"] == "PURGE"
    client.close()


def test_e9_no_context_is_left_behind(server: FaultServer, recorder: Recorder) -> None:
    server.then(status=503)
    before = contextvars.copy_context()
    with pytest.raises(errors.APIError):
        call(server, recorder)
    assert not trace.get_current_span().is_recording()
    for variable, value in contextvars.copy_context().items():
        if "current_context" in variable.name:
            assert value == before.get(variable, value)
