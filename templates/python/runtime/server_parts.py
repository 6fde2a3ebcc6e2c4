# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Multipart bodies whose parts are read one by one, as the document has them.

A part may be a multipart body itself (OpenAPI 3.2, section 4.15). Only those that the
document describes are opened, so it sets how deep that goes; any other is a file. The
parts of a body and of all that is within it are counted together. Of the standard
library alone, as is all that it imports.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NoReturn, TypeAlias

from .renderers import parameter_path
from .server_errors import BadRequest
from .server_media import ContentType
from .server_multipart import (
    MAX_PARTS,
    Part,
    part_name,
    part_value,
    row_value,
    split_parts,
)
from .server_styles import Query, Styled, read_form
from .server_text import ANY_FIELDS, Fields, Plain, is_array, value
from .server_wire import Check
from .violations import MOST, Violation, at

_LONGEST = 1000
"""A media type with a boundary, which has 70 characters at most, is not longer."""


@dataclass(frozen=True, eq=False, slots=True)
class Row:
    """Parts in a row: how the first ones are read, and those that follow.

    None is for a part that is read by its own media type.
    """

    first: Sequence[How] = ()
    rest: How = None

    def __call__(self, data: bytes, content_type: ContentType) -> object:
        """The parts of a whole body, as an array.

        Raises:
            BadRequest: It is malformed, or has too many parts.
        """
        return _array(self, data, content_type, _Within())


@dataclass(frozen=True, eq=False, slots=True)
class Form:
    """Parts with names: the fields of a form, some of them multipart bodies.

    `fields`, `styled` and `texts` are those of `FormReader`. `nested` are the multipart
    bodies by name; `lists` the names of those that an array has one of for each item.
    """

    fields: Fields = ANY_FIELDS
    styled: Sequence[Styled] = ()
    texts: Collection[str] = ()
    nested: Mapping[str, Row | Form] = field(default_factory=dict[str, "Row | Form"])
    lists: Collection[str] = ()

    def __call__(self, data: bytes, content_type: ContentType) -> object:
        """The parts of a whole body, put together as an object.

        Raises:
            BadRequest: It is malformed, or has too many parts.
        """
        return _object(self, data, content_type, _Within())


def each(check: Check) -> Check:
    """A validator of an array by that of its items, for parts without an end."""

    def check_each(given: object) -> list[Violation] | None:
        found: list[Violation] = []
        for index, item in enumerate(given if is_array(given) else ()):
            for violation in check(item) or ():
                path = f"/{index}{violation.path}"
                found.append(violation._replace(path=path))
            if len(found) >= MOST:
                break
        return found[:MOST] or None

    return check_each


How: TypeAlias = "Row | Form | Plain | None"


class _Count:
    """How many parts a body may still have, with all that is within it."""

    def __init__(self) -> None:
        self.left = MAX_PARTS


class _Within:
    """A place in a body: a JSON Pointer, and the count that its parts go to."""

    def __init__(self, path: str = "", count: _Count | None = None) -> None:
        self.path = path
        self._count = count or _Count()

    def at(self, step: str | int) -> _Within:
        """A place further in."""
        return _Within(self.path + at(step), self._count)

    def split(self, data: bytes, content_type: ContentType) -> list[Part]:
        """The parts of the body at this place, counted."""
        try:
            found = split_parts(data, content_type.boundary, self._count.left)
        except ValueError as error:
            self.refuse(error)
        self._count.left -= len(found)
        return found

    def refuse(self, error: ValueError | str) -> NoReturn:
        """Raise BadRequest for what is wrong here."""
        param = parameter_path(self.path) or None
        place = f" at '{param}'" if param else ""
        raise BadRequest(
            f"The form is malformed{place}: {error}.",
            code="invalid_form",
            param=param,
            violations=(Violation(self.path, "format", f"is malformed: {error}"),),
        )


def _array(
    row: Row, data: bytes, content_type: ContentType, place: _Within
) -> list[object]:
    return [
        _item(row, index, part, place.at(index))
        for index, part in enumerate(place.split(data, content_type))
    ]


def _item(row: Row, index: int, part: Part, place: _Within) -> object:
    how = row.first[index] if index < len(row.first) else row.rest
    if isinstance(how, (Row, Form)):
        return _nested(how, part, place)
    try:
        if how is None or part.is_json:
            return row_value(part)
        text = part_value(part, is_text=True)
        return value([text], how) if isinstance(text, str) else text
    except ValueError as error:
        place.refuse(error)


def _nested(how: Row | Form, part: Part, place: _Within) -> object:
    if not _is_multipart(part):
        place.refuse("a multipart body must stand here")
    if len(part.content_type) > _LONGEST:
        place.refuse("the media type is too long")
    content_type = ContentType.parse(part.content_type)
    if isinstance(how, Row):
        return _array(how, part.content, content_type, place)
    return _object(how, part.content, content_type, place)


def _is_multipart(part: Part) -> bool:
    return part.content_type.lower().startswith("multipart/")


def _object(
    form: Form, data: bytes, content_type: ContentType, place: _Within
) -> dict[str, object]:
    fields: list[tuple[str, object]] = []
    nested: dict[str, list[Part]] = {}
    for part in place.split(data, content_type):
        name = _name(part, place)
        if name in form.nested:
            nested.setdefault(name, []).append(part)
        else:
            fields.append((name, _field(form, name, part, place.at(name))))
    try:
        query = Query.of_fields(fields)
        found = read_form(fields, query, form.fields, form.styled)
    except ValueError as error:
        place.refuse(error)
    for name, parts in nested.items():
        found[name] = _property(form, name, parts, place.at(name))
    return found


def _name(part: Part, place: _Within) -> str:
    try:
        return part_name(part)
    except ValueError as error:
        place.refuse(error)


def _field(form: Form, name: str, part: Part, place: _Within) -> object:
    try:
        return part_value(part, is_text=name in form.texts)
    except ValueError as error:
        place.refuse(error)


def _property(form: Form, name: str, parts: list[Part], place: _Within) -> object:
    """What the parts of one name stand for.

    Several files are one multipart body (RFC 2388, section 4.2) or a part each (RFC 7578,
    section 4.3): both are read.
    """
    how = form.nested[name]
    if name in form.lists:
        pairs = enumerate(parts)
        return [_nested(how, part, place.at(index)) for index, part in pairs]
    if isinstance(how, Form):
        return _nested(how, parts[-1], place)
    found: list[object] = []
    for part in parts:
        if _is_multipart(part):
            nested = _nested(how, part, place)
            found += nested if is_array(nested) else ()
        else:
            index = len(found)
            found.append(_item(how, index, part, place.at(index)))
    return found
