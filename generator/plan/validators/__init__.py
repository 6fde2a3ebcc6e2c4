"""The validators target.

Takes: `Api` (its assertions, components and operations), `Names`, `TargetOptions`.
Gives: `FilePlan`s of plain functions that check JSON values, standard library only.
Must not: import another target, read shapes, know the document's versions.
"""

from .plan import Validators, plan, runtime

__all__ = ["Validators", "plan", "runtime"]
