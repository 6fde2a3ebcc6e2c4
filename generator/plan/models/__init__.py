"""Target `models`: pydantic classes and aliases, a module per component.

Takes: `Api`, `Names`, the options of the target.
Gives: file plans below `models/`.
Must not: import another target; shared code is in plan/python.
"""

from .plan import plan, runtime

__all__ = ["plan", "runtime"]
