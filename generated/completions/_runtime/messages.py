# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""What a violation says to a human. Only the schema speaks here, never the value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from functools import lru_cache
from typing import TypeAlias

Expected: TypeAlias = (
    bool | float | str | Sequence[object] | Mapping[str, object] | Set[str] | None
)
"""What a keyword may have beside it. Sets and tuples become lists in a `Violation`."""

_TEMPLATES = {
    "additionalProperties": "is not a known property",
    "anyOf": "matches none of the alternatives",
    "contains": "expected at least one item that matches",
    "exclusiveMaximum": "expected less than {}",
    "exclusiveMinimum": "expected more than {}",
    "false": "is not allowed",
    "format": "expected the format {}",
    "items": "is not allowed: there are too many items",
    "maxContains": "expected no more than {} that match",
    "maxItems": "expected at most {} items",
    "maxLength": "expected at most {} characters",
    "maxProperties": "expected at most {} properties",
    "maximum": "expected at most {}",
    "minContains": "expected {} or more that match",
    "minItems": "expected at least {} items",
    "minLength": "expected at least {} characters",
    "minProperties": "expected at least {} properties",
    "minimum": "expected at least {}",
    "multipleOf": "expected a multiple of {}",
    "not": "matches what the schema rules out",
    "oneOf": "matches none of the alternatives",
    "pattern": "expected a match of the pattern {}",
    "propertyNames": "is not an allowed property name",
    "readOnly": "may not be in a request",
    "required": "is required",
    "unevaluatedItems": "is not an allowed item",
    "unevaluatedProperties": "is not a known property",
    "uniqueItems": "expected items that differ from one another",
    "writeOnly": "may not be in a response",
}
_SINGULAR = {" 1 characters": " 1 character", " 1 items": " 1 item"}
_LISTED = 12
_LONG = 80
_LONGEST = 240


def message(keyword: str, expected: Expected) -> str:
    """A sentence without a subject: the property or item at the path is understood."""
    if expected is None or isinstance(expected, (bool, int, float, str)):
        return _remembered(keyword, expected)
    if not isinstance(expected, tuple):
        return _message(keyword, expected)
    if {*map(type, expected)} == {str}:
        return _remembered(keyword, expected)
    return _message(keyword, [*expected])


@lru_cache(maxsize=1024, typed=True)
def _remembered(
    keyword: str, expected: bool | float | str | tuple[object, ...] | None
) -> str:
    """The message; a document has few of them."""
    return _message(keyword, [*expected] if isinstance(expected, tuple) else expected)


def _message(keyword: str, expected: Expected) -> str:
    if keyword == "type" or (
        keyword in ("anyOf", "oneOf") and isinstance(expected, str)
    ):
        return f"expected {_types(str(expected))}"
    if keyword == "oneOf" and type(expected) is int:
        return f"matches {expected} alternatives, expected exactly one"
    if keyword == "const":
        return f"expected {_shown(expected)}"
    if keyword == "enum" and isinstance(expected, list):
        return f"expected one of {_listed(expected)}"
    if keyword == "dependentRequired":
        return f"is required beside {_shown(expected)}"
    text = _TEMPLATES.get(keyword, "breaks {}").format(
        expected if keyword == "format" else _shown(expected)
    )
    for plural, singular in _SINGULAR.items():
        if text.endswith(plural):
            return text.removesuffix(plural) + singular
    return text.replace(" 1 properties", " 1 property")


def _types(names: str) -> str:
    """`string, array or null` with articles."""
    words = names.replace(" or ", ", ").split(", ")
    told = [word if word == "null" else _article(word) for word in words]
    if len(told) == 1:
        return told[0]
    return f"{', '.join(told[:-1])} or {told[-1]}"


def _article(word: str) -> str:
    return f"an {word}" if word[0] in "aio" else f"a {word}"


def _listed(values: Sequence[object]) -> str:
    told: list[str] = []
    for item in values[:_LISTED]:
        text = _shown(item)
        if told and len(text) + sum(map(len, told)) > _LONGEST:
            break
        told.append(text)
    more = len(values) - len(told)
    listed = ", ".join(told)
    return f"{listed} and {more} more" if more > 0 else listed


def _shown(value: object) -> str:
    """A value of the schema as JSON would write it, cut where it is long."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        text = f"'{value}'"
    elif isinstance(value, (int, float)):
        text = str(value)
    else:
        from json import dumps

        text = dumps(value)
    return text if len(text) <= _LONG else f"{text[:_LONG]}..."
