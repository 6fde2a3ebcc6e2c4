"""JSON text to data by the standard library, with places found only on demand."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from ..diagnostics import Fatal, diagnostic, report
from .limits import DEPTH_LIMIT
from .places import Object, Places
from .scalars import UnusableNumber, integer, real

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..diagnostics import Sink
    from .source import SourceText

_STRING = r'"(?:[^"\\]++|\\.)*+"'
_STRINGS = re.compile(_STRING)
_SCALAR = re.compile(_STRING + r'|[^\s{}\[\]:,"]+')
_SPACE = re.compile(r"\s*+")
_BRACE = re.compile(rf'(?:[^"{{}}]++|{_STRING})*+[{{}}]')
"""Everything up to a brace that opens or closes an object, and the brace."""

_DECODER = json.JSONDecoder(parse_int=str, parse_float=str)
_NUMBER = re.compile(_STRING + r"|-?[0-9][-+.0-9eE]*|-?Infinity|NaN")


def parse_json(text: SourceText, sink: Sink) -> tuple[Any, Places]:
    """The data of a JSON text (RFC 8259), and where its objects stand.

    Reports duplicate names to `sink`, all of them. Raises json.JSONDecodeError when it
    is not JSON, and Fatal for nesting beyond `DEPTH_LIMIT` and numbers that are not
    finite or too long.
    """
    known: dict[int, tuple[object, Object]] = {}
    doubled = False

    def collect(pairs: list[tuple[str, Any]]) -> Object:
        nonlocal doubled
        found = dict(pairs)
        if len(found) != len(pairs):
            doubled = True
        known[id(found)] = (len(known), found)
        return found

    try:
        data = json.loads(
            text.text,
            object_pairs_hook=collect,
            parse_int=integer,
            parse_float=real,
            parse_constant=real,
        )
    except UnusableNumber:
        raise Fatal(bad_number(text)) from None
    except RecursionError:
        raise Fatal(diagnostic("E111", text.span(0))) from None
    finder = JsonFinder(text)
    places = Places(text, known, finder)
    _check_depth(data, places)
    if doubled:
        for key, first, second in finder.duplicates():
            report(
                sink,
                "E110",
                text.span(second),
                related=[("first given here", text.span(first))],
                key=key,
            )
    return data, places


def bad_number(text: SourceText) -> Any:
    for match in _NUMBER.finditer(text.text):
        lexeme = match.group()
        if lexeme[0] == '"':
            continue
        try:
            integer(lexeme) if lexeme.lstrip("-").isdecimal() else real(lexeme)
        except UnusableNumber:
            return diagnostic("E114", text.span(match.start()), number=lexeme[:40])
        except ValueError:
            continue
    return diagnostic("E114", text.span(0), number="")


def _check_depth(data: Any, places: Places) -> None:
    level: list[Any] = [data]
    depth = 0
    while level:
        depth += 1
        if depth > DEPTH_LIMIT:
            owner = next((item for item in level if type(item) is dict), None)
            offset = places.offset(owner, ()) if owner is not None else 0
            raise Fatal(diagnostic("E111", places.text.span(offset or 0)))
        below: list[Any] = []
        for item in level:
            children = item.values() if type(item) is dict else item
            below += [child for child in children if type(child) in (dict, list)]
        level = below if depth > 1 or type(data) in (dict, list) else []


class Value(NamedTuple):
    """Where a value starts, and the name before it; -1 for one without a name."""

    start: int
    name: int


class JsonFinder:
    """Finds offsets in JSON text; the handle of an object counts closed objects.

    Few places of a document are ever asked for, so one pass notes no more than where its
    objects start; what they hold is told apart by the decoder of the standard library,
    which leaves a value behind at the speed of C.
    """

    __slots__ = ("_known", "_starts", "_text")

    def __init__(self, text: SourceText) -> None:
        self._text = text.text
        self._starts: list[tuple[int, int]] | None = None
        self._known: dict[int, dict[str, Value]] = {}

    def offset(self, handle: object, steps: Sequence[str], key: bool) -> int | None:
        """See `places.Finder`."""
        value = self._value(handle, steps)
        if value is None:
            return None
        is_named = value.name >= 0 and (key or self._has_members(value))
        return value.name if is_named else value.start

    def lexeme(self, handle: object, steps: Sequence[str]) -> str | None:
        """See `places.Finder`."""
        value = self._value(handle, steps)
        if value is None or self._has_members(value):
            return None
        match = _SCALAR.match(self._text, value.start)
        return match.group().strip('"') if match else None

    def duplicates(self) -> list[tuple[str, int, int]]:
        """Names that an object holds twice, with the offsets of both."""
        found: list[tuple[str, int, int]] = []
        for _, start in self._objects():
            seen: dict[str, int] = {}
            for name, value in members(self._text, start):
                if name in seen:
                    found.append((name, seen[name], value.name))
                seen[name] = value.name
        return sorted(found, key=lambda item: item[2])

    def _has_members(self, value: Value) -> bool:
        return self._text[value.start] in "{["

    def _value(self, handle: object, steps: Sequence[str]) -> Value | None:
        starts = self._objects()
        if not isinstance(handle, int) or handle >= len(starts):
            return None
        begin, start = starts[handle]
        found = Value(start, -1)
        if not steps:
            return Value(start, self._name_before(begin, start))
        for step in steps:
            inner = self._inside(found).get(step)
            if inner is None:
                return None
            found = inner
        return found

    def _name_before(self, begin: int, start: int) -> int:
        """Where the name of the object at `start` is; no brace lies between `begin` and it."""
        if not self._text[begin:start].rstrip().endswith(":"):
            return -1
        names = [match.start() for match in _STRINGS.finditer(self._text, begin, start)]
        return names[-1]

    def _inside(self, value: Value) -> dict[str, Value]:
        if not self._has_members(value):
            return {}
        found = self._known.get(value.start)
        if found is None:
            found = self._known[value.start] = dict(members(self._text, value.start))
        return found

    def _objects(self) -> list[tuple[int, int]]:
        """Where the brace before each object ends, and where the object starts.

        They come in the order in which they close.
        """
        if self._starts is None:
            self._starts = []
            opened: list[tuple[int, int]] = []
            text = self._text
            for match in _BRACE.finditer(text):
                begin, end = match.span()
                if text[end - 1] == "{":
                    opened.append((begin, end - 1))
                else:
                    self._starts.append(opened.pop())
        return self._starts


def members(text: str, start: int) -> Iterator[tuple[str, Value]]:
    """What the object or array at `start` holds, by name or index."""
    at = after_space(text, start + 1)
    count = 0
    while text[at] not in "]}":
        name, name_at = str(count), -1
        if text[start] == "{":
            name_at = at
            name, at = _DECODER.raw_decode(text, at)
            at = after_space(text, after_space(text, at) + 1)
        yield name, Value(at, name_at)
        at = after_space(text, _DECODER.raw_decode(text, at)[1])
        if text[at] == ",":
            at = after_space(text, at + 1)
        count += 1


def after_space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match is not None else at
