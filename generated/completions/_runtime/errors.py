# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""The errors that a call can raise. All can be pickled and copied."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

from .error_shape import USUAL, ErrorShape

if TYPE_CHECKING:
    from .drift import Drift

H = TypeVar("H")
E = TypeVar("E", bound="APIError")


class APIError(Exception):
    """Base of all errors of a client.

    Its text is short and never holds a body or a credential; what the server sent is in
    `body` and `headers`.

    Attributes:
        message: What went wrong.
        status_code: The HTTP status, where there was a response.
        request_id: The id that the server gave the request.
        headers: The headers of the response, names in lower case.
        retry_after: Seconds that the server asked to wait.
        attempts: How often the request was sent.
    """

    _shape: ErrorShape = USUAL

    def __init__(
        self,
        message: str,
        *,
        status_code: int | None = None,
        request_id: str | None = None,
        headers: Mapping[str, str] | None = None,
        body: object = None,
        retry_after: float | None = None,
        attempts: int = 1,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status_code = status_code
        self.request_id = request_id
        self.headers: dict[str, str] = dict(headers or {})
        self._body = body
        self.retry_after = retry_after
        self.attempts = attempts

    @property
    def body(self) -> object:
        """What the server sent: the documented model where it fits, else JSON or text.

        A class that stands for a documented body tells its type.
        """
        return self._body

    def headers_as(self, record: type[H]) -> H:
        """The headers as a record of them that the document describes."""
        from .headers import read_headers

        return read_headers(record, self.status_code or 0, self.headers)

    @property
    def type(self) -> object:
        """The server's word for the kind of error, None where it gave none."""
        return self._shape.detail(self.body, self._shape.type)

    @property
    def code(self) -> object:
        """The server's code of the error, None where it gave none."""
        return self._shape.detail(self.body, self._shape.code)

    @property
    def param(self) -> object:
        """The parameter that the server blames, None where it named none."""
        return self._shape.detail(self.body, self._shape.param)

    def __str__(self) -> str:
        status = "" if self.status_code is None else f"{self.status_code} "
        request = "" if self.request_id is None else f" (request {self.request_id})"
        return f"{status}{self.message}{request}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    def __reduce__(self) -> tuple[object, ...]:
        state = {key: value for key, value in vars(self).items() if key != "__notes__"}
        return _rebuild, (_parts(type(self)), self.message, state)


def with_body(error: E, body: object, shape: ErrorShape = USUAL) -> E:
    """The error, with what the server sent, and how that is to be read."""
    vars(error)["_body"] = body
    if shape is not USUAL:
        vars(error)["_shape"] = shape
    return error


def _rebuild(
    parts: tuple[type[APIError], ...], message: str, state: dict[str, object]
) -> APIError:
    error = _class_of(*parts)(message)
    vars(error).update(state)
    return error


class ConfigurationError(APIError):
    """The client lacks something that the call needs, such as a credential."""


class InvalidArgumentError(APIError, ValueError):
    """An argument cannot be sent: nothing left this machine."""


class RequestViolation(Protocol):
    """One thing that is wrong with a request; a `Violation` of the validators.

    `path` is a JSON Pointer (RFC 6901) into the body, `keyword` what is not satisfied,
    and `message` says so to a human. None of them repeats what the body holds.
    """

    @property
    def path(self) -> str: ...

    @property
    def keyword(self) -> str: ...

    @property
    def message(self) -> str: ...

    @property
    def expected(self) -> object: ...

    @property
    def schema_path(self) -> str: ...

    @property
    def rule(self) -> str: ...


class RequestValidationError(InvalidArgumentError):
    """The body is not what the document says of it: nothing left this machine.

    Only a client with `validate_requests` raises it, for JSON, forms, text and items one
    after the other. Of items it tells of the first that is wrong, whose number its
    pointers begin with; those behind it have not been taken out of what the caller gave.
    Files are not looked into.

    Attributes:
        violations: All that is wrong with it.
    """

    violations: tuple[RequestViolation, ...] = ()


class APIConnectionError(APIError):
    """There was no response, or it broke off; the cause is chained."""


class APITimeoutError(APIConnectionError):
    """The network took longer than `timeout`."""


class StreamTruncatedError(APIConnectionError):
    """The stream ended without the mark that says it is complete."""


class APIStatusError(APIError):
    """The server answered with a status that is no success."""


class BadRequestError(APIStatusError):
    """400: the server refused the request."""


class AuthenticationError(APIStatusError):
    """401: the credential is missing or wrong."""


class PermissionDeniedError(APIStatusError):
    """403: the credential does not allow this."""


class NotFoundError(APIStatusError):
    """404: there is no such thing."""


class RequestTimeoutError(APIStatusError):
    """408: the server waited too long for the request."""


class ConflictError(APIStatusError):
    """409: the request does not fit the present state."""


class ContentTooLargeError(APIStatusError):
    """413: the body is larger than the server takes."""


class UnprocessableEntityError(APIStatusError):
    """422: the request is well formed, and its content is refused."""


class RateLimitError(APIStatusError):
    """429: too many requests; see `retry_after`."""


class InternalServerError(APIStatusError):
    """500 and above: the server failed."""


class ServiceUnavailableError(InternalServerError):
    """503: the server cannot answer now; see `retry_after`."""


class GatewayTimeoutError(InternalServerError):
    """504: a server behind the server took too long."""


class TokenError(APIStatusError):
    """The server of tokens gave none (RFC 6749, section 5.2); `body` is what it told of it."""

    @property
    def error(self) -> str:
        """The code of the error, such as `invalid_client`; empty where there was none."""
        return self._text("error")

    @property
    def error_description(self) -> str:
        """What the server says about it, empty where it says nothing."""
        return self._text("error_description")

    def _text(self, key: str) -> str:
        body = self.body
        if not isinstance(body, dict):
            return ""
        found = cast("dict[str, object]", body).get(key)
        return found if isinstance(found, str) else ""


class APIResponseError(APIError):
    """The response cannot be understood."""


class UnexpectedContentTypeError(APIResponseError):
    """The response has another media type than the operation declares."""


class ResponseTooLargeError(APIResponseError):
    """The body is larger than the client accepts (`max_response_bytes`)."""


class ResponseDecodeError(APIResponseError):
    """The body is not what its media type says, such as broken JSON."""


class ResponseValidationError(APIResponseError):
    """The response does not fit the documented type.

    Attributes:
        drift: Every place where it differs, at most the first 1000.
    """

    drift: tuple[Drift, ...] = ()


class StreamDecodeError(APIResponseError):
    """An event of a stream does not hold what was declared; its text is in `body`."""


class StreamErrorEvent(APIResponseError):
    """The server reported an error inside a stream; the event's value is in `body`."""


class StreamLimitError(APIResponseError):
    """An event of a stream is larger than the client accepts."""


_BY_STATUS: dict[int, type[APIStatusError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    408: RequestTimeoutError,
    409: ConflictError,
    413: ContentTooLargeError,
    422: UnprocessableEntityError,
    429: RateLimitError,
    503: ServiceUnavailableError,
    504: GatewayTimeoutError,
}


def status_error_class(status: int) -> type[APIStatusError]:
    """The class that stands for a status, documented or not."""
    fallback = InternalServerError if status >= 500 else APIStatusError
    return _BY_STATUS.get(status, fallback)


def documented_error_class(
    cls: type[APIStatusError], status: int
) -> type[APIStatusError]:
    """The class for a status whose body is as documented; `cls` stands for that body.

    It is below `cls` and below the class of the status, whichever the document names.
    """
    return _joined(cls, status_error_class(status))


def _joined(
    cls: type[APIStatusError], base: type[APIStatusError]
) -> type[APIStatusError]:
    if issubclass(cls, base):
        return cls
    if issubclass(base, cls):
        return base
    for parent in base.__bases__:  # 503 is one of the class for 500 too
        cls = _joined(cls, parent)
    known = [found for found in cls.__subclasses__() if base in found.__bases__]
    return known[0] if known else _made_of_both(cls, base)


_MADE: dict[type[APIError], tuple[type[APIStatusError], type[APIStatusError]]] = {}
"""The classes that nobody wrote down, with the two that each is made of."""


def _made_of_both(
    cls: type[APIStatusError], base: type[APIStatusError]
) -> type[APIStatusError]:
    about = {"__module__": base.__module__, "__doc__": base.__doc__}
    made = type(base.__name__, (cls, base), about)
    _MADE[made] = (_MADE[cls][0] if cls in _MADE else cls, base)
    return made


def _parts(cls: type[APIError]) -> tuple[type[APIError], ...]:
    """What `_class_of` makes a class of in another process: classes with a place there."""
    return _MADE.get(cls, (cls,))


def _class_of(
    cls: type[APIError], base: type[APIError] | None = None
) -> type[APIError]:
    if base is None:
        return cls
    assert issubclass(cls, APIStatusError) and issubclass(base, APIStatusError)
    return _joined(cls, base)
