# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Where a service says what went wrong: in the bodies of errors, and in streams."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast


def _usual(*members: str) -> tuple[str, ...]:
    """Members of the object `error`, then those of the whole."""
    return tuple(f"{start}/{name}" for start in ("/error", "") for name in members)


@dataclass(frozen=True, slots=True)
class ErrorShape:
    """Places are JSON Pointers (RFC 6901), tried in turn.

    The usual ones fit errors in a member `error`, errors that are the whole body, and
    problem details (RFC 9457: `title`, `detail`, `type`, `status`).

    Attributes:
        message: What people are told.
        type: The kind of error.
        code: The code of the error.
        param: The parameter at fault.
        status: The HTTP status, of an error in a stream.
        events: Names of events that report an error.
        members: Members that report one by being there, and not null.
        types: Values of a member `type` that report one.
        statuses: The HTTP status that a code or a type stands for.
    """

    message: tuple[str, ...] = (
        *_usual("message", "detail", "title", "error_description"),
        "/error",
    )
    type: tuple[str, ...] = _usual("type")
    code: tuple[str, ...] = _usual("code")
    param: tuple[str, ...] = _usual("param")
    status: tuple[str, ...] = _usual("status", "code", "status_code")
    events: tuple[str, ...] = ("error",)
    members: tuple[str, ...] = ("error",)
    types: tuple[str, ...] = ("error",)
    statuses: Mapping[str, int] = field(default_factory=dict[str, int])

    def message_of(self, body: object) -> str:
        """The server's own words; empty where it gave none."""
        data = _data(body)
        for place in self.message:
            found = _at(data, place)
            if isinstance(found, str) and found:
                return found
        return ""

    def detail(self, body: object, places: tuple[str, ...]) -> object:
        """What stands at the first of the places that has something; None if none has."""
        data = _data(body)
        for place in places:
            found = _at(data, place)
            if found is not None:
                return found
        return None

    def status_of(self, body: object) -> int | None:
        """The HTTP status that an error in a stream names, or that its code stands for."""
        data = _data(body)
        for place in self.status:
            status = _status(_at(data, place))
            if status is not None:
                return status
        for place in (*self.code, *self.type):
            found = _at(data, place)
            if isinstance(found, str | int) and str(found) in self.statuses:
                return self.statuses[str(found)]
        return None

    def reports(self, event: str, value: object) -> bool:
        """Whether an event of a stream, by its name and its JSON, reports an error."""
        if event in self.events:
            return True
        if not isinstance(value, dict):
            return False
        data = cast("dict[str, object]", value)
        is_there = any(data.get(name) is not None for name in self.members)
        return is_there or data.get("type") in self.types

    def marks(self) -> tuple[bytes, ...]:
        """Of these texts, one is in each event whose JSON reports an error."""
        names = dict.fromkeys((*self.members, *self.types))
        return tuple(json.dumps(name).encode() for name in names)


USUAL = ErrorShape()
"""What holds where the document says nothing (`x-oasmith-errors`)."""


def _data(body: object) -> object:
    """A body as JSON data, a model by its names on the wire."""
    if not hasattr(body, "model_dump"):
        return body
    from .values import plain

    return plain(body)


def _at(data: object, place: str) -> object:
    """What stands at a JSON Pointer, None where nothing does."""
    for step in place.split("/")[1:]:
        key = step.replace("~1", "/").replace("~0", "~")
        if isinstance(data, dict):
            data = cast("dict[str, object]", data).get(key)
        elif isinstance(data, list) and key.isdecimal():
            items = cast("list[object]", data)
            data = items[int(key)] if int(key) < len(items) else None
        else:
            return None
    return data


def _status(value: object) -> int | None:
    """A status of an error, as a number or as its digits."""
    if isinstance(value, str) and len(value) == 3 and value.isdecimal():
        value = int(value)
    return value if type(value) is int and 400 <= value <= 599 else None
