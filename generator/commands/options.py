"""Options that several verbs share, from parsed arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..config.model import FILTERS, FilterRule

if TYPE_CHECKING:
    from argparse import Namespace


def filter_rules(arguments: Namespace) -> tuple[FilterRule, ...]:
    """The filters of the command line."""
    return tuple(
        FilterRule(option, pattern)
        for option in FILTERS
        for pattern in getattr(arguments, option)
    )
