# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""What a validator reports, and how reports travel from a value to what contains it.

A validator is a function of one decoded JSON value. It answers None for a valid value,
else the violations that it found, each with a JSON Pointer (RFC 6901) into the value.

It takes what `json.loads` gives. NaN and infinities are no numbers to it, and objects of
other types are none of JSON's. A value that holds itself, or is nested more deeply than
Python recurses, can make it raise RecursionError; names that are no strings can make
patterns and lengths of names raise TypeError.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from operator import itemgetter
from typing import NamedTuple, TypeAlias, TypeVar, cast

from .messages import Expected, message
from .narrowest import narrowest


class Violation(NamedTuple):
    """One thing that is wrong with a value.

    `path` points into the value, empty for the value itself; a missing property has the
    path that it would have. `keyword` is the JSON Schema keyword that is not satisfied,
    `expected` what the schema has beside it, and `schema_path` where it stands in the
    document. `message` says the same to a human; it never repeats the value. `rule` is the
    text of the rule across fields that does not hold, empty for keywords; `expected` is its
    code then, where it has one.
    """

    path: str
    keyword: str
    message: str
    expected: object = None
    schema_path: str = ""
    rule: str = ""


T = TypeVar("T")

_new = tuple[object, ...].__new__
"""Makes a violation of its parts, in half the time that the class itself takes."""

Violations: TypeAlias = list[Violation] | None
Validator: TypeAlias = Callable[[object], Violations]


MOST = 1000
"""So many violations are enough: a hostile value could have one for each of its bytes.

Loops over a value end with them, and a function gives back no more; from deep in a value
only the first hundred.
"""

_FEW = 100
_SOME = 10
_LONG = 200


_Nothing = type("_Nothing", (frozenset,), {"__iadd__": staticmethod(list)})
"""No violations; adding some gives a list of them, by `list` itself for its speed."""

NOTHING = cast("list[Violation]", _Nothing())
"""What validators have found at first. It saves valid values a list."""


@lru_cache(maxsize=1024)
def fault(
    path: str, keyword: str, expected: Expected, schema: str | None = None
) -> tuple[Violation]:
    """One violation of `keyword` by the value at `path`, to add to what is found.

    It is remembered, so `path` and `expected` are constants of the document, and those
    that are equal to Python are written alike there (`1`, never `1.0`). `schema` is
    where the keyword stands, relative to the schema of the function that reports it; by
    default the schema of the property that `path` names, or the function's own for an
    empty path.
    """
    return (_made(path, keyword, expected, schema),)


@lru_cache(maxsize=1024)
def mistyped(path: str, expected: str, schema: str | None = None) -> tuple[Violation]:
    """One violation of `type`; `expected` names the types (`string or null`)."""
    return (_made(path, "type", expected, schema),)


@lru_cache(maxsize=1024)
def missing(path: str, schema: str = "") -> tuple[Violation]:
    """One violation of `required`: nothing stands at `path`."""
    return (_made(path, "required", None, schema),)


def fault_at(
    path: str, keyword: str, expected: Expected, schema: str | None = None
) -> list[Violation]:
    """What `fault` gives, as a new list, and for any path."""
    return [_made(path, keyword, expected, schema)]


def mistyped_at(path: str, expected: str, schema: str | None = None) -> list[Violation]:
    """What `mistyped` gives, as a new list, and for any path."""
    return [_made(path, "type", expected, schema)]


def missing_at(path: str, schema: str = "") -> list[Violation]:
    """What `missing` gives, as a new list, and for any path."""
    return [_made(path, "required", None, schema)]


def _made(path: str, keyword: str, expected: Expected, schema: str | None) -> Violation:
    if isinstance(expected, (set, frozenset)):
        expected = tuple(sorted(expected))
    told = message(keyword, expected)
    if isinstance(expected, tuple):
        expected = [*expected]
    place = _implied(path) if schema is None else schema
    if keyword != "false":
        place = f"{place}/{keyword}"
    return _new(Violation, (path, keyword, told, expected, place, ""))


