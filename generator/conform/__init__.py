"""What the model says of values: which fit a schema, and one that does.

Takes: an `Api`.
Gives: instances of its schemas (`Instances`), made from nothing but the model, always
the same ones; and whether a value fits a schema (`Checker`).
Must not: run a pattern of the document by `re`, whose time has no bound.
"""

from .checker import Checker, Way
from .containers import Impossible
from .instances import Instances

__all__ = ["Checker", "Impossible", "Instances", "Way"]
