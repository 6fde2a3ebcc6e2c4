"""Whether a server can tell the operations of a document apart by method and path."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...diagnostics import Span, report

if TYPE_CHECKING:
    from ...diagnostics import Sink
    from ...ir import Api, Id


def unreachable(api: Api, source: str, sink: Sink) -> frozenset[Id]:
    """Operations that no request can reach, as an earlier one has the same address.

    Those are paths that differ only after `#`, told by W360. Templates that differ only
    in the names of their parameters are told apart by the values of those, as far as
    that goes. A query string that stands in a path counts as a part of the address. The
    spans have the line 0: only the document knows the lines of a pointer.
    """
    first: dict[tuple[str, str], str] = {}
    found: set[Id] = set()
    for operation in api.operations:
        path = operation.path.partition("#")[0]
        earlier = first.setdefault((operation.method, path), operation.path)
        if earlier == operation.path:
            continue
        found.add(operation.id)
        document, _, pointer = operation.id.partition("#")
        report(
            sink,
            "W360",
            Span(document or source, 0, 0, pointer),
            method=operation.method,
            path=operation.path,
            earlier=earlier,
        )
    return frozenset(found)