def number_fault(
    value: float,
    path: str,
    keyword: str,
    expected: float | str,
    schema: str | None = None,
) -> Sequence[Violation]:
    """One violation of `keyword` by the number `value`, told and remembered as `fault` is.

    NaN and the infinities are no numbers in JSON (RFC 8259, section 6): their one violation
    is of `type`.
    """
    if -1e999 < value < 1e999:
        return fault(path, keyword, expected, schema)
    return _infinite(path, keyword, expected, schema)


def number_fault_at(
    value: float, path: str, keyword: str, expected: Expected, schema: str | None = None
) -> list[Violation]:
    """What `number_fault` gives, as a new list, and for any path."""
    if -1e999 < value < 1e999:
        return fault_at(path, keyword, expected, schema)
    return _infinite(path, keyword, expected, schema)


def _infinite(
    path: str, keyword: str, expected: Expected, schema: str | None
) -> list[Violation]:
    told = "expected number, but JSON has no NaN and no infinity"
    wanted = expected if keyword == "type" else "number"
    place = f"{_implied(path) if schema is None else schema}/type"
    return [_new(Violation, (path, "type", told, wanted, place, ""))]


def broken(
    path: str, text: str, schema: str, rule: str, code: str | None = None
) -> list[Violation]:
    """One violation of a rule across fields; `schema` is where the rule stands."""
    return [Violation(path, "x-validations", text, code, schema, rule)]


def only_rules(found: Sequence[Violation]) -> bool:
    """Whether a value has the right structure, so that more rules can be asked of it.

    Of what has so many violations that not all of them are told, it is not known.
    """
    return len(found) < _FEW and all(item.rule for item in found)


def exchanged(request: Violations, response: Violations) -> list[Violation]:
    """What is wrong with a request and its response, as parts of one value."""
    return [
        *under("/request", request or [], ""),
        *under("/response", response or [], ""),
    ]


def mistyped_items(
    path: str, items: Iterable[object], expected: str, schema: str
) -> list[Violation]:
    """A violation of `type` for each item that has none of the types in `expected`."""
    kinds = kinds_of(expected)
    found: list[Violation] = []
    for index, item in enumerate(items):
        if type(item) not in kinds:
            if type(item) is float and int in kinds and item.is_integer():
                continue
            found += fault_at(f"{path}/{index}", "type", expected, schema)
            if len(found) >= MOST:
                break
    return found


_KINDS: dict[str, tuple[type, ...]] = {
    "array": (list,),
    "boolean": (bool,),
    "integer": (int,),
    "null": (type(None),),
    "number": (float, int),
    "object": (dict,),
    "or": (),
    "string": (str,),
}
"""What decoded JSON has for the words that name types in `expected`."""


@cache
def kinds_of(expected: str) -> frozenset[type]:
    """The types of decoded JSON that `expected` names, as `mistyped` has it."""
    words = expected.replace(",", "").split()
    return frozenset([kind for word in words for kind in _KINDS[word]])


def unexpected(
    path: str, value: Mapping[str, object], known: Collection[str], schema: str
) -> list[Violation]:
    """A violation of `additionalProperties` for each property that is not `known`."""
    found: list[Violation] = []
    for key in value:
        if key not in known:
            found += fault_at(path + at(key), "additionalProperties", None, schema)
            if len(found) >= MOST:
                break
    return found


def at(*tokens: str | int) -> str:
    """The JSON Pointer of reference tokens that are not escaped yet (RFC 6901, section 3)."""
    found = ""
    for token in tokens:
        text = str(token)
        if "~" in text or "/" in text:
            text = text.replace("~", "~0").replace("/", "~1")
        found += f"/{text}"
    return found


def under(
    path: str, found: list[Violation], schema: str | None = None
) -> list[Violation]:
    """Violations of a part, as violations of the whole that has the part at `path`.

    `schema` is the part's schema, relative to the whole's; by default that of the
    property that `path` names.
    """
    return _moved(path, found, schema)


def under_items(
    path: str,
    items: Sequence[object],
    first: object,
    errors: list[Violation],
    check: Validator,
    schema: str = "",
) -> list[Violation]:
    """Violations of items, as violations of the whole that has the array at `path`.

    `errors` are those of `first`, before which `check` finds none; it is asked about the
    items after that. `schema` is the schema of the items, relative to the whole's.
    """
    start = next(place for place, item in enumerate(items) if item is first)
    found = _moved(f"{path}/{start}", errors, schema)
    for place in range(start + 1, len(items)):
        if len(found) >= MOST:
            break
        if more := check(items[place]):
            found += _moved(f"{path}/{place}", more, schema)
    return found


