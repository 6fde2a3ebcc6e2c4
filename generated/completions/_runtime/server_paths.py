# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Path templates, and what they match (OpenAPI 3.2, section 4.8)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar
from urllib.parse import parse_qsl, quote

from .server_wire import HeaderLines

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Condition:
    """A query or header parameter that tells an operation from others of its address.

    `value` is what it must be, empty for anything.
    """

    place: Literal["query", "header"]
    name: str
    value: str = ""

    def holds(self, query: str, headers: HeaderLines) -> bool:
        """Whether a request has the parameter, with the value if one is due."""
        if self.place == "header":
            given = headers.getlist(self.name)
        else:
            pairs = parse_qsl(query, keep_blank_values=True)
            given = [value for name, value in pairs if name == self.name]
        return self.value in given if self.value else bool(given)


class Template(Generic[T]):
    """One path template with its endpoints by method."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.endpoints: dict[str, T] = {}
        path, _, query = path.partition("#")[0].partition("?")
        self._query = parse_qsl(query, keep_blank_values=True)
        segments = [re.split(r"\{([^{}]*)\}", text) for text in path.split("/")]
        self._literals = [parts[0] if len(parts) == 1 else None for parts in segments]
        self._patterns = [_pattern(parts) for parts in segments]
        self._names = [parts[1::2] for parts in segments]
        self.length = len(segments)
        kinds = [
            0 if len(parts) == 1 else 1 if any(parts[::2]) else 2 for parts in segments
        ]
        self._kinds = kinds
        self.shape = (
            tuple(tuple(parts[::2]) for parts in segments),
            tuple(self._query),
        )

    @property
    def order(self) -> tuple[list[int], int]:
        """Where to look first: at literal segments, and at queries that ask for most."""
        return self._kinds, -len(self._query)

    def endpoint(self, method: str) -> T | None:
        """The endpoint of a method; GET serves HEAD too (RFC 9110, section 9.3.2)."""
        own = self.endpoints.get(method)
        return self.endpoints.get("GET") if own is None and method == "HEAD" else own

    def match(
        self, raw: Sequence[str], plain: Sequence[str], query: str
    ) -> dict[str, str] | None:
        """The raw parameters of a path in segments; None when it is another path.

        A query string in the template must stand in that of the request, names
        without a value with any value.
        """
        found: dict[str, str] = {}
        if self._query:
            given = parse_qsl(query, keep_blank_values=True)
            for name, value in self._query:
                if not any(name == n and value in ("", v) for n, v in given):
                    return None
        for index, literal in enumerate(self._literals):
            if literal is not None:
                if literal != plain[index]:
                    return None
                continue
            matched = self._patterns[index].fullmatch(raw[index])
            if matched is None:
                return None
            found.update(zip(self._names[index], matched.groups(), strict=True))
        return found


def _pattern(parts: Sequence[str]) -> re.Pattern[str]:
    """A segment as a pattern; `parts` are texts and parameter names in turn."""
    return re.compile(
        "".join(
            "(.+)" if index % 2 else re.escape(quote(text, safe="!$&'()*+,;=:@~"))
            for index, text in enumerate(parts)
        )
    )


def in_order(templates: Iterable[Template[T]]) -> dict[int, list[list[Template[T]]]]:
    """Templates by the number of their segments, in the order in which to look.

    Those that differ only in the names of their parameters are together.
    """
    groups: dict[object, list[Template[T]]] = {}
    for template in sorted(templates, key=lambda item: item.order):
        groups.setdefault(template.shape, []).append(template)
    found: dict[int, list[list[Template[T]]]] = {}
    for group in groups.values():
        found.setdefault(group[0].length, []).append(group)
    return found
