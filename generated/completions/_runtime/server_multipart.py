# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Multipart bodies (RFC 2046, section 5.1) in pieces, and those that are forms (RFC 7578)."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import NamedTuple

from .server_text import json_value

MAX_PARTS = 1000

_DISPOSITION = "content-disposition"
_JSON = ("application/json", "text/json")

_PARAMETER = re.compile(rb';\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))')


class Upload(bytes):
    """Content of an uploaded file.

    `filename` and `content_type` are what the caller claims, empty when it claims
    nothing; never use `filename` as a path. `headers` are those of its part, names in
    lower case.
    """

    filename: str = ""
    content_type: str = ""
    headers: Mapping[str, str] = MappingProxyType({})


class Part(NamedTuple):
    """A part as it came: its headers, names in lower case, and its bytes."""

    headers: Mapping[str, bytes]
    content: bytes

    @property
    def content_type(self) -> str:
        """What the part says that it is, empty where it does not say."""
        return self.headers.get("content-type", b"").decode("latin-1")

    @property
    def is_json(self) -> bool:
        """Whether the part says that it is JSON (RFC 6839, section 3.1)."""
        return _is_json(self.content_type)

    @property
    def disposition(self) -> dict[bytes, bytes]:
        """The parameters of `Content-Disposition`."""
        return {
            match[1].lower(): match[3] if match[2] is None else match[2]
            for match in _PARAMETER.finditer(self.headers.get(_DISPOSITION, b""))
        }


def multipart_pairs(
    body: bytes, boundary: str, texts: Collection[str] = ()
) -> list[tuple[str, object]]:
    """Names and values of a multipart form: text as `str`, files as `Upload`.

    `texts` are the names of those that are text under a media type of their own.

    Raises:
        ValueError: It is malformed or has more than `MAX_PARTS` parts.
    """
    named = [(part_name(part), part) for part in split_parts(body, boundary)]
    return [(name, part_value(part, is_text=name in texts)) for name, part in named]


def row_value(part: Part) -> object:
    """The content of a part without a name, read by its own media type.

    JSON is parsed, other text is a `str`, everything else an `Upload`.

    Raises:
        ValueError: Text is not UTF-8, or JSON is none.
    """
    value = part_value(part)
    return json_value(value) if isinstance(value, str) and part.is_json else value


def part_name(part: Part) -> str:
    """The name of a part of a form (RFC 7578). Raises ValueError where it has none."""
    disposition = part.disposition
    if b"name" not in disposition:
        raise ValueError("a part without a name")
    return _unescape(disposition[b"name"])


def part_value(part: Part, *, is_text: bool = False) -> object:
    """The content of a part: `str` where it is text, else an `Upload`.

    Raises:
        ValueError: Text is not UTF-8.
    """
    filename = part.disposition.get(b"filename")
    if filename is None and (is_text or _is_text(part.content_type)):
        return part.content.decode()
    upload = Upload(part.content)
    upload.filename = "" if filename is None else _unescape(filename)
    upload.content_type = part.content_type
    upload.headers = {
        name: text.decode("latin-1") for name, text in part.headers.items()
    }
    return upload


def _is_text(content_type: str) -> bool:
    media = content_type.partition(";")[0].strip().lower()
    return not media or _is_json(media) or media.startswith("text/")


def _is_json(content_type: str) -> bool:
    media = content_type.partition(";")[0].strip().lower()
    return media in _JSON or media.endswith("+json")


def split_parts(body: bytes, boundary: str, most: int = MAX_PARTS) -> list[Part]:
    """The parts of a multipart body.

    Raises:
        ValueError: It is malformed or has more than `most` parts.
    """
    if not boundary:
        raise ValueError("the boundary is missing")
    delimiter = b"\r\n--" + boundary.encode("latin-1")
    pieces = (b"\r\n" + body).split(delimiter, most + 2)
    if len(pieces) > most + 2:
        raise ValueError("too many parts")
    if len(pieces) < 2 or not pieces[-1].startswith(b"--"):
        raise ValueError("the last boundary is missing")
    return [_part(piece) for piece in pieces[1:-1]]


def _part(piece: bytes) -> Part:
    padding, _, rest = piece.partition(b"\r\n")
    if padding.strip(b" \t"):
        raise ValueError("text after a boundary")
    head, blank, content = (b"\r\n" + rest).partition(b"\r\n\r\n")
    if not blank:
        raise ValueError("a part without content")
    headers: dict[str, bytes] = {}
    for line in head.split(b"\r\n")[1:]:
        name, _, text = line.partition(b":")
        headers[name.strip().lower().decode("latin-1")] = text.strip()
    return Part(headers, content)


def _unescape(text: bytes) -> str:
    """A quoted name: `%22`, `%0D`, `%0A` (WHATWG HTML, 4.10.21.8) and `\\"`."""
    for escaped, plain in ((b"%22", b'"'), (b"%0D", b"\r"), (b"%0A", b"\n")):
        text = text.replace(escaped, plain)
    return re.sub(rb'\\(["\\])', rb"\1", text).decode()
