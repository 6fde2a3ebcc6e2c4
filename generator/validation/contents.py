"""What an operation carries that has a validator, and which of it is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from ..diagnostics import Fatal, diagnostic
from .advice import LISTED, advice

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..diagnostics import Span
    from ..ir import Api, Id, Operation
    from ..name import OperationName
    from .wanted import Wanted

Side: TypeAlias = Literal["request", "response", "item", "parameter", "header"]
"""A part of an operation. Parameters and headers have names beside."""

_REQUEST = "request"
"""Stands for the status, of the items of a body."""


class Content(NamedTuple):
    """A content, parameter or header, with its schema and the name of its validator.

    `called` is how the user can name a parameter or a header, by which `option`; the name
    of a parameter that no other has comes last.
    """

    function: str | None
    schema: Id | None
    status: str = ""
    media: str = ""
    called: tuple[str, ...] = ()
    option: str = ""

    @property
    def shown(self) -> str:
        """The options that choose it among others of its kind."""
        status = f"--status {self.status} " if self.status else ""
        if self.called:
            return f"{status}{self.option} {self.called[-1]}"
        return f"{status}--media {self.media}"

    @property
    def told(self) -> str:
        """What it is, of several of its kind."""
        return ", ".join(filter(None, (self.status, self.media)))


def content_of(
    api: Api, operation: Operation, name: OperationName, wanted: Wanted, place: Span
) -> Content:
    """The one content that is meant. Raises Fatal where there is none, or no one.

    Without a status the answers of success are meant, if there are any; without a media
    type that of JSON, if there is one. What says the same need not be told apart.
    """
    side = wanted.side or "request"
    listed = [
        item
        for item in SIDES[side](operation, name)
        if item.function is not None and item.schema is not None
    ]
    if wanted.name:
        listed = _called(listed, wanted, place)
    found = _of_status(listed, wanted.status)
    if wanted.media:
        found = [item for item in found if item.media == wanted.media.lower()]
    elif len(json := [item for item in found if item.media == "application/json"]) == 1:
        found = json
    if not found:
        hint = "it has none for any options"
        if listed:
            hint = f"it has: {'; '.join(item.shown for item in listed[:LISTED])}"
        about = wanted.subject
        raise Fatal(diagnostic("E512", place, about=about, advice=hint))
    asked = [api.assertions[item.schema or ""].keywords for item in found]
    if any(says != asked[0] for says in asked):
        choices = "; ".join(item.shown for item in found[:LISTED])
        about = wanted.subject
        raise Fatal(diagnostic("E513", place, about=about, choices=choices))
    return found[0]


def _requests(operation: Operation, name: OperationName) -> Iterator[Content]:
    for content in operation.body.contents if operation.body else ():
        function = name.request_validators.get(content.media)
        yield Content(function, content.schema, media=content.media)


def _responses(operation: Operation, name: OperationName) -> Iterator[Content]:
    for response in operation.responses:
        for content in response.contents:
            key = (response.status, content.media)
            yield Content(name.response_validators.get(key), content.schema, *key)


def _items(operation: Operation, name: OperationName) -> Iterator[Content]:
    """The items of responses that are streams, and of a body that is sent item by item."""
    for response in operation.responses:
        for stream in response.streams:
            key = (response.status, stream.media)
            yield Content(name.response_validators.get(key), stream.schema, *key)
    for content in _requests(operation, name):
        sent = operation.body.contents if operation.body else ()
        if any(item.is_sequence and item.media == content.media for item in sent):
            yield content._replace(status=_REQUEST)


def _parameters(operation: Operation, name: OperationName) -> Iterator[Content]:
    for item in operation.parameters:
        function = name.parameter_validators.get((item.place, item.name))
        called = (item.name, f"{item.place}.{item.name}")
        yield Content(function, item.schema, called=called, option="--parameter")


def _headers(operation: Operation, name: OperationName) -> Iterator[Content]:
    for response in operation.responses:
        for header in response.headers:
            function = name.header_validators.get((response.status, header.name))
            found = Content(function, header.schema, response.status)
            yield found._replace(called=(header.name,), option="--header")


SIDES = {
    "request": _requests,
    "response": _responses,
    "item": _items,
    "parameter": _parameters,
    "header": _headers,
}


def _called(listed: Sequence[Content], wanted: Wanted, place: Span) -> list[Content]:
    """Those with the wanted name; case does not matter in names of headers (RFC 9110).

    Raises Fatal where there are none.
    """
    name = wanted.name
    found = [item for item in listed if name in item.called]
    if not found and wanted.side == "header":
        found = [item for item in listed if item.called[0].lower() == name.lower()]
    if not found:
        known = dict.fromkeys(item.called[0] for item in listed)
        about = f"{wanted.side} called {name} in {wanted.owner}"
        raise Fatal(diagnostic("E515", place, about=about, advice=advice(name, known)))
    return found


def _of_status(contents: Sequence[Content], status: str) -> list[Content]:
    """The contents for a status as OpenAPI chooses them: its own, its range's, default's.

    Source: OpenAPI 3.2, section 4.16.
    """
    wanted = [status, f"{status[:1]}XX", "default"]
    if not status:
        success = [item for item in contents if item.status.startswith("2")]
        return success or list(contents)
    for own in wanted:
        found = [item for item in contents if item.status.upper() == own.upper()]
        if found:
            return found
    return []
