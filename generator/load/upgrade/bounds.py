"""Bounds that say nothing, since no value could be compared with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..places import Link, Object
    from ..state import File

_COUNTS = (
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minContains",
    "maxContains",
    "minProperties",
    "maxProperties",
)
BOUNDS = frozenset((*_COUNTS, "multipleOf"))
"""A schema without any of these keywords needs no check."""


def check_bounds(node: Object, link: Link, file: File) -> None:
    """Leave out counts below zero and steps that are not above it (2020-12, 6.2 to 6.5)."""
    for key in [key for key in node if key in BOUNDS]:
        value = node[key]
        if value < 0 or (value == 0 and key == "multipleOf"):
            file.reporter.at("W169", node, (key,), link, name=key, value=value)
            del node[key]
