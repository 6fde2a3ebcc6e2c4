"""A loopback HTTP server that does as it is told, faults among it."""

from __future__ import annotations

import asyncio
import ssl
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

EVENTS = "text/event-stream"
JSON = "application/json"


@dataclass(frozen=True)
class Answer:
    """What to send. `end` is `whole`, `cut` (drop the connection) or `hang` (stop there).

    Parts are chunks of a chunked body, with a `pause` of seconds behind each. With `status` 0 the connection is dropped
    before anything is sent.
    """

    parts: Sequence[bytes] = ()
    media: str = JSON
    status: int = 200
    headers: Sequence[tuple[str, str]] = ()
    end: str = "whole"
    pause: float = 0.0


@dataclass
class Request:
    """What was received; header names in lower case."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes


@dataclass
class FaultServer:
    """Answers requests in turn; the last answer is given again and again.

    Requests whose `authorization` is in `refused` get a 401 out of turn.
    """

    answers: list[Answer] = field(default_factory=list)
    refused: set[str] = field(default_factory=set)
    requests: list[Request] = field(default_factory=list)
    connections: int = 0
    open: int = 0
    url: str = ""

    def then(self, *parts: bytes, **options: Any) -> FaultServer:
        """Add an answer."""
        self.answers.append(Answer(parts, **options))
        return self

    async def serve(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Serve one connection."""
        self.connections += 1
        self.open += 1
        try:
            while await self._one(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            self.open -= 1
            writer.close()

    async def _one(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = head.strip().split("\r\n")
        method, target, _ = first.split(" ")
        headers = dict(line.split(": ", 1) for line in lines)
        headers = {name.lower(): value for name, value in headers.items()}
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        self.requests.append(Request(method, target, headers, body))
        if headers.get("authorization") in self.refused:
            answer = Answer((b"{}",), status=401)
        else:
            answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if answer.status == 0:
            return False
        writer.write(_head(answer))
        if method == "HEAD":
            return True
        for part in answer.parts:
            writer.write(b"%x\r\n%b\r\n" % (len(part), part))
            await writer.drain()
            await asyncio.sleep(answer.pause)
        if answer.end == "hang":
            await reader.read()
            return False
        if answer.end == "cut":
            return False
        writer.write(b"0\r\n\r\n")
        await writer.drain()
        return True


def _head(answer: Answer) -> bytes:
    lines = [f"HTTP/1.1 {answer.status} Whatever", "Transfer-Encoding: chunked"]
    if answer.media:
        lines.append(f"Content-Type: {answer.media}")
    lines += [f"{name}: {value}" for name, value in answer.headers]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


@contextmanager
def running(
    tls: ssl.SSLContext | None = None, found: FaultServer | None = None
) -> Iterator[FaultServer]:
    """A server on a free port, in a thread of its own."""
    found = found or FaultServer()
    loop = asyncio.new_event_loop()
    started = threading.Event()

    async def main() -> None:
        server = await asyncio.start_server(found.serve, "127.0.0.1", 0, ssl=tls)
        scheme = "https" if tls else "http"
        found.url = f"{scheme}://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        started.set()
        async with server:
            await server.serve_forever()

    def run() -> None:
        asyncio.set_event_loop(loop)
        try:
            loop.run_until_complete(task)
        except asyncio.CancelledError:
            pass
        finally:
            pending = asyncio.all_tasks(loop)
            for left in pending:
                left.cancel()
            loop.run_until_complete(asyncio.gather(*pending, return_exceptions=True))
            loop.close()

    task = loop.create_task(main())
    thread = threading.Thread(target=run)
    thread.start()
    started.wait(10)
    try:
        yield found
    finally:
        loop.call_soon_threadsafe(task.cancel)
        thread.join(10)
