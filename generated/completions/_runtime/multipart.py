# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Multipart bodies (RFC 2046, section 5.1): parts with names, and parts in a row."""

from __future__ import annotations

import mimetypes
import re
import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from .errors import InvalidArgumentError
from .files import Upload, as_upload, no_file
from .forms import BINARY, MEDIA_TYPE, BodyForm, base_type, is_json, ranges
from .omit import omit
from .styles import form_pairs, header_value, scalar
from .values import is_array, is_object, plain, to_json

_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_NO_HEADERS: Mapping[str, str] = {}


def multipart(parts: Iterable[bytes]) -> tuple[bytes, str]:
    """Parts put together, and the boundary between them, which occurs in none."""
    parts = [*parts]
    boundary = secrets.token_hex(16)
    while any(boundary.encode() in part for part in parts):
        boundary = secrets.token_hex(16)
    delimiter = boundary.encode()
    body = b"".join(b"--%b\r\n%b\r\n" % (delimiter, part) for part in parts)
    return b"%b--%b--\r\n" % (body, delimiter), boundary


def named_parts(members: Mapping[str, Any], form: BodyForm) -> list[bytes]:
    """The parts of a form (RFC 7578). Arrays repeat their name, objects are JSON.

    Source: OpenAPI 3.2, section 4.15.3.

    Raises:
        InvalidArgumentError: Something else stands where a file belongs, or a value
            cannot be written as the document asks.
        OSError: A file at a path cannot be read.
    """
    parts: list[bytes] = []
    for name, value in members.items():
        how = form.encoding.get(name, "")
        if how and "/" not in how:
            for key, text in form_pairs(name, value, how):
                parts.append(_part(_disposition(key), "", _NO_HEADERS, text.encode()))
            continue
        headers = form.headers.get(name, _NO_HEADERS)
        if name in form.nested:
            for media, data in form.nested[name].contents(name, value):
                parts.append(_part(_disposition(name), media, headers, data))
            continue
        for item in _items(value):
            parts.append(_named(name, item, how, headers, is_file=name in form.files))
    return parts


def parts_in_a_row(items: Iterable[Any], form: BodyForm) -> list[bytes]:
    """The parts of a body that are told by their position alone.

    Raises:
        InvalidArgumentError: A value cannot be written as the document asks.
        OSError: A file at a path cannot be read.
    """
    parts: list[bytes] = []
    for index, item in enumerate(items):
        known = form.positions
        how = known[index] if index < len(known) else form.rest
        place = index if index < len(known) else -1
        headers = form.headers.get(place, _NO_HEADERS)
        writer = form.nested.get(place)
        if writer is not None:
            found = writer.contents("a part", item)
            if not found:
                raise InvalidArgumentError("a part in a row cannot be null")
            parts += [_part("", media, headers, data) for media, data in found]
            continue
        upload = as_upload(item, "")
        if upload is not None:
            start = "Content-Disposition: attachment" if upload.name else ""
            upload = upload._replace(headers={**headers, **upload.headers})
            parts.append(_file(start, upload, how))
        else:
            media, data = _content("a part", plain(item), how)
            parts.append(_part("", media or "text/plain", headers, data))
    return parts


def _items(value: object) -> list[object]:
    """The parts that a member becomes: one per item of an array, none for null."""
    if value is None or value is omit:
        return []
    return [*value] if is_array(value) else [value]


def _named(
    name: str, value: object, how: str, headers: Mapping[str, str], *, is_file: bool
) -> bytes:
    upload = as_upload(value, name)
    if upload is not None:
        headers = {**headers, **upload.headers}
        return _file(_disposition(name), upload._replace(headers=headers), how)
    if is_file:
        forms = "bytes, an open binary file, a path or (name, content)"
        raise no_file(name, value, forms)
    media, data = _content(name, plain(value), how)
    return _part(_disposition(name), media, headers, data)


def _content(name: str, value: Any, how: str) -> tuple[str, bytes]:
    """Media type and bytes of a part that is no file; text needs no media type."""
    media = how.partition(",")[0].strip()
    nests = is_object(value) or is_array(value)
    if is_json(media) or (nests and not media):
        return media or "application/json", to_json(value)
    if nests:
        raise InvalidArgumentError(f"{name}: give text or bytes in {media}")
    return media, scalar(value).encode()


def _file(disposition: str, upload: Upload, how: str) -> bytes:
    media = _media(upload.name, how) if upload.media is None else upload.media
    if not MEDIA_TYPE.fullmatch(media):
        raise InvalidArgumentError("the media type of a file is malformed")
    if disposition:
        disposition = f'{disposition}; filename="{_quoted(upload.name)}"'
    return _part(disposition, media, upload.headers, upload.content)


def _media(name: str, how: str) -> str:
    """The media type of a file: by its name among those listed, else the first listed."""
    listed = [text.strip() for text in how.split(",") if text.strip()]
    guess = mimetypes.guess_type(name)[0]
    if guess is not None and any(base_type(text) in ranges(guess) for text in listed):
        return guess
    return next((text for text in listed if "*" not in text), BINARY)


def _part(
    disposition: str, media: str, headers: Mapping[str, str], content: bytes
) -> bytes:
    lines = [disposition] if disposition else []
    if media:
        lines.append(f"Content-Type: {media}")
    for name, text in headers.items():
        if not _HEADER_NAME.fullmatch(name):
            raise InvalidArgumentError(f"not the name of a header: {name!r}")
        lines.append(f"{name}: {header_value(name, text)}")
    return "".join(f"{line}\r\n" for line in lines).encode() + b"\r\n" + content


def _disposition(name: str) -> str:
    return f'Content-Disposition: form-data; name="{_quoted(name)}"'


def _quoted(name: str) -> str:
    """A name inside quotes, as browsers write it (WHATWG HTML, 4.10.21.8)."""
    return name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
