"""E7: responses whose body is read piece by piece, and downloads to files."""

from __future__ import annotations

import asyncio
import gc
import os
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from .client_runtime import Naps, connect, connect_async, errors, load
from .fault_server import EVENTS, FaultServer

Operation = load("operation").Operation
decoders = load("decoders")
streamed = load("streamed").streamed
streamed_async = load("async_streamed").streamed_async

FILE = Operation("GET", "/file", accept="application/octet-stream")
EVENTS_OF = Operation("GET", "/events", sentinel="[DONE]")
BYTES = "application/octet-stream"


class Files:
    """A resource as a generated client has it."""

    def __init__(self, transport: Any) -> None:
        self._transport = transport

    def content(self, **options: Any) -> bytes:
        found: bytes = self._transport.call(FILE, decoders.Binary, options=options)
        return found

    def number(self) -> int:
        found: int = self._transport.call(FILE, decoders.Json[int])
        return found

    def events(self) -> Any:
        return self._transport.stream(EVENTS_OF, decoders.Json[int])


class AsyncFiles:
    """The same with `await`."""

    def __init__(self, transport: Any) -> None:
        self._transport = transport

    async def content(self, **options: Any) -> bytes:
        found: bytes = await self._transport.call(
            FILE, decoders.Binary, options=options
        )
        return found

    async def number(self) -> int:
        found: int = await self._transport.call(FILE, decoders.Json[int])
        return found

    async def events(self) -> Any:
        return await self._transport.stream(EVENTS_OF, decoders.Json[int])


def streaming(transport: Any) -> SimpleNamespace:
    """The resource with responses before their bodies, as a generated client makes it."""
    files = Files(transport.streamed)
    return SimpleNamespace(
        content=streamed(files.content),
        number=streamed(files.number),
        events=streamed(files.events),
    )


def streaming_async(transport: Any) -> SimpleNamespace:
    """The same with `await`."""
    files = AsyncFiles(transport.streamed)
    return SimpleNamespace(
        content=streamed_async(files.content),
        number=streamed_async(files.number),
        events=streamed_async(files.events),
    )


def reading(server: FaultServer, work: Callable[[Any], Any], **options: Any) -> Any:
    """What `work` makes of a resource."""
    transport = connect(server.url, Naps(), **options)
    try:
        return work(streaming(transport))
    finally:
        transport.close()


def reading_async(
    server: FaultServer, work: Callable[[Any], Any], **options: Any
) -> Any:
    """What an asynchronous `work` makes of one."""

    async def main() -> Any:
        transport = connect_async(server.url, Naps(), **options)
        try:
            return await work(streaming_async(transport))
        finally:
            await transport.aclose()

    return asyncio.run(main())


def download(path: Path, **options: Any) -> Callable[[Any], Any]:
    def work(files: Any) -> Any:
        with files.content(**options) as response:
            response.stream_to_file(path)
            return response.status_code, response.attempts, response.request_id

    return work


def download_async(path: Path, **options: Any) -> Callable[[Any], Any]:
    async def work(files: Any) -> Any:
        async with files.content(**options) as response:
            await response.stream_to_file(path)
            return response.status_code, response.attempts, response.request_id

    return work


both = pytest.mark.parametrize(
    ("read", "to_file"),
    [(reading, download), (reading_async, download_async)],
    ids=["sync", "async"],
)


@both
def test_e7_a_download_is_a_file_when_all_of_it_is_there(
    server: FaultServer, tmp_path: Path, read: Any, to_file: Any
) -> None:
    server.then(b"{}", status=503)
    server.then(
        b"a" * 70_000, b"b" * 70_000, media=BYTES, headers=[("X-Request-Id", "r")]
    )
    path = tmp_path / "file.bin"
    path.write_bytes(b"old")
    assert read(server, to_file(path)) == (200, 2, "r")
    assert path.read_bytes() == b"a" * 70_000 + b"b" * 70_000
    assert [item.name for item in tmp_path.iterdir()] == ["file.bin"]
    mask = os.umask(0)
    os.umask(mask)
    assert path.stat().st_mode & 0o777 == 0o666 & ~mask


@both
def test_e7_a_download_that_breaks_off_leaves_what_was_there(
    server: FaultServer, tmp_path: Path, read: Any, to_file: Any
) -> None:
    server.then(b"a" * 70_000, media=BYTES, end="cut")
    path = tmp_path / "file.bin"
    path.write_bytes(b"old")
    with pytest.raises(errors.APIConnectionError) as caught:
        read(server, to_file(path))
    assert caught.value.status_code == 200
    assert path.read_bytes() == b"old"
    assert [item.name for item in tmp_path.iterdir()] == ["file.bin"]


