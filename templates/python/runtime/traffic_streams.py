# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Sequences of items, checked while they pass: events, lines, records.

Source of the formats: WHATWG HTML, section 9.2.6, for events; RFC 7464 for JSON text
sequences.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, Protocol, TypeAlias

from .server_errors import invalid
from .server_media import ContentType
from .server_text import depth_exceeds, json_value
from .server_wire import Check
from .traffic_bodies import Pieces, RawBody
from .violations import Violation, at, under

Form: TypeAlias = Literal["json", "text", "event", "text event"]

_BOM = b"\xef\xbb\xbf"
_MAX_DEPTH = 200
_EVENTS = "text/event-stream"
_DONE = b"[DONE]"
"""What ends many responses of JSON though their documents do not say so. It is no JSON."""

_TOO_DEEP = [Violation("", "format", "is nested too deeply")]


class Piece(NamedTuple):
    """One item as it stands: its data, and what else an event says."""

    data: bytes
    members: tuple[tuple[str, str], ...] = ()


class Splitter(Protocol):
    """Cuts a sequence of bytes into items.

    `size` is about that of the item that is not complete yet.
    """

    size: int

    def feed(self, chunk: bytes) -> list[Piece]:
        """The items that a chunk completes."""
        ...

    def end(self) -> list[Piece]:
        """The items that the end completes."""
        ...


class _Separated:
    """Items between separators: lines, or records of a JSON text sequence."""

    def __init__(self, separator: bytes) -> None:
        self._separator = separator
        self._rest: list[bytes] = []
        self.size = 0

    def feed(self, chunk: bytes) -> list[Piece]:
        first, *others = chunk.split(self._separator)
        self._keep(first)
        if not others:
            return []
        whole = [b"".join(self._rest), *others[:-1]]
        self._rest, self.size = [], 0
        self._keep(others[-1])
        return [Piece(item) for item in whole if item.strip()]

    def end(self) -> list[Piece]:
        return self.feed(self._separator)

    def _keep(self, part: bytes) -> None:
        self._rest.append(part)
        self.size += len(part)


class _Events:
    """Server-sent events; a block without data is none, nor one that the end cuts off."""

    def __init__(self) -> None:
        self.size = 0
        self._rest: list[bytes] = []
        self._is_first = True
        self._is_open = False
        self._data: list[bytes] = []
        self._members: dict[str, str] = {}

    def feed(self, chunk: bytes) -> list[Piece]:
        self.size += len(chunk)
        is_line = b"\n" in chunk or b"\r" in chunk
        if not (is_line or self._is_open or self._is_first):
            self._rest.append(chunk)
            return []
        text = b"".join([*self._rest, chunk])
        if self._is_first:
            if len(text) < len(_BOM) and _BOM.startswith(text):
                self._rest = [text]
                return []
            self._is_first = False
            text = text.removeprefix(_BOM)
        self._is_open = text.endswith(b"\r")
        body, tail = (text[:-1], b"\r") if self._is_open else (text, b"")
        *lines, last = body.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        self._rest = [last + tail]
        return [piece for line in lines for piece in self._line(line)]

    def end(self) -> list[Piece]:
        return self.feed(b"\n") if self._is_open else []

    def _line(self, line: bytes) -> list[Piece]:
        if not line:
            piece = Piece(b"\n".join(self._data), tuple(self._members.items()))
            is_event = bool(self._data)
            self._data, self._members, self.size = [], {}, 0
            return [piece] if is_event else []
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if name == b"data":
            self._data.append(value)
        elif name in (b"event", b"id", b"retry"):
            self._members[name.decode()] = value.decode(errors="replace")
        return []


