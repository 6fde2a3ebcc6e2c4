# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Credentials: where they come from and where they go."""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

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


class Secret:
    """Holds credentials so that no `repr` shows them."""

    __slots__ = ("api_key", "others")

    def __init__(
        self,
        api_key: AsyncCredentialSource | None,
        others: Mapping[str, AsyncCredentialSource] | None,
    ) -> None:
        self.api_key = api_key
        self.others = dict(others or {})

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
