"""Where operations are served, and which of them a server cannot tell apart."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...diagnostics import Span, report

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...diagnostics import Sink
    from ...ir import Api, Condition, Id, Operation
    from ...name import Names

_SPECIAL = re.compile(r"[{}?#\s]+")


def routes(api: Api, source: str, sink: Sink) -> dict[Id, str]:
    """The path of each operation that a request can reach.

    An operation is out of reach, and told by W360, when an earlier one has the same path
    but for what stands after `#`, and no parameter tells them apart. Templates that
    differ only in the names of their parameters are told apart by the values of those,
    as far as that goes. A query string that stands in a path counts as a part of the
    address. The spans have the line 0: only the document knows the lines of a pointer.
    """
    first: dict[tuple[str, str, frozenset[Condition]], str] = {}
    found: dict[Id, str] = {}
    for operation in api.operations:
        path = operation.path.partition("#")[0]
        key = (operation.method, path, frozenset(operation.conditions))
        earlier = first.setdefault(key, operation.path)
        if earlier == operation.path:
            found[operation.id] = operation.path
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
    return found


def receiver_routes(operations: Iterable[Operation], names: Names) -> dict[Id, str]:
    """Where webhooks or callbacks are received, unless the server says otherwise.

    At a path of their name; of several with one name, at that of their handler.
    """
    taken: set[tuple[str, str]] = set()
    found: dict[Id, str] = {}
    for operation in operations:
        path = "/" + _SPECIAL.sub("-", operation.path).strip("/-")
        if path == "/" or (operation.method, path) in taken:
            path = f"/{names.operations[operation.id].handler}"
        taken.add((operation.method, path))
        found[operation.id] = path
    return found
