# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""The forms of a request body, and which of them a call sends."""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, cast

from .errors import InvalidArgumentError
from .files import path_of
from .omit import Omit, omit
from .values import given

MEDIA_TYPE = re.compile(
    r"[\w.+*-]+/[\w.+*-]+(;[ \t]*[\w.+-]+=(\"[^\"\r\n]*\"|[\w.+-]+))*"
)
BINARY = "application/octet-stream"


class PartWriter(Protocol):
    """Writes parts that are multipart bodies themselves."""

    def contents(self, name: str, value: object) -> list[tuple[str, bytes]]:
        """Media type and bytes of each part that a value becomes: none for null.

        Raises:
            InvalidArgumentError: The value cannot be written as the document asks.
            OSError: A file at a path cannot be read.
        """
        ...


@dataclass(frozen=True, eq=False, slots=True)
class BodyForm:
    """One form of a request body.

    Attributes:
        media: Its media type, or a range such as `image/*`.
        is_whole: True when the body is given as it is, not by its properties, where an
            operation has forms of both kinds.
        fields: Its properties, where the forms of an operation differ in them.
        files: The properties that are files; `body` where the whole body is one.
        is_sequence: True when the body is items one after the other.
        defaults: What goes in for a required property that is left out.
        encoding: How a property is written where it is not the usual way: a style in
            the words of `styles.py`, or media types, the first preferred.
        headers: The headers of parts: by property, or by position as `nested`.
        positions: Media types of the first parts of a body whose parts have no names.
        rest: Media types of the parts that follow.
        nested: What writes the parts that are multipart bodies themselves: by property,
            or by position, -1 for the parts that follow.
    """

    media: str = "application/json"
    is_whole: bool = field(default=False, kw_only=True)
    fields: tuple[str, ...] = field(default=(), kw_only=True)
    files: tuple[str, ...] = field(default=(), kw_only=True)
    is_sequence: bool = field(default=False, kw_only=True)
    defaults: Mapping[str, object] = field(
        default_factory=dict[str, object], kw_only=True
    )
    encoding: Mapping[str, str] = field(default_factory=dict[str, str], kw_only=True)
    headers: Mapping[str | int, Mapping[str, str]] = field(
        default_factory=dict[str | int, Mapping[str, str]], kw_only=True
    )
    positions: tuple[str, ...] = field(default=(), kw_only=True)
    rest: str = field(default="", kw_only=True)
    nested: Mapping[str | int, PartWriter] = field(
        default_factory=dict[str | int, PartWriter], kw_only=True
    )


class Chosen(NamedTuple):
    """What a call sends: a form, the media type to name, and the body."""

    form: BodyForm
    media: str
    body: object


def choose(
    forms: tuple[BodyForm, ...],
    fields: Mapping[str, object],
    body: object,
    content_type: str | Omit,
) -> Chosen:
    """The form that the arguments of a call ask for.

    `fields` are properties where an operation has forms that are given by them and
    forms that are given whole; everything is in `body` elsewhere.

    Raises:
        InvalidArgumentError: The arguments fit no form, or more than one.
    """
    members = given(fields)
    if members and body is not omit:
        name = next(iter(members))
        raise InvalidArgumentError(f"give either the whole body or {name!r}, not both")
    candidates = list(forms)
    if members or (fields and body is omit):
        candidates = [form for form in forms if not form.is_whole]
        body = members
    elif body is not omit:
        candidates = [form for form in forms if form.is_whole] or candidates
    form = candidates[0]
    if not isinstance(content_type, Omit):
        form = _named(candidates, content_type)
    if form.fields:
        _check_fields(form, body)
    return Chosen(form, _media(form, body, content_type), body)


def _named(forms: list[BodyForm], content_type: str) -> BodyForm:
    if not MEDIA_TYPE.fullmatch(content_type):
        raise InvalidArgumentError(f"not a media type: {content_type!r}")
    for wanted in ranges(base_type(content_type)):
        for form in forms:
            if form.media == wanted:
                return form
    known = ", ".join(form.media for form in forms)
    raise InvalidArgumentError(f"content_type {content_type!r} is not one of {known}")


def _check_fields(form: BodyForm, body: object) -> None:
    if not isinstance(body, Mapping):
        return
    for name, value in cast("Mapping[str, object]", body).items():
        if value is not omit and name not in form.fields:
            raise InvalidArgumentError(
                f"{name!r} is no property of {form.media}: "
                "say with content_type which form of the body you mean"
            )


def _media(form: BodyForm, body: object, content_type: str | Omit) -> str:
    """The media type to name: a range stands for none, so a file name decides then."""
    if not isinstance(content_type, Omit):
        return content_type
    if "*" not in form.media:
        return form.media
    guess = mimetypes.guess_type(_file_name(body))[0]
    if guess is not None and form.media in ranges(guess):
        return guess
    if form.media in ranges(BINARY):
        return BINARY
    raise InvalidArgumentError(f"say with content_type which {form.media} the body is")


def _file_name(body: object) -> str:
    """The name of the file that a body is; empty where it is none, or has none."""
    path = path_of(body)
    name: object = getattr(body, "name", "") if path is None else path.name
    return name if isinstance(name, str) else ""


def base_type(media: str) -> str:
    """A media type without its parameters, in lower case (RFC 9110, section 8.3.1)."""
    return media.partition(";")[0].strip().lower()


def is_json(media: str) -> bool:
    """True for `application/json` and the types built on it (RFC 6839, section 3.1)."""
    media = base_type(media)
    return media in ("application/json", "text/json") or media.endswith("+json")


def ranges(media: str) -> tuple[str, ...]:
    """A media type and the ranges that it is in, the narrowest first."""
    main, _, sub = media.partition("/")
    suffix = (f"{main}/*+{sub.rpartition('+')[2]}",) if "+" in sub else ()
    return (media, *suffix, f"{main}/*", "*/*")
