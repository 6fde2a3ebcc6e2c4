"""Back references, where Python's mean something else than those of ECMA-262.

There a group that did not take part matches nothing, and each turn of a repetition starts
without what its groups had matched before (ECMA-262, section 22.2.2.3.1); Python keeps it.
"""

from __future__ import annotations

from dataclasses import replace

from .read import Unsupported
from .tree import NOTHING, Back, Choice, Group, Look, Node, Repeat, Sequence, inner

_Chain = tuple[Node, ...]


def settled(tree: Node) -> Node:
    """The tree in which back references mean the same to Python.

    Those that can only match nothing are gone. Raises Unsupported where Python has no
    equal.
    """
    groups: dict[int, _Chain] = {}
    _collect(tree, (), groups)
    return _Settling(groups).visit(tree, ())


def _collect(node: Node, chain: _Chain, groups: dict[int, _Chain]) -> None:
    if isinstance(node, Group) and node.number:
        groups[node.number] = chain
    for part in inner(node):
        _collect(part, (*chain, node), groups)


class _Settling:
    def __init__(self, groups: dict[int, _Chain]) -> None:
        self._groups = groups
        self._closed: set[int] = set()

    def visit(self, node: Node, chain: _Chain) -> Node:
        """A node below those of a chain, settled; in the order of the text."""
        below = (*chain, node)
        if isinstance(node, Back):
            return self._back(node, chain)
        if isinstance(node, Sequence):
            return Sequence(tuple(self.visit(item, below) for item in node.items))
        if isinstance(node, Choice):
            return Choice(tuple(self.visit(item, below) for item in node.options))
        if isinstance(node, Repeat | Group | Look):
            found = replace(node, item=self.visit(node.item, below))
            if isinstance(node, Group):
                self._closed.add(node.number)
            return found
        return node

    def _back(self, node: Back, chain: _Chain) -> Node:
        if node.number not in self._closed:
            return NOTHING
        around = self._groups[node.number]
        for place, outer in enumerate(around):
            if isinstance(outer, Look) and outer not in chain and outer.negative:
                return NOTHING
            between = around[place + 1 :]
            if isinstance(outer, Repeat) and outer.high != 1 and _may_skip(between):
                raise Unsupported(
                    "its back reference is to a group that a repetition may leave out"
                )
        if any(isinstance(outer, Look) and outer.behind for outer in (*around, *chain)):
            raise Unsupported("it has a back reference in or to a look-behind")
        if node.number > 99:
            raise Unsupported("it has a back reference to one of more than 99 groups")
        return node


def _may_skip(chain: _Chain) -> bool:
    """Whether what stands below the nodes need not take part."""
    return any(
        isinstance(node, Choice)
        or (isinstance(node, Repeat) and node.low == 0)
        or (isinstance(node, Look) and node.negative)
        for node in chain
    )
