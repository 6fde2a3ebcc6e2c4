"""What was inferred, told once for the whole document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...diagnostics import diagnostic

if TYPE_CHECKING:
    from ...diagnostics import Sink
    from ...ir import Api
    from ...load.document import Document


def tell_inferred(api: Api, document: Document, sink: Sink) -> None:
    """Report how many operations have pages that nothing declares, and which."""
    found = [
        item
        for item in api.operations
        if item.pagination and item.pagination.is_inferred
    ]
    if not found:
        return
    names = [item.operation_id or f"{item.method} {item.path}" for item in found]
    span = document.locate(found[0].id)
    sink.add(diagnostic("N282", span, count=len(found), names=names, first=names[0]))
