"""The table `pagination`: how results of operations come in pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..values import dataclass

if TYPE_CHECKING:
    from ..diagnostics import Span

KEYS = ("infer", "operations")
"""The keys of the table."""


@dataclass(frozen=True, slots=True)
class PaginationRule:
    """What holds for the operations that a pattern matches.

    `declared` is a declaration as it is written, None for operations without pages. The
    lower stage reads it, as it reads those of documents.
    """

    pattern: str
    declared: Mapping[str, object] | None
    place: Span | None = None


@dataclass(frozen=True, slots=True)
class Pagination:
    """What the user says of pages.

    Without `enabled` there are none; without `infer` only those that are declared. Of
    the rules, patterns without a wildcard come first, then the first that matches.
    """

    enabled: bool = True
    infer: bool = True
    rules: tuple[PaginationRule, ...] = ()
