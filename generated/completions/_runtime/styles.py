# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Parameters outside the body, as text (OpenAPI 3.2, section 4.12; RFC 6570).

A style is given in words: `form explode`, `simple`, `deepObject`, `pipeDelimited`,
`spaceDelimited`, `label`, `matrix`, `cookie`, each with `explode` and `reserved` where
they hold; `json` or `text` for a parameter that `content` describes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from math import isfinite
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import quote

from .errors import InvalidArgumentError
from .values import is_array, is_object, plain, to_json

_RESERVED_IN_QUERY = ":/?[]@!$'()*,;="
_RESERVED_IN_PATH = ":@!$&'()*+,;="
_TRIPLE = re.compile(r"(%[0-9A-Fa-f]{2})")
_DELIMITERS = {"spaceDelimited": " ", "pipeDelimited": "|"}
_UNSAFE_HEADER = re.compile(r"[\r\n\0]|[^\x00-\xff]")
_COOKIE = "!#$&'()*+-./:<=>?@[]^_`{|}~"
_UNSAFE_COOKIE = re.compile(r"[^!#-+\--:<-\[\]-~]")

Escape: TypeAlias = Callable[[str], str]


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
    escape = _reserved if how.reserved else _strict
    pairs = _pairs(name, plain(value), how, _strict, escape)
    return [f"{key}={text}" for key, text in pairs]


def form_pairs(name: str, value: object, words: str) -> list[tuple[str, str]]:
    """The names and texts of a form field that is written in the style of a parameter.

    Raises:
        InvalidArgumentError: The value cannot be written in this style.
    """
    return _pairs(name, plain(value), style(words), str, str)


def _pairs(
    name: str, value: Any, how: Style, escape_name: Escape, escape: Escape
) -> list[tuple[str, str]]:
    key = escape_name(name)
    if value is None:
        return []
    if how.name == "json":
        return [(key, escape(to_json(value).decode()))]
    if how.name == "deepObject":
        return _deep(key, value, escape_name, escape)
    if is_object(value):
        return _object_pairs(key, value, how, escape_name, escape)
    if not is_array(value):
        return [(key, escape(scalar(value)))]
    items = [escape(scalar(item)) for item in value]
    if how.explode:
        return [(key, item) for item in items]
    return [(key, _delimiter(how, escape_name).join(items))] if items else []


def _delimiter(how: Style, escape: Escape) -> str:
    found = _DELIMITERS.get(how.name)
    return "," if found is None else escape(found)


def path_text(name: str, value: object, words: str = PATH) -> str:
    """A path parameter, every character of it quoted that could end its segment.

    Raises:
        InvalidArgumentError: The value is empty, or cannot be written in this style.
    """
    how = style(words)
    value = plain(value)
    escape = _reserved_in_path if how.reserved else _strict
    if how.name == "json":
        return _strict(to_json(value).decode())
    if how.name == "matrix":
        text = _matrix(_strict(name), value, how, escape)
    elif how.name == "label":
        text = "." + _sequence(value, "." if how.explode else ",", how.explode, escape)
    else:
        text = _sequence(value, ",", how.explode, escape)
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
    """The `name=value` pieces of a cookie parameter, ready to join with `; `.

    Style `form` percent-encodes what a cookie cannot hold, and `%`; style `cookie`
    writes the value as it is (OpenAPI 3.2, section 4.12.3).

    Raises:
        InvalidArgumentError: The value cannot be written in this style.
    """
    how = style(words)
    escape = partial(_unescaped, name) if how.name == "cookie" else _cookie
    pairs = _pairs(name, plain(value), how, escape, escape)
    return [f"{key}={text}" for key, text in pairs]


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
    """Reserved characters and percent-encoded ones pass, but for `#`, `&` and `+`.

    Those would end the value or change it.
    """
    return _passing(text, _RESERVED_IN_QUERY)


def _reserved_in_path(text: str) -> str:
    return _passing(text, _RESERVED_IN_PATH)


def _passing(text: str, safe: str) -> str:
    pieces = _TRIPLE.split(text)
    return "".join(
        piece if index % 2 else quote(piece, safe=safe)
        for index, piece in enumerate(pieces)
    )


def _cookie(text: str) -> str:
    return quote(text, safe=_COOKIE)


def _unescaped(name: str, text: str) -> str:
    if _UNSAFE_COOKIE.search(text):
        raise InvalidArgumentError(f"the value of the cookie {name!r} cannot be sent")
    return text


def _sequence(value: Any, separator: str, explode: bool, escape: Escape) -> str:
    """Arrays and objects as styles `simple` and `label` write them."""
    if is_object(value):
        members = _members(value, escape)
        if explode:
            return separator.join(f"{key}={item}" for key, item in members)
        return separator.join(part for member in members for part in member)
    if is_array(value):
        return separator.join(escape(scalar(item)) for item in value)
    return escape(scalar(value))


def _matrix(key: str, value: Any, how: Style, escape: Escape) -> str:
    if how.explode and is_object(value):
        return "".join(f";{name}={item}" for name, item in _members(value, escape))
    if how.explode and is_array(value):
        return "".join(f";{key}={escape(scalar(item))}" for item in value)
    text = _sequence(value, ",", False, escape)
    return f";{key}={text}" if text else f";{key}"


def _object_pairs(
    key: str,
    value: Mapping[str, Any],
    how: Style,
    escape_name: Escape,
    escape: Escape,
) -> list[tuple[str, str]]:
    members = _members(value, escape)
    if how.explode:
        return members
    text = _delimiter(how, escape_name).join(part for pair in members for part in pair)
    return [(key, text)] if text else []


def _deep(
    key: str, value: Any, escape_name: Escape, escape: Escape
) -> list[tuple[str, str]]:
    """`deepObject`, carried on to nested objects and arrays, which OpenAPI leaves open.

    The items of an array are numbered, so that objects among them stay apart.
    """
    members: Iterable[tuple[object, Any]] | None = None
    if is_object(value):
        members = value.items()
    elif is_array(value):
        members = enumerate(value)
    if members is None:
        return [(key, escape(scalar(value)))]
    return [
        pair
        for name, item in members
        if item is not None
        for pair in _deep(f"{key}{escape_name(f'[{name}]')}", item, escape_name, escape)
    ]


def _members(value: Mapping[str, Any], escape: Escape) -> list[tuple[str, str]]:
    return [
        (escape(name), escape(scalar(item)))
        for name, item in value.items()
        if item is not None
    ]
