"""Which of the documented media types a client sends and understands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...ir import Named, Nothing, Record, Scalar
from ...values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...ir import Api, Id, MediaContent, Operation, Response, Stream

MULTIPART = "multipart/form-data"
FORM = "application/x-www-form-urlencoded"
JSON = "application/json"
BINARY = "application/octet-stream"

_WILDCARDS = ("*/*", "application/*")
_MARKUP = frozenset({"application/xml", "text/xml", "text/html", FORM, MULTIPART})


@dataclass(frozen=True, slots=True)
class Case:
    """One success: its status, and the content, None when it has none."""

    status: str
    content: MediaContent | None


@dataclass(frozen=True, slots=True)
class Answers:
    """What a client understands of an operation's answers.

    `cases` are the whole results, `streams` the sequences by status, `errors` the JSON
    bodies of other statuses. `headers` pairs the statuses of results with the records of
    their headers, None where there is none. `also` are statuses outside 2xx that say as much as an empty success.
    """

    cases: tuple[Case, ...]
    streams: tuple[tuple[str, Stream], ...]
    errors: tuple[tuple[Response, MediaContent], ...]
    also: tuple[int, ...] = ()
    headers: tuple[tuple[str, Id | None], ...] = ()

    @property
    def stream(self) -> Stream | None:
        """The preferred sequence."""
        return self.streams[0][1] if self.streams else None

    @property
    def accept(self) -> tuple[str, ...]:
        """The media types to ask for, each once, in document order."""
        found = [case.content.media for case in self.cases if case.content]
        return tuple(dict.fromkeys(found))


def is_json(media: str) -> bool:
    """Whether the content is one JSON value."""
    return media in (JSON, "text/json") or media.endswith("+json")


def holds_json(content: MediaContent) -> bool:
    """Whether the content of an answer is one JSON value.

    A range of media types with a schema that describes an object or an array is taken
    for JSON: bytes and texts have no such parts.
    """
    is_range = content.media in ("*/*", "application/*")
    return is_json(content.media) or (is_range and content.schema is not None)


def answers(operation: Operation) -> Answers:
    """Sort the answers of an operation into results, stream and errors.

    An answer to HEAD has no content (RFC 9110, section 9.3.2).
    """
    successes = _successes(operation)
    cases: list[Case] = []
    for response in successes:
        has_body = operation.method != "HEAD"
        contents = _understood(response.contents) if has_body else []
        cases += [Case(response.status, content) for content in contents]
        if not contents and not response.streams:
            cases.append(Case(response.status, None))
    streams = [(item.status, stream) for item in successes for stream in item.streams]
    errors = [
        (item, content)
        for item in operation.responses
        if item not in successes
        for content in item.contents
        if is_json(content.media)
    ]
    if not cases and not streams:
        cases.append(Case("2XX", None))
    also: tuple[int, ...] = ()
    if not streams and all(case.content is None for case in cases):
        also = tuple(_redirections(operation))
    headers = [(item.status, item.header_shape) for item in successes]
    return Answers(tuple(cases), tuple(streams), tuple(errors), also, tuple(headers))


def failures(operation: Operation) -> list[Response]:
    """The documented errors; `default` is one unless it is the only success."""
    successes = _successes(operation)
    return [
        item
        for item in operation.responses
        if item not in successes
        and (item.status == "default" or item.status[0] in "45")
    ]


def _successes(operation: Operation) -> list[Response]:
    documented = [item for item in operation.responses if item.status[0] == "2"]
    if _redirections(operation):
        return documented
    fallback = [item for item in operation.responses if item.status == "default"]
    return documented or fallback


def _redirections(operation: Operation) -> list[int]:
    """The documented statuses of class 3xx, such as 304, which have no content."""
    return [
        int(item.status)
        for item in operation.responses
        if re.fullmatch(r"3\d\d", item.status) and not item.contents
    ]


def _understood(contents: Iterable[MediaContent]) -> list[MediaContent]:
    """The contents to ask for: where JSON is offered, its markup twins are left out.

    A content without a valid value cannot come.
    """
    found = [item for item in contents if not isinstance(item.use.type, Nothing)]
    if any(is_json(content.media) for content in found):
        return [
            content
            for content in found
            if content.media not in _MARKUP and not content.media.endswith("+xml")
        ]
    return found


def sent(operation: Operation) -> MediaContent | None:
    """The content that a client sends: JSON, unless files come first."""
    contents = operation.body.contents if operation.body else ()
    if not contents:
        return None
    if contents[0].media != MULTIPART:
        for content in contents:
            if is_json(content.media):
                return content
    return contents[0]


def is_any_json(content: MediaContent) -> bool:
    """Whether JSON is what fits, where a body may have any media type."""
    is_structured = not isinstance(content.use.type, Scalar)
    return content.media in _WILDCARDS and is_structured


def sent_record(content: MediaContent | None, api: Api) -> Record | None:
    """The record whose properties become arguments, None when the body stays whole."""
    if content is None or content.is_sequence:
        return None
    is_form = content.media == FORM or content.media.startswith("multipart/")
    if not (is_form or is_json(content.media) or is_any_json(content)):
        return None
    kind = content.use.type
    shape = api.shapes.get(kind.id) if isinstance(kind, Named) else None
    return shape if isinstance(shape, Record) and shape.fields else None
