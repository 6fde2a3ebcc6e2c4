"""Results in pages: which operations have them, and what leads from one to the next.

Declared by the configuration or by an extension of the document, else inferred where the
shape of an operation leaves no doubt. Whatever says it becomes one `Pagination`.
"""

from __future__ import annotations

from .decide import NO_RULES, Rules, paginated
from .told import tell_inferred

__all__ = ["NO_RULES", "Rules", "paginated", "tell_inferred"]
