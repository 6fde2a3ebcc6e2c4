# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Credentials: where they come from and where they go."""

from __future__ import annotations

import os
import threading
from base64 import b64encode
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

import anyio

from .errors import ConfigurationError
from .operation import Scheme, Security, Service

Credential: TypeAlias = str | tuple[str, str]
"""A key or token, or `(user, password)`."""

CredentialSource: TypeAlias = Credential | Callable[[], Credential]
"""A credential, or what is called for one before each attempt."""

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
        self._async_lock = anyio.Lock()

    def fetch(self, source: Callable[[], Credential], sent_at: int) -> Credential:
        """The newer credential of a call that was sent when `count` was `sent_at`."""
        with self._lock:
            known = self._newer(source, sent_at)
            return self._keep(source, source()) if known is None else known

    async def fetch_later(
        self, source: Callable[[], Awaitable[Credential] | Credential], sent_at: int
    ) -> Credential:
        """The same with `await`, where the source asks for it."""
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
    """Holds credentials so that no `repr` shows them."""

    __slots__ = ("api_key", "others", "refreshes")

    def __init__(
        self,
        api_key: AsyncCredentialSource | None,
        others: Mapping[str, AsyncCredentialSource] | None,
    ) -> None:
        self.api_key = api_key
        self.others = dict(others or {})
        self.refreshes = Refreshes()

    def __repr__(self) -> str:
        return "<credentials>"

    def source(self, name: str, service: Service) -> AsyncCredentialSource | None:
        """What proves who calls for a scheme: its own credential, the key, the environment."""
        if name in self.others:
            return self.others[name]
        if self.api_key:
            return self.api_key
        if service.schemes[name].prefix == "Basic ":
            user = os.environ.get(f"{service.env_prefix}_USERNAME")
            if user is not None:
                return user, os.environ.get(f"{service.env_prefix}_PASSWORD", "")
        return os.environ.get(f"{service.env_prefix}_API_KEY") or None


Chosen: TypeAlias = list[tuple[Scheme, AsyncCredentialSource]]
"""The schemes of one call, each with the source of its credential."""


def choose(security: Security, secret: Secret, service: Service) -> Chosen:
    """The credentials of the first alternative that can be met, anonymous calls last.

    Raises:
        ConfigurationError: None can; the message names what is missing.
    """
    missing: dict[str, None] = {}
    for alternative in sorted(security, key=lambda names: not names):
        chosen: Chosen = []
        for name in alternative:
            scheme = service.schemes[name]
            source = "" if scheme.place == "none" else secret.source(name, service)
            if source is None:
                missing[name] = None
                break
            if source != "":
                chosen.append((scheme, source))
        else:
            return chosen
    if not security:
        return []
    raise ConfigurationError(
        f"no credential for {' or '.join(missing)}: give the client an api_key, "
        f"or set the environment variable {service.env_prefix}_API_KEY"
    )


def credential_text(scheme: Scheme, credential: Credential) -> str:
    """What a credential reads as under the key of its scheme."""
    if scheme.prefix == "Basic ":
        pair = credential if isinstance(credential, str) else ":".join(credential)
        return f"Basic {b64encode(pair.encode()).decode()}"
    token = credential if isinstance(credential, str) else ":".join(credential)
    return scheme.prefix + token
