"""The configuration: a file and flags in, one `ApiConfig` per API out.

Takes: the command line, and oasmith.toml or [tool.oasmith] of pyproject.toml.
Gives: what to generate, where, and which findings may pass.
Must not: read a document, or a configuration that lies beside one.
"""

from __future__ import annotations

from .model import FILTERS, TARGETS, ApiConfig, FilterRule, Flags, Project, with_needs
from .resolve import resolve

__all__ = [
    "FILTERS",
    "TARGETS",
    "ApiConfig",
    "FilterRule",
    "Flags",
    "Project",
    "resolve",
    "with_needs",
]
