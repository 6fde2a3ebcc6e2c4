# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""What a validator reports, and how reports travel from a value to what contains it.

A validator is a function of one decoded JSON value. It answers None for a valid value,
else the violations that it found, each with a JSON Pointer (RFC 6901) into the value.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Set
from typing import NamedTuple, TypeAlias, TypeVar

from .messages import Expected, message


class Violation(NamedTuple):
    """One thing that is wrong with a value.

    `path` points into the value, empty for the value itself; a missing property has the
    path that it would have. `keyword` is the JSON Schema keyword that is not satisfied,
    `expected` what the schema has beside it, and `schema_path` where it stands in the
    document. `message` says the same to a human; it never repeats the value. `rule` is the
    text of the rule across fields that does not hold, empty for keywords.
    """

    path: str
    keyword: str
    message: str
    expected: object = None
    schema_path: str = ""
    rule: str = ""


T = TypeVar("T")

Violations: TypeAlias = list[Violation] | None
Validator: TypeAlias = Callable[[object], Violations]


MOST = 1000
"""So many violations are enough: a hostile value could have one for each of its bytes.

Loops over a value end with them, and a function gives back no more; from deep in a value
only the first hundred.
"""

_FEW = 100
_LONG = 200


def fault(
    path: str, keyword: str, expected: Expected, schema: str | None = None
) -> list[Violation]:
    """One violation of `keyword` by the value at `path`.

    `schema` is where the keyword stands, relative to the schema of the function that
    reports it; by default the schema of the property that `path` names, or the
    function's own for an empty path.
    """
    if isinstance(expected, Set):
        expected = sorted(expected)
    elif isinstance(expected, tuple):
        expected = list(expected)
    place = _implied(path) if schema is None else schema
    if keyword != "false":
        place = f"{place}/{keyword}"
    return [Violation(path, keyword, message(keyword, expected), expected, place)]


def mistyped(path: str, expected: str, schema: str | None = None) -> list[Violation]:
    """One violation of `type`; `expected` names the types (`string or null`)."""
    return fault(path, "type", expected, schema)


def missing(path: str, schema: str = "") -> list[Violation]:
    """One violation of `required`: nothing stands at `path`."""
    return [Violation(path, "required", "is required", None, f"{schema}/required")]


def unexpected(
    path: str, value: Mapping[str, object], known: Collection[str], schema: str
) -> list[Violation]:
    """A violation of `additionalProperties` for each property that is not `known`."""
    found: list[Violation] = []
    for key in value:
        if key not in known:
            found += fault(path + at(key), "additionalProperties", None, schema)
            if len(found) >= MOST:
                break
    return found


def at(*tokens: str | int) -> str:
    """The JSON Pointer of reference tokens that are not escaped yet (RFC 6901, section 3)."""
    return "".join(
        [f"/{str(token).replace('~', '~0').replace('/', '~1')}" for token in tokens]
    )


def under(
    path: str, found: list[Violation], schema: str | None = None
) -> list[Violation]:
    """Violations of a part, as violations of the whole that has the part at `path`.

    `schema` is the part's schema, relative to the whole's; by default that of the
    property that `path` names.
    """
    place = _implied(path) if schema is None else schema
    return [
        Violation(path + where, keyword, text, expected, _below(place, stands), rule)
        for where, keyword, text, expected, stands, rule in found
    ]


def rooted(found: list[Violation], schema: str) -> list[Violation]:
    """The first violations, with schema paths from `schema` on, each told once."""
    told: dict[tuple[str, str, str], Violation] = {}
    for item in found if len(found) <= _FEW else _first(found):
        path, keyword, text, expected, stands, rule = item
        if stands[:1] in ("/", ""):
            place = schema + stands
            item = Violation(path, keyword, text, expected, place, rule)
        told.setdefault((path, keyword, text), item)
    return list(told.values())


def _first(found: list[Violation]) -> list[Violation]:
    """So many violations that it does not matter that each level around copies them."""
    first = found[:MOST]
    is_deep = any(len(item.path) > _LONG for item in first)
    return first[:_FEW] if is_deep else first


def until_many(found: list[Violation], items: Iterable[T]) -> Iterator[T]:
    """The items, as long as there are not many violations."""
    for item in items:
        if len(found) >= MOST:
            return
        yield item


def _implied(path: str) -> str:
    """The schema of the property at `path`, relative to the schema of the object."""
    return f"/properties{path}" if path else ""


def _below(schema: str, place: str) -> str:
    """A schema path; one that is relative starts at `schema`."""
    return schema + place if place[:1] in ("/", "") else place
