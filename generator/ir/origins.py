"""Where schemas stand in the text of the document, as far as their ids do not tell it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from ..values import dataclass
from .types import Id


@dataclass(frozen=True, slots=True)
class Origins:
    """The places in the text of what has another id in the model.

    `moved` gives the place of such a schema, or keyword of one; what is in it stands below
    that. What is in one of `made` does not: lowering made it of what stands at its place.
    `discriminators` gives the place of the discriminator of each union that has one.
    """

    moved: Mapping[Id, Id] = field(default_factory=dict)
    made: tuple[Id, ...] = ()
    discriminators: Mapping[Id, Id] = field(default_factory=dict)

    def of(self, place: Id) -> Id:
        """Where a schema, a keyword or a value of one stands in the text."""
        moved = self.moved
        if not moved:
            return place
        head = place
        while head not in moved:
            cut = head.rfind("/")
            if cut < 0:
                return place
            head = head[:cut]
        return moved[head] if head in self.made else moved[head] + place[len(head) :]
