# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""How the items of a stream are written: events, lines, records, parts.

Source of the formats: WHATWG HTML, section 9.2.6, for events; RFC 7464 for JSON text
sequences; RFC 2046, section 5.1, for multipart bodies.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, cast

from .server_answers import dump

Form: TypeAlias = Literal["json", "text", "bytes", "event", "text event"]

_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class StreamAnswer:
    """A documented stream.

    `sentinel` is the data that ends it, empty for none. `selector` is the property of
    the JSON body that asks for it, empty where the handler decides. `form` tells what an
    item is: the data of a piece, or a whole event. `part_media` is the media type of the
    parts of a multipart stream.
    """

    status: int
    media: str
    sentinel: str = ""
    selector: str = ""
    form: Form = "json"
    part_media: str = "application/json"

    @property
    def is_events(self) -> bool:
        """Whether the items are server-sent events."""
        return self.media == "text/event-stream"

    @property
    def label(self) -> str:
        """Status and media type: `200 application/jsonl`."""
        return f"{self.status} {self.media}"


class Frames:
    """Writes the items of one response.

    Attributes:
        content_type: What the response is.
        end: What closes it.
    """

    def __init__(self, answer: StreamAnswer) -> None:
        media = answer.media
        self._answer = answer
        self._before, self._after = b"", b"\n"
        self.content_type, self.end = media, b""
        if answer.is_events:
            self.content_type = f"{media}; charset=utf-8"
            self._before, self._after = b"data: ", b"\n\n"
        elif media.startswith("multipart/"):
            boundary = secrets.token_hex(16)
            self.content_type = f"{media}; boundary={boundary}"
            head = f"--{boundary}\r\ncontent-type: {answer.part_media}\r\n\r\n"
            self._before, self._after = head.encode("latin-1"), b"\r\n"
            self.end = f"--{boundary}--\r\n".encode()
        elif media == "application/json-seq" or media.endswith("+json-seq"):
            self._before = b"\x1e"

    def item(self, item: object) -> bytes:
        """One item."""
        form = self._answer.form
        if form == "json":
            return self._before + dump(item) + self._after
        if form in ("event", "text event"):
            return _event(cast("dict[str, object]", json.loads(dump(item))))
        if isinstance(item, bytes):
            return self._before + item + self._after
        return self.text(str(item))

    def sentinel(self) -> bytes:
        """What tells that the stream is complete, empty for nothing."""
        mark = self._answer.sentinel
        return self.text(mark) if mark else b""

    def error(self, data: bytes) -> bytes:
        """An error, as JSON."""
        name = b"event: error\n" if self._answer.is_events else b""
        return name + self._before + data + self._after

    def text(self, text: str) -> bytes:
        """One item that is this text as it stands."""
        if self._answer.is_events:
            return _data(text) + b"\n"
        return self._before + text.encode() + self._after


def _event(members: dict[str, object]) -> bytes:
    """An event with a line for each of its members; data that is no text is JSON."""
    found = b""
    for name in ("event", "id", "retry"):
        value = members.get(name)
        if value is not None:
            found += f"{name}: {_LINE_END.sub(' ', str(value))}\n".encode()
    data = members.get("data")
    return found + _data(data if isinstance(data, str) else dump(data).decode()) + b"\n"


def _data(text: str) -> bytes:
    """Data as lines of an event: it must not hold an end of a line itself."""
    return "".join(f"data: {line}\n" for line in _LINE_END.split(text)).encode()


def preferred(answers: Sequence[StreamAnswer], accept: str) -> StreamAnswer | None:
    """The first stream that the caller likes best (RFC 9110, section 12.5.1)."""
    return max(answers, key=lambda item: liking(item.media, accept), default=None)


def liking(media: str, accept: str) -> float:
    """How much a caller likes a media type; 1 where it says nothing."""
    if not accept:
        return 1.0
    liking = 0.0
    best = -1
    for piece in accept.split(","):
        name, *parameters = [text.strip().lower() for text in piece.split(";")]
        main = media.partition("/")[0]
        names = ["*/*", f"{main}/*", media]
        if name in names and names.index(name) > best:
            best = names.index(name)
            liking = _quality(parameters)
    return liking


def _quality(parameters: list[str]) -> float:
    for parameter in parameters:
        if parameter.startswith("q="):
            try:
                return float(parameter[2:])
            except ValueError:
                return 0.0
    return 1.0
