"""References that lead back to themselves without ever naming anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .places import pointer_of

if TYPE_CHECKING:
    from .state import State
    from .walk import Reference


def report_cycles(resolved: list[tuple[Reference, Any]], state: State) -> None:
    """Report each circle of objects that hold a `$ref` to the next one, once."""
    following: dict[int, tuple[Reference, Any]] = {}
    for reference, target in resolved:
        holder = state.holder(reference.owner)
        if "$ref" in holder:
            following[id(holder)] = (reference, target)
    done: set[int] = set()
    for start in list(following):
        path: list[int] = []
        entered: set[int] = set()
        current = start
        while current in following and current not in done:
            if current in entered:
                _report(path[path.index(current) :], following)
                break
            entered.add(current)
            path.append(current)
            current = id(following[current][1])
        done |= entered


def _report(circle: list[int], following: dict[int, tuple[Reference, Any]]) -> None:
    places = [_place(following[item][0]) for item in circle]
    ids = [*places[1:], places[0]]
    first = ids.index(min(ids))
    turned = [*ids[first:], *ids[:first]]
    reference = following[circle[first]][0]
    reference.scope.file.reporter.at(
        "E134",
        reference.owner,
        ("$ref",),
        reference.link,
        circle=" -> ".join([*turned, turned[0]]),
    )


def _place(reference: Reference) -> str:
    """Where a reference stands, as a reference to it would be written."""
    return f"{reference.scope.file.part}#{pointer_of(reference.link)}"
