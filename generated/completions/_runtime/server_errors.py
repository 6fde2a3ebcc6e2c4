# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Failures as answers: what a handler raises, and the body that goes out for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from math import ceil
from typing import ClassVar, TypeAlias

from .renderers import openai_body, told
from .server_headers import GivenHeaders, HeaderForms, header_texts
from .violations import Violation

_KINDS = {403: "request_forbidden", 429: "requests"}


@dataclass(frozen=True, slots=True)
class Problem:
    """What went wrong, before it has the form of a body.

    `param` names the parameter or the place in the body (`prompt[1]`), `code` the reason
    for programs; both are None when there is none. `violations` holds all that the
    validators found.
    """

    status: int
    message: str
    param: str | None = None
    code: str | None = None
    violations: tuple[Violation, ...] = ()


RenderError: TypeAlias = Callable[[Problem], object]
"""Makes the JSON body of an error: plain data or a model."""


def render_error(problem: Problem) -> object:
    """The body `{"error": {"message", "type", "param", "code"}}`."""
    kind = "server_error" if problem.status >= 500 else "invalid_request_error"
    kind = _KINDS.get(problem.status, kind)
    return openai_body(problem.message, kind, problem.param, problem.code)


class HTTPError(Exception):
    """Raise it in a handler to answer with `status`.

    `body` is the documented model of that status, sent as it is, or a message that is
    put into the server's error body together with `param` and `code`. `headers` are
    texts by name, or a record that the document describes.
    """

    def __init__(
        self,
        status: int,
        body: object = None,
        *,
        headers: GivenHeaders | None = None,
        param: str | None = None,
        code: str | None = None,
        violations: tuple[Violation, ...] = (),
    ) -> None:
        self.status = status
        self.body = body
        self.headers = header_texts(headers or {})
        self._given: GivenHeaders = headers or {}
        self.param = param
        self.code = code
        self.violations = violations
        super().__init__(
            f"{status} {body if isinstance(body, str) else reason(status)}"
        )

    def content(self, render: RenderError) -> object:
        """The body to send, made by `render` unless the error brings one of its own."""
        if self.body is not None and not isinstance(self.body, str):
            return self.body
        message = self.body or f"{reason(self.status)}."
        return render(
            Problem(self.status, message, self.param, self.code, self.violations)
        )

    def headers_in(self, forms: HeaderForms) -> dict[str, str]:
        """`headers`, those of a record in the forms that the document has for them."""
        plain = header_texts(self._given)
        formed = header_texts(self._given, forms)
        kept = [name for name in plain if self.headers.get(name) == plain[name]]
        return {**self.headers, **{name: formed[name] for name in kept}}


def reason(status: int) -> str:
    """The standard phrase of a status (RFC 9110, section 15), or `Error`."""
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Error"


class NamedError(HTTPError):
    """An error whose class says the status."""

    STATUS: ClassVar[int]

    def __init__(
        self,
        body: object = None,
        *,
        headers: GivenHeaders | None = None,
        param: str | None = None,
        code: str | None = None,
        violations: tuple[Violation, ...] = (),
    ) -> None:
        super().__init__(
            self.STATUS,
            body,
            headers=headers,
            param=param,
            code=code,
            violations=violations,
        )


class PausedError(NamedError):
    """An error after which the caller may try again, in `retry_after` seconds."""

    def __init__(
        self,
        body: object = None,
        *,
        retry_after: float | None = None,
        headers: GivenHeaders | None = None,
        param: str | None = None,
        code: str | None = None,
    ) -> None:
        super().__init__(body, headers=headers, param=param, code=code)
        if retry_after is not None:
            self.headers["retry-after"] = str(ceil(retry_after))


class BadRequest(NamedError):
    """400: the request is wrong."""

    STATUS = 400


class Unauthorized(NamedError):
    """401: nobody knows who is calling."""

    STATUS = 401


class PaymentRequired(NamedError):
    """402: nothing left to spend."""

    STATUS = 402


class Forbidden(NamedError):
    """403: the caller is known but may not do this."""

    STATUS = 403


class NotFound(NamedError):
    """404: there is no such thing."""

    STATUS = 404


class MethodNotAllowed(NamedError):
    """405: the path exists, this method on it does not."""

    STATUS = 405


class Conflict(NamedError):
    """409: the state of the thing does not allow this."""

    STATUS = 409


class Gone(NamedError):
    """410: it existed once."""

    STATUS = 410


class PreconditionFailed(NamedError):
    """412: a condition of the request does not hold."""

    STATUS = 412


class ContentTooLarge(NamedError):
    """413: the body is larger than the server reads."""

    STATUS = 413


class UnsupportedMediaType(NamedError):
    """415: the body is of a type that the operation does not read."""

    STATUS = 415


class UnprocessableContent(NamedError):
    """422: the body is well formed but cannot be acted on."""

    STATUS = 422


class TooManyRequests(PausedError):
    """429: too much at once."""

    STATUS = 429


class InternalServerError(NamedError):
    """500: the server failed."""

    STATUS = 500


class Unimplemented(NamedError):
    """501: the operation has no implementation here."""

    STATUS = 501

    def __init__(self, operation: str) -> None:
        super().__init__(f"{operation} is not implemented.", code="not_implemented")


class BadGateway(NamedError):
    """502: a server behind this one failed."""

    STATUS = 502


class ServiceUnavailable(PausedError):
    """503: no capacity at the moment."""

    STATUS = 503


class GatewayTimeout(NamedError):
    """504: a server behind this one took too long."""

    STATUS = 504


def invalid(violations: list[Violation], root: str = "") -> BadRequest:
    """The 400 for what a validator found; the first violation gives the message.

    `root` names the parameter that was read, empty for a body.
    """
    first = told(violations[0], root)
    return BadRequest(
        first.message,
        param=first.param,
        code=first.code,
        violations=tuple(violations),
    )
