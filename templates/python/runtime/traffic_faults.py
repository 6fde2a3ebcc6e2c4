# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""What is wrong with a message, how it is told, and what is answered for it."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

from .server_errors import HTTPError, reason
from .violations import Violation

Direction: TypeAlias = Literal["request", "response"]
Where: TypeAlias = Literal[
    "path",
    "method",
    "query",
    "querystring",
    "header",
    "cookie",
    "body",
    "status",
    "exchange",
]

PROBLEM = "application/problem+json"
"""The media type of problem details (RFC 9457)."""

_KEYWORDS = {413: "maxLength", 415: "contentMediaType"}
_LONG = 200
_MOST = 100
"""So many violations of one place are told, at most."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TrafficFault:
    """One place of a request or a response that is not as the document says.

    It never holds a value that was sent, so that it may be logged; pointers have the
    names of properties in them.

    Attributes:
        operation: The id of the operation, empty for a request that no operation takes.
        direction: Of which message.
        where: The place in it; `path` and `method` also for those not documented. Of rules
            that see request and response it is `exchange`, and pointers begin with
            `/request` or `/response`.
        name: Of the parameter or header, empty for other places.
        violations: What the validator found there, the first hundred of it.
        status: Of a request the status that it is refused with, else that of the response.
        method: The method of the request.
        path: The path template of the operation, empty where there is none.
        is_refused: Whether the message was kept from whom it was for.
    """

    operation: str
    direction: Direction
    where: Where
    violations: tuple[Violation, ...]
    status: int
    name: str = ""
    method: str = ""
    path: str = ""
    is_refused: bool = False

    def __str__(self) -> str:
        """The fault on one line, fit for a log."""
        first = self.violations[0]
        place = _shown(f"{self.where} {self.name}{first.path}".strip())
        more = len(self.violations) - 1
        least = "at least " if more + 1 >= _MOST else ""
        return (
            f"{self.operation or self.method}: {self.direction}, {place}: {first.message}"
            f"{f' (and {least}{more} more)' if more else ''}"
        )


class Refusal(NamedTuple):
    """What is answered instead: with a status, because of faults of one message."""

    status: int
    faults: Sequence[TrafficFault]
    headers: Mapping[str, str] = MappingProxyType({})


Render: TypeAlias = Callable[[Refusal], tuple[str, bytes]]
"""Makes the media type and the body of what is answered for a message that is refused."""

OnFault: TypeAlias = Callable[[TrafficFault], object]
"""Is told of every fault."""


def problem(refusal: Refusal) -> tuple[str, bytes]:
    """Problem details (RFC 9457). Of the faults of a response they tell nothing."""
    content: dict[str, object] = {
        "type": "about:blank",
        "title": reason(refusal.status),
        "status": refusal.status,
    }
    errors = [
        {
            "in": fault.where,
            "name": fault.name,
            "pointer": violation.path,
            "keyword": violation.keyword,
            "detail": violation.message,
            **({"code": violation.expected} if violation.rule else {}),
        }
        for fault in refusal.faults
        if fault.direction == "request"
        for violation in fault.violations
    ]
    if errors:
        content |= {"detail": _detail(refusal.faults[0]), "errors": errors}
    return PROBLEM, json.dumps(content).encode()


def _detail(fault: TrafficFault) -> str:
    first = fault.violations[0]
    if fault.name:
        return f"{fault.where} parameter '{fault.name}'{first.path}: {first.message}"
    return f"{fault.where}{first.path and ' '}{first.path}: {first.message}"


def _shown(text: str) -> str:
    """A text that may hold names of properties that were sent, for a line of a log."""
    if not text.isprintable():
        text = text.encode("unicode_escape").decode()
    return text if len(text) <= _LONG else f"{text[:_LONG]}..."


def log_fault(fault: TrafficFault) -> None:
    """Tell the logger of this module; of a refused request as no more than information."""
    is_callers = fault.is_refused and fault.direction == "request"
    _log.log(logging.INFO if is_callers else logging.WARNING, "%s", fault)


def violation(keyword: str, message: str, expected: object = None) -> list[Violation]:
    """The one violation of what is no matter of a schema."""
    return [Violation("", keyword, message, expected)]


def violations_of(error: HTTPError) -> tuple[Violation, ...]:
    """What an error of the readers says, as violations."""
    if error.violations:
        return error.violations[:_MOST]
    if error.code in ("missing_required_parameter", "missing_body"):
        return (Violation("", "required", "is required"),)
    keyword = _KEYWORDS.get(error.status, "format")
    text = error.body if isinstance(error.body, str) else "cannot be read"
    return (Violation("", keyword, text),)
