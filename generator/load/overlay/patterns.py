"""What matching a regular expression of JSONPath may cost (I-Regexp, RFC 9485)."""

from __future__ import annotations

from functools import lru_cache

_STEP = 500
"""How many characters a matcher looks at in the time of one step."""

_REPEATS = frozenset("*+{")
_CHOICES = frozenset("?|")


def pattern_cost(pattern: str, text: str, *, anchored: bool) -> int | None:
    """A bound on the steps that matching takes; None where there may be none.

    A backtracking matcher tries all ways to divide the text among the repetitions and
    options of a pattern. Where these are repeated themselves, as in `(a+)*`, the ways
    grow without bound.
    """
    ways = _ways(pattern)
    if ways is None:
        return None
    length = max(len(text), 2)
    return int(length ** (ways + (not anchored))) * len(pattern) // _STEP + 1


@lru_cache
def _ways(pattern: str) -> int | None:
    """How many choices a pattern has; None when a group with choices is repeated."""
    count = 0
    groups: list[bool] = []
    was_busy = in_class = escaped = False
    for char in pattern:
        if escaped or char == "\\":
            escaped = not escaped
        elif in_class or char == "[":
            in_class = char != "]"
        elif char == "(":
            groups.append(False)
        elif char == ")":
            was_busy = groups.pop() if groups else False
            if groups:
                groups[-1] |= was_busy
            continue
        elif char in _REPEATS or char in _CHOICES:
            if was_busy and char in _REPEATS:
                return None
            count += 1
            if groups:
                groups[-1] = True
        was_busy = False
    return count
