"""Unions whose options are written apart from each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .imports import Imports
    from .layout import Expr

EVERYTHING = frozenset({"object", "builtins.object", "builtins_.object"})
"""The type that takes everything, as it is written."""


def needed(options: Iterable[tuple[Expr, Imports]], imports: Imports) -> list[Expr]:
    """The options, each with what it uses; of those only one that takes everything.

    What is used goes to `imports`, so that nothing is imported for what is not written.
    """
    listed = list(options)
    whole = [item for item in listed if item[0].flat in EVERYTHING]
    kept = whole[:1] or listed
    for _, used in kept:
        imports.merge(used)
    return [option for option, _ in kept]
