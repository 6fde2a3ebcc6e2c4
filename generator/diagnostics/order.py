"""Which diagnostics are shown, and in which order."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ..values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .model import Diagnostic, Severity

SHOWN_PER_CODE = 10
"""How many findings of one code the printers for people show before they count."""

_RANK: dict[Severity, int] = {"error": 0, "warning": 1, "note": 2}


@dataclass(frozen=True, slots=True)
class Held:
    """Findings of one code that are counted instead of shown."""

    code: str
    severity: Severity
    count: int


def ordered(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Sort by place, without repetitions; findings without a place come first."""
    unique = dict.fromkeys(found)
    return sorted(unique, key=_place)


def thinned(
    found: Iterable[Diagnostic], limit: int = SHOWN_PER_CODE
) -> tuple[list[Diagnostic], list[Held]]:
    """Split sorted findings: at most `limit` of each code to show, the rest counted."""
    shown: list[Diagnostic] = []
    seen: Counter[str] = Counter()
    severities: dict[str, Severity] = {}
    for item in found:
        seen[item.code] += 1
        severities[item.code] = item.severity
        if seen[item.code] <= limit:
            shown.append(item)
    held = [
        Held(code, severities[code], count - limit)
        for code, count in sorted(seen.items())
        if count > limit
    ]
    return shown, held


def _place(item: Diagnostic) -> tuple[str, int, int, int, str, str]:
    span = item.span
    if span is None:
        return "", 0, 0, _RANK[item.severity], item.code, item.message
    return (
        span.file,
        span.line,
        span.column,
        _RANK[item.severity],
        item.code,
        item.message,
    )
