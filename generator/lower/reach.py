"""Which schemas some operations lead to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass

from ..ir import Api, Id, Named, Operation

_OWN = frozenset({"id", "root", "place", "title", "description", "summary"})
"""Fields that say what a node is and where, not what it leads to."""


def reached(api: Api, operations: Iterable[Operation]) -> set[Id]:
    """The ids of the shapes and assertions that some operations lead to.

    Every text that is such an id counts, wherever the model holds it, so that no kind
    of reference can be forgotten. Data that looks like an id keeps a schema too many.
    """
    found: set[Id] = set()
    waiting = list(_texts(tuple(operations)))
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


def _texts(node: object) -> Iterator[str]:
    """All texts in a part of the model but those that name the parts themselves."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            yield node
        elif isinstance(node, tuple):
            waiting += node
        elif isinstance(node, Named):
            yield node.id
        elif is_dataclass(node):
            inner = [item.name for item in fields(node) if item.name not in _OWN]
            waiting += [getattr(node, name) for name in inner]