@both
def test_e7_a_body_may_be_larger_than_a_result(
    server: FaultServer, tmp_path: Path, read: Any, to_file: Any
) -> None:
    server.then(b"a" * 5000, media=BYTES)
    read(server, to_file(tmp_path / "x"), max_response_bytes=1000)
    assert (tmp_path / "x").stat().st_size == 5000


@both
def test_e7_a_status_that_is_no_success_is_an_error(
    server: FaultServer, tmp_path: Path, read: Any, to_file: Any
) -> None:
    server.then(b'{"error": {"message": "none such"}}', status=404)
    with pytest.raises(errors.NotFoundError, match="none such"):
        read(server, to_file(tmp_path / "x"))
    assert list(tmp_path.iterdir()) == []


@both
def test_e7_the_deadline_holds_for_the_body(
    server: FaultServer, tmp_path: Path, read: Any, to_file: Any
) -> None:
    server.then(*[b"a"] * 100, media=BYTES, pause=0.05)
    begin = time.monotonic()
    with pytest.raises(errors.APITimeoutError, match="deadline"):
        read(server, to_file(tmp_path / "x", deadline=0.3))
    assert time.monotonic() - begin < 2.0
    assert list(tmp_path.iterdir()) == []


def test_e7_pieces_lines_and_results(server: FaultServer) -> None:
    server.then(b"ab\ncd\n", b"e", media=BYTES)

    def work(files: Any) -> None:
        with files.content() as response:
            assert b"".join(response.iter_bytes()) == b"ab\ncd\ne"
        with files.content() as response:
            assert list(response.iter_bytes(3)) == [b"ab\n", b"cd\n", b"e"]
        with files.content() as response:
            assert list(response.iter_lines()) == ["ab", "cd", "e"]
            assert response.headers["Content-Type"] == BYTES
            assert repr(response) == "<StreamedResponse 200>"
        with files.content() as response:
            assert response.parse() == b"ab\ncd\ne"
        server.answers[:] = []
        server.then(b"5")
        with files.number() as response:
            assert response.parse() == 5
        server.answers[:] = []
        server.then(b"data: 1\n\ndata: [DONE]\n\n", media=EVENTS)
        with files.events() as response:
            assert list(response.parse()) == [1]

    reading(server, work)


def test_e7_pieces_lines_and_results_with_await(server: FaultServer) -> None:
    server.then(b"ab\ncd\n", b"e", media=BYTES)

    async def work(files: Any) -> None:
        async with files.content() as response:
            pieces = [piece async for piece in response.iter_bytes()]
            assert b"".join(pieces) == b"ab\ncd\ne"
        async with files.content() as response:
            assert [line async for line in response.iter_lines()] == ["ab", "cd", "e"]
        async with files.content() as response:
            assert await response.parse() == b"ab\ncd\ne"
        server.answers[:] = []
        server.then(b"data: 1\n\ndata: [DONE]\n\n", media=EVENTS)
        async with files.events() as response:
            assert [item async for item in await response.parse()] == [1]

    reading_async(server, work)


def test_e7_leaving_early_gives_the_connection_back(server: FaultServer) -> None:
    server.then(b"a", media=BYTES, end="hang")
    transport = connect(server.url)
    files = streaming(transport)
    with files.content() as response:
        assert next(response.iter_bytes()) == b"a"
    dropped = files.content()
    del dropped
    gc.collect()
    deadline = time.monotonic() + 5
    while server.open and time.monotonic() < deadline:
        time.sleep(0.01)
    assert server.open == 0
    transport.close()


def test_e7_a_body_that_was_read_can_be_had_again(server: FaultServer) -> None:
    server.then(b'{"a": 5}')

    def work(files: Any) -> None:
        with files.content() as response:
            assert response.read() == response.read() == response.parse() == b'{"a": 5}'
            assert response.json() == {"a": 5}

    async def work_async(files: Any) -> None:
        async with files.content() as response:
            first = await response.read()
            assert first == await response.read() == await response.parse()
            assert await response.json() == {"a": 5}

    reading(server, work)
    reading_async(server, work_async)


