# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Requests against what their operation carries: parameters first, then the body."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .server_errors import BadRequest, ContentTooLarge, HTTPError, UnsupportedMediaType
from .server_media import ContentType
from .server_styles import Query
from .server_wire import Call
from .traffic_bodies import RawBody, content_for
from .traffic_codings import ENCODING, KNOWN, codings_of, decoded, is_known
from .traffic_faults import TrafficFault, Where, violations_of
from .traffic_routes import Head, Match
from .violations import Violation


class Limits(NamedTuple):
    """How much of a message is kept and followed."""

    max_bytes: int
    max_depth: int


class Reading:
    """One request, read as one operation would read it.

    `asked` holds what rules see of it beside the response: the JSON value, None for no
    body. It is empty while that is not known, as it is where the body is not valid.
    """

    def __init__(self, match: Match, head: Head, limits: Limits) -> None:
        self.match = match
        self.head = head
        self.limits = limits
        self.faults: list[TrafficFault] = []
        self.asked: tuple[()] | tuple[object] = ()
        self._codec = match.served.codec
        self._content_type = ContentType.parse(head.headers.first(b"content-type"))
        self._content: RawBody | None = None
        if self._codec.bodies:
            self._content = content_for(self._codec.bodies, self._content_type.media)
        self._codings = codings_of(head.headers.getlist(ENCODING))
        if not self._codec.asked:
            self.asked = (None,)

    def read_head(self) -> None:
        """Check parameters, and whether there is a way to read the body."""
        try:
            query = Query.parse(self.head.query)
        except BadRequest as error:
            self._add("query", "", error)
            return
        call = Call(self.match.parameters, query, self.head.headers)
        for parameter in self._codec.parameters:
            try:
                parameter.checked(call)
            except HTTPError as error:
                self._add(parameter.place, parameter.name, error)
        if self.head.is_all or not self._codec.bodies:
            return
        if self._content_type.media and self._content is None:
            self._add_type()
        elif self._is_read and not is_known(self._codings) and not self._has_coding:
            self._add_coding()

    def wants_body(self) -> bool:
        """Whether the whole body is needed to tell if the request is valid."""
        return self._is_read and is_known(self._codings)

    @property
    def wants_asked(self) -> bool:
        """Whether the body is needed for what rules see of the request."""
        if self.asked or not self.wants_body():
            return False
        return self._content is None or self._is_asked

    def read_body(self, data: bytes) -> None:
        """Check the whole body."""
        if data and self._codings:
            try:
                data = decoded(data, self._codings, self.limits.max_bytes)
            except HTTPError as wrong:
                self._add("body", "", wrong)
                return
        content_type = self._content_type
        content = self._content
        is_empty_text = content is not None and content.may_be_empty
        if not data and not (is_empty_text and content_type.media):
            if self._codec.body_required:
                error = BadRequest("The body is missing.", code="missing_body")
                self._add("body", "", error)
            elif not self.asked:
                self.asked = (None,)
        elif content is None:
            self._add_type()
        else:
            try:
                value = content.check(data, content_type, self.limits.max_depth)
                if self._is_asked:
                    self.asked = (value,)
            except HTTPError as error:
                where: Where = "header" if error.status == 415 else "body"
                self._add(where, "content-type" if error.status == 415 else "", error)

    def add_size(self) -> None:
        """Add that the body is larger than what is read."""
        text = f"is larger than {self.limits.max_bytes} bytes"
        self._add("body", "", ContentTooLarge(text))

    @property
    def rank(self) -> tuple[bool, int, int, int]:
        """How badly the request fits the operation; the least is meant."""
        return (
            any(fault.where == "path" for fault in self.faults),
            -len(self.match.served.endpoint.conditions),
            len(self.faults),
            -sum(item.is_required for item in self._codec.parameters),
        )

    @property
    def _is_asked(self) -> bool:
        """Whether the body is one that rules see."""
        bodies = self._codec.bodies
        return any(self._content is bodies[media] for media in self._codec.asked)

    @property
    def _is_read(self) -> bool:
        """Whether the body is of a kind that is looked into."""
        content = self._content
        if content is not None:
            return content.is_read
        is_open = self.head.is_all or not self._content_type.media
        return is_open and bool(self._codec.bodies)

    @property
    def _has_coding(self) -> bool:
        """Whether the document says itself which codings there are."""
        names = [item.name for item in self._codec.parameters if item.place == "header"]
        return any(name.lower() == ENCODING for name in names)

    def _add_type(self) -> None:
        allowed = " or ".join(sorted(self._codec.bodies))
        error = UnsupportedMediaType(f"expected {allowed}")
        self._add("header", "content-type", error)

    def _add_coding(self) -> None:
        text = f"expected {' or '.join(KNOWN)}"
        wrong = (Violation("", "contentEncoding", text),)
        self._add("header", ENCODING, UnsupportedMediaType(text, violations=wrong))

    def _add(self, where: Where, name: str, error: HTTPError) -> None:
        endpoint = self.match.served.endpoint
        status = endpoint.invalid if error.status == 400 else error.status
        self.faults.append(
            TrafficFault(
                endpoint.operation,
                "request",
                where,
                violations_of(error),
                status,
                name,
                self.head.method,
                endpoint.path,
            )
        )


def best(readings: Sequence[Reading]) -> Reading:
    """The operation that a request is meant for, of those at its address."""
    return min(readings, key=lambda reading: reading.rank)
