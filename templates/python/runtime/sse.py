# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Server-sent events (WHATWG HTML, 9.2.6): bytes in, events out, no input or output."""

from __future__ import annotations

from typing import NamedTuple

from .errors import StreamLimitError

BOM = b"\xef\xbb\xbf"
MAX_EVENT_BYTES = 16 * 1024 * 1024


class Event(NamedTuple):
    """One event. `data` is valid UTF-8, its lines joined by a line feed.

    `id` is the last id that the stream set, `retry` the last wait in milliseconds. A
    piece of another kind of stream is an event too: it has no more than data, and, as a
    part of a multipart body, `headers`.
    """

    data: bytes
    event: str = ""
    id: str = ""
    retry: int | None = None
    headers: tuple[tuple[str, str], ...] = ()

    @property
    def text(self) -> str:
        """`data` as text."""
        return self.data.decode(errors="replace")


class SSEDecoder:
    """Splits a byte stream into events.

    Lines end in CR, LF or CRLF, also where a chunk boundary cuts them; one byte order
    mark at the start is skipped; bytes that are not UTF-8 become U+FFFD; a block
    without a `data` line gives no event, nor does one that the end of the stream cuts.

    `last_event_id` is what to ask for what comes next with: the id of the last block that
    was complete, or, of a stream that goes on with an earlier one, the last id of that.
    `retry` is the last wait in milliseconds that the stream asked for.
    """

    def __init__(
        self,
        max_event_bytes: int | None = MAX_EVENT_BYTES,
        last_event_id: str = "",
    ) -> None:
        self.is_whole = True
        self.last_event_id = last_event_id
        self.retry: int | None = None
        self._limit = max_event_bytes
        self._start: bytes | None = b""
        self._after_cr = False
        self._partial: list[bytes] = []
        self._size = 0
        self._data: list[bytes] = []
        self._event = ""
        self._id = last_event_id

    def feed(self, chunk: bytes) -> list[Event]:
        """The events that `chunk` completes.

        Raises:
            StreamLimitError: An event is larger than `max_event_bytes`.
        """
        if self._start is not None:
            chunk = self._skip_bom(chunk)
        if self._after_cr and chunk:
            self._after_cr = False
            if chunk.startswith(b"\n"):
                chunk = chunk[1:]
        if not chunk:
            return []
        if b"\r" in chunk:
            self._after_cr = chunk.endswith(b"\r")
            chunk = chunk.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        first, *rest = chunk.split(b"\n")
        self._partial.append(first)
        self._grow(len(first))
        if not rest:
            return []
        last = rest.pop()
        found: list[Event] = []
        line = b"".join(self._partial)
        self._line(line, found)
        for line in rest:
            self._grow(len(line))
            self._line(line, found)
        self._partial = [last]
        self._grow(len(last))
        return found

    def close(self) -> list[Event]:
        """The events that the end of the stream completes: none, by the standard."""
        self._partial = []
        self._data = []
        return []

    def _skip_bom(self, chunk: bytes) -> bytes:
        start = (self._start or b"") + chunk
        if len(start) < len(BOM) and BOM.startswith(start):
            self._start = start
            return b""
        self._start = None
        return start.removeprefix(BOM)

    def _grow(self, size: int) -> None:
        self._size += size
        if self._limit is not None and self._size > self._limit:
            raise StreamLimitError(f"an event is larger than {self._limit} bytes")

    def _line(self, line: bytes, found: list[Event]) -> None:
        if line.startswith(b"data:"):
            self._data.append(line[6:] if line.startswith(b"data: ") else line[5:])
            return
        if not line:
            self._dispatch(found)
            return
        self._size -= len(line)
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if name == b"data":
            self._size += len(line)
            self._data.append(value)
        elif name == b"event":
            self._event = value.decode(errors="replace")
        elif name == b"id" and b"\0" not in value:
            self._id = value.decode(errors="replace")
        elif name == b"retry" and value.isdigit() and len(value) <= 10:
            self.retry = int(value)

    def _dispatch(self, found: list[Event]) -> None:
        if self._data:
            data = b"\n".join(self._data)
            if not data.isascii():
                data = data.decode(errors="replace").encode()
            found.append(Event(data, self._event, self._id, self.retry))
            self._data = []
        self.last_event_id = self._id
        self._event = ""
        self._size = 0
