# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Items one after the other that are no events: lines, JSON text sequences, parts.

Each decoder takes bytes and gives pieces, with no input or output of its own.
"""

from __future__ import annotations

import re
from typing import Protocol

from pydantic_core import from_json

from .errors import StreamLimitError
from .sse import MAX_EVENT_BYTES, Event, SSEDecoder

_BOUNDARY = re.compile(r'boundary\s*=\s*(?:"([^"]*)"|([^;\s]+))', re.IGNORECASE)
_RECORD = b"\x1e"
_SHORT = 4096
"""Up to how many bytes a text is tried at each of its lines."""
_PADDING = 1000
"""What may stand behind a boundary on its line, in bytes."""

_BLANK = b" \t\r\n"


class Decoder(Protocol):
    """Splits a stream of bytes into pieces.

    `is_whole` is False once the end of the stream has cut a piece off. `last_event_id`
    and `retry` are what server-sent events tell for asking again.
    """

    is_whole: bool
    last_event_id: str
    retry: int | None

    def feed(self, chunk: bytes) -> list[Event]:
        """The pieces that `chunk` completes. Raises StreamLimitError for a huge one."""
        ...

    def close(self) -> list[Event]:
        """The pieces that the end of the stream completes."""
        ...


def decoder_of(content_type: str, last_event_id: str = "") -> Decoder:
    """The decoder for a stream of a media type, which may go on after an event."""
    media = content_type.partition(";")[0].strip().lower()
    if media == "text/event-stream":
        return SSEDecoder(last_event_id=last_event_id)
    if media.startswith("multipart/"):
        found = _BOUNDARY.search(content_type)
        return PartsDecoder((found[1] or found[2]) if found else "")
    if media == "application/json-seq" or media.endswith("+json-seq"):
        return RecordsDecoder()
    return LinesDecoder()


class _Limited:
    """Counts what waits to become a piece."""

    def __init__(self, limit: int | None) -> None:
        self.is_whole = True
        self.last_event_id = ""
        self.retry: int | None = None
        self._limit = limit

    def _check(self, size: int) -> None:
        if self._limit is not None and size > self._limit:
            raise StreamLimitError(f"an item is larger than {self._limit} bytes")


class LinesDecoder(_Limited):
    """JSON Lines and NDJSON: each line is a piece; blank lines are skipped."""

    def __init__(self, max_bytes: int | None = MAX_EVENT_BYTES) -> None:
        super().__init__(max_bytes)
        self._partial: list[bytes] = []
        self._size = 0

    def feed(self, chunk: bytes) -> list[Event]:
        """The lines that `chunk` completes."""
        *lines, last = chunk.split(b"\n")
        if lines:
            lines[0] = b"".join([*self._partial, lines[0]])
            self._partial = []
            self._size = 0
        self._partial.append(last)
        self._size += len(last)
        self._check(max(self._size, *map(len, lines), 0))
        return [Event(data) for line in lines if (data := line.strip(_BLANK))]

    def close(self) -> list[Event]:
        """The last line, if nothing ends it."""
        data = b"".join(self._partial).strip(_BLANK)
        self._partial = []
        return [Event(data)] if data else []


class RecordsDecoder(_Limited):
    """JSON text sequences (RFC 7464): each text stands behind a record separator.

    A text is given as soon as a line feed completes it, not only when the next one
    begins. A long text of many lines is tried less and less often, so that reading takes
    no more than linear time.
    """

    def __init__(self, max_bytes: int | None = MAX_EVENT_BYTES) -> None:
        super().__init__(max_bytes)
        self._partial: list[bytes] = []
        self._size = 0
        self._next_try = 0

    def feed(self, chunk: bytes) -> list[Event]:
        """The texts that `chunk` completes."""
        *records, last = chunk.split(_RECORD)
        found: list[Event] = []
        for record in records:
            found += self._take(record)
        self._partial.append(last)
        self._size += len(last)
        self._check(self._size)
        is_due = self._size < _SHORT or self._size >= self._next_try
        if is_due and last.endswith(b"\n"):
            if _is_json(b"".join(self._partial)):
                found += self._take(b"")
            else:
                self._next_try = 2 * self._size
        return found

    def close(self) -> list[Event]:
        """The last text, unless it may be cut off (RFC 7464, section 2.4)."""
        whole = b"".join(self._partial)
        if whole.strip(_BLANK) and whole[-1:] not in (b"\n", b"}", b"]", b'"'):
            self.is_whole = False
            self._partial = []
        return self._take(b"")

    def _take(self, end: bytes) -> list[Event]:
        data = b"".join([*self._partial, end]).strip(_BLANK)
        self._partial = []
        self._size = self._next_try = 0
        return [Event(data)] if data else []


class PartsDecoder(_Limited):
    """A multipart body (RFC 2046, section 5.1): each part is a piece, with its headers."""

    def __init__(self, boundary: str, max_bytes: int | None = MAX_EVENT_BYTES) -> None:
        super().__init__(max_bytes)
        self.is_whole = False
        self._mark = b"\r\n--" + (boundary or "\0").encode("latin-1", "replace")
        self._buffer = bytearray(b"\r\n")
        self._searched = 0
        self._in_part = False

    def feed(self, chunk: bytes) -> list[Event]:
        """The parts that `chunk` completes."""
        if self.is_whole:
            return []
        self._buffer += chunk
        found: list[Event] = []
        while (piece := self._next()) is not None:
            if self._in_part:
                found.append(_part(piece))
            self._in_part = True
        self._check(len(self._buffer))
        return found

    def close(self) -> list[Event]:
        """Nothing: a part ends where the next boundary stands."""
        self._buffer.clear()
        return []

    def _next(self) -> bytes | None:
        """What stands before the next boundary; None while that is not there yet."""
        if self.is_whole:
            return None
        at = self._buffer.find(self._mark, self._searched)
        if at < 0:
            self._searched = max(0, len(self._buffer) - len(self._mark) + 1)
            return None
        end = at + len(self._mark)
        self._searched = at
        if self._buffer.startswith(b"--", end):
            self.is_whole = True
            end += 2
        else:
            line_end = self._buffer.find(b"\r\n", end)
            if line_end < 0:
                if len(self._buffer) - end > _PADDING:
                    raise StreamLimitError("the line of a boundary has no end")
                return None
            end = line_end
        piece = bytes(self._buffer[:at])
        del self._buffer[:end]
        self._searched = 0
        return piece


def _part(piece: bytes) -> Event:
    """A part, which starts with the end of the boundary's line."""
    head, _, body = piece.partition(b"\r\n\r\n")
    headers: list[tuple[str, str]] = []
    for line in head.decode("latin-1").split("\r\n"):
        name, colon, text = line.partition(":")
        if colon:
            headers.append((name.strip().lower(), text.strip()))
    return Event(body, headers=tuple(headers))


def _is_json(text: bytes) -> bool:
    try:
        from_json(text)
    except ValueError:
        return False
    return True
