"""The order in which schema components are lowered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..ir import Id
from ..load.document import Document
from .view import Part

_COMBINING = frozenset(("allOf", "anyOf", "oneOf"))
_CONTAINERS = frozenset((dict, list))


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
    waiting = [node] if type(node) in _CONTAINERS else []
    while waiting:
        current = waiting.pop()
        if type(current) is dict:
            for keyword, value in current.items():
                if type(value) is dict:
                    waiting.append(value)
                elif type(value) is list:
                    waiting.append(value)
                    if keyword in _COMBINING:
                        yield from _targets(value)
        else:
            waiting += [item for item in current if type(item) in _CONTAINERS]


def _targets(members: list[Any]) -> Iterator[Id]:
    for member in members:
        target = member.get("$ref") if isinstance(member, dict) else None
        if isinstance(target, str):
            yield target
