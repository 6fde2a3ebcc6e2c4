"""Places of a document that overlays have changed: each node in the text it came from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..places import RENAMED, Object, Places

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...diagnostics import Span
    from ..places import Link


class Origin(NamedTuple):
    """Where a value was written: what `steps` lead to from an object of a text."""

    places: Places
    owner: Object
    steps: tuple[str, ...] = ()

    def down(self, step: str) -> Origin:
        """The origin of a member or item."""
        return self._replace(steps=(*self.steps, step))

    def span(self) -> Span:
        """The place, without a pointer."""
        return self.places.span(self.owner, self.steps, "")


class LayeredPlaces(Places):
    """The places of a document, of which parts come from other texts.

    A container is looked up by the place that it was written at, its members as
    members of that place, except for those that an overlay has put there: these are
    noted one by one. So are all items of an array whose items have moved.
    """

    __slots__ = ("_base", "_grafts", "_members", "_touched")

    def __init__(self, base: Places) -> None:
        super().__init__(base.text, base._known, base._finder)
        self._adopted = base._adopted
        self._origins = base._origins
        self._former = base._former
        self._base = base
        self._grafts: dict[int, Origin] = {}
        self._members: dict[int, dict[str, Origin]] = {}
        self._touched: list[Any] = []

    def graft(self, value: Object, origin: Origin) -> None:
        """Note that an object, made for the document, was written elsewhere."""
        self._known[id(value)] = (None, value)
        self._grafts[id(value)] = origin

    def put(self, holder: Any, step: str, origin: Origin) -> None:
        """Note that one member of an object, or an item of an array, was written elsewhere.

        For an array, all items must have been noted before, by `spread`.
        """
        if id(holder) not in self._members:
            self._members[id(holder)] = {}
            self._touched.append(holder)
        self._members[id(holder)][step] = origin

    def spread(self, items: list[Any], origin: Origin) -> None:
        """Note where each item of an array was written, before some come or go."""
        if id(items) not in self._members:
            for index in range(len(items)):
                self.put(items, str(index), origin.down(str(index)))

    def drop(self, items: list[Any], index: int) -> None:
        """Take an item out of an array whose items have been noted."""
        del items[index]
        noted = self._members[id(items)]
        for number in range(index, len(items)):
            noted[str(number)] = noted[str(number + 1)]
        del noted[str(len(items))]

    def written(self, owner: Object, steps: Sequence[str]) -> Origin:
        """Where what `steps` lead to from `owner` was written."""
        found = self._grafts.get(id(owner)) or Origin(self._base, owner)
        node: Any = owner
        for step in steps:
            noted = self.members(node)
            names = (step, *RENAMED.get(step, ()))
            former = next((name for name in names if name in noted), None)
            found = found.down(step) if former is None else noted[former]
            node = _inner(node, step)
        return found

    def members(self, holder: Any) -> dict[str, Origin]:
        """The members of a container that were noted one by one."""
        return self._members.get(id(holder), {})

    def adopt(self, new: Object, old: Object) -> None:
        """See `Places`."""
        super().adopt(new, old)
        if id(old) in self._grafts:
            self._grafts[id(new)] = self._grafts[id(old)]
        for step, origin in self.members(old).items():
            self.put(new, step, origin)

    def settle(self, node: Object, link: Link) -> None:
        """See `Places`; what comes from elsewhere has its place already."""
        if id(node) not in self._grafts:
            super().settle(node, link)

    def span(
        self, owner: Object, steps: Sequence[str], pointer: str, *, key: bool = False
    ) -> Span:
        """See `Places`."""
        found = self.written(owner, steps)
        if found.places.offset(found.owner, found.steps, key=key) is None:
            found = self._grafts.get(id(_at(owner, steps)), found)
        return found.places.span(found.owner, found.steps, pointer, key=key)

    def offset(
        self, owner: Object, steps: Sequence[str], *, key: bool = False
    ) -> int | None:
        """See `Places`."""
        places, owner, inner = self.written(owner, steps)
        return places.offset(owner, inner, key=key)

    def stands(self, owner: Object, steps: Sequence[str]) -> bool:
        """See `Places`."""
        places, owner, inner = self.written(owner, steps)
        return places.stands(owner, inner)

    def lexeme(self, owner: Object, steps: Sequence[str]) -> str | None:
        """See `Places`."""
        places, owner, inner = self.written(owner, steps)
        return places.lexeme(owner, inner)


def _at(node: Any, steps: Sequence[str]) -> Any:
    """What some steps lead to; None where they lead nowhere."""
    for step in steps:
        node = _inner(node, step)
    return node


def _inner(node: Any, step: str) -> Any:
    """The member or item of a container; None where there is none."""
    if type(node) is dict:
        return node.get(step)
    if type(node) is list and step.isdecimal() and int(step) < len(node):
        return node[int(step)]
    return None
