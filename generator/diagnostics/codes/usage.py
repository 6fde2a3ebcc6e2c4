"""Codes of the command line, the configuration and the project (E0xx, W0xx)."""

from __future__ import annotations

from ..entry import Entry

ENTRIES: tuple[Entry, ...] = ()
