"""Objects that lead back to themselves without ever saying anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from .places import pointer_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .state import State
    from .walk import Reference

_Edge: TypeAlias = "tuple[Reference | None, Any]"
"""What an object includes, and the reference that leads to it, None for `allOf`."""


def report_cycles(resolved: list[tuple[Reference, Any]], state: State) -> None:
    """Report each circle of objects that include one another, once.

    Those are references that lead in a circle (E134), and schemas that include
    themselves by references and `allOf`, which no value can satisfy (E201).
    """
    following: dict[int, tuple[Reference, Any]] = {}
    for reference, target in resolved:
        holder = state.holder(reference.owner)
        if "$ref" in holder:
            following[id(holder)] = (reference, target)
    done: set[int] = set()
    for reference, _ in list(following.values()):
        _walk(state.holder(reference.owner), following, done)


def _walk(
    start: Any, following: dict[int, tuple[Reference, Any]], done: set[int]
) -> None:
    """Follow everything that an object includes, depth first."""
    path: list[tuple[int, Reference | None, Iterator[_Edge]]] = []
    places: dict[int, int] = {}
    entering: _Edge | None = (None, start)
    while entering is not None or path:
        if entering is not None:
            reference, node = entering
            entering = None
            if id(node) in places:
                circle = [item[1] for item in path[places[id(node)] + 1 :]]
                _report([*circle, reference])
            elif id(node) not in done:
                places[id(node)] = len(path)
                path.append((id(node), reference, _edges(node, following)))
        if path:
            entering = next(path[-1][2], None)
            if entering is None:
                finished = path.pop()[0]
                del places[finished]
                done.add(finished)


def _edges(node: Any, following: dict[int, tuple[Reference, Any]]) -> Iterator[_Edge]:
    if id(node) in following:
        yield following[id(node)]
    members = node.get("allOf") if type(node) is dict else None
    for member in members if type(members) is list else ():
        if type(member) is dict:
            yield None, member


def _report(steps: list[Reference | None]) -> None:
    """Report a circle, at the reference whose place comes last in its turn."""
    references = [step for step in steps if step is not None]
    places = [_place(reference) for reference in references]
    first = places.index(min(places))
    turned = [*places[first:], *places[: first + 1]]
    reference = references[first - 1]
    circle = " -> ".join(turned)
    code = "E134" if len(references) == len(steps) else "E201"
    reference.scope.file.reporter.at(
        code, reference.owner, ("$ref",), reference.link, circle=circle
    )


def _place(reference: Reference) -> str:
    """Where a reference stands, as a reference to it would be written."""
    return f"{reference.scope.file.part}#{pointer_of(reference.link)}"
