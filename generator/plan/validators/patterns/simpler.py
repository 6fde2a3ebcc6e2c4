"""Trees that match in the same texts with less trying.

Only whether there is a match anywhere in a text matters to a validator, not which one.
"""

from __future__ import annotations

from dataclasses import replace

from .tree import NOTHING, Choice, Group, Look, Node, Repeat, Sequence


def simpler(tree: Node) -> Node:
    """A tree without back references, made simpler; the same where nothing is to be done."""
    found = _flat(tree)
    if isinstance(found, Choice):
        return Choice(tuple(map(_trimmed, found.options)))
    return _trimmed(found)


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


def _trimmed(node: Node) -> Node:
    """Without repetitions at the ends that only make a match longer.

    Where one of `a{2,5}` starts a pattern, a match with more than two has one with two
    in it.
    """
    items: list[Node] = list(node.items) if isinstance(node, Sequence) else [node]
    for place in (0, -1):
        while items and isinstance(end := items[place], Repeat):
            if end.low == end.high:
                break
            if end.low:
                once = end.low == 1
                items[place] = end.item if once else replace(end, high=end.low)
                break
            del items[place]
    if not items:
        return NOTHING
    return items[0] if len(items) == 1 else Sequence(tuple(items))
