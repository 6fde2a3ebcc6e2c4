"""Target `middleware`: what checks the traffic of an app that is written by hand.

Takes: `Api`, `Names`, the options of the target.
Gives: file plans below `middleware/`; they use the validators, no models and no server.
Must not: import another target; shared code is in plan/python.
"""

from .plan import plan, runtime

__all__ = ["plan", "runtime"]
