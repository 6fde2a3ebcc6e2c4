# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Which alternative of a union a value was meant to be, and what is wrong with it.

Schema paths in the answers start at the schema that has the union.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Sized
from importlib import import_module
from typing import TYPE_CHECKING

from .violations import Validator, Violation, at, fault_at, missing_at, standing, under

if TYPE_CHECKING:
    from .checks import Json
    from .messages import Expected
    from .violations import Violations


_TELLING = ("/oneOf", "/anyOf", "/discriminator")
"""How places end at which a union tells its alternatives apart."""


class LateOptions(dict[object, Validator]):
    """The alternatives by tag, for modules that need each other: found when asked for.

    `places` gives each tag the module of its function below `package`, or
    `module:function` where the function has another name than the module.
    """

    def __init__(self, package: str, places: Mapping[str, str]) -> None:
        super().__init__()
        self._package = package
        self._places: dict[object, str] = {tag: places[tag] for tag in places}

    def __missing__(self, tag: object) -> Validator:
        module, _, function = self._places[tag].partition(":")
        owner = import_module(f".{module}", self._package)
        found: Validator = getattr(owner, function or module)
        self[tag] = found
        return found

    def __iter__(self) -> Iterator[object]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def by_tag(
    value: dict[str, Json],
    tag: str,
    options: Mapping[object, Validator],
    schema: str,
    untagged: Validator | None = None,
    unknown: Validator | None = None,
) -> Violations:
    """What the alternative says whose tag the object carries.

    `untagged` is for objects without the tag, `unknown` for those with another one;
    where there is none, that is the one violation. `schema` is what tells alternatives
    apart: the discriminator, or the keyword of the union.
    """
    try:
        option = options[value[tag]]
    except (KeyError, TypeError):
        other = unknown if tag in value else untagged
        if other is None:
            return mistagged("", value, tag, options, schema)
        option = other
    return option(value)


def mistagged(
    path: str,
    value: dict[str, Json],
    tag: str,
    options: Mapping[object, Validator],
    schema: str,
) -> list[Violation]:
    """The violation of an object that lacks its tag, or whose tag is none of `options`."""
    if tag not in value:
        return standing(missing_at(path + at(tag)), schema)
    return unlisted(path + at(tag), tuple(options), schema)


def unlisted(path: str, expected: Expected, schema: str) -> list[Violation]:
    """The violation of a text that no alternative lists; `schema` is what has them."""
    return standing(fault_at(path, "enum", expected, ""), schema)


def any_of(
    value: object, *options: Validator, places: Sequence[int] = ()
) -> Violations:
    """None when an alternative accepts the value, else what the closest one says.

    `places` are those of the alternatives, where they are not the first ones of a union.
    """
    tried: list[list[Violation]] = []
    for index, option in enumerate(options):
        found = option(value)
        if not found:
            return None
        place = places[index] if places else index
        tried.append(under("", found, f"/anyOf/{place}"))
    return _closest(tried) or fault_at("", "anyOf", None)


def one_of(
    value: object, *options: Validator, places: Sequence[int] = ()
) -> Violations:
    """None when exactly one alternative accepts the value.

    When none does: what the closest one says. When several do: that. `places` are as for
    `any_of`.
    """
    tried = [
        under("", found, f"/oneOf/{places[index] if places else index}")
        for index, option in enumerate(options)
        if (found := option(value))
    ]
    matches = len(options) - len(tried)
    if matches == 1:
        return None
    if matches:
        return fault_at("", "oneOf", matches)
    return _closest(tried) or fault_at("", "oneOf", None)


def _closest(tried: list[list[Violation]]) -> list[Violation] | None:
    """The violations of the alternative that got furthest; None where none got anywhere.

    An alternative is far off when it asks for another type, nearest when nothing but rules
    across fields do not hold. In between it is further off when a property of
    the object that tells alternatives apart has another value, or may do so, than when
    something is missing or too much; after that the fewest violations win, and the first
    of equals.
    """
    best = min(tried, key=_distance)
    return None if _distance(best)[0] else best


def _distance(found: list[Violation]) -> tuple[bool, bool, int, int, int, int]:
    at_root = any(
        item.path == "" and item.keyword in ("type", "false") for item in found
    )
    listed = [
        item
        for item in found
        if item.keyword in ("const", "enum") and item.path.count("/") == 1
    ]
    tags = sum(map(_is_of_tag, listed))
    shape = sum(item.keyword in ("required", "additionalProperties") for item in found)
    is_broken = not all(item.rule for item in found)
    return (at_root, is_broken, tags, len(listed), shape, len(found))


def _is_of_tag(item: Violation) -> bool:
    """Whether a property surely tells alternatives apart: it may have one value only, or
    is the tag of a union."""
    is_only = isinstance(item.expected, Sized) and len(item.expected) == 1
    return item.keyword == "const" or is_only or item.schema_path.endswith(_TELLING)
