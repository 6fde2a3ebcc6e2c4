"""Bare JSON Schema documents.

Takes: a document without a version of OpenAPI.
Gives: whether it is a JSON Schema, by which draft, and its schemas as the components of
an OpenAPI document.
Must not: move anything before all references are resolved, or change a place.
"""

from __future__ import annotations

from .recognise import USUAL, draft_of, is_schema, other_format
from .wrap import wrap

__all__ = ["USUAL", "draft_of", "is_schema", "other_format", "wrap"]