class Sequence(RawBody):
    """A sequence of items of a media type, each valid by `check`.

    `form` tells what an item is: JSON, text, or the object of a whole event. `sentinel` is
    the data that ends a response, empty where its end does.
    """

    is_read = True

    def __init__(
        self,
        media: str,
        check: Check | None = None,
        *,
        form: Form = "json",
        sentinel: str = "",
    ) -> None:
        self._media = media
        self._form: Form = form
        self._check = check
        self._sentinel = sentinel

    def check(self, data: bytes, content_type: ContentType, max_depth: int) -> object:
        """Check the items of a body that is there as a whole."""
        items = _Items(self.splitter(), self._form, self._check, b"", len(data))
        if violations := items.feed(data) + items.end():
            raise invalid(violations)
        return None

    def pieces(self, max_bytes: int) -> Pieces:
        """What checks the items of a response."""
        end = self._sentinel.encode()
        usual = end or (_DONE if self._form == "json" else b"")
        splitter = self.splitter()
        return _Items(
            splitter, self._form, self._check, usual, max_bytes, must_end=bool(end)
        )

    def splitter(self) -> Splitter:
        """What cuts the sequence into items."""
        if self._media == _EVENTS:
            return _Events()
        return _Separated(b"\x1e" if self._media.endswith("json-seq") else b"\n")


class _Items:
    """Checks the items of one sequence; where each violation is begins with its number.

    After the sentinel nothing is looked at, nor after an item larger than `max_bytes`;
    `must_end` says that a sequence without it is cut off. An event named `error` reports a
    failure instead of an item, unless whole events are what is described.
    """

    def __init__(
        self,
        splitter: Splitter,
        form: Form,
        check: Check | None,
        sentinel: bytes,
        max_bytes: int,
        *,
        must_end: bool = False,
    ) -> None:
        self._splitter = splitter
        self._form: Form = form
        self._check = check
        self._sentinel = sentinel
        self._must_end = must_end
        self._limit = max_bytes
        self._number = 0
        self._is_over = False

    def feed(self, chunk: bytes) -> list[Violation]:
        if self._is_over:
            return []
        found = self._judged(self._splitter.feed(chunk))
        if self._splitter.size > self._limit:
            self._is_over = True
        return found

    def end(self) -> list[Violation]:
        if self._is_over:
            return []
        found = self._judged(self._splitter.end())
        if self._must_end and not self._is_over:
            text = "the sequence ended before its last item"
            found.append(Violation(at(self._number), "sentinel", text))
        return found

    def _judged(self, pieces: list[Piece]) -> list[Violation]:
        found: list[Violation] = []
        for piece in pieces:
            if self._sentinel and piece.data.strip() == self._sentinel:
                self._is_over = True
                break
            members = dict(piece.members)
            if members.get("event") == "error" and "event" not in self._form:
                self._is_over = True
                break
            if wrong := self._wrong(piece, members):
                found += under(at(self._number), wrong, "")
            self._number += 1
        return found

    def _wrong(self, piece: Piece, members: dict[str, str]) -> list[Violation]:
        """What is wrong with an item; the data of an event may be JSON or text."""
        if self._form == "json":
            try:
                return self._checked(json_value(piece.data), piece.data)
            except ValueError:
                return [Violation("", "format", "is not JSON")]
        text = piece.data.decode(errors="replace")
        if self._form == "text":
            return self._checked(text, piece.data)
        event = _event(members)
        if self._form == "text event":
            return self._checked({**event, "data": text}, piece.data)
        found: list[Violation] = []
        try:
            parsed = json_value(piece.data)
        except ValueError:
            pass
        else:
            found = self._checked({**event, "data": parsed}, piece.data)
            if not found:
                return found
        as_text = self._checked({**event, "data": text}, piece.data)
        return found if found and as_text else as_text

    def _checked(self, item: object, data: bytes) -> list[Violation]:
        if self._check is None:
            return []
        brackets = data.count(b"[") + data.count(b"{")
        if brackets > _MAX_DEPTH and depth_exceeds(item, _MAX_DEPTH):
            return _TOO_DEEP
        try:
            return self._check(item) or []
        except RecursionError:
            return _TOO_DEEP


def _event(members: dict[str, str]) -> dict[str, object]:
    """What an event says beside its data."""
    retry = members.get("retry", "")
    if retry.isdecimal() and len(retry) <= 10:
        return {**members, "retry": int(retry)}
    return {**members}
