"""Codes of reading, references and the shape of the document (E1xx, W1xx)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..entry import Entry

ENTRIES: tuple[Entry, ...] = ()
