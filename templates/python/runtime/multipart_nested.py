# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Multipart bodies within the parts of others (OpenAPI 3.2, section 4.15)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeGuard

from .errors import InvalidArgumentError
from .forms import MEDIA_TYPE, BodyForm
from .multipart import multipart, named_parts, parts_in_a_row
from .omit import omit
from .values import adapter, given, is_array, is_object


class Nested(NamedTuple):
    """Writes a value as a multipart body that is a part of another.

    `form` tells of its parts. With `is_each` the value is an array, and each of its items
    becomes a part that is such a body.
    """

    form: BodyForm
    is_each: bool = False

    def contents(self, name: str, value: object) -> list[tuple[str, bytes]]:
        """Media type and bytes of each part that a value becomes: none for null.

        Raises:
            InvalidArgumentError: The value holds no parts, or one that cannot be written
                as the document asks.
            OSError: A file at a path cannot be read.
        """
        if value is None or value is omit:
            return []
        if not self.is_each:
            return [self._content(name, value)]
        return [self._content(name, item) for item in _row(name, value)]

    def _content(self, name: str, value: object) -> tuple[str, bytes]:
        media = self.form.media
        if not MEDIA_TYPE.fullmatch(media):
            raise InvalidArgumentError(f"{name}: not a media type: {media!r}")
        data, boundary = multipart(self._parts(name, value))
        return f"{media}; boundary={boundary}", data

    def _parts(self, name: str, value: object) -> list[bytes]:
        if is_object(value):
            return self._named(given(value))
        if isinstance(value, (str, bytes, bytearray, memoryview)):
            raise _no_parts(name, self.form)
        if _is_row(value):
            return parts_in_a_row(value, self.form)
        return self._named(_members(name, value, self.form))

    def _named(self, members: Mapping[str, Any]) -> list[bytes]:
        return named_parts({**self.form.defaults, **members}, self.form)


def _is_row(value: object) -> TypeGuard[Iterable[Any]]:
    return is_array(value) or isinstance(value, tuple)


def _row(name: str, value: object) -> Iterable[object]:
    if _is_row(value):
        return value
    raise InvalidArgumentError(f"{name}: give an array, a part for each of its items")


def _members(name: str, value: object, form: BodyForm) -> Mapping[str, Any]:
    """The properties of a model by their names on the wire, files in them as bytes."""
    members: object = adapter(Any).dump_python(
        value, by_alias=True, exclude_unset=True, warnings=False
    )
    if not is_object(members):
        raise _no_parts(name, form)
    return members


def _no_parts(name: str, form: BodyForm) -> InvalidArgumentError:
    return InvalidArgumentError(f"{name}: give an array or an object for {form.media}")