def standing(found: Sequence[Violation], place: str) -> list[Violation]:
    """The violations, all at this place of the document that have no whole place yet."""
    return [
        item._replace(schema_path=place) if item.schema_path[:1] in ("/", "") else item
        for item in found
    ]


def rooted(found: list[Violation], schema: str) -> list[Violation]:
    """The first violations, with schema paths from `schema` on, each told once.

    Of several that a value has another type, the one that allows the fewest is told, and
    so of several that it is none of those listed: a tag that a schema and its base list.
    """
    count = len(found)
    if count == 1:
        is_whole = found[0].schema_path[:1] not in ("/", "")
        return found if is_whole else _known_below(schema, found)
    if count <= _SOME:
        moved = _known_below(schema, found)
    else:
        moved = _moved("", found if count <= _FEW else _first(found), schema)
    if len({*map(_path_of, moved)}) == len(moved):
        return moved
    told: dict[tuple[str, str, str], Violation] = {}
    for item in moved:
        key = item[:3]
        if item.keyword == "type":
            key = (item.path, item.keyword, "")
            known = told.get(key)
            if known is not None and len(known.message) > len(item.message):
                told[key] = item
        told.setdefault(key, item)
    once = [*told.values()]
    if any(item.keyword in ("const", "enum") for item in once):
        once = narrowest(once, kinds_of)
    if len(once) < _FEW <= len(moved):  # else it would look as if these were all
        return moved
    return once


def _moved(path: str, found: list[Violation], schema: str | None) -> list[Violation]:
    """The violations below `path`; relative schema paths in them start at `schema`."""
    moved: list[Violation] = []
    for where, keyword, text, expected, stands, rule in found:
        if not stands or stands[0] == "/":
            stands = (_implied(path) if schema is None else schema) + stands
        parts = (path + where, keyword, text, expected, stands, rule)
        moved.append(_new(Violation, parts))
    return moved


_path_of = itemgetter(0)

_WHOLE: dict[str, dict[Violation, Violation]] = {}
"""Violations with whole schema paths by what they were before, for each schema.

The same few are met again and again, and making one takes longer than all the rest.
"""

_REMEMBERED = 100
_SHORT = 100
_CONSTANTS = frozenset((bool, float, int, str, type(None)))
"""The types of `expected` that cannot be changed."""


def _known_below(schema: str, found: list[Violation]) -> list[Violation]:
    """Some violations, with schema paths from `schema` on where they are relative."""
    known = _WHOLE.get(schema)
    if known is None:
        if len(_WHOLE) >= _REMEMBERED:
            _WHOLE.clear()
        known = _WHOLE[schema] = {}
    moved: list[Violation] = []
    for item in found:
        try:
            whole = known.get(item)
        except TypeError:  # it has a list
            whole = None
        if whole is None:
            whole = _moved("", [item], schema)[0]
            if type(item.expected) in _CONSTANTS and len(item.path) < _SHORT:
                if len(known) >= _REMEMBERED:
                    known.clear()
                known[item] = whole
        moved.append(whole)
    return moved


def _first(found: list[Violation]) -> list[Violation]:
    """So many violations that it does not matter that each level around copies them."""
    is_deep = any(len(item.path) > _LONG for item in found[:MOST])
    most = _FEW if is_deep else MOST
    return found[:most] if len(found) >= most else found


def is_enough(found: list[Violation]) -> bool:
    """Whether a function may have left some out, because it had enough."""
    if len(found) >= MOST:
        return True
    return len(found) >= _FEW and any(len(item.path) > _LONG for item in found)


def until_many(found: list[Violation], items: Iterable[T]) -> Iterator[T]:
    """The items, as long as there are not many violations."""
    for item in items:
        if len(found) >= MOST:
            return
        yield item


def _implied(path: str) -> str:
    """The schema of the property at `path`, relative to the schema of the object."""
    return path.replace("/", "/properties/")
