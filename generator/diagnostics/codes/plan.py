"""Codes of planning, rendering and style (E3xx, W3xx)."""

from __future__ import annotations

from ..entry import Entry

ENTRIES: tuple[Entry, ...] = ()
