"""The catalogue of codes, one table per area of the tool."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from . import (
    answers,
    filters,
    load,
    lower,
    overlay,
    pages,
    plan,
    requests,
    rules,
    usage,
    write,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..entry import Entry


def _collect() -> Mapping[str, Entry]:
    found: dict[str, Entry] = {}
    for area in (
        usage,
        load,
        overlay,
        lower,
        requests,
        filters,
        answers,
        pages,
        rules,
        plan,
        write,
    ):
        for entry in area.ENTRIES:
            if entry.code in found:
                raise ValueError(f"two entries for the code {entry.code}")
            found[entry.code] = entry
    return MappingProxyType(found)


CATALOGUE: Mapping[str, Entry] = _collect()
"""Every code that the tool can report."""
