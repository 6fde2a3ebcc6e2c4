"""What a validator reports, and how reports travel from a value to what contains it.

A validator is a function of one decoded JSON value. It answers None for a valid value,
else the violations that it found, each with a JSON Pointer (RFC 6901) into the value.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from importlib import import_module
from typing import NamedTuple, TypeAlias, TypeGuard

from .messages import message

Json: TypeAlias = dict[str, "Json"] | list["Json"] | str | int | float | bool | None
"""A JSON value as `json.loads` decodes it. Subclasses of these types are refused."""


class Violation(NamedTuple):
    """One thing that is wrong with a value.

    `path` points into the value, empty for the value itself; a missing property has the
    path that it would have. `keyword` is the JSON Schema keyword that is not satisfied,
    `expected` what the schema has beside it, and `schema_path` where it stands in the
    document. `message` says the same to a human; it never repeats the value.
    """

    path: str
    keyword: str
    message: str
    expected: object = None
    schema_path: str = ""


Violations: TypeAlias = list[Violation] | None
Validator: TypeAlias = Callable[[object], Violations]


class Schemas(Mapping[str, Validator]):
    """Validators by the name of their schema; a module is imported when first asked for.

    `places` gives each name its `module:function`, below `package`.
    """

    def __init__(self, package: str, places: Mapping[str, str]) -> None:
        self._package = package
        self._places = places

    def __getitem__(self, name: str) -> Validator:
        module, _, function = self._places[name].partition(":")
        found: Validator = getattr(import_module(f".{module}", self._package), function)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def is_object(value: object) -> TypeGuard[dict[str, Json]]:
    """Whether the value is a JSON object."""
    return type(value) is dict


def is_array(value: object) -> TypeGuard[list[Json]]:
    """Whether the value is a JSON array."""
    return type(value) is list


def is_whole(value: object) -> TypeGuard[float]:
    """Whether the value is a float without a fraction; JSON Schema takes it for an integer."""
    return type(value) is float and value.is_integer()


def fault(path: str, keyword: str, expected: object, schema: str) -> list[Violation]:
    """One violation of `keyword` in the schema at `schema`."""
    if isinstance(expected, (set, frozenset)):
        expected = sorted(expected)
    elif isinstance(expected, tuple):
        expected = list(expected)
    place = schema if keyword == "false" else f"{schema}/{keyword}"
    return [Violation(path, keyword, message(keyword, expected), expected, place)]


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
    return found


def at(*tokens: str | int) -> str:
    """The JSON Pointer of reference tokens that are not escaped yet (RFC 6901, section 3)."""
    return "".join(
        [f"/{str(token).replace('~', '~0').replace('/', '~1')}" for token in tokens]
    )


def under(path: str, found: list[Violation]) -> list[Violation]:
    """Violations of a part, as violations of the whole that has the part at `path`."""
    return [
        Violation(path + part, keyword, text, expected, schema_path)
        for part, keyword, text, expected, schema_path in found
    ]


def rooted(found: list[Violation], schema: str) -> list[Violation]:
    """Violations whose relative schema paths start at `schema`, each told once."""
    told: dict[tuple[str, str, str], Violation] = {}
    for item in found:
        if item.schema_path[:1] in ("/", ""):
            item = item._replace(schema_path=schema + item.schema_path)
        told.setdefault((item.path, item.keyword, item.message), item)
    return list(told.values())
