# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""One call as a request: arguments in, `httpx2.Request` out; sends nothing."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, TypedDict, Unpack, cast

import httpx2

from .auth import Credential, TokenSource, Use, choose, credential_text
from .body import Content, encode_body
from .chunks import Chunks
from .deadline import Deadline, checked_deadline
from .errors import ConfigurationError, InvalidArgumentError
from .forms import choose as choose_form
from .modes import ResponseMode, checked_mode
from .omit import Omit, omit
from .operation import Operation, Security, path_pieces
from .options import RequestOptions
from .retry import checked_retries
from .settings import Settings, timeout_of
from .slips import unexpected
from .styles import (
    COOKIE,
    HEADER,
    PATH,
    QUERY,
    cookie_pairs,
    header_text,
    header_value,
    path_text,
    query_pairs,
)
from .urlencoded import WHOLE, whole_query
from .values import given

if TYPE_CHECKING:
    from .telemetry import CallSpan

Arguments = Mapping[str, object]
_NONE: Arguments = {}
_NO_OPTIONS: RequestOptions = {}
_OPTIONS = frozenset(RequestOptions.__annotations__)


class Parts(TypedDict, total=False):
    """The arguments of a call by the place where they go, by their names on the wire."""

    path: Arguments
    query: Arguments
    headers: Arguments
    cookies: Arguments
    fields: Arguments
    body: object
    content_type: str | Omit
    options: RequestOptions


class PrivateURL(httpx2.URL):
    """A URL that holds a credential in its query, and so shows none of that in logs."""

    def __str__(self) -> str:
        return super().__str__().partition("?")[0]

    def __repr__(self) -> str:
        return f"URL({str(self)!r})"


