# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Streams without the network: bytes in, typed items out."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from functools import cache
from typing import Generic, NoReturn, TypeVar, cast, get_origin

import httpx2
from pydantic import ValidationError
from pydantic_core import from_json

from .decoders import Decoder, Json, kind_of
from .errors import (
    APIConnectionError,
    APIError,
    ResponseValidationError,
    StreamDecodeError,
    StreamErrorEvent,
    StreamLimitError,
    StreamTruncatedError,
    status_error_class,
    with_body,
)
from .failures import broken, error_message, located, resume_wait
from .reply import PREVIEW
from .request import Call
from .sequences import decoder_of
from .sse import Event
from .values import validator

T = TypeVar("T")

_DONE = b"[DONE]"
"""What ends many streams of JSON though their documents do not say so. It is no JSON."""


class Items(Generic[T]):
    """The items of one stream.

    `is_complete` turns true with the last event: the sentinel where the operation has
    one, else the end of the response, or `[DONE]` in a stream of JSON. `last_event_id` is that of the last event given.
    `may_be_cut` tells that the caller takes a response that ends before that. `queue` are
    the events that wait.
    """

    def __init__(
        self, call: Call, response: httpx2.Response, item: type[Decoder[T]]
    ) -> None:
        self.is_complete = False
        self.deadline = call.deadline
        self.may_be_cut = call.settings.ignore_truncation
        self.last_event_id = ""
        self._call = call
        self._response = response
        self._item = item
        self._kind = kind_of(item)
        self._is_json = get_origin(item) is Json
        is_typed = self._is_json and call.mode != "raw"
        self._validate: Callable[[bytes], T] | None
        self._validate = validator(self._kind) if is_typed else None
        declared = call.operation.sentinel.encode()
        self._has_sentinel = bool(declared)
        self._sentinel = declared or (_DONE if self._is_json else b"")
        self._shape = call.settings.service.errors
        self._names = self._shape.events
        self._is_marked = _marked(self._shape.marks()) if self._is_json else _never
        self.queue: deque[Event] = deque()
        self._decoder = decoder_of(response.headers.get("content-type", ""))

    def feed(self, chunk: bytes) -> None:
        """Take in what the network gave.

        Raises:
            StreamLimitError: An event is larger than the client accepts.
        """
        try:
            self.queue.extend(self._decoder.feed(chunk))
        except StreamLimitError as error:
            raise located(self._call, self._response, error) from None

    def resume_wait(self) -> float | None:
        """Seconds until the rest is to be asked for, None when it is not.

        The call is ready for that then.
        """
        found = self._decoder
        wait = resume_wait(self._call, found.last_event_id, found.retry)
        if wait is not None:
            self._call.last_event_id = found.last_event_id
        return wait

    def resume(self, response: httpx2.Response) -> None:
        """Go on with the rest, which is in another response."""
        self._response = response
        media = response.headers.get("content-type", "")
        self._decoder = decoder_of(media, self._call.last_event_id)

    def end(self) -> None:
        """Take in that the response ended."""
        self.queue.extend(self._decoder.close())
        if not self._has_sentinel:
            self.is_complete = self._decoder.is_whole

    def next_event(self) -> Event | None:
        """The next event of the queue, None when it is the one that ends the stream.

        Raises:
            APIError: The event reports an error.
        """
        event = self.queue.popleft()
        data, name, last_event_id, _, _ = event
        if self._sentinel and data.strip(b" \t\r\n") == self._sentinel:
            self.is_complete = True
            self.queue.clear()
            return None
        if (name and name in self._names) or self._is_marked(data):
            self._check(event)
        self.last_event_id = last_event_id
        return event

    def decode(self, event: Event) -> T:
        """The item that an event holds.

        Raises:
            StreamDecodeError: It is not JSON, or, in a strict client, not of its type.
        """
        if self._validate is not None:
            try:
                return self._validate(event.data)
            except ValidationError:
                pass
        return self._decode_slowly(event)

    def truncated(self) -> APIConnectionError:
        """The error for a response that ended before the stream was complete."""
        message = "the stream ended before its last event"
        return located(self._call, self._response, StreamTruncatedError(message))

    def broken(self, cause: httpx2.HTTPError) -> APIConnectionError:
        """The error for a network that failed while the stream was read."""
        return broken(self._call, self._response, cause)

    def _decode_slowly(self, event: Event) -> T:
        try:
            return cast(T, self._item.item(event, self._kind, self._call.mode))
        except ResponseValidationError as error:
            self._refuse(error, event)
        except ValueError:
            self._refuse(StreamDecodeError("an event is not valid JSON"), event)

    def _refuse(self, error: APIError, event: Event) -> NoReturn:
        error = with_body(error, event.data[:PREVIEW].decode(errors="replace"))
        raise located(self._call, self._response, error) from None

    def _check(self, event: Event) -> None:
        """Raise when the event is an error: by its name, a member or its type."""
        try:
            value: object = from_json(event.data)
        except ValueError:
            value = event.text
        if not self._shape.reports(event.event, value):
            return
        message = error_message(value, self._shape)
        message = message or "the server reported an error in the stream"
        status = self._shape.status_of(value)
        cls = StreamErrorEvent if status is None else status_error_class(status)
        error: APIError = located(self._call, self._response, cls(message))
        error.status_code = status or error.status_code
        raise with_body(error, value, self._shape)


@cache
def _marked(marks: tuple[bytes, ...]) -> Callable[[bytes], object]:
    """What finds out, at little cost, whether the data of an event may report an error."""
    if len(marks) == 1:
        (mark,) = marks
        return lambda data: mark in data
    return re.compile(b"|".join(map(re.escape, marks))).search if marks else _never


def _never(data: bytes) -> None:
    """Finds nothing."""
