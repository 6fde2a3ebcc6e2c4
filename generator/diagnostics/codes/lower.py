"""Codes of lowering and naming (E2xx, W2xx)."""

from __future__ import annotations

from ..entry import Entry

ENTRIES: tuple[Entry, ...] = ()
