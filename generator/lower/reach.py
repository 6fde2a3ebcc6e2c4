"""Which schemas some operations lead to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from ..ir import Api, Id, Named, Operation
from ..load.document import Document

_OWN = frozenset({"id", "root", "place", "title", "description", "summary"})
"""Fields that say what a node is and where, not what it leads to."""


def reached(api: Api, document: Document, operations: Iterable[Operation]) -> set[Id]:
    """The ids of the shapes and assertions that some operations lead to.

    A reference of the document counts even where no type comes of it, such as that of a
    content which is handed on as bytes. In the model every text that is such an id
    counts, wherever it stands, so that no kind of reference can be forgotten; data that
    looks like an id keeps a schema too many.
    """
    calls = tuple(operations)
    found: set[Id] = set()
    waiting = [*_texts(calls), *_referred(document, _ids(calls))]
    while waiting:
        current = waiting.pop()
        if current in found:
            continue
        shape = api.shapes.get(current)
        entry = api.assertions.get(current)
        if shape is not None or entry is not None:
            found.add(current)
            waiting += _texts((shape, entry))
    return found


def _referred(document: Document, ids: Iterable[Id]) -> set[Id]:
    """All that references lead to from some nodes of a document."""
    found: set[Id] = set()
    waiting = list(ids)
    while waiting:
        current = waiting.pop()
        if current in found:
            continue
        found.add(current)
        try:
            waiting += references(document.node(current))
        except KeyError:
            continue
    return found


def references(node: Any) -> Iterator[Id]:
    """The references in a node: `$ref`, `$dynamicRef` and those of a discriminator."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            waiting += node
        elif isinstance(node, dict):
            waiting += node.values()
            mapping = node.get("mapping")
            targets = [node.get("$ref"), node.get("$dynamicRef")]
            targets += [node.get("defaultMapping")]
            targets += mapping.values() if isinstance(mapping, dict) else ()
            yield from (item for item in targets if isinstance(item, str))


def _ids(node: object) -> Iterator[Id]:
    """The ids of operations, and of all that they are made of."""
    for part in _parts(node):
        own = getattr(part, "id", None)
        if isinstance(own, str):
            yield own


def _texts(node: object) -> Iterator[str]:
    """All texts in a part of the model but those that name the parts themselves."""
    for part in _parts(node):
        if isinstance(part, str):
            yield part
        elif isinstance(part, Named):
            yield part.id


def _parts(node: object) -> Iterator[object]:
    """A part of the model and all that is in it."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, tuple):
            waiting += node
        elif is_dataclass(node):
            inner = [item.name for item in fields(node) if item.name not in _OWN]
            waiting += [getattr(node, name) for name in inner]
