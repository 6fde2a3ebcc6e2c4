# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""What went wrong with a call, as an error, and whether to try again."""

from __future__ import annotations

import os
import re
from errno import errorcode
from typing import Any, NamedTuple, TypeVar

import httpx2
from pydantic import ValidationError
from pydantic_core import from_json

from .decoders import Decoder, Results, chosen, decode_json
from .errors import (
    APIConnectionError,
    APIError,
    APIStatusError,
    APITimeoutError,
    AuthenticationError,
    ResponseTooLargeError,
    UnexpectedContentTypeError,
    error_detail,
    status_error_class,
)
from .reply import media_of
from .request import Call
from .retry import retry_cost, retry_hint

ERROR_BYTES = 1024 * 1024
"""How much of an error's body is kept."""

_NUMBER = re.compile(r"^\[Errno -?\d+\] ")

E = TypeVar("E", bound=APIError)
T = TypeVar("T")


class Done(NamedTuple):
    """A call that succeeded, its response and the whole content."""

    call: Call
    response: httpx2.Response
    content: bytes


def connection_error(call: Call, cause: httpx2.HTTPError) -> APIConnectionError:
    """The error that stands for a failure of the network, its cause chained."""
    timed_out = call.is_over or isinstance(cause, httpx2.TimeoutException)
    cls = APITimeoutError if timed_out else APIConnectionError
    kind = type(cause).__name__
    if call.is_over:
        what = str(call.deadline)
    elif timed_out:
        what = f"the network timed out ({kind})"
    else:
        what = _reason(cause) or kind
    message = _without_secrets(call, f"{call.operation.method} {call.url}: {what}")
    error = cls(message, attempts=call.attempts)
    error.__cause__ = cause
    return error


def broken(
    call: Call, response: httpx2.Response, cause: httpx2.HTTPError
) -> APIConnectionError:
    """The error for a network that failed while a body was read."""
    return located(call, response, connection_error(call, cause))


def over(call: Call) -> APIConnectionError:
    """The error for a call whose deadline has passed."""
    return connection_error(call, httpx2.ReadTimeout(str(call.deadline)))


def status_error(call: Call, response: httpx2.Response, content: bytes) -> APIError:
    """The error that stands for a response whose status is no success."""
    status = response.status_code
    body = _body(call.operation.error_type(status), content)
    message = error_message(body) or response.reason_phrase or "unexpected status"
    if response.has_redirect_location:
        message = "the server redirects, which this client does not follow"
    message = _without_secrets(call, message)
    error = status_error_class(status)(message, body=body)
    if status in (401, 403) and not call.is_trusted:
        error.add_note(
            f"no credential was sent, as {call.url} is not where the service is; "
            "with_options(trusted_origins=[...]) allows it"
        )
    return located(call, response, error)


def unexpected_stream(
    call: Call, response: httpx2.Response
) -> UnexpectedContentTypeError | None:
    """The error for a success that is not the stream that was asked for, if it is none."""
    media = media_of(response)
    if media in call.operation.stream.split(", "):
        return None
    message = f"expected {call.operation.stream}, got {media or 'no media type'}"
    return located(call, response, UnexpectedContentTypeError(message))


def item_of(
    call: Call, response: httpx2.Response, item: type[Decoder[T]] | Results[T]
) -> type[Decoder[T]]:
    """What the pieces of a stream become.

    Raises:
        UnexpectedContentTypeError: The document does not say it for this response.
    """
    media = media_of(response)
    found = chosen(item, response.status_code, media)
    if found is None:
        error = UnexpectedContentTypeError(f"no stream of {media} is documented")
        raise located(call, response, error)
    return found


def too_large(
    call: Call, response: httpx2.Response, content: bytes
) -> ResponseTooLargeError | None:
    """The error for a body above the bound, of which one byte more was read."""
    limit = call.settings.max_response_bytes
    if limit is None or len(content) <= limit:
        return None
    message = f"the body is larger than {limit} bytes (max_response_bytes)"
    return located(call, response, ResponseTooLargeError(message))


def located(call: Call, response: httpx2.Response, error: E) -> E:
    """`error`, with what the response says of itself."""
    error.status_code = response.status_code
    error.headers = dict(response.headers)
    error.request_id = request_id(response)
    error.retry_after = retry_hint(error.headers)
    error.attempts = call.attempts
    return error


def request_id(response: httpx2.Response) -> str | None:
    """The id that the server gave the request, where it tells."""
    headers = response.headers
    return headers.get("x-request-id") or headers.get("request-id")


def retry_wait(call: Call, error: APIError) -> float | None:
    """Seconds until the next attempt, None when `error` is the end of the call.

    A refused credential that came from a function is asked for once more, beside the
    retries that count.
    """
    if not call.can_repeat:
        return None
    if isinstance(error, AuthenticationError) and call.can_refresh:
        call.refreshes += 1
        call.is_refreshing = True
        return 0.0
    retry = call.attempts - call.refreshes - 1
    if retry >= call.max_retries:
        return None
    policy = call.settings.retry.of(call.operation.retry)
    if isinstance(error, APIStatusError):
        status = error.status_code or 0
        again = policy.after_status(status, error.headers, call.is_repeatable)
    else:
        cause = error.__cause__
        again = isinstance(cause, Exception) and policy.after_failure(
            cause, call.is_repeatable
        )
    wait = policy.delay(retry, error.retry_after) if again else None
    if wait is None or (call.deadline is not None and wait >= call.deadline.left()):
        return None
    call.retry_cost = retry_cost(error.status_code)
    if not call.settings.quota.take(call.retry_cost):
        error.add_note(
            "not tried again: too many calls of this client have failed (retry_quota)"
        )
        return None
    return wait


def _reason(cause: httpx2.HTTPError) -> str:
    """Why the network failed, in the system's words where they are known.

    A request that breaks the protocol is not quoted: it may hold a credential.
    """
    if isinstance(cause, httpx2.LocalProtocolError):
        return ""
    text = str(cause)
    link: BaseException | None = cause
    while link is not None:
        number = link.errno if isinstance(link, OSError) else None
        if number is not None and number in errorcode:
            text = os.strerror(number)
            break
        link = link.__cause__ or link.__context__
    text = _NUMBER.sub("", text).partition("\n")[0].strip().rstrip(".")[:200]
    return text if text[1:2].isupper() else f"{text[:1].lower()}{text[1:]}"


def _without_secrets(call: Call, message: str) -> str:
    for secret in filter(None, call.sent_secrets):
        message = message.replace(secret, "***")
    return message


def _body(kind: Any, content: bytes) -> object:
    """The body as its documented type where it fits, else as JSON, else as text."""
    if not content:
        return None
    if kind is not None:
        try:
            return decode_json(content, kind, strict=True)
        except (ValidationError, ValueError):
            pass
    try:
        return from_json(content)
    except ValueError:
        return content.decode(errors="replace")


def error_message(body: object) -> str:
    """The server's own words, cut short; empty where it gave none."""
    if isinstance(body, str):
        return ""
    for key in ("message", "detail", "title", "error_description", "error"):
        found = error_detail(body, key)
        if isinstance(found, str) and found:
            return found if len(found) <= 500 else f"{found[:500]}..."
    return ""
