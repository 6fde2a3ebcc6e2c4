"""Other engines for the target `models`: whose types the models have.

Takes: `Api`, `Names`, the options of a target, and the kind of models to make.
Gives: file plans below `models/`, with the names and modules that our own models have.
Must not: let a text of the document, or a name of the tool's own making, through.
"""

from .kinds import KINDS, Kind
from .plan import Engine

__all__ = ["Engine", "KINDS", "Kind"]
