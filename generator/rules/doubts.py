"""What is odd about a rule that can be used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from ..cel.nodes import Binary, Macro, children, names
from ..cel.types import List, members, most_of
from ..values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..cel import Checked
    from ..cel.nodes import Expr

_MANY = 1000
"""So many items are too many to look at all for each of as many others."""

Doubt: TypeAlias = "AbsentField | Quadratic"


@dataclass(frozen=True, slots=True)
class AbsentField:
    """A rule of one way names a property that does not go this way, by `word`."""

    offset: int
    name: str
    word: str


@dataclass(frozen=True, slots=True)
class Quadratic:
    """All of a long list is looked at for each item of another: `size` gives its bound."""

    offset: int
    size: Literal["maxItems", "maxProperties"]


def doubts(rule: Checked) -> Iterator[Doubt]:
    """What is odd, with the place in the text of the rule."""
    for offset, name, word in rule.absent:
        yield AbsentField(offset, name, word)
    yield from _quadratic(rule)


def _quadratic(rule: Checked) -> Iterator[Quadratic]:
    """The first look at a list for each item of another, where nothing bounds either.

    A list that belongs to the item is not counted: all such lists together are no longer
    than the value.
    """
    waiting: list[tuple[Expr, frozenset[str]]] = [(rule.expr, frozenset())]
    while waiting:
        node, around = waiting.pop()
        if isinstance(node, Binary) and node.operator == "in":
            searched = node.right
            is_slow = all(isinstance(x, List) for x in members(rule.types[searched.id]))
            found = searched if is_slow else None
        else:
            found = node.operand if isinstance(node, Macro) else None
        is_long = found is not None and _is_long(rule, found)
        if found is not None and is_long and around and not names(found) & around:
            kinds = members(rule.types[found.id])
            in_list = all(isinstance(one, List) for one in kinds)
            yield Quadratic(node.offset, "maxItems" if in_list else "maxProperties")
            return
        if isinstance(node, Macro):
            waiting.append((node.operand, around))
            inside = around | {node.variable} if is_long else around
            waiting += [(part, inside) for part in children(node)[1:]]
        else:
            waiting += [(part, around) for part in children(node)]


def _is_long(rule: Checked, expr: Expr) -> bool:
    most = most_of(rule.types[expr.id])
    return most is None or most > _MANY
