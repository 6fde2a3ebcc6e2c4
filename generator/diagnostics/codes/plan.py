"""Codes of planning, rendering and style (E3xx, W3xx)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..entry import Entry

ENTRIES: tuple[Entry, ...] = ()
