# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""What the caller decides for all calls of a client."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

import httpx2

from .auth import Secret
from .errors import ConfigurationError
from .middleware import AsyncMiddleware, Middleware
from .modes import ResponseMode
from .omit import Omit
from .operation import Operation, Service
from .retry import RetryPolicy, RetryQuota
from .servers import checked_url, find, origin, resolved

if TYPE_CHECKING:
    from .telemetry import Tracing

WebhookSecret: TypeAlias = str | bytes | Sequence[str | bytes]
"""A secret that webhooks are verified with, or several of which any will do."""

DEFAULT_TIMEOUT = httpx2.Timeout(connect=5.0, write=60.0, read=600.0, pool=600.0)


@dataclass(frozen=True, eq=False, repr=False)
class Settings:
    """The options of a client, shared by its resources.

    `base_url` is None where the environment or the document decides. `server` names one
    of the document's servers, empty for the first; `variables` are values for its
    variables. Credentials go to the origin of the service and to `trusted_origins`, which
    are URLs. `response_mode` tells what is made of responses. A whole result may have `max_response_bytes` when decoded; None sets
    no bound. Each call has `deadline` seconds, retries and the last byte of a stream
    included. With `ignore_truncation`, a stream that ends without its mark just ends.
    `log_bodies` shows bodies and queries in the log at level DEBUG. The header
    named `retry_count_header` tells the server of retries. `middleware` is around every
    attempt, the first outermost. `quota` is what the client and its copies may spend on retries together.
    `tracing` makes a span of every call, where the caller asked for that. Webhooks are
    verified with `webhook_secret`; where it is None, the environment has it. With
    `validate_requests`, bodies of JSON, forms but for the files in them, text, and each
    item of sequences are checked before anything is sent; not what is given as bytes.
    """

    service: Service
    secret: Secret
    base_url: str | None = None
    timeout: httpx2.Timeout = field(default_factory=lambda: DEFAULT_TIMEOUT)
    retry: RetryPolicy = field(default_factory=RetryPolicy)
    headers: Mapping[str, str | Omit] = field(default_factory=dict[str, str | Omit])
    query: Mapping[str, object] = field(default_factory=dict[str, object])
    response_mode: ResponseMode = "lenient"
    max_response_bytes: int | None = 100 * 1024 * 1024
    server: str = ""
    variables: Mapping[str, str] = field(default_factory=dict[str, str])
    trusted_origins: tuple[str, ...] = ()
    deadline: float | None = None
    ignore_truncation: bool = False
    log_bodies: bool = False
    retry_count_header: str = ""
    middleware: tuple[Middleware | AsyncMiddleware, ...] = ()
    quota: RetryQuota = field(default_factory=RetryQuota)
    tracing: Tracing | None = None
    webhook_secret: WebhookSecret | None = None
    validate_requests: bool = False

    def root(self, operation: Operation) -> tuple[str, bool]:
        """The base URL of an operation, and whether credentials may go there.

        A base URL that the caller chose holds for all operations. An operation with
        servers of its own is at the one of the same name as the client's, else at the
        first of them; a relative one stands beside the base URL.

        Raises:
            ConfigurationError: There is none, or it is no base URL.
        """
        chosen = self._chosen_url()
        own = find(operation.servers, self.server)
        if own is None or (chosen and not own.is_relative):
            return self.home, True
        url = own.filled(self.variables)
        if own.is_relative:
            return checked_url(resolved(self._home(chosen), url)), True
        url = checked_url(url)
        return url, self._is_trusted(url)

    @property
    def home(self) -> str:
        """The base URL of the service. Raises ConfigurationError if there is none."""
        return checked_url(self._home(self._chosen_url()))

    def is_named(self, url: str) -> bool:
        """Whether the caller, or the environment, named the origin of a URL."""
        named = [*self.trusted_origins, self._chosen_url()]
        return origin(url) in [origin(item) for item in named if item]

    @property
    def is_documented(self) -> bool:
        """Whether the service is at a server of the document."""
        if not self._chosen_url():
            return True
        home = origin(self.home)
        known = [server.at(self.variables) for server in self.service.servers]
        return any(origin(url) == home for url in known if url)

    def _chosen_url(self) -> str:
        """The base URL that the caller or the environment chose, else empty."""
        if self.base_url or self.server or self.variables:
            return self.base_url or ""
        return os.environ.get(f"{self.service.env_prefix}_BASE_URL") or ""

    def _home(self, chosen: str) -> str:
        """The base URL of the service."""
        server = find(self.service.servers, self.server)
        if chosen:
            is_beside = server is not None and server.key == self.server
            return (
                resolved(chosen, server.filled(self.variables))
                if server and is_beside
                else chosen
            )
        if server is None or server.is_relative:
            known = f", as the document knows only {server.url}" if server else ""
            raise ConfigurationError(
                f"no base URL{known}: give the client a base_url, or set the environment "
                f"variable {self.service.env_prefix}_BASE_URL"
            )
        return server.filled(self.variables)

    def _is_trusted(self, url: str) -> bool:
        """Whether the URL has the origin of the service, or one that the caller names."""
        home = find(self.service.servers, self.server)
        known = list(self.trusted_origins)
        if home is not None and not home.is_relative:
            known.append(home.filled(self.variables))
        return home is None or any(origin(url) == origin(item) for item in known)


def timeout_of(seconds: float | httpx2.Timeout | None) -> httpx2.Timeout:
    """Seconds as limits for each step; connecting never takes more than 5 of them."""
    if isinstance(seconds, httpx2.Timeout):
        return seconds
    if seconds is None:
        return httpx2.Timeout(None)
    return httpx2.Timeout(seconds, connect=min(5.0, seconds))
