"""Trees that match in the same texts with less trying.

Only whether there is a match anywhere in a text matters to a validator, not which one.
"""

from __future__ import annotations

from dataclasses import replace

from .tree import NOTHING, Choice, Group, Look, Node, Repeat, Sequence


def simpler(tree: Node) -> Node:
    """A tree without back references, made simpler; the same where nothing is to be done."""
    return trimmed(trimmed(_flat(tree), 0), -1)


def _flat(node: Node) -> Node:
    """A repetition of a repetition as one: `(a+)+` is `a+`."""
    if isinstance(node, Sequence):
        return Sequence(tuple(map(_flat, node.items)))
    if isinstance(node, Choice):
        return Choice(tuple(map(_flat, node.options)))
    if isinstance(node, Group | Look):
        return replace(node, item=_flat(node.item))
    if not isinstance(node, Repeat):
        return node
    item = _flat(node.item)
    within = _bare(item)
    is_open = isinstance(within, Repeat) and within.high is None and within.low <= 1
    if isinstance(within, Repeat) and is_open and node.high != 0:
        return Repeat(within.item, node.low * within.low, None)
    return replace(node, item=item)


def _bare(node: Node) -> Node:
    while isinstance(node, Group):
        node = node.item
    return node


def trimmed(node: Node, place: int) -> Node:
    """Without repetitions at an end that only make a match longer.

    `place` is 0 for the start, -1 for the end. Where one of `a{2,5}` starts a pattern, a
    match with more than two has one with two in it.
    """
    if isinstance(node, Group):
        return replace(node, item=trimmed(node.item, place))
    if isinstance(node, Choice):
        return Choice(tuple(trimmed(option, place) for option in node.options))
    if isinstance(node, Repeat) and (node.low, node.high) == (1, 1):
        return trimmed(node.item, place)
    if isinstance(node, Repeat) and node.low != node.high:
        if node.low > 1:
            return replace(node, high=node.low)
        return trimmed(node.item, place) if node.low else NOTHING
    if isinstance(node, Sequence):
        return _trimmed_items(list(node.items), place)
    return node


def _trimmed_items(items: list[Node], place: int) -> Node:
    while items:
        items[place] = trimmed(items[place], place)
        if _bare(items[place]) != NOTHING:
            break
        del items[place]
    return items[0] if len(items) == 1 else Sequence(tuple(items))
