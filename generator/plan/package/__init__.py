"""The package around the targets: its lazy root, `py.typed`, the runtime it needs.

Takes: `Api`, `Names`, the options, which targets and runtime modules are there.
Gives: file plans at the package's root and below `_runtime/`.
Must not: plan what belongs to a target.
"""

from .plan import plan

__all__ = ["plan"]
