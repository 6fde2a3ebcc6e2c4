# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Forms: `multipart/form-data` (RFC 7578) and `application/x-www-form-urlencoded`."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import parse_qsl

MAX_PARTS = 1000

_PARAMETER = re.compile(rb';\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))')


class Upload(bytes):
    """Content of an uploaded file.

    `filename` and `content_type` are what the caller claims, empty when it claims
    nothing; never use `filename` as a path.
    """

    filename: str = ""
    content_type: str = ""


class _Part(NamedTuple):
    name: str
    filename: str | None
    content_type: str
    content: bytes


def form_pairs(body: bytes) -> list[tuple[str, object]]:
    """Names and values of a URL-encoded form.

    Raises:
        ValueError: It is not UTF-8 or has more than `MAX_PARTS` fields.
    """
    pairs = parse_qsl(
        body.decode(),
        keep_blank_values=True,
        errors="strict",
        max_num_fields=MAX_PARTS,
    )
    return list(pairs)


def multipart_pairs(body: bytes, boundary: str) -> list[tuple[str, object]]:
    """Names and values of a multipart form: text as `str`, files as `Upload`.

    Raises:
        ValueError: It is malformed or has more than `MAX_PARTS` parts.
    """
    return [(part.name, _value(part)) for part in _parts(body, boundary)]


def _value(part: _Part) -> object:
    if part.filename is None and _is_text(part.content_type):
        return part.content.decode()
    upload = Upload(part.content)
    upload.filename = part.filename or ""
    upload.content_type = part.content_type
    return upload


def _is_text(content_type: str) -> bool:
    media = content_type.partition(";")[0].strip().lower()
    return media in ("", "application/json") or media.startswith("text/")


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
    disposition = headers.get("content-disposition", b"")
    if not disposition.lower().startswith(b"form-data"):
        raise ValueError("a part that is no form data")
    parameters = {
        match[1].lower(): match[3] if match[2] is None else match[2]
        for match in _PARAMETER.finditer(disposition)
    }
    if b"name" not in parameters:
        raise ValueError("a part without a name")
    filename = parameters.get(b"filename")
    return _Part(
        name=_unescape(parameters[b"name"]),
        filename=None if filename is None else _unescape(filename),
        content_type=headers.get("content-type", b"").decode("latin-1"),
        content=content,
    )


def _unescape(text: bytes) -> str:
    """A quoted name: `%22`, `%0D`, `%0A` (WHATWG HTML, 4.10.21.8) and `\\"`."""
    for escaped, plain in ((b"%22", b'"'), (b"%0D", b"\r"), (b"%0A", b"\n")):
        text = text.replace(escaped, plain)
    return re.sub(rb'\\(["\\])', rb"\1", text).decode()
