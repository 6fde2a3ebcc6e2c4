"""Schemas that apply themselves to the value that they are applied to.

JSON Schema, section 9.4.1, leaves the behaviour of such a loop open. Here an option that
leads back to its own union accepts nothing by that way, and a condition that asks for
itself says nothing; so the loop is cut where the condition or the option stands.

One kind is common and means something: a base that lists its children in `oneOf`, where
each child includes the base by `allOf`. There the child includes the base without the
list, as it is the option that the list would choose.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from ..ir import Assertions, Id
from ..values import dataclass

_CUTS: dict[str, bool] = {
    "anyOf": False,
    "dependentSchemas": True,
    "else": True,
    "if": False,
    "not": False,
    "oneOf": False,
    "then": True,
}
"""Keywords whose schemas can be left out of a loop, and what stands for them."""

_Step = tuple[Id, str, Iterator[tuple[Id, str]]]


@dataclass(frozen=True, slots=True)
class Loops:
    """Where loops are cut: `booleans` are the schemas that are left out, with what stands
    for each; `bases` are the assertions of inclusions that leave out the base's union.
    """

    booleans: dict[Id, bool] = field(default_factory=dict)
    bases: dict[Id, Assertions] = field(default_factory=dict)

    @property
    def replaced(self) -> dict[Id, Assertions]:
        """The assertions that stand for others."""
        found = {
            node: Assertions(node, (("always", value),))
            for node, value in self.booleans.items()
        }
        return {**found, **self.bases}


def loops(assertions: Mapping[Id, Assertions]) -> Loops:
    """Where to cut. Loops of nothing but `$ref` and `allOf` stay; those are errors."""
    cut = Loops()
    done: set[Id] = set()
    for start in assertions:
        if start not in done:
            _walk(start, assertions, cut, done)
    return cut


def _walk(
    start: Id, assertions: Mapping[Id, Assertions], cut: Loops, done: set[Id]
) -> None:
    """Follow everything that applies to the same value, depth first."""
    path: list[_Step] = [(start, "", _applied(start, assertions))]
    places = {start: 0}
    while path:
        node, _, following = path[-1]
        target, keyword = next(following, ("", ""))
        if not target:
            path.pop()
            del places[node]
            done.add(node)
        elif target in places:
            between = [(item, word) for item, word, _ in path[places[target] + 1 :]]
            _cut([(target, keyword), *between], assertions, cut)
        elif target not in done:
            places[target] = len(path)
            path.append((target, keyword, _applied(target, assertions)))


def _cut(
    circle: list[tuple[Id, str]], assertions: Mapping[Id, Assertions], cut: Loops
) -> None:
    """Cut a circle of (schema, keyword that leads to it), unless it is cut already."""
    if any(node in cut.booleans or node in cut.bases for node, _ in circle):
        return
    for place, (base, keyword) in enumerate(circle):
        including, how = circle[place - 1]
        _, union = circle[(place + 1) % len(circle)]
        is_base = (how, keyword) == ("allOf", "$ref") and union in ("anyOf", "oneOf")
        if is_base and len(assertions[including].keywords) == 1:
            kept = [pair for pair in assertions[base].keywords if pair[0] != union]
            cut.bases[including] = Assertions(including, tuple(kept))
            return
    for node, keyword in reversed(circle):
        if keyword in _CUTS:
            cut.booleans[node] = _CUTS[keyword]
            return


def _applied(
    schema: Id, assertions: Mapping[Id, Assertions]
) -> Iterator[tuple[Id, str]]:
    """The schemas that a schema applies to its own value, with their keywords."""
    for keyword, value in assertions[schema].keywords:
        if keyword in ("$ref", "if", "not", "then", "else"):
            yield str(value), keyword
        elif keyword in ("allOf", "anyOf", "oneOf") and isinstance(value, tuple):
            yield from ((str(item), keyword) for item in value)
        elif keyword == "dependentSchemas" and isinstance(value, tuple):
            yield from ((str(item), keyword) for _, item in value)
