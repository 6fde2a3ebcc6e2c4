# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""`application/x-www-form-urlencoded`: bodies, and queries that are one value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, quote_plus

from .errors import InvalidArgumentError
from .forms import is_json
from .omit import omit
from .styles import query_pairs, scalar
from .values import is_array, is_object, plain, to_json

WHOLE = "querystring"
"""The style of a parameter that is the whole query, a form; `querystring json` for JSON."""


def urlencoded(members: Mapping[str, Any], encoding: Mapping[str, str]) -> str:
    """A form. Arrays repeat their name, objects are JSON, `encoding` may ask otherwise.

    Source: OpenAPI 3.2, section 4.15.2.

    Raises:
        InvalidArgumentError: A value cannot be written in its style.
    """
    pieces: list[str] = []
    for name, value in members.items():
        if value is omit:
            continue
        how = encoding.get(name, "")
        if how and "/" not in how:
            pieces += query_pairs(name, value, how)
        else:
            items = [plain(value)] if is_json(how) else _items(plain(value))
            pieces += [f"{quote_plus(name)}={_field(item, how)}" for item in items]
    return "&".join(pieces)


def whole_query(value: object, words: str, encoding: Mapping[str, str]) -> str:
    """A query that is one value (`in: querystring`, OpenAPI 3.2, section 4.12.1).

    Raises:
        InvalidArgumentError: The value is no object where it must be a form.
    """
    data = plain(value)
    if words != WHOLE:
        text = data if isinstance(data, str) else to_json(data).decode()
        return quote(text, safe="")
    if not is_object(data):
        raise InvalidArgumentError("this query must be an object")
    return urlencoded(data, encoding)


def _items(value: Any) -> list[Any]:
    """What a member becomes: an item each of an array, nothing for null."""
    if value is None:
        return []
    return [*value] if is_array(value) else [value]


def _field(value: Any, how: str) -> str:
    if is_json(how) or is_object(value) or is_array(value):
        return quote_plus(to_json(value).decode())
    return quote_plus(scalar(value))
