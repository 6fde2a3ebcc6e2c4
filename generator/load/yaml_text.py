"""YAML text to nodes: one compose by libyaml, its complaints made ours."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from ..diagnostics import Fatal, diagnostic
from .scalars import NULLS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .source import SourceText

PLAIN = "plain"
"""The tag of a scalar without quotes and tag."""

QUOTED = "quoted"
"""The tag of every other node that has none in the document."""

_UNPRINTABLE = re.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
)
_TOO_DEEP = "exceeded maximum nesting depth"
_INDEXED_FROM = 40
_INDEX_DIGITS = 9
_MERGES = 100
_SECOND_DOCUMENT = "but found another document"


class _Untyped:
    """Tells plain scalars from quoted ones and leaves their meaning for later."""

    def resolve(self, kind: Any, value: Any, implicit: Any) -> str:
        """What stands in `Node.tag` when the document gives no tag."""
        return PLAIN if kind is ScalarNode and implicit[0] else QUOTED

    def descend_resolver(self, node: Any, index: Any) -> None:
        """Called by the composer on the way down; nothing to do."""

    def ascend_resolver(self) -> None:
        """Called by the composer on the way up; nothing to do."""


def compose(text: SourceText, *, fast: bool = True) -> Node:
    """The node tree of the only document in `text`.

    `fast` asks for libyaml, which is used when PyYAML was built with it. Raises Fatal
    with the place when the text is not YAML, empty, or holds a second document.
    """
    with _complaints(text):
        node: Node | None = _composer(text, fast).get_single_node()
    if node is None or (type(node) is ScalarNode and node.value in NULLS):
        raise Fatal(diagnostic("E107", text.span(0)))
    return node


def compose_all(text: SourceText) -> Iterator[Node]:
    """The node trees of all documents in `text`, each when it is asked for.

    Raises Fatal with the place where the text is not YAML.
    """
    with _complaints(text):
        composer = _composer(text, fast=True)
        while composer.check_node():
            yield composer.get_node()


def _composer(text: SourceText, fast: bool) -> Any:
    base: Any = yaml.BaseLoader
    if fast and yaml.__with_libyaml__:
        base = yaml.CBaseLoader
    return type("Composer", (_Untyped, base), {})(text.text.encode())


@contextmanager
def _complaints(text: SourceText) -> Iterator[None]:
    """Raise what a composer raises as Fatal."""
    try:
        yield
    except yaml.MarkedYAMLError as error:
        raise Fatal(_complaint(text, error)) from None
    except yaml.reader.ReaderError:
        found = _UNPRINTABLE.search(text.text)
        offset = found.start() if found else 0
        char = text.text[offset : offset + 1]
        raise Fatal(diagnostic("E115", text.span(offset), character=char)) from None
    except RecursionError:
        raise Fatal(diagnostic("E111", text.span(0))) from None


def _complaint(text: SourceText, error: yaml.MarkedYAMLError) -> Any:
    mark = error.problem_mark or error.context_mark
    span = text.span(min(mark.index, len(text.text)) if mark else 0)
    problem = error.problem or "it cannot be read"
    if _TOO_DEEP in problem:
        return diagnostic("E111", span)
    if problem == _SECOND_DOCUMENT:
        return diagnostic("E108", span)
    related = []
    if error.context and error.context_mark and error.context_mark is not mark:
        related.append((error.context, text.span(error.context_mark.index)))
    return diagnostic("E105", span, related=related, problem=problem)


class YamlFinder:
    """Finds offsets in a node tree; the handle of an object is its mapping node."""

    __slots__ = ("_members",)

    def __init__(self) -> None:
        self._members: dict[int, dict[str, tuple[Node, Node]]] = {}

    def offset(self, handle: object, steps: Sequence[str], key: bool) -> int | None:
        """See `places.Finder`."""
        found = self._follow(handle, steps)
        if found is None:
            return None
        name, node = found
        if name is not None and (key or type(node) is not ScalarNode):
            node = name
        return int(node.start_mark.index)

    def start(self, handle: object, steps: Sequence[str]) -> int | None:
        """Where the value itself starts that `steps` lead to, None when there is none."""
        found = self._follow(handle, steps)
        return None if found is None else int(found[1].start_mark.index)

    def lexeme(self, handle: object, steps: Sequence[str]) -> str | None:
        """See `places.Finder`."""
        found = self._follow(handle, steps)
        if found is None or type(found[1]) is not ScalarNode:
            return None
        return str(found[1].value)

    def _follow(
        self, handle: object, steps: Sequence[str]
    ) -> tuple[Node | None, Node] | None:
        """The node at the end of `steps` and the node of its name."""
        name: Node | None = None
        node: Any = handle
        for step in steps:
            if type(node) is MappingNode:
                pair = self._member(node, step)
                if pair is None:
                    return None
                name, node = pair
            elif type(node) is SequenceNode and step.isdecimal():
                name = None
                if len(step) > _INDEX_DIGITS or int(step) >= len(node.value):
                    return None
                node = node.value[int(step)]
            else:
                return None
        return name, node

    def _member(self, node: MappingNode, name: str) -> tuple[Node, Node] | None:
        """Name and value node of a member; a large mapping is indexed on first use."""
        if len(node.value) < _INDEXED_FROM:
            return next((pair for pair in _pairs(node) if pair[0].value == name), None)
        index = self._members.get(id(node))
        if index is None:
            index = self._members[id(node)] = {}
            for pair in _pairs(node):
                index.setdefault(pair[0].value, pair)
        return index.get(name)


def _pairs(node: MappingNode) -> Iterator[tuple[Node, Node]]:
    """The members of a mapping, then those that merge keys bring in."""
    waiting = [node]
    for mapping in waiting:
        for key, value in mapping.value:
            if type(key) is not ScalarNode:
                continue
            yield key, value
            if key.value == "<<" and len(waiting) < _MERGES:
                merged = value.value if type(value) is SequenceNode else [value]
                waiting += [item for item in merged if type(item) is MappingNode]
