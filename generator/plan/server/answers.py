"""Which responses are successes, which are errors, and what they are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...ir import Anything, Optional
from ...values import dataclass
from ..python.media import is_json_media

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...ir import Header, Operation, Response, Stream, TypeUse

ERROR_CLASSES: dict[str, str] = {
    "400": "BadRequest",
    "401": "Unauthorized",
    "402": "PaymentRequired",
    "403": "Forbidden",
    "404": "NotFound",
    "405": "MethodNotAllowed",
    "409": "Conflict",
    "410": "Gone",
    "412": "PreconditionFailed",
    "413": "ContentTooLarge",
    "415": "UnsupportedMediaType",
    "422": "UnprocessableContent",
    "429": "TooManyRequests",
    "500": "InternalServerError",
    "501": "Unimplemented",
    "502": "BadGateway",
    "503": "ServiceUnavailable",
    "504": "GatewayTimeout",
}
"""Classes of `_runtime/server_errors.py` by status."""


@dataclass(frozen=True, slots=True)
class Success:
    """A success with the status that is sent for it."""

    status: int
    response: Response


def successes(operation: Operation) -> list[Success]:
    """The documented successes, 2xx before 3xx; `default` only where it stands alone."""
    found = []
    for response in operation.responses:
        status = _status(response.status)
        if 200 <= status < 400:
            found.append(Success(status, response))
    if not found:
        found = [Success(200, r) for r in operation.responses if r.status == "default"]
    return sorted(found, key=lambda success: success.status // 100)


def errors(operation: Operation) -> list[Response]:
    """The documented errors, in document order."""
    good = {success.response.status for success in successes(operation)}
    return [item for item in operation.responses if item.status not in good]


def streams_of(operation: Operation) -> list[tuple[Success, Stream]]:
    """The streams among the successes, each with its success."""
    return [
        (success, stream)
        for success in successes(operation)
        for stream in success.response.streams
    ]


def json_headers(operation: Operation) -> list[str]:
    """The headers of successes whose values are JSON."""
    return _headers(operation, lambda header: is_json_media(header.media))


def exploded_headers(operation: Operation) -> list[str]:
    """The headers of successes whose objects are written as pairs."""
    return _headers(operation, lambda header: header.explode)


def error_headers(operation: Operation) -> list[tuple[str, list[str], list[str]]]:
    """The headers of errors by status: those in JSON, those whose objects are in pairs.

    Empty where no error has any, else with all errors that have headers: so none of them
    is taken for a wider one (`4XX`, `default`) that is documented beside it.
    """
    found = [
        (
            status_key(response),
            _named(response, lambda header: is_json_media(header.media)),
            _named(response, lambda header: header.explode),
        )
        for response in errors(operation)
        if response.headers
    ]
    return found if any(in_json or exploded for _, in_json, exploded in found) else []


def status_key(response: Response) -> str:
    """The status, range or `default` of a response, as the runtime looks it up."""
    return response.status if response.status == "default" else response.status.upper()


def _headers(operation: Operation, wanted: Callable[[Header], bool]) -> list[str]:
    found = [
        name
        for success in successes(operation)
        for name in _named(success.response, wanted)
    ]
    return list(dict.fromkeys(found))


def _named(response: Response, wanted: Callable[[Header], bool]) -> list[str]:
    return [header.name for header in response.headers if wanted(header)]


def is_empty(response: Response) -> bool:
    """Whether the response has no content at all."""
    return not response.contents and not response.streams


def is_nullable(use: TypeUse) -> bool:
    """Whether null is a value of the type."""
    return isinstance(use.type, (Optional, Anything))


def _status(text: str) -> int:
    digits = text.upper().replace("X", "0")
    return int(digits) if digits.isascii() and digits.isdecimal() else 0
