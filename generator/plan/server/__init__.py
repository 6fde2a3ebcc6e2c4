"""Target `server`: what a server implements per tag, its routes and its application.

Takes: `Api`, `Names`, the options of the target.
Gives: file plans below `server/`.
Must not: import another target; shared code is in plan/python.
"""

from .plan import plan, runtime

__all__ = ["plan", "runtime"]
