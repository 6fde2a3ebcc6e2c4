"""Documents from text, for the tests of the load stage."""

from __future__ import annotations

from typing import Any

from generator.diagnostics import Sink
from generator.load import Document, Source, load

HEAD = 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\n'
HEAD_30 = HEAD.replace("3.1.0", "3.0.3")


def told(sink: Sink, *more: str) -> list[str]:
    """The codes of the findings; small documents have no operation ids, which is fine.

    Those in `more` are left out as well.
    """
    found = {item.code for item in sink.found}
    return sorted(found.difference(("W166", *more)))


def read(text: str | bytes, *codes: str) -> Document:
    """Load a text; exactly the findings with `codes` are expected."""
    sink = Sink()
    data = text if isinstance(text, bytes) else text.encode()
    document = load(Source(data=data), sink)
    assert told(sink) == sorted(set(codes))
    return document


def schema(body: str, *codes: str, head: str = HEAD) -> Any:
    """Load one schema, given in flow style, and get it back upgraded."""
    return read(
        f"{head}paths: {{}}\ncomponents: {{schemas: {{A: {body}}}}}\n", *codes
    ).root["components"]["schemas"]["A"]