def test_e7_a_body_that_is_no_json(server: FaultServer) -> None:
    server.then(b"<p>", media=BYTES, headers=[("X-Request-Id", "r")])

    def work(files: Any) -> None:
        with (
            files.content() as response,
            pytest.raises(errors.ResponseDecodeError, match="not valid JSON") as caught,
        ):
            response.json()
        assert (caught.value.body, caught.value.request_id) == ("<p>", "r")
        assert (caught.value.status_code, caught.value.attempts) == (200, 1)

    async def work_async(files: Any) -> None:
        async with files.content() as response:
            with pytest.raises(errors.ResponseDecodeError, match="not valid JSON"):
                await response.json()

    reading(server, work)
    reading_async(server, work_async)


def test_e7_a_body_read_whole_has_a_bound(server: FaultServer) -> None:
    server.then(b"a" * 5000, media=BYTES)

    def work(files: Any) -> None:
        with (
            files.content() as response,
            pytest.raises(errors.ResponseTooLargeError, match="1000 bytes"),
        ):
            response.read()

    async def work_async(files: Any) -> None:
        async with files.content() as response:
            with pytest.raises(errors.ResponseTooLargeError, match="1000 bytes"):
                await response.read()

    reading(server, work, max_response_bytes=1000)
    reading_async(server, work_async, max_response_bytes=1000)


EVENT_LINES = b"event: a\nid: 1\ndata: {\n\ndata: 2\n\n"


def test_e7_events_before_they_are_decoded(server: FaultServer) -> None:
    """Whatever the method gives; the sentinel is the end, said or usual, and none a cut."""
    server.then(EVENT_LINES + b"data: [DONE]\n\n", media=EVENTS)
    expected = [("a", "1", b"{"), ("", "1", b"2")]

    def work(files: Any) -> None:
        with files.events() as response:
            found = [(e.event, e.id, e.data) for e in response.iter_events()]
            assert found == expected
        with files.content() as response:
            found = [(e.event, e.id, e.data) for e in response.iter_events()]
            assert found == expected

    async def work_async(files: Any) -> None:
        async with files.events() as response:
            found = [(e.event, e.id, e.data) async for e in response.iter_events()]
            assert found == expected

    reading(server, work)
    reading_async(server, work_async)
    server.answers[:] = []
    server.then(EVENT_LINES, media=EVENTS)

    def cut(files: Any) -> None:
        with (
            files.events() as response,
            pytest.raises(errors.StreamTruncatedError),
        ):
            list(response.iter_events())

    async def cut_async(files: Any) -> None:
        async with files.events() as response:
            with pytest.raises(errors.StreamTruncatedError):
                _ = [event async for event in response.iter_events()]

    reading(server, cut)
    reading_async(server, cut_async)


def test_s1_what_is_no_stream_is_told_when_it_is_parsed(server: FaultServer) -> None:
    """Until then it is a response like others; its start goes with the error."""
    server.then(b"<p>sorry</p>", media="text/html")

    def work(files: Any) -> None:
        with files.events() as response:
            assert response.headers["content-type"] == "text/html"
            with pytest.raises(errors.UnexpectedContentTypeError, match="html") as told:
                response.parse()
            assert told.value.body == "<p>sorry</p>"

    async def work_async(files: Any) -> None:
        async with files.events() as response:
            with pytest.raises(errors.UnexpectedContentTypeError, match="html") as told:
                await response.parse()
            assert told.value.body == "<p>sorry</p>"

    reading(server, work)
    reading_async(server, work_async)


def test_e7_an_open_response_uses_the_connections_of_its_client(
    server: FaultServer,
) -> None:
    """Nor does closing one close those."""
    server.then(b"abc", media=BYTES)
    transport = connect(server.url)
    for _ in range(5):
        with streaming(transport).content() as response:
            assert response.read() == b"abc"
        transport.streamed.close()
    assert len(server.requests) == 5 and server.connections == 1
    transport.close()


def test_e7_a_call_that_fails_fails_on_entering(server: FaultServer) -> None:
    server.then(b"", status=404)

    async def work(files: Any) -> None:
        opening = files.content()
        with pytest.raises(errors.NotFoundError):
            await opening.__aenter__()

    reading_async(server, work)


@both
def test_e7_a_folder_that_is_not_there(
    server: FaultServer, tmp_path: Path, read: Any, to_file: Any
) -> None:
    server.then(b"a", media=BYTES)
    with pytest.raises(FileNotFoundError):
        read(server, to_file(tmp_path / "none" / "x"))
