# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Server-sent events (WHATWG HTML, 9.2.6): bytes in, events out, no input or output."""

from __future__ import annotations

import sys
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

    Between two events, a chunk that is the data of one has a way of its own: servers that
    send as they go give each event a chunk.

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
        self._limit = sys.maxsize if max_event_bytes is None else max_event_bytes
        self._start: bytes | None = b""
        self._after_cr = False
        self._is_between = False
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
        if self._is_between and chunk[:6] == b"data: " and chunk[-2:] == b"\n\n":
            text = chunk[6:-2]
            if b"\n" not in text and b"\r" not in text and len(chunk) <= self._limit:
                return [Event(_valid(text), "", self._id, self.retry)]
        self._is_between = False
        if self._start is not None:
            chunk = self._skip_bom(chunk)
        if self._after_cr and chunk:
            self._after_cr = False
            if chunk.startswith(b"\n"):
                chunk = chunk[1:]
        if b"\r" in chunk:
            self._after_cr = chunk.endswith(b"\r")
            chunk = chunk.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        lines = chunk.split(b"\n")
        last = lines.pop()
        if not lines:
            self._partial.append(last)
            self._grow(len(last))
            return []
        if self._partial:
            self._size -= sum(map(len, self._partial))
            lines[0] = b"".join([*self._partial, lines[0]])
            self._partial.clear()
        found = self._events(lines)
        if last:
            self._partial.append(last)
            self._grow(len(last))
        elif not (self._data or self._event or self._after_cr):
            self._is_between = self._id == self.last_event_id
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
        if self._size > self._limit:
            raise StreamLimitError(f"an event is larger than {self._limit} bytes")

    def _events(self, lines: list[bytes]) -> list[Event]:
        """The events that whole lines complete.

        Lines with data and empty ones, which are nearly all, are dealt with in the loop:
        calls for them would double the time of an event.
        """
        found: list[Event] = []
        data = self._data
        for line in lines:
            if line.startswith(b"data:"):
                data.append(line[6:] if line.startswith(b"data: ") else line[5:])
                self._size += len(line)
                if self._size > self._limit:
                    self._grow(0)
            elif line:
                self._field(line)
            else:
                if data:
                    text = data[0] if len(data) == 1 else b"\n".join(data)
                    found.append(Event(_valid(text), self._event, self._id, self.retry))
                    data.clear()
                self.last_event_id = self._id
                self._event = ""
                self._size = 0
        return found

    def _field(self, line: bytes) -> None:
        """Take in a line that has no data, as a rule."""
        self._grow(len(line))
        name, _, value = line.partition(b":")
        if name == b"data":
            self._data.append(value)
            return
        self._size -= len(line)
        value = value.removeprefix(b" ")
        if name == b"event":
            self._event = value.decode(errors="replace")
        elif name == b"id" and b"\0" not in value:
            self._id = value.decode(errors="replace")
        elif name == b"retry" and value.isdigit() and len(value) <= 10:
            self.retry = int(value)


def _valid(text: bytes) -> bytes:
    """Text as UTF-8, with U+FFFD for what is none."""
    return text if text.isascii() else text.decode(errors="replace").encode()
