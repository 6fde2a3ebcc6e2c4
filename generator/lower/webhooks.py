"""Webhooks: what the service sends by itself, and how it is signed."""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Sink, report
from ..ir import Operation
from ..load.document import Document
from .operations import Operations

SIGNATURE = "x-oasmith-webhook-signature"
"""The extension of a document that tells how its webhooks are signed."""

_SCHEMES = ("standard",)


def received(document: Document, operations: Operations) -> Iterator[Operation]:
    """The operations of `webhooks`, and those of `x-webhooks` that are not among them.

    `x-webhooks` is where documents of OpenAPI 3.0 have what 3.1 calls `webhooks`.
    """
    own = document.root.get("webhooks") or {}
    older = document.root.get("x-webhooks") or {}
    yield from operations.of_paths(own, "webhooks")
    rest = {key: item for key, item in older.items() if key not in own}
    yield from operations.of_paths(rest, "x-webhooks")


def signature_scheme(document: Document, sink: Sink) -> str:
    """How webhooks are signed, as the document says; W267 for what says nothing."""
    stated = document.root.get(SIGNATURE)
    if stated is None:
        return ""
    if stated in _SCHEMES:
        return str(stated)
    span = document.locate(f"#/{SIGNATURE}")
    report(sink, "W267", span, value=str(stated)[:40])
    return ""
