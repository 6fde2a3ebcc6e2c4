# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Headers of a response as the record that the document describes.

Source of the format: OpenAPI 3.2, section 4.16.1 (style `simple`); RFC 9110, section
5.6.1 for lists.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar, cast, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import from_json

from .lenient import construct
from .tagged import flat, is_model
from .values import adapter, to_json

H = TypeVar("H")


class HeadersByStatus(Generic[H]):
    """Several records of headers; the key is a status, a range or `default`.

    `HeadersByStatus[PageHeaders | None]({"200": PageHeaders, "204": None})`
    """

    def __init__(self, cases: Mapping[str, type[H] | None]) -> None:
        self._cases = cases

    def select(self, status: int) -> type[H] | None:
        """The record for a response, None when none is documented."""
        for key in (str(status), f"{status // 100}XX", "default"):
            if key in self._cases:
                return self._cases[key]
        return None


def read_headers(
    kind: type[H] | HeadersByStatus[H], status: int, headers: Mapping[str, str]
) -> H:
    """The headers that the document describes, found without regard to case.

    A header that is not there reads as None, one that does not fit its type as text.
    """
    record = kind.select(status) if isinstance(kind, HeadersByStatus) else kind
    if record is None or not issubclass(record, BaseModel):
        return cast(H, None)
    known = {name.lower(): text for name, text in headers.items()}
    found: dict[str, Any] = {}
    for name, info in record.model_fields.items():
        text = known.get((info.alias or name).lower())
        if text is not None:
            found[name] = value_of(text, info.annotation)
    given = set(found)
    for name in record.model_fields:
        found.setdefault(name, None)
    return cast(H, record.model_construct(given, **found))


def value_of(text: str, kind: Any) -> Any:
    """A text as a type: the first reading that fits, else the text."""
    readings: list[object] = [text]
    if text[:1] in ("[", "{"):
        readings = [_json(text), text]
    for option in flat(kind):
        if get_origin(option) is list:
            return _items(text, option)
        if get_origin(option) is dict or is_model(option):
            return construct(option, _members(text))
    readings.append(_json(text))
    for reading in readings:
        try:
            return adapter(kind).validate_json(to_json(reading))
        except ValidationError:
            continue
    return text


def _items(text: str, kind: Any) -> object:
    """A list: JSON, as it is written where lists are within it, or items and commas."""
    if text.startswith("["):
        try:
            return adapter(kind).validate_json(text)
        except ValidationError:
            pass
    item = get_args(kind)[0]
    pieces = [piece.strip() for piece in text.split(",")] if text else []
    return [value_of(piece, item) for piece in pieces]


def _members(text: str) -> object:
    """An object: JSON, `name=value` pairs, or names and values in turn."""
    if text.startswith("{"):
        return _json(text)
    pieces = [piece.strip() for piece in text.split(",")]
    if all("=" in piece for piece in pieces):
        pairs = [piece.partition("=")[::2] for piece in pieces]
    else:
        pairs = list(zip(pieces[::2], pieces[1::2], strict=False))
    return {name: _json(value) for name, value in pairs}


def _json(text: str) -> object:
    try:
        return cast(object, from_json(text))
    except ValueError:
        return text
