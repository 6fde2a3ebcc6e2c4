# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Bases of the generated clients: options, and opening and closing."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING, Literal, NamedTuple, Self, TypedDict, Unpack

import httpx2

from .async_transport import AsyncTransport
from .auth import AsyncCredentialSource, CredentialSource, Secret
from .deadline import checked_deadline
from .errors import ConfigurationError
from .logs import heed_environment
from .middleware import AsyncMiddleware, Middleware
from .modes import checked_mode
from .omit import Omit
from .operation import Service
from .retry import checked_choice, checked_quota, checked_retries, checked_wait
from .servers import checked_url, find
from .settings import Settings, WebhookSecret, timeout_of
from .slips import did_you_mean
from .tls import Certificate, Verify, tls_context
from .transport import Transport

if TYPE_CHECKING:
    from .telemetry import TracerProvider, Tracing


class SharedOptions(TypedDict, total=False):
    """Options that few callers need, and that a copy of a client may have of its own."""

    deadline: float | None
    """Seconds for each whole call, retries and the last byte of a stream included."""

    response_mode: Literal["lenient", "strict"]
    """Keep what does not fit the declared type (`drift` tells where), or refuse it.

    `"raw"` works too, and gives the JSON as it came. It is not among the types, as
    methods then give something else than they say; the typed way to that is
    `with_raw_response` and its `json()`.
    """

    max_response_bytes: int | None
    """How large a whole result may be when decoded; None sets no bound."""

    retry_ambiguous: bool | None
    """Also repeat calls that the server may have acted on already, although what they do
    may then be done, and charged, twice; None leaves it to each operation."""

    retry_quota: int | None
    """What may be spent on retries before failures are final; None sets no bound."""

    max_retry_after: float
    """The longest wait, in seconds, that a server may ask for before a retry."""

    retry_count_header: str
    """The header that tells the server how often a call was tried before."""

    on_truncation: Literal["raise", "ignore"]
    """What to do about a stream that ends without its mark."""

    middleware: Iterable[Middleware | AsyncMiddleware]
    """Functions around every attempt, the first outermost."""

    telemetry: bool | TracerProvider | None
    """Make an OpenTelemetry span of each call: with the provider given, or the global
    one for True. The server is told of the trace. Needs `opentelemetry-api`."""

    log_bodies: bool
    """Show bodies and queries in the log at level DEBUG."""

    trusted_origins: Iterable[str]
    """URLs of other origins that credentials may go to."""

    validate_requests: bool
    """Check JSON bodies before anything is sent, the rules across fields included; what is
    wrong raises RequestValidationError. Needs the generated validators."""


class FurtherOptions(SharedOptions, total=False):
    """Options of a client that few callers need."""

    cert: Certificate | None
    """Certificate to show to the server: a PEM file, or `(file, key)` or with a password."""

    verify: Verify | None
    """PEM file or folder of the certificates to believe, or a context that knows them."""


class ClientOptions(SharedOptions, total=False):
    """Options of a client that can be changed for a copy of it."""

    base_url: str | None
    timeout: float | httpx2.Timeout | None
    max_retries: int
    default_headers: Mapping[str, str | Omit] | None
    default_query: Mapping[str, object] | None
    webhook_secret: WebhookSecret | None


class NewOptions(ClientOptions, FurtherOptions, total=False):
    """Options of a client that is made."""


class Place(TypedDict, total=False):
    """Which of the document's servers a client talks to, and what its variables are."""

    server: str | None
    variables: Mapping[str, str | None]


def _settings(base: Settings, options: ClientOptions) -> Settings:
    """`base` with the options; headers and query parameters are added to those it has.

    Raises:
        ValueError: A time, a count or a choice is none.
        ConfigurationError: `base_url` is no base URL.
    """
    found = base
    base_url = options.get("base_url")
    if base_url is not None:
        found = replace(found, base_url=checked_url(base_url), server="", variables={})
    if "timeout" in options:
        found = replace(found, timeout=timeout_of(options["timeout"]))
    if "deadline" in options:
        found = replace(found, deadline=checked_deadline(options["deadline"]))
    if "max_retries" in options:
        retries = checked_retries(options["max_retries"])
        found = replace(found, retry=replace(found.retry, max_retries=retries))
    if "max_retry_after" in options:
        longest = checked_wait(options["max_retry_after"])
        found = replace(found, retry=replace(found.retry, longest_hint=longest))
    if "on_truncation" in options:
        chosen = options["on_truncation"]
        if chosen not in ("raise", "ignore"):
            raise ValueError("on_truncation must be 'raise' or 'ignore'")
        found = replace(found, ignore_truncation=chosen == "ignore")
    if "retry_ambiguous" in options:
        ambiguous = checked_choice(options["retry_ambiguous"])
        found = replace(found, retry=replace(found.retry, retry_ambiguous=ambiguous))
    if "retry_quota" in options:
        found = replace(found, quota=checked_quota(options["retry_quota"]))
    if options.get("validate_requests"):
        from .outgoing import check_available

        check_available()
    if "telemetry" in options:
        tracing = _tracing(options["telemetry"], base.service)
        found = replace(found, tracing=tracing)
    headers = options.get("default_headers") or {}
    query = options.get("default_query") or {}
    return replace(
        found,
        headers={**found.headers, **headers},
        query={**found.query, **query},
        response_mode=checked_mode(options.get("response_mode", found.response_mode)),
        middleware=tuple(options.get("middleware", found.middleware)),
        log_bodies=options.get("log_bodies", found.log_bodies),
        validate_requests=options.get("validate_requests", found.validate_requests),
        webhook_secret=options.get("webhook_secret", found.webhook_secret),
        retry_count_header=options.get("retry_count_header", found.retry_count_header),
        max_response_bytes=options.get("max_response_bytes", found.max_response_bytes),
        trusted_origins=tuple(
            map(checked_url, options.get("trusted_origins", found.trusted_origins))
        ),
    )


