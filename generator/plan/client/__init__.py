"""Target `client`: a synchronous and an asynchronous client over the models.

Takes: `Api`, `Names`, the options of the target.
Gives: file plans below `client/`: the two clients, and a module per resource.
Must not: import another target; shared code is in plan/python.
"""

from .plan import plan, runtime

__all__ = ["plan", "runtime"]
