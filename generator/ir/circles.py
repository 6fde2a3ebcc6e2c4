"""Ways through a graph: what is reached, and what reaches itself by way of others."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


def strongly_connected(
    edges: Mapping[str, Iterable[str]],
) -> Iterator[list[str]]:
    """Groups of nodes that reach each other, by Tarjan's algorithm without recursion.

    A node without company is a group of one. A group comes after all that it reaches.
    """
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    on_stack: set[str] = set()
    for start in edges:
        if start in index:
            continue
        work: list[tuple[str, Iterator[str]]] = []
        _visit(start, edges, index, low, stack, on_stack, work)
        while work:
            node, targets = work[-1]
            target = next(targets, None)
            if target is None:
                work.pop()
                if work:
                    parent = work[-1][0]
                    low[parent] = min(low[parent], low[node])
                if low[node] == index[node]:
                    yield _pop_component(node, stack, on_stack)
            elif target not in index:
                _visit(target, edges, index, low, stack, on_stack, work)
            elif target in on_stack:
                low[node] = min(low[node], index[target])


def _visit(
    node: str,
    edges: Mapping[str, Iterable[str]],
    index: dict[str, int],
    low: dict[str, int],
    stack: list[str],
    on_stack: set[str],
    work: list[tuple[str, Iterator[str]]],
) -> None:
    index[node] = low[node] = len(index)
    stack.append(node)
    on_stack.add(node)
    work.append((node, iter(edges.get(node, ()))))


def _pop_component(node: str, stack: list[str], on_stack: set[str]) -> list[str]:
    found: list[str] = []
    while True:
        member = stack.pop()
        on_stack.discard(member)
        found.append(member)
        if member == node:
            return found


def reached(roots: Iterable[str], edges: Mapping[str, Iterable[str]]) -> frozenset[str]:
    """What the edges lead to from the roots, those included."""
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        current = waiting.pop()
        if current not in found:
            found.add(current)
            waiting += edges.get(current, ())
    return frozenset(found)
