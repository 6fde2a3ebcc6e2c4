# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Grants of OAuth 2.0: what a client gets its tokens by.

Source: RFC 6749, sections 2.3.1, 4.3, 4.4 and 6; names are those of RFC 6749 and RFC 7591.
"""

from __future__ import annotations

import os
import time
from abc import ABC, abstractmethod
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal
from urllib.parse import quote_plus, urlencode

import httpx2

from .auth import CredentialSource, TokenSource
from .endpoints import checked_endpoint, endpoint
from .errors import ConfigurationError
from .operation import Scheme
from .settings import Settings
from .tokens import GrantTokens, Token

AuthMethod = Literal["client_secret_basic", "client_secret_post"]


@dataclass(frozen=True, slots=True)
class Flow:
    """Where the document says that tokens come from; the URLs may be relative."""

    token_url: str
    refresh_url: str = ""


@dataclass(frozen=True, slots=True)
class OAuth2(Scheme):
    """A scheme whose tokens come from the flows of the document, by their names there."""

    place: Literal["header", "query", "cookie", "none"] = "header"
    prefix: str = "Bearer "
    flows: Mapping[str, Flow] = field(default_factory=dict[str, Flow])

    def from_environment(self, env_prefix: str) -> CredentialSource | None:
        """Client credentials of the environment, if they serve; else a token."""
        if "clientCredentials" in self.flows:
            client_id = os.environ.get(f"{env_prefix}_CLIENT_ID")
            secret = os.environ.get(f"{env_prefix}_CLIENT_SECRET")
            if client_id and secret:
                return ClientCredentials(client_id=client_id, client_secret=secret)
        return Scheme.from_environment(self, env_prefix)

    def help(self, name: str, env_prefix: str) -> str:
        """How a caller gives a credential; `name` is what the document calls the scheme."""
        if "clientCredentials" not in self.flows:
            return Scheme.help(self, name, env_prefix)
        return (
            f"give the client credentials={{{name!r}: ClientCredentials(...)}} or a token "
            f"as api_key, or set the environment variables {env_prefix}_CLIENT_ID and "
            f"{env_prefix}_CLIENT_SECRET, or {env_prefix}_API_KEY"
        )


@dataclass(frozen=True, kw_only=True)
class Grant(TokenSource, ABC):
    """What the grants have in common.

    Attributes:
        client_id: Which client asks.
        client_secret: What proves that; empty for a client that has no secret.
        scopes: What the tokens shall allow. Default: what each operation needs.
        token_url: Where tokens are asked for. Default: where the document says.
        auth_method: Whether the secret goes into a header or into the body.
        extra: More parameters of the request, such as an `audience`.
        on_token: Called with each token that comes, for example to keep its
            `refresh_token`. It may be an async function in an asynchronous client, and
            must not call the client that it is for.
        clock: What tells the seconds that pass.

    Raises:
        ValueError: A value cannot be right.
        ConfigurationError: `token_url` is no URL that secrets can go to.
    """

    client_id: str
    client_secret: str = field(repr=False)
    scopes: Sequence[str] | None = None
    token_url: str = ""
    auth_method: AuthMethod = "client_secret_basic"
    extra: Mapping[str, str] = field(
        default_factory=dict[str, str], repr=False, hash=False
    )
    on_token: Callable[[Token], object] | None = field(default=None, repr=False)
    clock: Callable[[], float] = field(default=time.monotonic, repr=False)

    needed: ClassVar[tuple[str, ...]] = ()
    """Names of the fields that must not be empty."""

    flows: ClassVar[tuple[str, ...]] = ()
    """The flows of a document that have the URL for it, the best first."""

    is_renewed: ClassVar[bool] = True
    """Whether a refresh token that comes with a token is used."""

    def __post_init__(self) -> None:
        for name in self.needed:
            if not getattr(self, name):
                raise ValueError(f"{name} must not be empty")
        if self.auth_method not in ("client_secret_basic", "client_secret_post"):
            raise ValueError("auth_method must be client_secret_basic or _post")
        if self.token_url:
            checked_endpoint(self.token_url)
        if self.scopes is not None:
            words = self.scopes
            found = words.split() if isinstance(words, str) else words
            object.__setattr__(self, "scopes", tuple(found))

    def tokens(self) -> GrantTokens:
        """Tokens by this grant, none of them there yet."""
        return GrantTokens(self)

    @abstractmethod
    def form(self) -> dict[str, str] | None:
        """What a first token is asked for with; None where only a refresh token serves."""

    @property
    def first_refresh_token(self) -> str:
        """The refresh token that the caller brought, if any."""
        return ""

    @property
    def secrets(self) -> list[str]:
        """What no message may show."""
        return [self.client_secret]

    def scopes_for(self, needed: tuple[str, ...]) -> tuple[str, ...]:
        """The scopes to ask for when a call needs some."""
        return needed if self.scopes is None else tuple(self.scopes)

    def request(self, url: str, form: Mapping[str, str]) -> httpx2.Request:
        """The request for a token (RFC 6749, sections 2.3.1 and 3.2)."""
        headers = {
            "accept": "application/json",
            "content-type": "application/x-www-form-urlencoded",
        }
        fields = {**self.extra, **form}
        if self.client_secret and self.auth_method == "client_secret_basic":
            pair = f"{quote_plus(self.client_id)}:{quote_plus(self.client_secret)}"
            headers["authorization"] = f"Basic {b64encode(pair.encode()).decode()}"
        else:
            own = {"client_id": self.client_id, "client_secret": self.client_secret}
            fields |= {name: value for name, value in own.items() if value}
        content = urlencode(fields).encode()
        return httpx2.Request("POST", url, headers=headers, content=content)

    def url(self, name: str, scheme: Scheme, settings: Settings, *, again: bool) -> str:
        """Where to ask for a token, or for one more with a refresh token.

        Raises:
            ConfigurationError: It is not known, or secrets may not go there.
        """
        if self.token_url:
            return self.token_url
        flows = scheme.flows if isinstance(scheme, OAuth2) else dict[str, Flow]()
        for flow in [flows[kind] for kind in self.flows if kind in flows]:
            url = (flow.refresh_url if again else "") or flow.token_url
            if url:
                return endpoint(url, settings)
        raise ConfigurationError(
            f"the document does not say where {name} gets tokens for "
            f"{type(self).__name__}: give it a token_url"
        )


@dataclass(frozen=True, kw_only=True)
class ClientCredentials(Grant):
    """Tokens for the client itself (RFC 6749, section 4.4)."""

    needed = ("client_id", "client_secret")
    flows = ("clientCredentials",)
    is_renewed = False

    def form(self) -> dict[str, str]:
        """What a token is asked for with."""
        return {"grant_type": "client_credentials"}


@dataclass(frozen=True, kw_only=True)
class PasswordGrant(Grant):
    """Tokens for a user whose password the program knows (RFC 6749, section 4.3)."""

    username: str
    password: str = field(repr=False)
    client_id: str = ""
    client_secret: str = field(default="", repr=False)

    needed = ("username",)
    flows = ("password",)

    @property
    def secrets(self) -> list[str]:
        """What no message may show."""
        return [self.client_secret, self.password]

    def form(self) -> dict[str, str]:
        """What a first token is asked for with."""
        return {
            "grant_type": "password",
            "username": self.username,
            "password": self.password,
        }


@dataclass(frozen=True, kw_only=True)
class RefreshToken(Grant):
    """Tokens for who has logged in before (RFC 6749, section 6).

    A server may give a new refresh token with each token, and take the old one no more:
    the client keeps the newest, and tells it to `on_token`. Copies made by
    `with_options` share it; two clients do not.
    """

    refresh_token: str = field(repr=False)
    client_id: str = ""
    client_secret: str = field(default="", repr=False)

    needed = ("refresh_token",)
    flows = ("authorizationCode", "deviceAuthorization", "password", "implicit")

    @property
    def first_refresh_token(self) -> str:
        """The refresh token that the caller brought."""
        return self.refresh_token

    @property
    def secrets(self) -> list[str]:
        """What no message may show."""
        return [self.client_secret, self.refresh_token]

    def scopes_for(self, needed: tuple[str, ...]) -> tuple[str, ...]:
        """What was granted at first, unless the caller asks for less."""
        return tuple(self.scopes or ())

    def form(self) -> None:
        """Nothing else serves."""
