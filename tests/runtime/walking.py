"""Walks over pages that a server gives, for tests."""

from __future__ import annotations

import json
from typing import Any

import pytest

from .client_runtime import Naps, connect, load
from .fault_server import FaultServer

decoders = load("decoders")
links = load("links")
omit = load("omit").omit
operation = load("operation")
pages = load("pages")
paging = load("paging")
servers = load("servers")

Anything = decoders.Json[object]
CURSOR = paging.Cursor(items="/data", next="/next", into="query:after", more="/more")
LINK = paging.LinkHeader()
URL = paging.NextURL(items="/data", next="/next")


def listing(how: Any, path: str = "/v1/things", **facts: Any) -> Any:
    """An operation whose results come in pages."""
    return paging.PagedOperation("GET", path, pages=how, **facts)


def body(*items: object, **members: object) -> bytes:
    """A page with these items."""
    return json.dumps({"data": list(items), **members}).encode()


def walked(
    server: FaultServer,
    how: Any,
    *,
    settings: dict[str, Any] | None = None,
    **parts: Any,
) -> list[object]:
    """The items of all pages."""
    transport = connect(server.url, Naps(), **(settings or {}))
    try:
        op = how if isinstance(how, operation.Operation) else listing(how)
        return list(pages.Page.first(transport, op, Anything, **parts))
    finally:
        transport.close()


def targets(server: FaultServer) -> list[str]:
    """What was asked for."""
    return [request.target for request in server.requests]


def refused(server: FaultServer, how: Any, **parts: Any) -> Any:
    """The error that ends the walk."""
    with pytest.raises(links.PaginationError) as caught:
        walked(server, how, **parts)
    return caught.value
