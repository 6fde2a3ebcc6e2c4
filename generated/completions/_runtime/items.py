# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Streams without the network: bytes in, typed items out."""

from __future__ import annotations

from collections import deque
from typing import Generic, NoReturn, TypeVar, cast, get_origin

import httpx2
from pydantic import ValidationError
from pydantic_core import from_json

from .decoders import Decoder, Json, kind_of, paths
from .errors import (
    APIConnectionError,
    APIError,
    ResponseValidationError,
    StreamDecodeError,
    StreamErrorEvent,
    StreamLimitError,
    StreamTruncatedError,
    error_detail,
    status_error_class,
)
from .failures import broken, error_message, located
from .reply import PREVIEW
from .request import Call
from .sequences import decoder_of
from .sse import Event
from .values import is_object, validator

T = TypeVar("T")


class Items(Generic[T]):
    """The items of one stream.

    `is_complete` turns true with the last event: the sentinel where the operation has
    one, else the end of the response. `last_event_id` is that of the last event given.
    `may_be_cut` tells that the caller takes a response that ends before that.
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
        self._validate = validator(self._kind) if self._is_json else None
        self._sentinel = call.operation.sentinel.encode()
        self._queue: deque[Event] = deque()
        self._decoder = decoder_of(response.headers.get("content-type", ""))

    def feed(self, chunk: bytes) -> None:
        """Take in what the network gave.

        Raises:
            StreamLimitError: An event is larger than the client accepts.
        """
        try:
            self._queue.extend(self._decoder.feed(chunk))
        except StreamLimitError as error:
            raise located(self._call, self._response, error) from None

    def end(self) -> None:
        """Take in that the response ended."""
        self._queue.extend(self._decoder.close())
        if not self._sentinel:
            self.is_complete = self._decoder.is_whole

    def next_event(self) -> Event | None:
        """The next event, None when more bytes are needed or the stream is complete.

        Raises:
            APIError: The event reports an error.
        """
        if not self._queue:
            return None
        event = self._queue.popleft()
        if self._sentinel and event.data.strip(b" \t\r\n") == self._sentinel:
            self.is_complete = True
            self._queue.clear()
            return None
        if event.event == "error" or (self._is_json and b'"error"' in event.data):
            self._check(event)
        self.last_event_id = event.id
        return event

    @property
    def is_empty(self) -> bool:
        """True when no event waits."""
        return not self._queue

    def decode(self, event: Event) -> T:
        """The item that an event holds.

        Raises:
            StreamDecodeError: It is not JSON, or, in a strict client, not of its type.
        """
        if self._validate is not None:
            try:
                return cast(T, self._validate(event.data))
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
        strict = self._call.settings.strict
        try:
            return cast(T, self._item.item(event, self._kind, strict))
        except ValidationError as error:
            cause = f"an event does not fit its type: {paths(error)}"
            self._refuse(ResponseValidationError(cause), event)
        except ValueError:
            self._refuse(StreamDecodeError("an event is not valid JSON"), event)

    def _refuse(self, error: APIError, event: Event) -> NoReturn:
        error.body = event.data[:PREVIEW].decode(errors="replace")
        raise located(self._call, self._response, error) from None

    def _check(self, event: Event) -> None:
        """Raise when the event is an error: by its name, an `error` member or its type."""
        try:
            value: object = from_json(event.data)
        except ValueError:
            value = event.text
        if event.event != "error" and not _is_error(value):
            return
        message = error_message(value) or "the server reported an error in the stream"
        status = _status(value)
        error: APIError
        if status is None:
            error = located(self._call, self._response, StreamErrorEvent(message))
        else:
            error = located(
                self._call, self._response, status_error_class(status)(message)
            )
            error.status_code = status
        error.body = value
        raise error


def _is_error(value: object) -> bool:
    if not is_object(value):
        return False
    return value.get("error") is not None or value.get("type") == "error"


def _status(value: object) -> int | None:
    """The HTTP status that an error event names, if any."""
    for key in ("status", "code", "status_code"):
        found = error_detail(value, key)
        if type(found) is int and 400 <= found <= 599:
            return found
    return None