class Call:
    """A call that is being made: what to send, and how often it was sent.

    `refreshes` counts the attempts that only came about for a new credential;
    `retry_cost` is what the last other one took from the client's quota, `sent_at` how
    many credentials had been asked for anew when the last attempt was sent;
    `is_refreshing` tells that the next attempt needs a newer one. The body of a call
    that `is_open` is the caller's to read, whatever its media type. `last_event_id` is
    where a stream that broke off goes on. `span` traces the call, if anything does.
    `is_trusted` tells whether credentials may go where the call goes. `token_url` is
    where a token is being asked for, empty otherwise; `unsent` counts the attempts that
    got none, and so were not sent.

    Raises:
        ConfigurationError: The client has no base URL or no credential.
        InvalidArgumentError: An argument cannot be sent.
        RequestValidationError: The client checks bodies, and this one is wrong.
        ValueError: `max_retries` is no count, `deadline` no time or `response_mode` none.
    """

    def __init__(
        self,
        settings: Settings,
        operation: Operation,
        accept: str,
        **parts: Unpack[Parts],
    ) -> None:
        options = parts.get("options", _NO_OPTIONS)
        if not options.keys() <= _OPTIONS:
            unknown = min(options.keys() - _OPTIONS)
            call = f"{operation.method} {operation.path}"
            raise unexpected(unknown, options, _OPTIONS, call)
        self.settings = settings
        self.operation = operation
        self.attempts = 0
        self.refreshes = 0
        self.unsent = 0
        self.token_url = ""
        self.retry_cost = 1
        self.sent_at = 0
        self.is_refreshing = False
        self.is_open = False
        self.last_event_id = ""
        self.span: CallSpan | None = None
        self.sent_secrets: list[str] = []
        self.max_retries = checked_retries(
            options.get("max_retries", settings.retry.max_retries)
        )
        self.mode: ResponseMode = checked_mode(
            options.get("response_mode", settings.response_mode)
        )
        seconds = checked_deadline(options.get("deadline", settings.deadline))
        self.deadline = Deadline(seconds) if seconds else None
        root, self.is_trusted = settings.root(operation)
        self._url = root + _path(operation, parts.get("path", _NONE))
        self._query = _query(settings, operation, parts.get("query", _NONE), options)
        self._cookies = _cookies(operation, parts.get("cookies", _NONE))
        self._body = _content(settings, operation, parts, options)
        self._headers = {
            "user-agent": f"{settings.service.name}/python",
            "accept": accept,
            **_content_headers(self._body),
        }
        self._removed: set[str] = set()
        self._add_headers(parts.get("headers", _NONE), options)
        self._timeout = settings.timeout
        if "timeout" in options:
            self._timeout = timeout_of(options["timeout"])
        self.credentials = self._choose()

    @property
    def url(self) -> str:
        """Where the call goes, to be shown: without the query."""
        return self._url.partition("?")[0]

    @property
    def is_repeatable(self) -> bool:
        """True when the server does no more for two of these requests than for one.

        To ask for a token twice does no harm.
        """
        if self.token_url or self.operation.is_idempotent:
            return True
        return _key_header(self.operation) in self._headers

    @property
    def query(self) -> str:
        """The query, without credentials."""
        return "&".join(self._query)

    @property
    def body(self) -> bytes | None:
        """The body; None where it is read while it is sent."""
        data = self._body.data
        return None if isinstance(data, Chunks) else data

    @property
    def is_over(self) -> bool:
        """True when the deadline of the call has passed."""
        return self.deadline is not None and self.deadline.left() <= 0

    @property
    def can_repeat(self) -> bool:
        """True unless the body was taken out of something that gives it only once."""
        return not (isinstance(self._body.data, Chunks) and self._body.data.is_spent)

    @property
    def can_refresh(self) -> bool:
        """True when a credential comes from what may know a newer one."""
        return self.refreshes == 0 and any(
            callable(use.source) or isinstance(use.source, TokenSource)
            for use in self.credentials
        )

    def end(self) -> None:
        """Take in that nothing more comes of the call: its span ends, if it has one."""
        if self.span is not None:
            self.span.end()

    @property
    def refused(self) -> list[str]:
        """For each of `credentials` the one that was refused, empty where none was."""
        if self.is_refreshing:
            return self.sent_secrets
        return [""] * len(self.credentials)

    def request(
        self, base: Mapping[str, str], credentials: list[Credential]
    ) -> httpx2.Request:
        """The request of the next attempt.

        `base` are the headers of the HTTP client, `credentials` those of
        `self.credentials`, in their order.

        Raises:
            InvalidArgumentError: A credential, or the header for retries, cannot be sent.
        """
        self.attempts += 1
        self.sent_at = self.settings.secret.refreshes.count
        self.is_refreshing = False
        self.token_url = ""
        self.sent_secrets = []
        if self.settings.retry_count_header:
            count = str(self.attempts - 1)
            self._set_header(self.settings.retry_count_header, count)
        headers = {**base, **self._headers}
        query, cookies = list(self._query), list(self._cookies)
        for use, credential in zip(self.credentials, credentials, strict=True):
            scheme = use.scheme
            text = credential_text(scheme, credential)
            self.sent_secrets.append(text.removeprefix(scheme.prefix))
            if scheme.place == "query":
                query += query_pairs(scheme.key, text)
            elif scheme.place == "cookie":
                cookies += cookie_pairs(scheme.key, text)
            else:
                headers.setdefault(scheme.key.lower(), header_value(scheme.key, text))
        if cookies:
            headers["cookie"] = "; ".join(cookies)
        for name in self._removed:
            headers.pop(name, None)
        data = self._body.data
        request = httpx2.Request(
            self.operation.method,
            _with_query(self._url, query),
            headers=headers,
            content=None if isinstance(data, Chunks) else data or None,
            extensions={"timeout": self.limits()},
        )
        request.method = self.operation.method
        if isinstance(data, Chunks):
            request.stream = data
        if any(use.scheme.place == "query" for use in self.credentials):
            request.url = PrivateURL(request.url)
        if self.last_event_id:
            request.headers["last-event-id"] = self.last_event_id
        if self.span is not None:
            self.span.inject(request)
        return request

    def limits(self) -> dict[str, float | None]:
        """Seconds for each step of a request that is sent now."""
        if self.deadline is None:
            return self._timeout.as_dict()
        return self.deadline.bounded(self._timeout)

    def _add_headers(self, declared: Arguments, options: RequestOptions) -> None:
        """The client's headers, then the operation's, then those of the call."""
        for name, default in self.settings.headers.items():
            self._set_header(name, default)
        for name, value in _declared(self.operation, "header", declared).items():
            if value is not omit and value is not None:
                words = _style(self.operation, "header", name, HEADER)
                self._headers[name.lower()] = header_text(name, value, words)
        key = options.get("idempotency_key")
        if key is None and self.operation.idempotency_header:
            key = secrets.token_hex(16)
        if key is not None:
            self._set_header(_key_header(self.operation), key)
        for name, extra in options.get("extra_headers", {}).items():
            self._set_header(name, extra)

    def _set_header(self, name: str, value: object) -> None:
        key = name.lower()
        if value is omit:
            self._headers.pop(key, None)
            self._removed.add(key)
            return
        if not key.isascii() or not key.replace("-", "").replace("_", "").isalnum():
            raise InvalidArgumentError(f"not the name of a header: {name!r}")
        self._removed.discard(key)
        self._headers[key] = header_value(name, str(value))

    def _choose(self) -> list[Use]:
        if not self.is_trusted:
            return []
        service = self.settings.service
        security = self.operation.security
        security = service.security if security is None else security
        try:
            return choose(security, self.settings.secret, service)
        except ConfigurationError:
            if self._brings_credential(security):
                return []
            raise

    def _brings_credential(self, security: Security) -> bool:
        """True when a header that the caller wrote takes the place of a credential."""
        names = [name for alternative in security for name in alternative]
        schemes = [self.settings.service.schemes[name] for name in names]
        keys = {item.key.lower() for item in schemes if item.place == "header"}
        return not keys.isdisjoint(self._headers.keys() | self._removed)


