# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Forms and parts as values with files in them: decoded, put together, validated."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple, TypeAlias

from .server_errors import BadRequest, invalid
from .server_media import ContentType
from .server_multipart import multipart_pairs
from .server_styles import Query, Styled, read_form
from .server_text import ANY_FIELDS, Fields, depth_exceeds, is_array, is_object
from .server_wire import Check
from .violations import Violation, at

ReadForm: TypeAlias = Callable[[bytes, ContentType], object]
"""Decodes a body. Raises ValueError when it is malformed."""


class FormReader(NamedTuple):
    """Reads a form, URL-encoded or multipart.

    `styled` are the fields that are written in the style of a parameter, `texts` those
    that are text under a media type of their own in a part.
    """

    fields: Fields = ANY_FIELDS
    styled: tuple[Styled, ...] = ()
    texts: Collection[str] = ()

    def read(self, data: bytes, content_type: ContentType) -> object:
        """The fields, put together as an object."""
        if content_type.media.startswith("multipart/"):
            pairs = multipart_pairs(data, content_type.boundary, self.texts)
            query = Query.of_fields(pairs)
        else:
            query = Query.of_form(data.decode())
            pairs = query.fields
        return read_form(pairs, query, self.fields, self.styled)


def checked_form(
    read: ReadForm,
    data: bytes,
    content_type: ContentType,
    check: Check | None,
    max_depth: int,
) -> object:
    """What a body holds, valid by `check`.

    What `check` says of a file itself does not count: a file is no JSON.

    Raises:
        BadRequest: It is malformed, nested deeper than `max_depth`, or not valid.
    """
    try:
        given = read(data, content_type)
    except RecursionError:
        raise _too_deep() from None
    except ValueError as error:
        raise BadRequest(
            f"The form is malformed: {error}.", code="invalid_form"
        ) from error
    if depth_exceeds(given, max_depth):
        raise _too_deep()
    if check is not None and (violations := _faults(check, given)):
        raise invalid(violations)
    return given


def _too_deep() -> BadRequest:
    return BadRequest("The form is nested too deeply.", code="invalid_form")


def _faults(check: Check, given: object) -> list[Violation]:
    """What `check` finds in a form, but for what it says of files."""
    files: set[str] = set()
    found = check(_without_files(given, "", files)) or []
    return [item for item in found if item.path not in files]


def _without_files(given: object, path: str, files: set[str]) -> object:
    """A form with an empty text for each file, whose path is added to `files`."""
    if isinstance(given, bytes):
        files.add(path)
        return ""
    if is_array(given):
        return [
            _without_files(item, f"{path}/{index}", files)
            for index, item in enumerate(given)
        ]
    if is_object(given):
        return {
            name: _without_files(item, path + at(name), files)
            for name, item in given.items()
        }
    return given