def _tracing(chosen: bool | TracerProvider | None, service: Service) -> Tracing | None:
    """What makes spans, None where nothing shall.

    Raises:
        ConfigurationError: OpenTelemetry is not installed.
    """
    if chosen is None or chosen is False:
        return None
    from .telemetry import Tracing

    return Tracing(service.name, None if chosen is True else chosen)


def _refuse_unknown(
    options: Mapping[str, object], known: frozenset[str], func: Callable[..., object]
) -> None:
    """Raise TypeError for an option that is none, which a type checker would have seen.

    What `func` takes by other names than those of options may have been meant as well.
    """
    for name in options:
        if name not in known:
            import inspect

            taken = [
                one.name
                for one in inspect.signature(func).parameters.values()
                if one.kind is one.KEYWORD_ONLY
            ]
            hint = did_you_mean(name, [*known, *taken])
            raise TypeError(f"{name!r} is no option here{hint}")


class _TLS(NamedTuple):
    context: ssl.SSLContext | None
    has_certificate: bool | None


def _tls(options: NewOptions, http_client: object) -> _TLS:
    """What connections are secured by, and whether they show a certificate.

    A client or a context that a caller brings may have one.

    Raises:
        ConfigurationError: A file cannot be used, or there is a client already.
    """
    cert, verify = options.get("cert"), options.get("verify")
    if http_client is not None:
        if cert is not None or verify is not None:
            raise ConfigurationError(
                "http_client has its own cert and verify; give them to that"
            )
        return _TLS(None, None)
    context = tls_context(verify, cert)
    return _TLS(context, None if verify is context else cert is not None)


def _placed(settings: Settings, place: Place) -> Settings:
    """The settings with the server that the caller chose.

    Raises:
        ConfigurationError: There is no such server, or `base_url` is somewhere else.
    """
    given = place.get("variables", {})
    variables = {key: value for key, value in given.items() if value is not None}
    chosen = place.get("server") or ""
    server = find(settings.service.servers, chosen)
    if chosen and (server is None or server.key != chosen):
        known = ", ".join(item.key for item in settings.service.servers)
        raise ConfigurationError(f"no server {chosen}; there is {known}")
    is_beside = chosen and server is not None and server.is_relative
    if settings.base_url and (chosen or variables) and not is_beside:
        raise ConfigurationError(
            "base_url takes the place of a server; give one of them"
        )
    return replace(settings, server=chosen, variables=variables)


class BaseClient:
    """What the synchronous client of a package is built on."""

    def __init__(
        self,
        service: Service,
        api_key: CredentialSource | None = None,
        credentials: Mapping[str, CredentialSource] | None = None,
        http_client: httpx2.Client | None = None,
        place: Place | None = None,
        **options: Unpack[NewOptions],
    ) -> None:
        _refuse_unknown(options, NewOptions.__optional_keys__, type(self).__init__)
        tls = _tls(options, http_client)
        secret = Secret(api_key, credentials, has_certificate=tls.has_certificate)
        settings = _placed(_settings(Settings(service, secret), options), place or {})
        heed_environment(service)
        self._transport = Transport(settings, http_client, tls=tls.context)

    def with_options(self, **options: Unpack[ClientOptions]) -> Self:
        """A client with other options, which shares the connections of this one."""
        _refuse_unknown(options, ClientOptions.__optional_keys__, self.with_options)
        other = object.__new__(type(self))
        settings = _settings(self._transport.settings, options)
        other._transport = self._transport.with_settings(settings)
        return other

    def close(self) -> None:
        """Close the connections, unless they are those of `http_client`."""
        self._transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self._transport.settings.service.name}>"


class BaseAsyncClient:
    """What the asynchronous client of a package is built on."""

    def __init__(
        self,
        service: Service,
        api_key: AsyncCredentialSource | None = None,
        credentials: Mapping[str, AsyncCredentialSource] | None = None,
        http_client: httpx2.AsyncClient | None = None,
        place: Place | None = None,
        **options: Unpack[NewOptions],
    ) -> None:
        _refuse_unknown(options, NewOptions.__optional_keys__, type(self).__init__)
        tls = _tls(options, http_client)
        secret = Secret(api_key, credentials, has_certificate=tls.has_certificate)
        settings = _placed(_settings(Settings(service, secret), options), place or {})
        heed_environment(service)
        self._transport = AsyncTransport(settings, http_client, tls=tls.context)

    def with_options(self, **options: Unpack[ClientOptions]) -> Self:
        """A client with other options, which shares the connections of this one."""
        _refuse_unknown(options, ClientOptions.__optional_keys__, self.with_options)
        other = object.__new__(type(self))
        settings = _settings(self._transport.settings, options)
        other._transport = self._transport.with_settings(settings)
        return other

    async def aclose(self) -> None:
        """Close the connections, unless they are those of `http_client`."""
        await self._transport.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self._transport.settings.service.name}>"
