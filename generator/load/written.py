"""Where a node stands in the text that the user wrote, as a JSON Pointer into that text.

An upgrade gives members other names, moves objects, and makes some that no text has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .places import escape, tokens_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .state import File

_TAKEN_OUT = 32
"""So many items of an array may have been taken out before one."""


def pointer_written(file: File, tokens: Sequence[str]) -> str:
    """The pointer of what some steps lead to; of what is nowhere in the text, that of the
    last thing on the way to it that is.
    """
    places = file.places
    node: Any = file.data
    owner = node
    base: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    found: tuple[str, ...] = ()
    is_lost = False
    for token in tokens:
        steps = (*steps, places.former(node).get(token, token))
        around, node = node, _step(node, token)
        if node is None:
            break
        if places.is_settled(node):
            base = tokens_of(places.origin(node))
            owner, steps, found, is_lost = node, (), base, False
        elif is_lost:
            continue
        elif places.is_adopted(node):
            is_lost = not places.is_same(node, owner)
            steps = ()
            owner = owner if is_lost else node
        elif places.holds(owner, steps, node):
            if not places.knows(node):
                found = (*base, *steps)
                continue
            place: tuple[str, ...] | None = steps
            if type(around) is list:
                place = _place_of(file, owner, steps, node)
            if place is None:
                is_lost = True
                continue
            found = base = (*base, *place)
            owner, steps = node, ()
    return "".join(f"/{escape(token)}" for token in found)


def _place_of(
    file: File, owner: Any, steps: tuple[str, ...], node: Any
) -> tuple[str, ...] | None:
    """The steps that lead to an item of an array in the text; None where none do.

    They are others than in the model where items before it were taken out.
    """
    *before, last = steps
    places = file.places
    own = places.offset(node, ())
    for index in range(int(last), int(last) + _TAKEN_OUT):
        moved = (*before, str(index))
        if places.stands(owner, moved) and places.offset(owner, moved) == own:
            return moved
    return None


def _step(node: Any, token: str) -> Any:
    if type(node) is dict:
        return node.get(token)
    if type(node) is list and token.isdecimal() and int(token) < len(node):
        return node[int(token)]
    return None
