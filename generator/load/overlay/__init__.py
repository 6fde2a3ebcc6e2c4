"""Overlays: documents that change a document (Overlay 1.0 and 1.1).

Takes: the data of a document as its author wrote it, and overlay files.
Gives: the data changed in place, and places that lead into the file of each node.
Must not: be imported where no overlay is given; JSONPath comes from a library.
"""

from __future__ import annotations

from .apply import apply_overlays

__all__ = ["apply_overlays"]
