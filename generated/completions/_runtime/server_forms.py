# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Bodies of forms and of parts: decoded, put together, validated, typed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, TypeAlias

from pydantic import TypeAdapter, ValidationError

from .server_body import ContentType, ReadBody
from .server_errors import BadRequest, invalid
from .server_multipart import multipart_pairs, multipart_values
from .server_options import ServerOptions
from .server_parameters import Check, pointer, refused
from .server_styles import Query, Styled, read_form
from .server_text import ANY_FIELDS, Fields, depth_exceeds, is_array, is_object
from .violations import Violation

_Read: TypeAlias = Callable[[bytes, ContentType], object]


class _Parts:
    """What decodes a body into a value with files in it, and types that.

    What `check` says of a file itself does not count: a file is no JSON.
    """

    def __init__(self, kind: Any, check: Check | None) -> None:
        self._kind = kind
        self._check = check
        self._adapter: TypeAdapter[Any] | None = None

    def _decode(
        self,
        data: bytes,
        content_type: ContentType,
        options: ServerOptions,
        read: _Read,
    ) -> ReadBody:
        try:
            given = read(data, content_type)
        except RecursionError:
            raise _too_deep() from None
        except ValueError as error:
            raise BadRequest(
                f"The form is malformed: {error}.", code="invalid_form"
            ) from error
        if depth_exceeds(given, options.max_json_depth):
            raise _too_deep()
        if self._check is not None and (violations := _faults(self._check, given)):
            raise invalid(violations)
        if self._adapter is None:
            self._adapter = TypeAdapter(self._kind)
        try:
            return ReadBody(self._adapter.validate_python(given), given)
        except ValidationError as error:
            raise refused(error, given) from None


class FormBody(_Parts):
    """A form, URL-encoded or multipart, valid by `check`, as a value of `kind`.

    `styled` are the fields that are written in the style of a parameter, `texts` those
    that are text under a media type of their own in a part.
    """

    def __init__(
        self,
        kind: Any,
        fields: Fields = ANY_FIELDS,
        check: Check | None = None,
        styled: Iterable[Styled] = (),
        texts: Collection[str] = (),
    ) -> None:
        super().__init__(kind, check)
        self._texts = texts
        self._fields = fields
        self._styled = tuple(styled)

    def decode(
        self, data: bytes, content_type: ContentType, options: ServerOptions
    ) -> ReadBody:
        """Decode the fields and put them together as an object."""
        return self._decode(data, content_type, options, self._read)

    def _read(self, data: bytes, content_type: ContentType) -> object:
        if content_type.media.startswith("multipart/"):
            pairs = multipart_pairs(data, content_type.boundary, self._texts)
            query = Query.of_fields(pairs)
        else:
            query = Query.of_form(data.decode())
            pairs = query.fields
        return read_form(pairs, query, self._fields, self._styled)


class PartsBody(_Parts):
    """Parts without names, in a row, valid by `check`, as a value of `kind`."""

    def __init__(self, kind: Any, check: Check | None = None) -> None:
        super().__init__(kind, check)

    def decode(
        self, data: bytes, content_type: ContentType, options: ServerOptions
    ) -> ReadBody:
        """Decode each part by its own media type."""
        return self._decode(data, content_type, options, _values)


def _values(data: bytes, content_type: ContentType) -> object:
    return multipart_values(data, content_type.boundary)


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
            name: _without_files(item, path + pointer(name), files)
            for name, item in given.items()
        }
    return given
