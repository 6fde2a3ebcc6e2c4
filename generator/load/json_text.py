"""JSON text to data by the standard library, with places found only on demand."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from ..diagnostics import Fatal, diagnostic, report
from .construct import DEPTH_LIMIT
from .places import Object, Places
from .scalars import UnusableNumber, integer, real

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..diagnostics import Sink
    from .source import SourceText

_STRING = r'"(?:[^"\\]++|\\.)*+"'
_TOKEN = re.compile(_STRING + r'|[{}\[\]]|[^\s{}\[\]:,"]+')
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
        raise Fatal(_bad_number(text)) from None
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


def _bad_number(text: SourceText) -> Any:
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


class JsonFinder:
    """Finds offsets in JSON text; the handle of an object counts closed objects."""

    __slots__ = ("_doubled", "_objects", "_text")

    def __init__(self, text: SourceText) -> None:
        self._text = text
        self._objects: list[_Node] | None = None
        self._doubled: list[tuple[str, int, int]] = []

    def offset(self, handle: object, steps: Sequence[str], key: bool) -> int | None:
        """See `places.Finder`."""
        node = self._node(handle, steps)
        if node is None:
            return None
        return node.name if node.name >= 0 and (key or node.nested) else node.start

    def lexeme(self, handle: object, steps: Sequence[str]) -> str | None:
        """See `places.Finder`."""
        node = self._node(handle, steps)
        if node is None or node.nested:
            return None
        match = _TOKEN.match(self._text.text, node.start)
        return match.group().strip('"') if match else None

    def duplicates(self) -> list[tuple[str, int, int]]:
        """Names that an object holds twice, with the offsets of both."""
        self._scanned()
        return self._doubled

    def _node(self, handle: object, steps: Sequence[str]) -> _Node | None:
        objects = self._scanned()
        if not isinstance(handle, int) or handle >= len(objects):
            return None
        node: _Node | None = objects[handle]
        if not steps:
            return node
        for step in steps:
            node = node.children.get(step) if node is not None else None
        return node

    def _scanned(self) -> list[_Node]:
        if self._objects is None:
            self._objects = _scan(self._text.text, self._doubled)
        return self._objects


class _Node:
    """A value in the text: where it and its name start, and what it holds."""

    __slots__ = ("children", "is_object", "name", "nested", "start")

    def __init__(self, start: int, name: int, opener: str) -> None:
        self.start = start
        self.name = name
        self.nested = opener in "{["
        self.is_object = opener == "{"
        self.children: dict[str, _Node] = {}


def _scan(text: str, doubled: list[tuple[str, int, int]]) -> list[_Node]:
    """All objects of a well-formed JSON text, in the order in which they close."""
    closed: list[_Node] = []
    stack: list[_Node] = []
    name: str | None = None
    name_at = -1
    for match in _TOKEN.finditer(text):
        token = match.group()
        first = token[0]
        if first in "]}":
            done = stack.pop()
            if done.is_object:
                closed.append(done)
            continue
        owner = stack[-1] if stack else None
        if owner is not None and owner.is_object and name is None:
            name = json.loads(token) if "\\" in token else token[1:-1]
            name_at = match.start()
            continue
        node = _Node(match.start(), name_at if name is not None else -1, first)
        if owner is not None:
            key = str(len(owner.children)) if name is None else name
            if key in owner.children:
                doubled.append((key, owner.children[key].name, name_at))
            owner.children[key] = node
        name, name_at = None, -1
        if node.nested:
            stack.append(node)
    return closed
