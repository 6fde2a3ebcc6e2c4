"""Where a service says what went wrong, as the document tells it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..diagnostics import Sink, report
from ..ir import ErrorShape
from ..load.document import Document
from .view import escape

EXTENSION = "x-oasmith-errors"

_PLACES = ("message", "type", "code", "param", "status")
_NAMES = ("events", "members", "types")


def error_shape(document: Document, sink: Sink) -> ErrorShape:
    """What the extension at the root of a document says; W269 for what says nothing."""
    node = document.root.get(EXTENSION)
    if node is None:
        return ErrorShape()

    def refuse(reason: str, *steps: str) -> None:
        place = "".join(f"/{escape(step)}" for step in (EXTENSION, *steps))
        name = steps[-1] if steps else EXTENSION
        span = document.locate(f"#{place}")
        report(sink, "W269", span, name=name, reason=reason)

    if not isinstance(node, dict):
        refuse("it should be an object")
        return ErrorShape()
    found: dict[str, Any] = {}
    for name, value in node.items():
        if name in _PLACES:
            found[name] = _places(name, value, refuse)
        elif name in _NAMES:
            found[name] = _texts(name, value, refuse)
        elif name == "statuses":
            found[name] = _statuses(value, refuse)
        else:
            known = ", ".join((*_PLACES, *_NAMES, "statuses"))
            refuse(f"there is only {known}", name)
    return ErrorShape(**found)


def _texts(
    name: str, value: object, refuse: Callable[..., None]
) -> tuple[str, ...] | None:
    listed = value if isinstance(value, list) else [value]
    if all(isinstance(item, str) and item for item in listed):
        return tuple(listed)
    refuse("it should be a text or a list of texts", name)
    return None


def _places(
    name: str, value: object, refuse: Callable[..., None]
) -> tuple[str, ...] | None:
    found = _texts(name, value, refuse)
    if found is None or all(place.startswith("/") for place in found):
        return found
    refuse(
        "it should be a JSON Pointer such as /error/message, or a list of them", name
    )
    return None


def _statuses(
    value: object, refuse: Callable[..., None]
) -> tuple[tuple[str, int], ...]:
    if not isinstance(value, Mapping):
        refuse("it should be an object of statuses by code or type", "statuses")
        return ()
    found: list[tuple[str, int]] = []
    for name, status in value.items():
        if type(status) is int and 400 <= status <= 599:
            found.append((str(name), status))
        else:
            refuse("it should be a status from 400 to 599", "statuses", str(name))
    return tuple(found)
