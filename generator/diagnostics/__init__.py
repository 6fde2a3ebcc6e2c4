"""What the tool has to say about the user's input.

Takes: codes with values and places, from every stage.
Gives: `Diagnostic` values in a `Sink`, and their text for people, programs and CI.
Must not: import any stage, or print anything itself.
"""

from __future__ import annotations

from .build import diagnostic, explain, report
from .codes import CATALOGUE
from .entry import Entry
from .model import Diagnostic, Fatal, Severity, Sink, Span
from .printers import Format, render
from .show import show

__all__ = [
    "CATALOGUE",
    "Diagnostic",
    "Entry",
    "Fatal",
    "Format",
    "Severity",
    "Sink",
    "Span",
    "diagnostic",
    "explain",
    "render",
    "report",
    "show",
]
