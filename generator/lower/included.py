"""The order in which schema components are lowered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..ir import Id
from ..load.document import Document
from .view import Part

_COMBINING = ("allOf", "anyOf", "oneOf")


def included_first(document: Document, components: Iterable[Id]) -> Iterator[Part]:
    """The components, each after those that it includes.

    A property of a schema that others include is lowered with the schema that it stands
    in, and so is called after its own place, whoever includes it.
    """
    known = {id: Part(document.node(id), id) for id in components}
    done: set[Id] = set()
    for root in known:
        path = [(root, _included(known[root].node))]
        seen = {root}
        while path:
            current, targets = path[-1]
            target = next(
                (id for id in targets if id in known and id not in seen), None
            )
            if target is not None and target not in done:
                seen.add(target)
                path.append((target, _included(known[target].node)))
            elif target is None:
                path.pop()
                if current not in done:
                    done.add(current)
                    yield known[current]


def _included(node: Any) -> Iterator[Id]:
    """The schemas that a schema, or one inside of it, is combined with."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        if isinstance(current, list):
            waiting += current
        elif isinstance(current, dict):
            waiting += current.values()
            for keyword in _COMBINING:
                members = current.get(keyword)
                for member in members if isinstance(members, list) else ():
                    target = member.get("$ref") if isinstance(member, dict) else None
                    if isinstance(target, str):
                        yield target
