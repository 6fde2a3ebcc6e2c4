# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""JSON values one after the other: JSON Lines, NDJSON and JSON text sequences (RFC 7464)."""

from __future__ import annotations

from .errors import StreamLimitError
from .sse import MAX_EVENT_BYTES, Event


class JsonLinesDecoder:
    """Splits a byte stream into lines, each the data of an event; blank lines are skipped."""

    def __init__(self, max_event_bytes: int | None = MAX_EVENT_BYTES) -> None:
        self._limit = max_event_bytes
        self._partial: list[bytes] = []
        self._size = 0

    def feed(self, chunk: bytes) -> list[Event]:
        """The values that `chunk` completes.

        Raises:
            StreamLimitError: A line is larger than `max_event_bytes`.
        """
        *lines, last = chunk.split(b"\n")
        if lines:
            lines[0] = b"".join([*self._partial, lines[0]])
            self._partial = []
            self._size = 0
        self._partial.append(last)
        self._size += len(last)
        largest = max(self._size, *map(len, lines), 0)
        if self._limit is not None and largest > self._limit:
            raise StreamLimitError(f"a line is larger than {self._limit} bytes")
        return [Event(data) for line in lines if (data := _trim(line))]

    def close(self) -> list[Event]:
        """The value that the end of the stream completes, if any."""
        data = _trim(b"".join(self._partial))
        self._partial = []
        return [Event(data)] if data else []


def _trim(line: bytes) -> bytes:
    return line.strip(b" \t\r\x1e")
