"""E7: responses whose body is read piece by piece, and downloads to files."""

from __future__ import annotations

import asyncio
import gc
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .client_runtime import Naps, connect, connect_async, errors, load
from .fault_server import EVENTS, FaultServer

Operation = load("operation").Operation
decoders = load("decoders")
streamed = load("streamed")

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


def reading(server: FaultServer, work: Callable[[Any], Any], **options: Any) -> Any:
    """What `work` makes of a resource."""
    transport = connect(server.url, Naps(), **options)
    try:
        return work(Files(transport))
    finally:
        transport.close()


def reading_async(
    server: FaultServer, work: Callable[[Any], Any], **options: Any
) -> Any:
    """What an asynchronous `work` makes of one."""

    async def main() -> Any:
        transport = connect_async(server.url, Naps(), **options)
        try:
            return await work(AsyncFiles(transport))
        finally:
            await transport.aclose()

    return asyncio.run(main())


def download(path: Path, **options: Any) -> Callable[[Any], Any]:
    def work(files: Any) -> Any:
        with streamed.streamed(files.content)(**options) as response:
            response.stream_to_file(path)
            return response.status_code, response.attempts, response.request_id

    return work


def download_async(path: Path, **options: Any) -> Callable[[Any], Any]:
    async def work(files: Any) -> Any:
        async with streamed.streamed_async(files.content)(**options) as response:
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
        with streamed.streamed(files.content)() as response:
            assert b"".join(response.iter_bytes()) == b"ab\ncd\ne"
        with streamed.streamed(files.content)() as response:
            assert list(response.iter_bytes(3)) == [b"ab\n", b"cd\n", b"e"]
        with streamed.streamed(files.content)() as response:
            assert list(response.iter_lines()) == ["ab", "cd", "e"]
            assert response.headers["Content-Type"] == BYTES
            assert repr(response) == "<StreamedResponse 200>"
        with streamed.streamed(files.content)() as response:
            assert response.parse() == b"ab\ncd\ne"
        server.answers[:] = []
        server.then(b"5")
        with streamed.streamed(files.number)() as response:
            assert response.parse() == 5
        server.answers[:] = []
        server.then(b"data: 1\n\ndata: [DONE]\n\n", media=EVENTS)
        with streamed.streamed(files.events)() as response:
            assert list(response.parse()) == [1]

    reading(server, work)


def test_e7_pieces_lines_and_results_with_await(server: FaultServer) -> None:
    server.then(b"ab\ncd\n", b"e", media=BYTES)

    async def work(files: Any) -> None:
        async with streamed.streamed_async(files.content)() as response:
            pieces = [piece async for piece in response.iter_bytes()]
            assert b"".join(pieces) == b"ab\ncd\ne"
        async with streamed.streamed_async(files.content)() as response:
            assert [line async for line in response.iter_lines()] == ["ab", "cd", "e"]
        async with streamed.streamed_async(files.content)() as response:
            assert await response.parse() == b"ab\ncd\ne"
        server.answers[:] = []
        server.then(b"data: 1\n\ndata: [DONE]\n\n", media=EVENTS)
        async with streamed.streamed_async(files.events)() as response:
            assert [item async for item in await response.parse()] == [1]

    reading_async(server, work)


def test_e7_leaving_early_gives_the_connection_back(server: FaultServer) -> None:
    server.then(b"a", media=BYTES, end="hang")
    transport = connect(server.url)
    files = Files(transport)
    with streamed.streamed(files.content)() as response:
        assert next(response.iter_bytes()) == b"a"
    dropped = streamed.streamed(files.content)()
    del dropped
    gc.collect()
    deadline = time.monotonic() + 5
    while server.open and time.monotonic() < deadline:
        time.sleep(0.01)
    assert server.open == 0
    transport.close()


def test_e7_what_is_no_method_of_such_a_client(server: FaultServer) -> None:
    def work(files: Any) -> None:
        with pytest.raises(TypeError, match="no method of an asynchronous client"):
            streamed.streamed_async(files.content)
        for wrong in (len, print, Files.content):
            with pytest.raises(TypeError, match="no method of a synchronous client"):
                streamed.streamed(wrong)

    reading(server, work)


@both
def test_e7_a_folder_that_is_not_there(
    server: FaultServer, tmp_path: Path, read: Any, to_file: Any
) -> None:
    server.then(b"a", media=BYTES)
    with pytest.raises(FileNotFoundError):
        read(server, to_file(tmp_path / "none" / "x"))
