"""An interpolated n-gram model: a probability for every token after any context."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

REACH = 3
"""How many tokens of the context count."""

FLOOR = 0.001
"""Share of the probability that all tokens get in equal parts, seen or not."""


class NGram:
    """Learns from documents; each is a sequence of token ids below `size`."""

    def __init__(self, documents: Iterable[Sequence[int]], size: int) -> None:
        follows: defaultdict[tuple[int, ...], Counter[int]] = defaultdict(Counter)
        for document in documents:
            for place, token in enumerate(document):
                for length in range(min(REACH, place) + 1):
                    follows[tuple(document[place - length : place])][token] += 1
        self._follows = dict(follows)
        seen = self._follows[()]
        total = seen.total()
        self._base = tuple(
            (1 - FLOOR) * seen[token] / total + FLOOR / size for token in range(size)
        )
        self._cached = lru_cache(maxsize=2048)(self._distribution)

    def distribution(self, context: Sequence[int]) -> tuple[float, ...]:
        """Probability of each token id after `context`; all above 0, the sum is 1."""
        return self._cached(tuple(context[-REACH:]))

    def _distribution(self, context: tuple[int, ...]) -> tuple[float, ...]:
        """Witten-Bell: a context lends to the shorter one as much as it saw kinds."""
        found = list(self._base)
        for length in range(1, len(context) + 1):
            seen = self._follows.get(context[-length:])
            if seen is None:
                break
            whole = seen.total() + len(seen)
            rest = len(seen) / whole
            found = [rest * share for share in found]
            for token, count in seen.items():
                found[token] += count / whole
        return tuple(found)
