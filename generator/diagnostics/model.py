"""Diagnostics: what the tool has to say about the user's input, as data."""

from __future__ import annotations

from dataclasses import field
from typing import Literal, TypeAlias

from ..values import dataclass

Severity: TypeAlias = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Span:
    """A place in a source text. Lines and columns count from 1; `pointer` is RFC 6901.

    Line 0 means the file as a whole. `excerpt` is the source line, or a piece of it
    that starts at `excerpt_column`; empty when the text is not at hand.
    """

    file: str
    line: int
    column: int
    pointer: str = ""
    excerpt: str = field(default="", compare=False)
    excerpt_column: int = field(default=1, compare=False)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: a code of the catalogue, its message, where, and what to do about it."""

    code: str
    severity: Severity
    message: str
    span: Span | None = None
    hint: str = ""
    related: tuple[tuple[str, Span], ...] = ()


@dataclass(slots=True)
class Sink:
    """Collects diagnostics; a stage reports here and goes on as long as it can."""

    found: list[Diagnostic] = field(default_factory=list)

    def add(self, diagnostic: Diagnostic) -> None:
        """Keep one finding."""
        self.found.append(diagnostic)

    @property
    def has_errors(self) -> bool:
        """Whether a finding of severity `error` is among them."""
        return any(item.severity == "error" for item in self.found)


class Fatal(Exception):
    """Stops the run because of the user's input; carries the diagnostic that says why."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic
