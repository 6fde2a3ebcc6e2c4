"""How much a document may hold, whatever syntax it is written in."""

from __future__ import annotations

NODE_LIMIT = 5_000_000
"""How many values a document may have, each alias counted as what it stands for."""

DEPTH_LIMIT = 200
"""How many objects and arrays may lie within each other."""

COPY_LIMIT = 1_000_000
"""How many of the values may come from aliases."""
