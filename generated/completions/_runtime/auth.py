# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Credentials: where they come from and where they go."""

from __future__ import annotations

import threading
from base64 import b64encode
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

import anyio

from .errors import ConfigurationError
from .operation import Scheme, Scoped, Security, Service
from .slips import did_you_mean

if TYPE_CHECKING:
    import httpx2

    from .request import Call

Credential: TypeAlias = str | tuple[str, str]
"""A key or token, or `(user, password)`."""

Exchange: TypeAlias = "Callable[[Call, httpx2.Request], tuple[httpx2.Response, bytes]]"
"""Sends a request that belongs to a call; gives the response and the start of its body."""

AsyncExchange: TypeAlias = (
    "Callable[[Call, httpx2.Request], Awaitable[tuple[httpx2.Response, bytes]]]"
)
"""The same with `await`."""


class Tokens(Protocol):
    """The tokens that a client has got from one source."""

    def token(self, call: Call, use: Use, refused: str, exchange: Exchange) -> str:
        """A token for a call, another one than that which was `refused`, if any.

        Raises:
            APIError: There is none to be had.
            httpx2.HTTPError: The network failed.
        """
        ...

    async def token_later(
        self, call: Call, use: Use, refused: str, exchange: AsyncExchange
    ) -> str:
        """The same with `await`."""
        ...


class TokenSource:
    """What a client gets tokens by, such as a grant of OAuth 2.0."""

    def tokens(self) -> Tokens:
        """Tokens of this source, none of them there yet."""
        raise NotImplementedError


CredentialSource: TypeAlias = Credential | Callable[[], Credential] | TokenSource
"""A credential, or what is called for one before each attempt, or what gets tokens."""

AsyncCredentialSource: TypeAlias = (
    CredentialSource | Callable[[], Awaitable[Credential]]
)
"""A credential, or what is called, and awaited where need be, before each attempt."""


class Refreshes:
    """Credentials asked for anew after a refusal: calls that are refused together ask once.

    `count` goes up with each. A call that was sent when it was lower than it is for the
    credential has one to try already.
    """

    __slots__ = ("_async_lock", "_known", "_lock", "count")

    def __init__(self) -> None:
        self.count = 0
        self._known: dict[int, tuple[int, Credential]] = {}
        self._lock = threading.Lock()
        self._async_lock: anyio.Lock | None = None

    def fetch(self, source: Callable[[], Credential], sent_at: int) -> Credential:
        """The newer credential of a call that was sent when `count` was `sent_at`."""
        with self._lock:
            known = self._newer(source, sent_at)
            return self._keep(source, source()) if known is None else known

    async def fetch_later(
        self, source: Callable[[], Awaitable[Credential] | Credential], sent_at: int
    ) -> Credential:
        """The same with `await`, where the source asks for it."""
        if self._async_lock is None:  # which clients that do not wait never need
            self._async_lock = anyio.Lock()
        async with self._async_lock:
            known = self._newer(source, sent_at)
            if known is not None:
                return known
            found = source()
            if isinstance(found, Awaitable):
                found = await found
            return self._keep(source, found)

    def _newer(self, source: object, sent_at: int) -> Credential | None:
        number, credential = self._known.get(id(source), (0, ""))
        return credential if number > sent_at else None

    def _keep(self, source: object, credential: Credential) -> Credential:
        self.count += 1
        self._known[id(source)] = (self.count, credential)
        return credential


class Secret:
    """Holds credentials so that no `repr` shows them.

    `has_certificate` tells whether connections show a certificate of the client, None
    where only the caller knows.
    """

    __slots__ = ("_tokens", "api_key", "has_certificate", "others", "refreshes")

    def __init__(
        self,
        api_key: AsyncCredentialSource | None,
        others: Mapping[str, AsyncCredentialSource] | None,
        *,
        has_certificate: bool | None = False,
    ) -> None:
        self.api_key = api_key
        self.others = dict(others or {})
        self.has_certificate = has_certificate
        self.refreshes = Refreshes()
        self._tokens: dict[TokenSource, Tokens] = {}

    def __repr__(self) -> str:
        return "<credentials>"

    def source(self, name: str, service: Service) -> AsyncCredentialSource | None:
        """What proves who calls for a scheme: its own credential, the key, the environment."""
        scheme = service.schemes[name]
        if scheme.place == "none":
            return None if self.has_certificate is False else ""
        if name in self.others:
            return self.others[name]
        return self.api_key or scheme.from_environment(service.env_prefix)

    def tokens(self, source: TokenSource) -> Tokens:
        """The tokens of a source, which all copies of the client share."""
        found = self._tokens.get(source)
        return found or self._tokens.setdefault(source, source.tokens())


class Use(NamedTuple):
    """A scheme that a call uses, with the source of its credential and its scopes."""

    name: str
    scheme: Scheme
    source: AsyncCredentialSource
    scopes: tuple[str, ...]


def choose(security: Security, secret: Secret, service: Service) -> list[Use]:
    """The credentials of the first alternative that can be met, anonymous calls last.

    One that needs a certificate which nobody knows of comes after those that are certain.

    Raises:
        ConfigurationError: None can; the message names what is missing.
    """

    def order(names: tuple[str, ...]) -> tuple[bool, bool]:
        is_doubtful = secret.has_certificate is None and any(
            service.schemes[name].place == "none" for name in names
        )
        return not names, is_doubtful

    missing: dict[str, None] = {}
    for alternative in sorted(security, key=order):
        uses: list[Use] = []
        for name in alternative:
            source = secret.source(name, service)
            if source is None:
                missing[name] = None
                break
            scopes = name.scopes if isinstance(name, Scoped) else ()
            uses.append(Use(name, service.schemes[name], source, scopes))
        else:
            return [use for use in uses if use.scheme.place != "none"]
    if not security:
        return []
    prefix = service.env_prefix
    helps = dict.fromkeys(service.schemes[name].help(name, prefix) for name in missing)
    raise ConfigurationError(
        f"no credential for {' or '.join(missing)}: {'; or '.join(helps)}"
        f"{_unknown(secret.others, service.schemes)}"
    )


def _unknown(given: Mapping[str, object], known: Mapping[str, object]) -> str:
    """What to say of credentials that are for no scheme of the service."""
    return "".join(
        f"; credentials has {name!r}, which is no security scheme here"
        f"{did_you_mean(name, known)}"
        for name in given
        if name not in known
    )


def credential_text(scheme: Scheme, credential: Credential) -> str:
    """What a credential reads as under the key of its scheme."""
    if scheme.prefix == "Basic ":
        pair = credential if isinstance(credential, str) else ":".join(credential)
        return f"Basic {b64encode(pair.encode()).decode()}"
    token = credential if isinstance(credential, str) else ":".join(credential)
    return scheme.prefix + token
