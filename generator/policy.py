"""Which findings stop a run: severities after `allow` and `--strict`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from .diagnostics import diagnostic
from .values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .diagnostics import Diagnostic


@dataclass(frozen=True, slots=True)
class Policy:
    """What the user decided about findings.

    An allowed error becomes a warning: it is still shown, since something is missing
    from the output. Allowed warnings and notes are dropped. With `strict` all other
    warnings become errors.
    """

    allow: frozenset[str] = frozenset()
    strict: bool = False

    def judged(self, found: Iterable[Diagnostic]) -> list[Diagnostic]:
        """The findings with the severity that they have for this user."""
        judged: list[Diagnostic] = []
        for item in found:
            if item.code in self.allow:
                if item.severity == "error":
                    judged.append(replace(item, severity="warning"))
            elif item.severity == "warning" and self.strict:
                judged.append(replace(item, severity="error"))
            else:
                judged.append(item)
        return judged

    def stops(self, found: Iterable[Diagnostic]) -> bool:
        """Whether one of the findings is an error for this user."""
        return any(item.severity == "error" for item in self.judged(found))

    def unused(self, found: Iterable[Diagnostic]) -> list[Diagnostic]:
        """A warning for each allowed code that did not occur."""
        seen = {item.code for item in found}
        return [diagnostic("W001", code=code) for code in sorted(self.allow - seen)]
