# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""What mock mode answers, and which answer a request gets.

A request prefers by header, as other mock servers know it (RFC 7240): `Prefer: code=404`
a status, `example=small` one of several examples by its name or number, `delay=0.5` an
answer after so many seconds, `fault=cut` one that goes wrong (see `server_mock_faults`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite
from pathlib import Path
from typing import cast

from .server_errors import BadRequest, HTTPError
from .server_frames import liking

FAULTS = ("cut", "truncated", "bad-json", "error-event")
"""How an answer may go wrong."""

_LONGEST = 60.0


@dataclass(frozen=True, slots=True)
class MockAnswer:
    """A documented answer.

    `status` is `200`, a range such as `4XX`, or `default`. `media` is empty without
    content. `values` are examples, or the items of one stream; texts where it is no JSON.
    `names` are those of the examples, where they have any. `headers` are values by name.
    """

    status: str
    media: str = ""
    is_json: bool = False
    is_stream: bool = False
    values: Sequence[object] = (None,)
    names: Sequence[str] = ()
    headers: Mapping[str, object] = field(default_factory=dict[str, object])

    def code(self, wanted: int | None = None) -> int:
        """The status to send: the one that is wanted, else the first of a range."""
        digits = self.status.upper().replace("X", "0")
        return wanted or (int(digits) if digits.isdecimal() else 200)

    @property
    def is_success(self) -> bool:
        """Whether it documents a success; `default` need not be one."""
        return self.status[:1] in ("2", "3")

    def is_for(self, code: int) -> bool:
        """Whether it documents a status, by itself or as one of a range."""
        return self.status.upper() in (str(code), f"{code // 100}XX")


def read(members: Mapping[str, object]) -> MockAnswer:
    """An answer as the data file has it."""
    values = members.get("json", members.get("text", [None]))
    return MockAnswer(
        status=str(members["status"]),
        media=str(members.get("media", "")),
        is_json="json" in members,
        is_stream=members.get("is_stream") is True,
        values=cast("Sequence[object]", values),
        names=cast("Sequence[str]", members.get("names", ())),
        headers=cast("Mapping[str, object]", members.get("headers", {})),
    )


class MockData:
    """The answers of all operations by handler, read at the first request."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @cached_property
    def _members(self) -> dict[str, list[dict[str, object]]]:
        found: dict[str, list[dict[str, object]]]
        found = json.loads(self._path.read_text(encoding="utf-8"))
        return found

    def of(self, handler: str) -> list[MockAnswer]:
        """The documented answers of an operation."""
        return [read(members) for members in self._members.get(handler, [])]


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a request prefers; None and 0 where it says nothing.

    `example` is a name or a number, from 1; `fault` one of `FAULTS`, or empty.
    """

    code: int | None = None
    example: str | None = None
    delay: float = 0.0
    fault: str = ""

    @classmethod
    def parse(cls, text: str) -> Preferences:
        """Read the header `Prefer`. Raises BadRequest for a value that is none."""
        found: dict[str, str] = {}
        for piece in text.replace(";", ",").split(","):
            name, _, value = piece.partition("=")
            found[name.strip().lower()] = value.strip().strip('"')
        try:
            code = int(found["code"]) if "code" in found else None
            delay = float(found.get("delay", 0))
        except ValueError:
            raise BadRequest("The header Prefer is not valid.") from None
        is_status = code is None or 200 <= code <= 599
        if not is_status or not isfinite(delay) or not 0 <= delay <= _LONGEST:
            raise BadRequest("The header Prefer asks for what there is not.")
        fault = found.get("fault", "")
        if fault and fault not in FAULTS:
            raise BadRequest(f"The faults that can be had are: {', '.join(FAULTS)}.")
        return cls(code, found.get("example"), delay, fault)


def documented(answers: Sequence[MockAnswer], code: int | None) -> Sequence[MockAnswer]:
    """The answers of a status; those of all successes, 2xx first, where none is said.

    Raises HTTPError for a status that is not documented.
    """
    if code is None:
        found = [answer for answer in answers if answer.is_success]
        found.sort(key=lambda answer: answer.code() // 100)
        others = [answer for answer in answers if answer.status == "default"]
        return found or others or [MockAnswer("204")]
    found = [answer for answer in answers if answer.status == str(code)]
    found = found or [answer for answer in answers if answer.is_for(code)]
    found = found or [answer for answer in answers if answer.status == "default"]
    if found:
        return found
    if code >= 400:
        raise HTTPError(code)
    raise BadRequest(f"The document has no answer of status {code} here.")


def liked(answers: Sequence[MockAnswer], accept: str) -> MockAnswer:
    """The first answer that the caller likes best (RFC 9110, section 12.5.1)."""
    return max(answers, key=lambda answer: liking(answer.media, accept))


def chosen(answer: MockAnswer, example: str | None) -> Sequence[object]:
    """What the content may be: all of the examples, or the one that is preferred.

    Raises BadRequest where there is none of that name or number.
    """
    if example is None:
        return answer.values
    keys = [str(number) for number in range(1, len(answer.values) + 1)]
    for known in (answer.names, keys):
        if example in known:
            return [answer.values[known.index(example)]]
    listed = ", ".join(filter(None, answer.names or keys))
    raise BadRequest(f"The examples of this answer are: {listed}.")
