"""From YAML text to the intermediate model, for tests."""

from __future__ import annotations

import textwrap

from generator.diagnostics import Sink
from generator.ir import Api, Shape
from generator.load import Source, load
from generator.lower import lower

HEAD = """\
openapi: 3.1.0
info: {title: Test, version: "1"}
"""


def lowered(text: str, *, codes: tuple[str, ...] = ()) -> Api:
    """The model of a whole document; exactly the given codes must be reported.

    Notes may be.
    """
    sink = Sink()
    document = load(Source(data=textwrap.dedent(text).encode()), sink)
    api = lower(document, sink)
    told = [
        item.code
        for item in sink.found
        if (item.severity != "note" and item.code != "W166") or item.code in codes
    ]
    assert tuple(told) == codes
    return api


def schemas(text: str, *, codes: tuple[str, ...] = ()) -> Api:
    """The model of a document that has only these schema components."""
    body = textwrap.indent(textwrap.dedent(text), "    ")
    return lowered(f"{HEAD}components:\n  schemas:\n{body}", codes=codes)


def shape(api: Api, name: str) -> Shape:
    """The shape of a component."""
    return api.shapes[f"#/components/schemas/{name}"]
