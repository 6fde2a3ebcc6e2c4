"""Putting values into a document: copies, merged as overlays ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...diagnostics import report
from ...values import dataclass
from ..limits import DEPTH_LIMIT
from ..places import link_to, pointer_of
from ..report import kind_of
from .budget import TooCostly

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...diagnostics import Sink, Span
    from ..places import Link, Object
    from .actions import Action
    from .budget import Budget
    from .layers import LayeredPlaces, Origin


@dataclass(frozen=True, slots=True)
class Patch:
    """What an action brings, in its member `update` or `copy`, and where it was written."""

    action: Action
    member: str
    value: Any
    origin: Origin

    @property
    def link(self) -> Link:
        """The way to it in the overlay."""
        return link_to(self.action.link, self.member)

    def span(self, owner: Object, key: str, link: Link) -> Span:
        """Where a member of one of its objects stands.

        What is copied is no part of the overlay; there the copying action counts.
        """
        if self.member == "copy":
            return self.action.span(self.member)
        pointer = pointer_of(link_to(link, key))
        return self.action.places.span(owner, (key,), pointer, key=True)


class Merge:
    """Changes parts of one document, noting where everything in it was written."""

    def __init__(self, places: LayeredPlaces, parts: Budget, sink: Sink) -> None:
        """`parts` bounds what may come in."""
        self.places = places
        self._parts = parts
        self._sink = sink

    def copied(self, value: Any, origin: Origin, depth: int) -> Any:
        """A copy of a value for a place below `depth` others. Raises TooCostly.

        Each place of the document has objects of its own, so that an object stands at
        one place only.
        """
        if type(value) not in (dict, list):
            return value
        copy = type(value)()
        waiting = [(value, copy, self._written(value, origin), depth)]
        while waiting:
            source, target, origin, depth = waiting.pop()
            if depth >= DEPTH_LIMIT:
                raise TooCostly
            self._parts.spend(1 + len(source))
            is_object = type(source) is dict
            if is_object:
                self.places.graft(target, origin)
            noted = self.places.members(source)
            for name, item in source.items() if is_object else enumerate(source):
                step = str(name)
                inner = noted.get(step) or origin.down(step)
                if step in noted:
                    self.places.put(target, step, inner)
                if type(item) in (dict, list):
                    child = type(item)()
                    inner = self._written(item, inner)
                    waiting.append((item, child, inner, depth + 1))
                    item = child
                if is_object:
                    target[name] = item
                else:
                    target.append(item)
        return copy

    def objects(self, patch: Patch, target: Object, depth: int) -> None:
        """Merge an object into another one, which stands below `depth` others."""
        waiting = [(target, patch.value, patch.origin, patch.link, depth + 1)]
        while waiting:
            target, update, origin, link, depth = waiting.pop()
            origin = self._written(update, origin)
            self._parts.spend(1 + len(update))
            for key, value in update.items():
                known = target.get(key)
                inner = origin.down(key)
                if key not in target or _are_single(known, value):
                    target[key] = self.copied(value, inner, depth)
                    self.places.put(target, key, inner)
                elif type(known) is dict and type(value) is dict:
                    waiting.append((known, value, inner, (link, key), depth + 1))
                elif type(known) is list and type(value) is list:
                    held = self.places.written(target, (key,))
                    self.append(known, held, parts_of(value, inner), depth)
                elif value is None:
                    report(self._sink, "W174", patch.span(update, key, link), name=key)
                else:
                    span = patch.span(update, key, link)
                    held = self.places.written(target, (key,))
                    self.clash(span, value, known, held)

    def append(
        self,
        items: list[Any],
        held: Origin,
        additions: Iterable[tuple[Any, Origin]],
        depth: int,
    ) -> None:
        """Append copies of values to an array that was written at `held`."""
        self.places.spread(items, held)
        for value, origin in additions:
            items.append(self.copied(value, origin, depth))
            self.places.put(items, str(len(items) - 1), origin)

    def replace(self, patch: Patch, holder: Any, held: Origin, step: str | int) -> None:
        """Put a single value into a container, which was written at `held`."""
        if type(holder) is list:
            self.places.spread(holder, held)
        holder[step] = patch.value
        self.places.put(holder, str(step), patch.origin)

    def clash(self, span: Span, value: Any, known: Any, held: Origin) -> None:
        """Report a value that cannot be merged into what is there, written at `held`."""
        report(
            self._sink,
            "E174",
            span,
            related=[("what is there", held.span())],
            found=kind_of(value),
            target=kind_of(known),
        )

    def _written(self, value: Any, origin: Origin) -> Origin:
        """The origin of an object by itself; of anything else, the one that is given."""
        if type(value) is not dict:
            return origin
        if self.places.knows(value):
            return self.places.written(value, ())
        return origin._replace(owner=value, steps=())


def parts_of(values: list[Any], origin: Origin) -> list[tuple[Any, Origin]]:
    """The items of an array, each with its origin."""
    return [(value, origin.down(str(at))) for at, value in enumerate(values)]


def _are_single(*values: Any) -> bool:
    return not any(isinstance(value, dict | list) for value in values)
