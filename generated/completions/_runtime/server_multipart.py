# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Multipart bodies: forms (RFC 7578), and parts in a row (RFC 2046, section 5.1)."""

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


class _Part(NamedTuple):
    headers: Mapping[str, bytes]
    content: bytes

    @property
    def content_type(self) -> str:
        """What the part says that it is, empty where it does not say."""
        return self.headers.get("content-type", b"").decode("latin-1")

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
    named = [(_name(part), part) for part in _parts(body, boundary)]
    return [(name, _value(part, is_text=name in texts)) for name, part in named]


def multipart_values(body: bytes, boundary: str) -> list[object]:
    """The parts of a multipart body that have no names.

    JSON is parsed, other text is a `str`, everything else an `Upload`.

    Raises:
        ValueError: It is malformed or has more than `MAX_PARTS` parts.
    """
    found: list[object] = []
    for part in _parts(body, boundary):
        value = _value(part)
        is_json = isinstance(value, str) and _is_json(part.content_type)
        found.append(json_value(str(value)) if is_json else value)
    return found


def _name(part: _Part) -> str:
    disposition = part.disposition
    if b"name" not in disposition:
        raise ValueError("a part without a name")
    return _unescape(disposition[b"name"])


def _value(part: _Part, *, is_text: bool = False) -> object:
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


def _parts(body: bytes, boundary: str) -> list[_Part]:
    if not boundary:
        raise ValueError("the boundary is missing")
    delimiter = b"\r\n--" + boundary.encode("latin-1")
    pieces = (b"\r\n" + body).split(delimiter, MAX_PARTS + 2)
    if len(pieces) > MAX_PARTS + 2:
        raise ValueError("too many parts")
    if len(pieces) < 2 or not pieces[-1].startswith(b"--"):
        raise ValueError("the last boundary is missing")
    return [_part(piece) for piece in pieces[1:-1]]


def _part(piece: bytes) -> _Part:
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
    return _Part(headers, content)


def _unescape(text: bytes) -> str:
    """A quoted name: `%22`, `%0D`, `%0A` (WHATWG HTML, 4.10.21.8) and `\\"`."""
    for escaped, plain in ((b"%22", b'"'), (b"%0D", b"\r"), (b"%0A", b"\n")):
        text = text.replace(escaped, plain)
    return re.sub(rb'\\(["\\])', rb"\1", text).decode()
