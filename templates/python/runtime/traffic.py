# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Middleware that checks traffic: what does not depend on how messages come and go.

Its tables are in `traffic_routes`; `traffic_asgi` and `traffic_wsgi` carry the messages.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import ClassVar, Generic, Literal, TypeAlias, TypeVar

from .server_paths import Condition
from .server_styles import Styled
from .server_text import Fields, Items, JsonText, Plain
from .server_wire import WireParameter
from .server_wire_headers import Header
from .traffic_answers import Watch
from .traffic_bodies import JsonBody, RawBody, TextBody
from .traffic_codings import ENCODING, KNOWN
from .traffic_faults import (
    OnFault,
    Refusal,
    Render,
    TrafficFault,
    Where,
    log_fault,
    problem,
    violation,
)
from .traffic_requests import Limits, Reading, best
from .traffic_routes import Answer, Codec, Endpoint, Found, Head, Router

__all__ = [
    "Answer",
    "Codec",
    "Condition",
    "Endpoint",
    "Exchange",
    "Fields",
    "Head",
    "Header",
    "Items",
    "JsonBody",
    "JsonText",
    "Middleware",
    "Mode",
    "Plain",
    "RawBody",
    "Refusal",
    "Styled",
    "TextBody",
    "TrafficFault",
    "Unknown",
    "WireParameter",
]

AppT = TypeVar("AppT")
Mode: TypeAlias = Literal["off", "report", "refuse"]
Unknown: TypeAlias = Literal["pass", "report", "refuse"]
Tell: TypeAlias = Callable[[Iterable[TrafficFault], Mode], Sequence[TrafficFault]]

_log = logging.getLogger(__name__)
_STEP_ASIDE = "access-control-request-method"


class Exchange:
    """A request that an operation takes, and the response to it."""

    def __init__(
        self,
        readings: Sequence[Reading],
        requests: Mode,
        responses: Mode,
        limits: Limits,
        tell: Tell,
    ) -> None:
        self.limit = limits.max_bytes
        self._readings = readings
        self._requests: Mode = requests
        self._responses: Mode = responses
        self._limits = limits
        self._tell = tell
        if requests != "off" or len(readings) > 1:
            for reading in readings:
                reading.read_head()
        self._reading = readings[0] if len(readings) == 1 else best(readings)

    @property
    def wants_body(self) -> bool:
        """Whether the body of the request is to be read before the app gets it."""
        if self._requests != "off":
            return any(reading.wants_body() for reading in self._readings)
        is_watched = self._responses != "off"
        return is_watched and any(reading.wants_asked for reading in self._readings)

    @property
    def may_refuse(self) -> bool:
        """Whether a response may still turn out to be refused when it is complete."""
        return self._responses == "refuse"

    def read(self, data: bytes | None) -> Refusal | None:
        """Check the request; `data` is its whole body, None for one that is not read."""
        if data is not None:
            for reading in self._readings:
                if reading.wants_body():
                    reading.read_body(data)
            self._reading = best(self._readings)
        return self._refusal()

    def too_large(self) -> Refusal | None:
        """Tell that the body is larger than what is read."""
        self._reading.add_size()
        return self._refusal()

    def watch(self) -> Watch | None:
        """What sees the response pass, if anything is to."""
        if self._responses == "off":
            return None
        return Watch(self._reading)

    def answered(self, faults: Sequence[TrafficFault]) -> Refusal | None:
        """Tell of faults of the response while nothing of it has been sent."""
        if not faults:
            return None
        told = self._tell(faults, self._responses)
        return Refusal(500, told) if self._responses == "refuse" else None

    def sent(self, faults: Sequence[TrafficFault]) -> None:
        """Tell of faults of a response that is on its way."""
        if faults:
            self._tell(faults, "report")

    def _refusal(self) -> Refusal | None:
        faults = self._reading.faults
        if not faults or self._requests == "off":
            return None
        told = self._tell(faults, self._requests)
        if self._requests != "refuse":
            return None
        status = max(fault.status for fault in faults)
        is_coded = any(
            fault.name == ENCODING and fault.status == 415 for fault in faults
        )
        headers = {"accept-encoding": ", ".join(KNOWN)} if is_coded else {}
        return Refusal(status, told, headers)


