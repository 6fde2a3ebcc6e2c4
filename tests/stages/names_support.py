"""Documents of a few paths, and what naming makes of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from generator.diagnostics import Sink
from generator.load import Source, load
from generator.lower import lower
from generator.name import NameOptions, name

if TYPE_CHECKING:
    from generator.ir import Api
    from generator.name import Names


def api_of(paths: dict[str, Any], **components: Any) -> Api:
    """A document with these paths and components."""
    document = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": paths,
        "components": components,
    }
    sink = Sink()
    api = lower(load(Source(data=json.dumps(document).encode()), sink), sink)
    assert not sink.has_errors
    return api


def names(paths: dict[str, Any], **components: Any) -> Names:
    """The names of a document with these paths and components."""
    return name(api_of(paths, **components), NameOptions("api"))


def answered(
    tag: str, operation_id: str = "", schema: dict[str, Any] | None = None
) -> dict[str, Any]:
    """An operation that answers with a schema, or with nothing."""
    found: dict[str, Any] = {"responses": {"204": {"description": "ok"}}}
    if schema is not None:
        content = {"application/json": {"schema": schema}}
        found["responses"] = {"200": {"description": "ok", "content": content}}
    if operation_id:
        found["operationId"] = operation_id
    if tag:
        found["tags"] = [tag]
    return found


def call(method: str, path: str, operation_id: str = "", tag: str = "") -> list[str]:
    """Resource, method and handler of one operation."""
    paths = {path: {method.lower(): answered(tag, operation_id)}}
    [found] = names(paths).operations.values()
    return [found.resource.attribute, found.method, found.handler]
