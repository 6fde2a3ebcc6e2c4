"""The installable project around a package: what stands beside the package's folder.

Takes: `Api`, `Names`, the options, what the client takes, what the last run left.
Gives: file plans at the top of the project and below `examples/`, and of `_version.py`.
Must not: plan what is imported; it documents the client, and so asks `plan/client` what
that takes, as nothing else outside of that may.
"""

from .plan import HISTORY, Project
from .requirements import requirements

__all__ = ["HISTORY", "Project", "requirements"]
