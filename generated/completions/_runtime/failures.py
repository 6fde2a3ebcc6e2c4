# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""What went wrong with a call, as an error, and whether to try again."""

from __future__ import annotations

import os
import re
import ssl
from errno import errorcode
from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast

import httpx2
from pydantic import BaseModel
from pydantic_core import from_json

from .decoders import Decoder, Results, Text, chosen
from .drift import Drift
from .error_shape import ErrorShape
from .errors import (
    APIConnectionError,
    APIError,
    APIStatusError,
    APITimeoutError,
    AuthenticationError,
    ResponseDecodeError,
    ResponseTooLargeError,
    TokenError,
    UnexpectedContentTypeError,
    documented_error_class,
    status_error_class,
    with_body,
)
from .lenient import read
from .redirects import refusal
from .reply import PREVIEW, media_of, reply_of
from .request import Call
from .retry import retry_cost, retry_hint
from .slips import without_secrets

if TYPE_CHECKING:
    from pydantic import JsonValue

ERROR_BYTES = 1024 * 1024
"""How much of an error's body is kept."""

_SENDABLE_ID = re.compile(
    r"[^\x00-\x20\x7f](?:[^\x00-\x1f\x7f]{0,1022}[^\x00-\x20\x7f])?"
)
"""An id of an event that a header can hold (RFC 9110, section 5.5)."""
_LETTERS = 500
"""How much of the server's own words is told."""
TOKEN_BYTES = 64 * 1024
"""How much is read of what a server of tokens answers."""

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
    where = f"{call.operation.method} {call.url}"
    if call.token_url:
        where = f"POST {call.token_url}"
    message = _without_secrets(call, f"{where}: {what}")
    error = cls(message, attempts=call.attempts)
    error.__cause__ = cause
    return error


def broken(
    call: Call, response: httpx2.Response, cause: httpx2.HTTPError
) -> APIConnectionError:
    """The error for a network that failed while a body was read."""
    return located(call, response, connection_error(call, cause))


def unsent(call: Call, error: TokenError | httpx2.HTTPError) -> APIError:
    """The error for an attempt that was not sent, for want of a token.

    Raises:
        httpx2.HTTPError: `error` itself, when it came from a function of the caller.
    """
    if not call.token_url:
        raise error
    call.unsent += 1
    if isinstance(error, TokenError):
        return error
    return connection_error(call, error)


def over(call: Call) -> APIConnectionError:
    """The error for a call whose deadline has passed."""
    return connection_error(call, httpx2.ReadTimeout(str(call.deadline)))


def status_error(call: Call, response: httpx2.Response, content: bytes) -> APIError:
    """The error that stands for a response whose status is no success."""
    status = response.status_code
    cls, body = _told(call, response, content)
    shape = call.settings.service.errors
    message = (
        error_message(body, shape) or response.reason_phrase or "unexpected status"
    )
    if response.has_redirect_location:
        message = refusal(response, call.url)
    message = _without_secrets(call, message)
    error = with_body(cls(message), body, shape)
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


def json_of(response: httpx2.Response, content: bytes, attempts: int) -> JsonValue:
    """The body of a success as JSON, of whatever shape.

    Raises:
        ResponseDecodeError: It is not JSON.
    """
    try:
        return cast("JsonValue", from_json(content))
    except ValueError:
        raise ResponseDecodeError(
            "the response is not valid JSON",
            status_code=response.status_code,
            request_id=request_id(response),
            headers=dict(response.headers),
            body=content[:PREVIEW].decode(errors="replace"),
            attempts=attempts,
        ) from None


def located(call: Call, response: httpx2.Response, error: E) -> E:
    """`error`, with what the response says of itself."""
    error.status_code = response.status_code
    error.headers = dict(response.headers)
    error.request_id = request_id(response)
    error.retry_after = retry_hint(error.headers)
    error.attempts = call.attempts
    if call.span is not None:
        call.span.fail(error)
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
    retry = call.attempts + call.unsent - call.refreshes - 1
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


def resume_wait(call: Call, last_event_id: str, retry: int | None) -> float | None:
    """Seconds until a stream that broke off is asked for again, None when it is not.

    That takes an operation which the document says it of, and the id of an event to go
    on after. `retry` is the wait in milliseconds that the server asked for, which no
    server makes longer than the client waits for a retry of any kind. Asking again
    counts as a retry of the call (WHATWG HTML, section 9.2.3).
    """
    if not call.operation.resumes or not _SENDABLE_ID.fullmatch(last_event_id):
        return None
    tried = call.attempts - call.refreshes - 1
    if tried >= call.max_retries or not call.can_repeat:
        return None
    policy = call.settings.retry
    if retry is None:
        wait = policy.delay(tried, None) or 0.0
    else:
        wait = min(retry / 1000, policy.longest_hint)
    if call.deadline is not None and wait >= call.deadline.left():
        return None
    call.retry_cost = retry_cost(None)
    return wait if call.settings.quota.take(call.retry_cost) else None


def _reason(cause: httpx2.HTTPError) -> str:
    """Why the network failed, in the system's words where they are known.

    A request that breaks the protocol is not quoted: it may hold a credential.
    """
    if isinstance(cause, httpx2.LocalProtocolError):
        return ""
    text = str(cause)
    link: BaseException | None = cause
    while link is not None:
        if isinstance(link, ssl.SSLError):
            return _refusal_of_tls(link)
        number = link.errno if isinstance(link, OSError) else None
        if number is not None and number in errorcode:
            text = os.strerror(number)
            break
        link = link.__cause__ or link.__context__
    text = _NUMBER.sub("", text).partition("\n")[0].strip().rstrip(".")[:200]
    return text if text[1:2].isupper() else f"{text[:1].lower()}{text[1:]}"


def _refusal_of_tls(cause: ssl.SSLError) -> str:
    """Why there is no encrypted connection: the number of such an error is no system's."""
    text = (cause.reason or "the TLS connection failed").replace("_", " ").lower()
    about = getattr(cause, "verify_message", "")
    return f"{text}: {about}" if about else text


def _without_secrets(call: Call, message: str) -> str:
    return without_secrets(message, call.sent_secrets)


def _told(
    call: Call, response: httpx2.Response, content: bytes
) -> tuple[type[APIStatusError], object]:
    """The class of an error and its body: as documented if it fits, else JSON or text."""
    status = response.status_code
    cls = status_error_class(status)
    if not content:
        return cls, None
    try:
        body: object = from_json(content)
    except ValueError:
        return cls, Text.decode(reply_of(response, content), None, call.mode)
    documented = call.operation.error(status)
    if documented is None or call.mode == "raw":
        return cls, body
    found, drift = read(documented[1], body)
    if drift and not (call.mode == "lenient" and _is_recognised(found, drift)):
        return cls, body
    return documented_error_class(documented[0], status), found


def _is_recognised(found: object, drift: tuple[Drift, ...]) -> bool:
    """Whether an object is what the document describes, though not in all its parts.

    Gateways and proxies answer in forms of their own: those lack what must be there.
    """
    own = [item for item in drift if item.path.count("/") < 2]
    return isinstance(found, BaseModel) and all(
        item.path and item.got != "nothing" for item in own
    )


def error_message(body: object, shape: ErrorShape) -> str:
    """The server's own words, cut short; empty where it gave none."""
    found = shape.message_of(body)
    return found if len(found) <= _LETTERS else f"{found[:_LETTERS]}..."
