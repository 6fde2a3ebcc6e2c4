"""Codes of writing the output (E4xx, W4xx)."""

from __future__ import annotations

from ..entry import Entry

ENTRIES: tuple[Entry, ...] = ()
