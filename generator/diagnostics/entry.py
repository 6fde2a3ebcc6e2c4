"""One entry of the catalogue of diagnostic codes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..values import dataclass

if TYPE_CHECKING:
    from .model import Severity


@dataclass(frozen=True, slots=True)
class Entry:
    """What is fixed about a code: how severe it is, what it says, and the long form.

    `code` is a letter for the severity (`E`, `W`, `N`) and three digits, the first of
    which is the area. `message` and `hint` are format strings (`"no schema {name}"`);
    each value goes through `show` before it is filled in. `explanation` is what
    `oasmith explain` prints below the title: why, and what to do, in a few sentences.
    """

    code: str
    severity: Severity
    title: str
    message: str
    hint: str
    explanation: str
