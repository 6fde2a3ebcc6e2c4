"""Mock target: the server that answers by itself, from the document.

Takes: the `Api` and its `Names`. Gives: the files of mock mode below `server/`. Must not:
look at the document.
"""

from .plan import plan, runtime

__all__ = ["plan", "runtime"]
