# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Request bodies, written once to bytes so that every attempt sends the same."""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple, cast
from urllib.parse import quote_plus

from .errors import InvalidArgumentError
from .files import Upload, as_upload, read_content
from .omit import omit
from .styles import scalar
from .values import given, is_array, is_object, plain, to_json

_MEDIA_TYPE = re.compile(
    r"[\w.+*-]+/[\w.+*-]+(;[ \t]*[\w.+-]+=(\"[^\"\r\n]*\"|[\w.+-]+))*"
)


class Content(NamedTuple):
    """A body and its media type, empty when there is no body."""

    data: bytes
    media: str


def is_json(media: str) -> bool:
    """True for `application/json` and the types built on it (RFC 6839, section 3.1)."""
    media = media.partition(";")[0].strip().lower()
    return media in ("application/json", "text/json") or media.endswith("+json")


def encode_body(
    body: object,
    media: str,
    extra: Mapping[str, object] | None = None,
    files: Collection[str] = (),
) -> Content:
    """A body as bytes of the media type, `extra` added to its properties.

    `files` are the properties that are files, `body` the whole body; see `Operation`.

    Raises:
        InvalidArgumentError: The body has no form in this media type, or something else
            stands where a file belongs.
        OSError: A file at a path cannot be read.
    """
    if isinstance(body, Mapping):
        body = given(cast("Mapping[str, object]", body))
    if extra:
        body = {**(_members(body) if body is not omit else {}), **given(extra)}
    if body is omit:
        return Content(b"", "")
    if is_json(media):
        return Content(to_json(body), media)
    if media == "application/x-www-form-urlencoded":
        return Content(_form(_members(body)), media)
    if media == "multipart/form-data":
        boundary = secrets.token_hex(16)
        data = _multipart(_members(body), boundary.encode(), files)
        return Content(data, f"{media}; boundary={boundary}")
    return Content(_raw(body, is_file="body" in files), media)


def _members(body: object) -> dict[str, Any]:
    members = body if is_object(body) else plain(body)
    if not is_object(members):
        raise InvalidArgumentError("this body must be an object")
    return members


def _raw(body: object, *, is_file: bool) -> bytes:
    content = read_content(body)
    if content is not None:
        return content
    if is_file:
        raise InvalidArgumentError("body: give bytes, an open binary file or a path")
    return body.encode() if isinstance(body, str) else to_json(body)


def _form(members: Mapping[str, Any]) -> bytes:
    """`application/x-www-form-urlencoded`: arrays repeat their name, objects are JSON."""
    pairs = [
        f"{quote_plus(name)}={quote_plus(_text(item))}"
        for name, value in members.items()
        for item in _items(plain(value))
    ]
    return "&".join(pairs).encode()


def _multipart(
    members: Mapping[str, Any], boundary: bytes, files: Collection[str]
) -> bytes:
    """`multipart/form-data` (RFC 7578): arrays repeat their name, objects are JSON parts."""
    parts: list[bytes] = []
    for name, value in members.items():
        for item in _items(value):
            part = _part(name, item, is_file=name in files)
            parts.append(b"--%b\r\n%b\r\n" % (boundary, part))
    return b"%b--%b--\r\n" % (b"".join(parts), boundary)


def _part(name: str, value: object, *, is_file: bool) -> bytes:
    disposition = f'Content-Disposition: form-data; name="{_quoted(name)}"'
    upload = as_upload(value, name)
    if upload is not None:
        return _file_part(disposition, upload)
    if is_file:
        raise InvalidArgumentError(
            f"{name}: give bytes, an open binary file, a path or (name, content)"
        )
    data = plain(value)
    if is_object(data) or is_array(data):
        head = f"{disposition}\r\nContent-Type: application/json\r\n\r\n"
        return head.encode() + to_json(data)
    return f"{disposition}\r\n\r\n{scalar(data)}".encode()


def _file_part(disposition: str, upload: Upload) -> bytes:
    if not _MEDIA_TYPE.fullmatch(upload.media):
        raise InvalidArgumentError("the media type of a file is malformed")
    head = f'{disposition}; filename="{_quoted(upload.name)}"'
    return f"{head}\r\nContent-Type: {upload.media}\r\n\r\n".encode() + upload.content


def _quoted(name: str) -> str:
    """A name inside quotes, as browsers write it (WHATWG HTML, 4.10.21.8)."""
    return name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")


def _items(value: object) -> list[object]:
    """The parts that a member becomes: one per item of an array, none for null."""
    if value is None or value is omit:
        return []
    return [*value] if is_array(value) else [value]


def _text(value: Any) -> str:
    if is_object(value) or is_array(value):
        return to_json(value).decode()
    return scalar(value)