def _style(operation: Operation, place: str, name: str, usual: str) -> str:
    return operation.styles.get(f"{place}:{name}", usual)


def _key_header(operation: Operation) -> str:
    return (operation.idempotency_header or "Idempotency-Key").lower()


def _path(operation: Operation, arguments: Arguments) -> str:
    arguments = _declared(operation, "path", arguments)
    pieces = list(path_pieces(operation.path))
    for index in range(1, len(pieces), 2):
        name = pieces[index]
        words = _style(operation, "path", name, PATH)
        pieces[index] = path_text(name, arguments[name], words)
    path = "".join(pieces)
    if len(pieces) > 1 and not {".", ".."}.isdisjoint(path.split("/")):
        raise InvalidArgumentError("a path parameter must not be '.' or '..'")
    return path


def _query(
    settings: Settings,
    operation: Operation,
    declared: Arguments,
    options: RequestOptions,
) -> list[str]:
    extra = options.get("extra_query", {})
    declared = _declared(operation, "query", declared)
    pieces: list[str] = []
    for name, value in {**settings.query, **declared, **extra}.items():
        words = _style(operation, "query", name, QUERY)
        if value is omit:
            continue
        if words.startswith(WHOLE):
            start = f"query:{name}/"
            inner = {
                key.removeprefix(start): how
                for key, how in operation.styles.items()
                if key.startswith(start)
            }
            pieces.append(whole_query(value, words, inner))
        else:
            pieces += query_pairs(name, value, words)
    return [piece for piece in pieces if piece]


def _declared(operation: Operation, place: str, arguments: Arguments) -> Arguments:
    """The arguments of a place, with defaults for those that must be there."""
    if not operation.defaults:
        return arguments
    found = given(arguments)
    for key, default in operation.defaults.items():
        if key.startswith(f"{place}:"):
            found.setdefault(key.removeprefix(f"{place}:"), default)
    return found


def _content(
    settings: Settings, operation: Operation, parts: Parts, options: RequestOptions
) -> Content:
    chosen = choose_form(
        operation.forms,
        parts.get("fields", _NONE),
        parts.get("body", omit),
        parts.get("content_type", omit),
    )
    if operation.strips and chosen.body is not omit:
        from .outgoing import stripped

        chosen = stripped(chosen, operation.strips)
    body = chosen.body
    if operation.has_optional_body and isinstance(body, Mapping):
        members = given(cast("Mapping[str, object]", body))
        chosen = chosen._replace(body=members or omit)
    extra = options.get("extra_body")
    place = operation.checks.get(chosen.form.media, "")
    if place and settings.validate_requests:
        from .outgoing import checked_content

        return checked_content(chosen, extra, place)
    return encode_body(chosen, extra)


def _content_headers(content: Content) -> dict[str, str]:
    """The headers that a body brings; those of bytes are the HTTP library's."""
    found = {"content-type": content.media} if content.media else {}
    if isinstance(content.data, Chunks):
        if content.data.size is None:
            found["transfer-encoding"] = "chunked"
        else:
            found["content-length"] = str(content.data.size)
    return found


@lru_cache(128)
def _parsed(url: str) -> httpx2.URL:
    """A URL without the query of a call, which is never kept: it may hold a credential.

    Most calls go where others went; parsing is a twentieth of the time of a small one.
    """
    return httpx2.URL(url)


def _with_query(url: str, pieces: list[str]) -> httpx2.URL:
    if not pieces:
        return _parsed(url)
    return httpx2.URL(f"{url}{'&' if '?' in url else '?'}{'&'.join(pieces)}")


def _cookies(operation: Operation, arguments: Arguments) -> list[str]:
    return [
        pair
        for name, value in _declared(operation, "cookie", arguments).items()
        if value is not omit
        for pair in cookie_pairs(name, value, _style(operation, "cookie", name, COOKIE))
    ]
