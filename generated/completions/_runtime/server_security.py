# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Who is calling: credentials out of the request, requirements, deny by default.

Source of the rules: OpenAPI 3.2, sections 4.27 and 4.30; RFC 7617; RFC 6750.
"""

from __future__ import annotations

import base64
import binascii
import hmac
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias, cast

from .server_context import Context
from .server_errors import Forbidden, Unauthorized

Requirement: TypeAlias = Mapping[str, Sequence[str]]
"""Schemes that must hold together, each with its scopes; an empty one lets anybody in."""


class BasicCredentials(NamedTuple):
    """What HTTP Basic authentication carries (RFC 7617)."""

    username: str
    password: str


TokenAuthenticator: TypeAlias = Callable[[str, Context], Awaitable[object]]
"""Gets the token or key; returns the principal, or None to refuse it."""

BasicAuthenticator: TypeAlias = Callable[[BasicCredentials, Context], Awaitable[object]]
"""Gets name and password; returns the principal, or None to refuse them."""


Authenticators: TypeAlias = Mapping[str, Callable[[Any, Context], Awaitable[object]]]
"""The authenticator of each scheme, by the scheme's name in the document."""


@dataclass(frozen=True, slots=True)
class SecurityScheme:
    """Where the credentials of a scheme stand.

    `place` is `http` with the authentication scheme as `key` (`bearer`, `basic`), or
    `header`, `query` or `cookie` with the name there, or `tls` (the authenticator gets
    an empty token and looks at `context.request.scope`). Of a scheme that the document
    does not declare the place is `unknown`: its authenticator gets an empty token and
    finds the credential in the request.
    """

    name: str
    place: Literal["http", "header", "query", "cookie", "tls", "unknown"]
    key: str = ""

    def credentials(self, context: Context) -> str | BasicCredentials | None:
        """What the caller presents, None when it presents nothing usable."""
        request = context.request
        if self.place == "header":
            return request.headers.get(self.key)
        if self.place == "query":
            return request.query_params.get(self.key)
        if self.place == "cookie":
            return request.cookies.get(self.key)
        if self.place in ("tls", "unknown"):
            return ""
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != self.key or not token.strip():
            return None
        return _basic(token) if self.key == "basic" else token.strip()

    @property
    def challenge(self) -> str:
        """Value of `WWW-Authenticate` that asks for this scheme, empty for none."""
        if self.place != "http":
            return ""
        return 'Basic realm="api"' if self.key == "basic" else self.key.capitalize()


def _basic(token: str) -> BasicCredentials | None:
    try:
        text = base64.b64decode(token.strip(), validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return None
    name, colon, password = text.partition(":")
    return BasicCredentials(name, password) if colon else None


class Security:
    """The schemes of an API with the authenticators of this server."""

    def __init__(
        self,
        schemes: Iterable[SecurityScheme],
        authenticators: Mapping[str, object],
    ) -> None:
        self._schemes = {scheme.name: scheme for scheme in schemes}
        self._authenticators = cast(Authenticators, authenticators)
        if unknown := sorted(set(authenticators) - set(self._schemes)):
            raise ValueError(f"no such security scheme: {', '.join(unknown)}")

    def require(self, names: Iterable[str]) -> None:
        """Raise ValueError unless each of these schemes has an authenticator."""
        missing = [
            name
            for name in dict.fromkeys(names)
            if not callable(self._authenticators.get(name))
        ]
        if missing:
            raise ValueError(
                "no authenticator for the security scheme "
                f"{', '.join(missing)}; pass one in `security`"
            )

    async def check(self, context: Context, options: Sequence[Requirement]) -> None:
        """Let the call pass if one of `options` holds, and set `context.principal`.

        Raises:
            Unauthorized: No option holds.
            Forbidden: An authenticator raised it, and no other option holds.
        """
        refused: Forbidden | None = None
        for option in sorted(options, key=len, reverse=True):
            try:
                principals = await self._satisfy(context, option)
            except Forbidden as error:
                refused = error
                continue
            if principals is not None:
                context.principal = _principal(principals)
                return
        if options:
            raise refused or self._unauthorized(context, options)

    async def _satisfy(
        self, context: Context, option: Requirement
    ) -> dict[str, object] | None:
        found: dict[str, object] = {}
        for name, scopes in option.items():
            credentials = self._schemes[name].credentials(context)
            if credentials is None:
                return None
            context.scopes = tuple(scopes)
            principal = await self._authenticators[name](credentials, context)
            if principal is None or principal is False:
                return None
            found[name] = principal
        return found

    def _unauthorized(
        self, context: Context, options: Sequence[Requirement]
    ) -> Unauthorized:
        schemes = [self._schemes[name] for option in options for name in option]
        given = any(scheme.credentials(context) is not None for scheme in schemes)
        challenges = dict.fromkeys(s.challenge for s in schemes if s.challenge)
        message = (
            "The credentials are not valid." if given else "Credentials are missing."
        )
        return Unauthorized(
            message,
            code="invalid_credentials" if given else "missing_credentials",
            headers={"www-authenticate": ", ".join(challenges)} if challenges else None,
        )


def _principal(found: dict[str, object]) -> object:
    if len(found) > 1:
        return found
    return next(iter(found.values()), None)


def same_secret(given: str, expected: str) -> bool:
    """Compare secrets in a time that does not tell how much of them agrees."""
    return hmac.compare_digest(given.encode(), expected.encode())
