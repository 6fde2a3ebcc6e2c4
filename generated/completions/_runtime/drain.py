# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""The few bytes after the last event of a stream, read so that its connection can go on."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress

import httpx2

from .pool import BoundedStream

DRAIN_SECONDS = 0.1
DRAIN_BYTES = 64 * 1024
"""How long and how far a finished stream is read so that its connection can be reused."""


def drain(response: httpx2.Response, chunks: Iterator[bytes]) -> None:
    """Read the rest of a response if it comes soon and is short; no error matters.

    Of HTTP/2 there is nothing to read, as closing a stream there leaves the connection.
    """
    if response.is_closed or response.http_version == "HTTP/2":
        return
    connection: object = response.extensions.get("network_stream")
    if isinstance(connection, BoundedStream):
        connection.deadline = time.monotonic() + DRAIN_SECONDS
        _read(chunks)
        return
    info = getattr(connection, "get_extra_info", None)
    found: object = info("socket") if callable(info) else None
    if isinstance(found, socket.socket):
        with _cut_after(found, DRAIN_SECONDS):
            _read(chunks)


def _read(chunks: Iterator[bytes]) -> None:
    left = DRAIN_BYTES
    with suppress(httpx2.HTTPError):
        while left > 0 and (chunk := next(chunks, None)) is not None:
            left -= len(chunk)


@contextmanager
def _cut_after(connection: socket.socket, seconds: float) -> Generator[None]:
    """Shut a connection down unless the block ends in time: that wakes who reads it.

    The connections of a client that the caller gave cannot be told when to stop.
    """
    lock = threading.Lock()
    is_over = False

    def cut() -> None:
        with lock, suppress(OSError):
            if not is_over:
                socket.socket.shutdown(connection, socket.SHUT_RDWR)

    timer = threading.Timer(seconds, cut)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        with lock:
            is_over = True
