"""Whether a server can tell the operations of a document apart by method and path."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...diagnostics import Span, report

if TYPE_CHECKING:
    from ...diagnostics import Sink
    from ...ir import Api, Id

_PARAMETER = re.compile(r"\{[^{}]*\}")


def unreachable(api: Api, source: str, sink: Sink) -> frozenset[Id]:
    """Operations that no request can reach, as an earlier one has the same address.

    Paths that differ only after `#` are told by W360; templates that match the same
    paths (OpenAPI 3.2, section 4.8.1) were told by load. A query string that stands in
    a path counts as a part of the address. The spans have the line 0: only the document
    knows the lines of a pointer.
    """
    first: dict[tuple[str, str], str] = {}
    found: set[Id] = set()
    for operation in api.operations:
        path, _, fragment = operation.path.partition("#")
        key = (operation.method, _PARAMETER.sub("{}", path))
        earlier = first.setdefault(key, operation.path)
        if earlier == operation.path:
            continue
        found.add(operation.id)
        if not fragment and "#" not in earlier:
            continue
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
