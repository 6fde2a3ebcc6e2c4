"""From a code and its values to a `Diagnostic`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .codes import CATALOGUE
from .model import Diagnostic
from .show import show

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .model import Sink, Span

_LISTED = 8


def diagnostic(
    code: str,
    span: Span | None = None,
    /,
    *,
    related: Iterable[tuple[str, Span]] = (),
    **values: object,
) -> Diagnostic:
    """Build the diagnostic `code` of the catalogue.

    `values` fill the placeholders of its message and hint, each made harmless by
    `show`; a list or tuple becomes an enumeration. `related` adds further places, each
    with a constant remark. Raises KeyError for an unknown code or a missing value:
    both are mistakes of ours.
    """
    entry = CATALOGUE[code]
    shown = {name: _show_value(value) for name, value in values.items()}
    return Diagnostic(
        code=code,
        severity=entry.severity,
        message=entry.message.format_map(shown),
        span=span,
        hint=entry.hint.format_map(shown),
        related=tuple(related),
    )


def report(
    sink: Sink,
    code: str,
    span: Span | None = None,
    /,
    *,
    related: Iterable[tuple[str, Span]] = (),
    **values: object,
) -> None:
    """Build the diagnostic `code` (see `diagnostic`) and add it to `sink`."""
    sink.add(diagnostic(code, span, related=related, **values))


def explain(code: str) -> str:
    """The long form of a code: title, explanation, hint. Raises KeyError if unknown."""
    entry = CATALOGUE[code.upper()]
    return f"{entry.code} ({entry.severity}): {entry.title}\n\n{entry.explanation}\n"


def _show_value(value: object) -> str:
    if isinstance(value, (list, tuple)):
        listed = ", ".join(show(item) for item in value[:_LISTED])
        more = len(value) - _LISTED
        return f"{listed} and {more} more" if more > 0 else listed
    return show(value)
