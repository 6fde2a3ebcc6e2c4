# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""What is known of an operation and of a service before any call."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from .error_shape import USUAL, ErrorShape
from .errors import APIStatusError
from .forms import BodyForm
from .servers import Server

if TYPE_CHECKING:
    from .auth import CredentialSource

_JSON = BodyForm()
_IDEMPOTENT = ("GET", "HEAD", "PUT", "DELETE", "OPTIONS", "QUERY", "TRACE")

Security = tuple[tuple[str, ...], ...]
"""Alternatives, each the names of schemes that must hold together; see `Scoped`."""


class Scoped(str):
    """The name of a scheme, with the scopes that its token must have."""

    __slots__ = ("scopes",)
    scopes: tuple[str, ...]

    def __new__(cls, name: str, *scopes: str) -> Scoped:
        self = super().__new__(cls, name)
        self.scopes = scopes
        return self


DocumentedError = tuple[type[APIStatusError], Any]
"""The class of an error and the type of its body."""


@dataclass(frozen=True, eq=False, slots=True)
class Operation:
    """The static facts of one operation.

    Attributes:
        method: The HTTP method.
        path: The path template, parameters in braces.
        forms: What the request body may be, preferred first; see `forms.py`.
        has_optional_body: True when a body without any property is not sent at all.
        accept: Media types that the client understands in answer.
        styles: How parameters are written where it is not the usual way, by
            `place:name`; see `styles.py` and, for a parameter that is the whole query,
            `urlencoded.py`.
        defaults: What goes in for a required parameter that is left out, by
            `place:name`.
        errors: Documented errors by status, range (`4XX`) or `default`: the class that is
            raised, and the type of the body.
        security: What proves who calls; None for what the service asks everywhere.
        stream: Media types of the streams that can be asked for.
        sentinel: The data of the event that ends the stream.
        resumes: True when the server can go on with a stream that broke off.
        idempotency_header: Header that names the call, where the server knows it.
        servers: Where this operation is, if not where the service is.
        retry: What may be tried again after a failure that leaves open whether the server
            acted: everything (`idempotent`), everything although it may then be done
            twice (`ambiguous`), nothing (`unsafe`); empty where the method tells.
        also: Statuses outside 2xx that are documented as an empty success.
        checks: What checks a body, or each of its items where it is a sequence, by the
            media type of the form: `module:function` below `validators.operations`.
        strips: Key of `OPERATIONS` of the validators, where a body, or its items, may
            hold what is only read, which is taken out.
    """

    method: str
    path: str
    forms: tuple[BodyForm, ...] = field(default=(_JSON,), kw_only=True)
    has_optional_body: bool = field(default=False, kw_only=True)
    accept: str = field(default="application/json", kw_only=True)
    styles: Mapping[str, str] = field(default_factory=dict[str, str], kw_only=True)
    defaults: Mapping[str, object] = field(
        default_factory=dict[str, object], kw_only=True
    )
    errors: Mapping[str, DocumentedError] = field(
        default_factory=dict[str, DocumentedError], kw_only=True
    )
    security: Security | None = field(default=None, kw_only=True)
    stream: str = field(default="text/event-stream", kw_only=True)
    sentinel: str = field(default="", kw_only=True)
    resumes: bool = field(default=False, kw_only=True)
    idempotency_header: str = field(default="", kw_only=True)
    servers: tuple[Server, ...] = field(default=(), kw_only=True)
    retry: Literal["", "idempotent", "ambiguous", "unsafe"] = field(
        default="", kw_only=True
    )
    also: tuple[int, ...] = field(default=(), kw_only=True)
    checks: Mapping[str, str] = field(default_factory=dict[str, str], kw_only=True)
    strips: str = field(default="", kw_only=True)

    def is_success(self, status: int) -> bool:
        """Whether an answer of this status is a result and no error."""
        return 200 <= status < 300 or status in self.also

    def error(self, status: int) -> DocumentedError | None:
        """What is documented of an error with this status, None where nothing is."""
        for key in (str(status), f"{status // 100}XX", "default"):
            if key in self.errors:
                return self.errors[key]
        return None

    @property
    def is_idempotent(self) -> bool:
        """True when sending the request twice does no more than sending it once."""
        if self.retry:
            return self.retry == "idempotent"
        return self.method in _IDEMPOTENT


@dataclass(frozen=True, slots=True)
class Scheme:
    """Where a credential goes: `prefix` and it, under `key` in a header, query or cookie.

    That of `none` is the certificate of the client, which the connection shows.
    """

    place: Literal["header", "query", "cookie", "none"]
    key: str = "authorization"
    prefix: str = ""

    def from_environment(self, env_prefix: str) -> CredentialSource | None:
        """The credential that the environment holds, None where it holds none."""
        if self.prefix == "Basic ":
            user = os.environ.get(f"{env_prefix}_USERNAME")
            if user is not None:
                return user, os.environ.get(f"{env_prefix}_PASSWORD", "")
        return os.environ.get(f"{env_prefix}_API_KEY") or None

    def help(self, name: str, env_prefix: str) -> str:
        """How a caller gives a credential; `name` is what the document calls the scheme."""
        if self.place == "none":
            return "give the client a cert"
        return (
            "give the client an api_key, "
            f"or set the environment variable {env_prefix}_API_KEY"
        )


@dataclass(frozen=True, eq=False, slots=True)
class Service:
    """The static facts of a service.

    Attributes:
        name: The package that the client belongs to.
        servers: Where the service may be; the first counts unless the caller chooses.
        env_prefix: Start of the environment variables that the client reads.
        schemes: Security schemes by the name that the document gives them.
        security: What most operations ask.
        errors: Where it says what went wrong.
    """

    name: str
    env_prefix: str
    servers: tuple[Server, ...] = ()
    schemes: Mapping[str, Scheme] = field(default_factory=dict[str, Scheme])
    security: Security = ()
    errors: ErrorShape = USUAL


@cache
def path_pieces(path: str) -> tuple[str, ...]:
    """A path template in pieces: literal text at even places, parameter names at odd."""
    return tuple(re.split(r"\{([^{}]+)\}", path))
