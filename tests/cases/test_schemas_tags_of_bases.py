"""A wrong tag is one fault, though a schema and its bases list it."""

from __future__ import annotations

from typing import Any

import pytest

from .support import case


@pytest.mark.parametrize(
    ("schema", "value", "path", "expected"),
    [
        ("Base", {"kind": "x"}, "/kind", ["cat", "dog", "cow"]),
        ("Middle", {"kind": "x"}, "/kind", ["dog", "cat"]),
        ("Middle", {"kind": 5}, "/kind", ["dog", "cat"]),
        ("Cat", {"kind": "x"}, "/kind", "cat"),
        ("Cat", {"kind": "cow"}, "/kind", "cat"),
        ("Cat", {"kind": None}, "/kind", "cat"),
        ("Cat", {}, "/kind", None),
        ("Dog", {"kind": "x"}, "/kind", ["dog"]),
        ("Pet", {"kind": "x"}, "/kind", ["cat", "dog"]),
        ("Owner", {"cat": {"kind": "x"}}, "/cat/kind", "cat"),
        ("Owner", {"pets": [{"kind": "cow"}]}, "/pets/0/kind", ["cat", "dog"]),
        ("Cow", {"kind": 5}, "/kind", ["cow"]),
        ("Cow", {"kind": "x"}, "/kind", ["cow"]),
        ("Leaf", {"kind": "x"}, "/kind", ["leaf"]),
        ("Twig", {"kind": "x"}, "/kind", "Twig"),
        ("Cat", {"kind": "cat", "n": "x"}, "/n", "integer"),
    ],
)
def test_a_wrong_tag_is_told_once(
    schema: str, value: Any, path: str, expected: Any
) -> None:
    found = case("tags-of-bases").module("validators").SCHEMAS[schema].errors(value)
    assert [(one.path, one.expected) for one in found] == [(path, expected)]
