"""Shapes that are referred to before they are made.

A schema that leads back to itself, or that lies very deep, is named by its id at once,
and the shape with that id is made later. So recursion ends, whatever it leads through,
and no document is too deep for the stack.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import field

from ..ir import Id
from ..values import dataclass

DEPTH = 30
"""Schemas inside one another that are lowered at once; the stack has room for more."""

UNION_DEPTH = 60
"""The same for unions inside one another, which are lowered at once or not at all."""

MERGES = 20_000
"""Sets of schemas that are merged into one type; their number can be exponential."""


@dataclass(slots=True)
class Promises:
    """What is being lowered, what was promised, and what is still to be made.

    `depth` is how many levels down, see `DEPTH`.
    """

    open: set[Id] = field(default_factory=set)
    made: set[Id] = field(default_factory=set)
    met: dict[tuple[Id, ...], Id] = field(default_factory=dict)
    depth: int = 0
    _keeping: bool = False
    _known: set[Id] = field(default_factory=set)
    _waiting: deque[Callable[[], object]] = field(default_factory=deque)

    def later(self, key: Id, make: Callable[[], object]) -> None:
        """Put something off; the first work that is given for a key counts."""
        if key not in self._known:
            self._known.add(key)
            self._waiting.append(make)

    def keep_all(self) -> None:
        """Do what was put off, and what is put off meanwhile, unless that is going on."""
        if self.depth or self._keeping:
            return
        self._keeping = True
        while self._waiting:
            self._waiting.popleft()()
        self._keeping = False
