"""What multipart bodies need of the runtime, and how what is in their parts is read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from generator.diagnostics import Sink
from generator.plan import client, middleware, server
from generator.render import render
from generator.style import style

from .server_support import OPTIONS, understood

MODULES = {"multipart_nested.py", "server_parts.py"}
MIXED = {"contentType": "multipart/mixed"}
ROW = {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}
PLAIN_ROW = {"type": "array", "items": {"type": "string"}}


def document(content: dict[str, Any], schemas: dict[str, Any] | None = None) -> str:
    """A document with an operation whose body has this content."""
    operation = {
        "operationId": "add",
        "tags": ["A"],
        "requestBody": {"content": content, "required": True},
        "responses": {"204": {"description": "Done."}},
    }
    return json.dumps(
        {
            "openapi": "3.2.0",
            "info": {"title": "Things", "version": "1"},
            "paths": {"/a": {"post": operation}},
            "components": {"schemas": schemas or {}},
        }
    )


def planned(plan: Any, text: str) -> dict[str, str]:
    """The files of a target, by path."""
    api, names = understood(text)
    return {
        file.path: file.text
        for file in style(render(plan(api, names, OPTIONS, Sink())))
    }


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ({"application/json": {"schema": ROW}}, set[str]()),
        ({"multipart/form-data": {"schema": {"type": "object"}}}, set[str]()),
        ({"multipart/mixed": {"schema": PLAIN_ROW}}, {"server_parts.py"}),
        ({"multipart/mixed": {"itemSchema": {}}}, {"server_parts.py"}),
        ({"multipart/mixed": {"schema": ROW, "itemEncoding": MIXED}}, MODULES),
        (
            {
                "multipart/form-data": {
                    "schema": {"type": "object", "properties": {"a": ROW}},
                    "encoding": {"a": MIXED},
                }
            },
            MODULES,
        ),
    ],
)
def test_what_few_need_is_only_there_for_them(
    content: dict[str, Any], expected: set[str]
) -> None:
    api, _ = understood(document(content))
    runtime = {*client.runtime(api), *server.runtime(api)}
    assert runtime & MODULES == expected
    own = {"server_parts.py"} & expected
    assert set(middleware.runtime(api)) & MODULES == own
    text = "".join(planned(server.plan, document(content)).values())
    assert ("server_parts" in text) == bool(own)
    text = "".join(planned(client.plan, document(content)).values())
    assert ("multipart_nested" in text) == ("multipart_nested.py" in expected)


def test_integers_within_rows_are_read_as_such() -> None:
    content = {"multipart/mixed": {"schema": ROW, "itemEncoding": MIXED}}
    text = planned(server.plan, document(content))["server/a.py"]
    assert (
        'server_parts.Row(rest=server_parts.Row(rest=server.Plain(["integer"])))'
        in text
    )
    own = planned(middleware.plan, document(content))["middleware/a.py"]
    assert 'rest=server_parts.Row(rest=traffic.Plain(["integer"]))' in own


@pytest.mark.parametrize("name", ["Nested", "ReadParts"])
def test_models_may_have_the_names_of_what_is_imported(name: str) -> None:
    item = {"$ref": f"#/components/schemas/{name}"}
    schema = {"type": "array", "items": {"type": "array", "items": item}}
    record = {"type": "object", "properties": {"a": {"type": "string"}}}
    content = {"multipart/mixed": {"schema": schema, "itemEncoding": MIXED}}
    text = document(content, {name: record})
    sent = planned(client.plan, text)["client/a.py"]
    read = planned(server.plan, text)["server/a.py"]
    for module in (sent, read):
        assert f" import {name} as " in module
    assert "from .._runtime.multipart_nested import Nested\n" in sent
    assert "from .._runtime.server_forms import ReadParts\n" in read
