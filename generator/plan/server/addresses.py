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


def routes(operations: Iterable[Operation]) -> dict[Id, str]:
    """Where operations are served: at the path that the document gives them."""
    return {operation.id: operation.path for operation in operations}


def report_twins(api: Api, source: str, sink: Sink) -> None:
    """Tell by W360 of operations that one request may mean.

    Their paths differ in nothing but what stands after `#`, no parameter that it names
    tells them apart, and no media type of their bodies does. Templates that differ only
    in the names of their parameters are told apart by the values of those, as far as
    that goes. A query string that stands in a path counts as a part of the address. The
    spans have the line 0: only the document knows the lines of a pointer.
    """
    served: dict[tuple[str, str, frozenset[Condition]], list[Operation]] = {}
    for operation in api.operations:
        path = operation.path.partition("#")[0]
        key = (operation.method, path, frozenset(operation.conditions))
        others = served.setdefault(key, [])
        earlier = next((one for one in others if _is_twin(one, operation)), None)
        others.append(operation)
        if earlier is None:
            continue
        document, _, pointer = operation.id.partition("#")
        report(
            sink,
            "W360",
            Span(document or source, 0, 0, pointer),
            method=operation.method,
            path=operation.path,
            earlier=earlier.path,
        )


def _is_twin(one: Operation, other: Operation) -> bool:
    """Whether a request for one may have the body of the other."""
    if one.body is None or other.body is None:
        bodies = [item.body for item in (one, other) if item.body is not None]
        return not any(body.required for body in bodies)
    media = {content.media for content in one.body.contents}
    return not media.isdisjoint(content.media for content in other.body.contents)


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
