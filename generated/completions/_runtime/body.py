# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Request bodies, written once so that every attempt sends the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from email.message import Message
from typing import Any, NamedTuple, cast

from .chunks import Chunks, body_content
from .errors import InvalidArgumentError
from .files import no_file
from .forms import BodyForm, Chosen, base_type, is_json
from .multipart import multipart, named_parts, parts_in_a_row
from .omit import omit
from .styles import scalar
from .urlencoded import urlencoded
from .values import given, is_array, is_object, plain, to_json

_FRAMES = {
    "text/event-stream": (b"data: ", b"\n\n"),
    "application/json-seq": (b"\x1e", b"\n"),
    "application/geo+json-seq": (b"\x1e", b"\n"),
}
"""What stands around an item of a sequence; of the others, each is a line."""


class Content(NamedTuple):
    """A body and its media type, empty when there is no body."""

    data: bytes | Chunks
    media: str


def encode_body(chosen: Chosen, extra: Mapping[str, object] | None = None) -> Content:
    """A body as its media type asks, `extra` added to its properties.

    Raises:
        InvalidArgumentError: The body has no form in this media type, or something else
            stands where a file belongs.
        OSError: A file at a path cannot be read.
    """
    form, media, body = chosen
    body = completed(body, form, extra)
    if body is omit:
        return Content(b"", "")
    kind = base_type(media)
    if kind.startswith("multipart/"):
        data, boundary = multipart(_parts(body, form))
        return Content(data, f"{media}; boundary={boundary}")
    if form.is_sequence:
        return Content(_sequence(body, kind), media)
    if "body" in form.files:
        return Content(_raw(body), media)
    if is_json(kind):
        return Content(to_json(body), media)
    if kind == "application/x-www-form-urlencoded" and not isinstance(body, str):
        return Content(urlencoded(members_of(body), form.encoding).encode(), media)
    return _text(body, media)


def completed(
    body: object, form: BodyForm, extra: Mapping[str, object] | None = None
) -> object:
    """A body with `extra` and with what must be there; `omit` for none.

    Raises:
        InvalidArgumentError: There is `extra`, and the body is no object.
    """
    if extra:
        members = members_of(body) if body is not omit else {}
        body = {**members, **given(extra)}
    if isinstance(body, Mapping):
        return _complete(cast("Mapping[str, object]", body), form)
    return body


def _complete(body: Mapping[str, object], form: BodyForm) -> dict[str, object]:
    """The members that are given, and the defaults of those that must be there."""
    members = given(body)
    for name, default in form.defaults.items():
        members.setdefault(name, default)
    return members


def members_of(body: object) -> dict[str, Any]:
    """The properties of a body. Raises InvalidArgumentError for what has none."""
    members = body if is_object(body) else plain(body)
    if not is_object(members):
        raise InvalidArgumentError("this body must be an object")
    return members


def _parts(body: object, form: BodyForm) -> Iterable[bytes]:
    if form.is_sequence or isinstance(body, tuple) or is_array(body):
        return parts_in_a_row(cast("Iterable[Any]", body), form)
    return named_parts(members_of(body), form)


def _sequence(items: object, kind: str) -> bytes:
    if not isinstance(items, Iterable) or isinstance(items, (str, bytes, Mapping)):
        raise InvalidArgumentError("this body must be an iterable of items")
    start, end = _FRAMES.get(kind, (b"", b"\n"))
    found = cast("Iterable[object]", items)
    return b"".join(b"%b%b%b" % (start, to_json(item), end) for item in found)


def _raw(body: object) -> bytes | Chunks:
    content = body_content(body)
    if content is None:
        raise no_file("body", body, "bytes, an open binary file or a path")
    return content


def _text(body: object, media: str) -> Content:
    """Text in the charset that the media type names, else in UTF-8, which is told."""
    content = None if _is_sequence(body) else body_content(body)
    if content is not None:
        return Content(content, media)
    text = scalar(plain(body))
    message = Message()
    message["content-type"] = media
    charset = message.get_content_charset()
    if charset is None:
        is_told = media.startswith("text/")
        return Content(text.encode(), f"{media}; charset=utf-8" if is_told else media)
    try:
        return Content(text.encode(charset), media)
    except (LookupError, UnicodeEncodeError):
        raise InvalidArgumentError(f"the text cannot be written in {charset}") from None


def _is_sequence(body: object) -> bool:
    return isinstance(body, (list, tuple))
