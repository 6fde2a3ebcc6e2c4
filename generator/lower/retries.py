"""What clients may try again: the extension `x-oasmith-retry`."""

from __future__ import annotations

from typing import Any, get_args

from ..diagnostics import Sink, diagnostic
from ..ir import Id
from ..ir.operations import RetryClass
from ..load.document import Document

RETRY = "x-oasmith-retry"
_KNOWN: dict[object, RetryClass] = {name: name for name in get_args(RetryClass) if name}


class Retries:
    """Reads the extension on operations, and on the document for all of them."""

    def __init__(self, document: Document, sink: Sink) -> None:
        self._document = document
        self._sink = sink
        self._usual = self._read(document.root, "#")

    def of(self, node: dict[str, Any], node_id: Id) -> RetryClass:
        """What an operation says, else what the document says."""
        return self._read(node, node_id) or self._usual

    def _read(self, node: dict[str, Any], node_id: Id) -> RetryClass:
        stated = node.get(RETRY)
        if stated is None:
            return ""
        if isinstance(stated, str) and stated in _KNOWN:
            return _KNOWN[stated]
        span = self._document.locate(f"{node_id}/{RETRY}")
        self._sink.add(diagnostic("W268", span, value=str(stated)[:40]))
        return ""