class Middleware(Generic[AppT]):
    """Checks the requests of an app and its responses against the document.

    A message that is not as documented is reported to `on_fault`, or also refused: the
    request before the app gets it, the response (with 500) before anything of it is sent.
    What the app and the caller get is otherwise what was sent, byte for byte.

    Of a request the parameters are checked, and the body where it is JSON, a form, items
    one after the other or text, which is read before the app gets the request; others
    pass as they come. Of a response the status, the media type, and the headers: those
    that are required are there, and each is what its schema says, read by its style. A
    body of JSON, or of text with a schema that says more of it than that it is text, is
    checked unless it is larger than `max_body_bytes`; where it may be refused it is held
    back until all of it is there, by its `Content-Length` or by the word of the app: an
    app that fails later has answered. Such JSON is checked together with its request too where rules see both; with
    `requests="off"` the body of the request is read for that. The items of a stream are
    checked each when it has passed, so that those can be reported only; rules that see an
    exchange speak of a whole answer and are not asked of a stream.

    Bodies in gzip or deflate are looked into, and passed on as they are; what they become
    counts for `max_body_bytes` too. A request in another `Content-Encoding` cannot be
    checked, which is a fault (415) where its body is one that is: an app that takes such
    requests undoes the coding in a middleware before this one, or its document has the
    header as a parameter, and then those requests pass. Such responses pass.

    Args:
        app: The app.
        requests: What becomes of requests that are not as documented.
        responses: What becomes of such responses; a status that is not documented is
            one, also where another middleware of the app gives it.
        unknown: What becomes of requests that no operation takes. `OPTIONS` passes.
        on_fault: Is told of every fault; by default a warning is logged.
        render: Makes what is answered for a message that is refused.
        prefix: What stands before every path, instead of the paths of the document's
            servers.
        max_body_bytes: How much of a body is kept. A larger request is a fault (413), a
            larger response passes.
        max_json_depth: How deep JSON may be nested.
    """

    endpoints: ClassVar[Sequence[Endpoint]] = ()
    bases: ClassVar[Sequence[str]] = ()

    def __init__(
        self,
        app: AppT,
        *,
        requests: Mode = "refuse",
        responses: Mode = "report",
        unknown: Unknown = "pass",
        on_fault: OnFault = log_fault,
        render: Render = problem,
        prefix: str | None = None,
        max_body_bytes: int = 10 * 1024 * 1024,
        max_json_depth: int = 200,
    ) -> None:
        self.app = app
        self._requests: Mode = requests
        self._responses: Mode = responses
        self._unknown: Unknown = unknown
        self._on_fault = on_fault
        self._render = render
        self._limits = Limits(max_body_bytes, max_json_depth)
        self._router = Router(self.endpoints, self.bases, prefix)

    def look(self, head: Head) -> Exchange | Refusal | None:
        """What becomes of a request, by its head; None passes it on, and its answer."""
        if head.method == "OPTIONS" and head.headers.getlist(_STEP_ASIDE):
            return None
        found = self._router.find(head)
        if not found.matches:
            return None if head.method == "OPTIONS" else self._unfound(found, head)
        readings = [Reading(match, head, self._limits) for match in found.matches]
        return Exchange(
            readings, self._requests, self._responses, self._limits, self._tell
        )

    def rendered(self, refusal: Refusal) -> tuple[list[tuple[str, str]], bytes]:
        """The headers and the body of what is answered instead."""
        media, body = self._render(refusal)
        headers = [
            ("content-type", media),
            ("content-length", str(len(body))),
            *refusal.headers.items(),
        ]
        return headers, body

    def _unfound(self, found: Found, head: Head) -> Refusal | None:
        if self._unknown == "pass":
            return None
        where: Where = "method" if found.allowed else "path"
        if found.allowed:
            status = 405
            text = f"expected {' or '.join(found.allowed)}"
            headers = {"allow": ", ".join(found.allowed)}
        else:
            status, text, headers = 404, "is not documented", {}
        wrong = tuple(violation("paths", text))
        fault = TrafficFault("", "request", where, wrong, status, method=head.method)
        told = self._tell([fault], self._unknown)
        return Refusal(status, told, headers) if self._unknown == "refuse" else None

    def _tell(
        self, faults: Iterable[TrafficFault], mode: Mode
    ) -> Sequence[TrafficFault]:
        """Tell of faults; one that cannot be told does not stop the traffic."""
        is_refused = mode == "refuse"
        told = [replace(fault, is_refused=is_refused) for fault in faults]
        for fault in told:
            try:
                self._on_fault(fault)
            except Exception:
                _log.exception("a fault of the traffic could not be told")
        return told
