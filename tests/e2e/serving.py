"""Servers on a free loopback port, for the time of a `with` block."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import uvicorn

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Message, Receive, Send], Awaitable[None]]


@dataclass
class Served:
    """Where a server listens, and the connections that it has seen."""

    url: str
    connections: set[tuple[str, int]] = field(default_factory=set)


@contextmanager
def serve(app: App, **options: Any) -> Iterator[Served]:
    """Run an ASGI app under uvicorn in a thread; `options` are more of uvicorn's."""
    listener = _listen()
    url = _url(listener)
    is_tls = "ssl_certfile" in options
    served = Served(url.replace("http:", "https:") if is_tls else url)

    async def counted(scope: Message, receive: Receive, send: Send) -> None:
        served.connections.add(tuple(scope["client"]))
        await app(scope, receive, send)

    config = uvicorn.Config(
        counted,
        log_level="error",
        lifespan="off",
        ws="none",
        loop="asyncio",
        timeout_keep_alive=60,
        **options,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        while not server.started and thread.is_alive():
            time.sleep(0.005)
        yield served
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


Connected: TypeAlias = Callable[
    [asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]
]


@contextmanager
def serve_streams(connected: Connected) -> Iterator[Served]:
    """Run a bare asyncio server in a thread; `connected` answers one connection."""
    listener = _listen()
    served = Served(_url(listener))
    ready = threading.Event()
    loop = asyncio.new_event_loop()
    stop = asyncio.Event()

    async def counted(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        served.connections.add(writer.get_extra_info("peername"))
        try:
            await connected(reader, writer)
        except ConnectionError:
            writer.transport.abort()
        finally:
            writer.close()

    async def run() -> None:
        server = await asyncio.start_server(counted, sock=listener)
        ready.set()
        await stop.wait()
        server.close()
        pending = asyncio.all_tasks() - {asyncio.current_task()}
        for task in pending:
            task.cancel()
        await asyncio.gather(*pending, return_exceptions=True)
        await asyncio.sleep(0)

    def main() -> None:
        try:
            loop.run_until_complete(run())
        finally:
            loop.close()

    thread = threading.Thread(target=main)
    thread.start()
    try:
        ready.wait()
        yield served
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
        listener.close()


def _listen() -> socket.socket:
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    return listener


def _url(listener: socket.socket) -> str:
    host, port = listener.getsockname()
    return f"http://{host}:{port}"
