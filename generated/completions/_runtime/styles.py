# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Parameters outside the body, as text (OpenAPI 3.2, section 4.12; RFC 6570).

A style is given in words: `form explode`, `simple`, `deepObject`, `pipeDelimited`,
`spaceDelimited`, `label`, `matrix`, `json` (a parameter declared by `content`), each
with `explode` and `reserved` where they hold.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from math import isfinite
from typing import Any, NamedTuple
from urllib.parse import quote

from .errors import InvalidArgumentError
from .values import is_array, is_object, plain, to_json

_RESERVED = ":/?#[]@!$&'()*+,;="
_DELIMITERS = {"form": ",", "spaceDelimited": "%20", "pipeDelimited": "%7C"}
_UNSAFE_HEADER = re.compile(r"[\r\n\0]|[^\x00-\xff]")


class Style(NamedTuple):
    """How a parameter is written."""

    name: str
    explode: bool = False
    reserved: bool = False


QUERY = "form explode"
PATH = "simple"
HEADER = "simple"
COOKIE = "form explode"


@cache
def style(words: str) -> Style:
    """The style that the words describe."""
    name, *flags = words.split()
    return Style(name, "explode" in flags, "reserved" in flags)


def query_pairs(name: str, value: object, words: str = QUERY) -> list[str]:
    """The `name=value` pieces of a query parameter, ready to join with `&`.

    None and empty arrays or objects, which these styles cannot write, give no piece.

    Raises:
        InvalidArgumentError: The value cannot be written in this style.
    """
    how = style(words)
    value = plain(value)
    escape = _reserved if how.reserved else _strict
    if value is None:
        return []
    key = _strict(name)
    if how.name == "json":
        return [f"{key}={_strict(to_json(value).decode())}"]
    if how.name == "querystring":
        return _whole(value)
    if is_object(value):
        return _query_object(key, value, how, escape)
    if not is_array(value):
        return [f"{key}={escape(scalar(value))}"]
    items = [escape(scalar(item)) for item in value]
    if how.explode:
        return [f"{key}={item}" for item in items]
    return [f"{key}={_DELIMITERS.get(how.name, ',').join(items)}"] if items else []


def path_text(name: str, value: object, words: str = PATH) -> str:
    """A path parameter, every character of it quoted that could end its segment.

    Raises:
        InvalidArgumentError: The value is empty, or cannot be written in this style.
    """
    how = style(words)
    value = plain(value)
    if how.name == "json":
        return _strict(to_json(value).decode())
    if how.name == "matrix":
        text = _matrix(_strict(name), value, how)
    elif how.name == "label":
        text = "." + _sequence(value, "." if how.explode else ",", how.explode, _strict)
    else:
        text = _sequence(value, ",", how.explode, _strict)
    if text in ("", "."):
        raise InvalidArgumentError(f"the path parameter {name!r} must not be empty")
    return text


def header_text(name: str, value: object, words: str = HEADER) -> str:
    """A header parameter.

    Raises:
        InvalidArgumentError: The text could break out of the header.
    """
    how = style(words)
    value = plain(value)
    if how.name == "json":
        return header_value(name, to_json(value).decode())
    return header_value(name, _sequence(value, ",", how.explode, str))


def header_value(name: str, text: str) -> str:
    """`text` when a header can hold it (RFC 9110, section 5.5).

    Raises:
        InvalidArgumentError: It holds CR, LF, NUL or a character outside Latin-1. The
            message does not show it, since it may be a credential.
    """
    if _UNSAFE_HEADER.search(text):
        raise InvalidArgumentError(f"the value of the header {name!r} cannot be sent")
    return text


def cookie_pairs(name: str, value: object, words: str = COOKIE) -> list[str]:
    """The `name=value` pieces of a cookie parameter, ready to join with `; `."""
    return query_pairs(name, value, words)


def scalar(value: Any) -> str:
    """A JSON scalar as text.

    Raises:
        InvalidArgumentError: It is an array or an object, or no finite number.
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and not isfinite(value):
        raise InvalidArgumentError("a parameter must be a finite number")
    if is_object(value) or is_array(value):
        raise InvalidArgumentError("a parameter of this style cannot nest values")
    return str(value)


def _strict(text: str) -> str:
    return quote(text, safe="")


def _reserved(text: str) -> str:
    return quote(text, safe=_RESERVED)


def _sequence(
    value: Any, separator: str, explode: bool, escape: Callable[[str], str]
) -> str:
    """Arrays and objects as styles `simple` and `label` write them."""
    if is_object(value):
        members = _members(value, escape)
        if explode:
            return separator.join(f"{key}={item}" for key, item in members)
        return separator.join(part for member in members for part in member)
    if is_array(value):
        return separator.join(escape(scalar(item)) for item in value)
    return escape(scalar(value))


def _matrix(key: str, value: Any, how: Style) -> str:
    if how.explode and is_object(value):
        return "".join(f";{name}={item}" for name, item in _members(value, _strict))
    if how.explode and is_array(value):
        return "".join(f";{key}={_strict(scalar(item))}" for item in value)
    text = _sequence(value, ",", False, _strict)
    return f";{key}={text}" if text else f";{key}"


def _query_object(
    key: str, value: Mapping[str, Any], how: Style, escape: Callable[[str], str]
) -> list[str]:
    if how.name == "deepObject":
        return _deep(key, value, escape)
    members = _members(value, escape)
    if how.explode:
        return [f"{name}={item}" for name, item in members]
    delimiter = _DELIMITERS.get(how.name, ",")
    text = delimiter.join(part for member in members for part in member)
    return [f"{key}={text}"] if text else []


def _deep(key: str, value: Any, escape: Callable[[str], str]) -> list[str]:
    """`deepObject`, carried on to nested objects and arrays, which OpenAPI leaves open."""
    if is_object(value):
        return [
            pair
            for name, item in value.items()
            if item is not None
            for pair in _deep(f"{key}%5B{_strict(name)}%5D", item, escape)
        ]
    if is_array(value):
        return [pair for item in value for pair in _deep(key, item, escape)]
    return [f"{key}={escape(scalar(value))}"]


def _whole(value: Any) -> list[str]:
    """A parameter that is the whole query (`in: querystring`)."""
    if is_object(value):
        return [
            pair for name, item in value.items() for pair in query_pairs(name, item)
        ]
    return [_strict(scalar(value))]


def _members(
    value: Mapping[str, Any], escape: Callable[[str], str]
) -> list[tuple[str, str]]:
    return [
        (escape(name), escape(scalar(item)))
        for name, item in value.items()
        if item is not None
    ]
