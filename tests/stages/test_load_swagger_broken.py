"""Broken documents of version 2.0 are reported, and nothing worse happens."""

from __future__ import annotations

import copy
import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from generator.diagnostics import Fatal, Sink
from generator.load import Source, load
from generator.lower import lower

from .load_support import read
from .test_load_swagger_shared import SHARED
from .test_load_swagger_twin import OLD

if TYPE_CHECKING:
    from collections.abc import Iterator

ROUNDS = 150
ODD: list[Any] = [
    None,
    True,
    5,
    "x",
    [],
    {},
    [1],
    {"$ref": "#/definitions/Pet"},
    {"$ref": "#/parameters/Body"},
    {"$ref": "#/parameters/Note"},
    {"$ref": "#/paths/~1a/post/parameters/0"},
    {"$ref": "#"},
    {"type": "file"},
    {"in": "body", "name": "b"},
    {"in": "formData", "name": "f", "type": "file"},
]


def _members(root: Any) -> Iterator[tuple[Any, Any]]:
    stack = [root]
    while stack:
        node = stack.pop()
        pairs = node.items() if isinstance(node, dict) else enumerate(node)
        for key, value in pairs:
            yield node, key
            if isinstance(value, dict | list):
                stack.append(value)


def _plain(text: str) -> Any:
    """A document as plain data, read by our own reader."""
    from generator.load.parse import parse
    from generator.load.source import SourceText

    return parse(SourceText("spec.yaml", text.encode()), Sink())[0]


@pytest.mark.parametrize("text", [SHARED, OLD], ids=["shared", "twin"])
def test_no_damage_is_too_much(text: str) -> None:
    whole = _plain(text)
    source = random.Random(2)
    for _ in range(ROUNDS):
        damaged = copy.deepcopy(whole)
        for _ in range(source.choice([1, 2, 5, 20])):
            places = list(_members(damaged))
            if not places:
                break
            owner, key = source.choice(places)
            owner[key] = copy.deepcopy(source.choice(ODD))
        sink = Sink()
        try:
            document = load(Source(data=json.dumps(damaged).encode()), sink)
        except Fatal:
            continue
        if not sink.has_errors:
            lower(document, sink)


def test_what_is_required_is_missing_when_it_is_empty() -> None:
    text = """swagger: "2.0"
info: {title: T, version: "1"}
paths: {/a: {get: {parameters: [{name: , in: query, type: string}], responses: {}}}}
"""
    read(text, "W142", "E141")
    newer = text.replace('swagger: "2.0"', "openapi: 3.1.0")
    read(newer.replace("type: string", "schema: {}"), "W142", "E141")


def test_references_in_a_circle_are_told_in_words_of_the_text() -> None:
    text = """swagger: "2.0"
info: {title: T, version: "1"}
paths: {/a: {get: {parameters: [{$ref: "#/parameters/A"}], responses: {200: {$ref: "#/responses/C"}}}}}
parameters: {A: {$ref: "#/parameters/B"}, B: {$ref: "#/parameters/A"}}
responses: {C: {$ref: "#/responses/C"}}
definitions: {D: {$ref: "#/definitions/D"}}
"""
    sink = Sink()
    load(Source(data=text.encode()), sink)
    found = [item.message for item in sink.found if item.code == "E134"]
    assert sorted(message.partition(": ")[2] for message in found) == [
        "#/definitions/D -> #/definitions/D",
        "#/parameters/A -> #/parameters/B -> #/parameters/A",
        "#/responses/C -> #/responses/C",
    ]
