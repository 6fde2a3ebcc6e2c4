"""What is said about the service as a whole: its places, its tags, its credentials."""

from __future__ import annotations

from typing import Literal

from ..values import dataclass
from .types import Id


@dataclass(frozen=True, slots=True)
class Contact:
    """Who answers for the document (`info.contact`)."""

    name: str = ""
    url: str = ""
    email: str = ""


NO_CONTACT = Contact()
"""What a document without a contact has."""


@dataclass(frozen=True, slots=True)
class ServerVariable:
    """A variable in the URL of a server.

    `default` is None where the document declares none. `choices` are the values that it
    may have, empty where any may come.
    """

    name: str
    default: str | None
    choices: tuple[str, ...] = ()
    description: str = ""


@dataclass(frozen=True, slots=True)
class Server:
    """A base URL, variables in braces; it may be relative (OpenAPI 3.2, section 4.6)."""

    url: str
    description: str = ""
    variables: tuple[ServerVariable, ...] = ()
    name: str = ""

    @property
    def key(self) -> str:
        """What to call it: its name, else its URL as the document writes it."""
        return self.name or self.url


@dataclass(frozen=True, slots=True)
class Tag:
    """A group of operations. `parent` is the tag that it belongs below."""

    name: str
    description: str = ""
    summary: str = ""
    parent: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class OAuthFlow:
    """A way to get an OAuth 2.0 token (OpenAPI 3.2, section 4.29).

    `kind` is the member of `flows`: `clientCredentials`, `deviceAuthorization` and so
    on. `scopes` pairs a scope with its description.
    """

    kind: str
    authorization_url: str = ""
    device_authorization_url: str = ""
    token_url: str = ""
    refresh_url: str = ""
    scopes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class SecurityScheme:
    """A way to prove who calls (OpenAPI 3.2, section 4.27).

    `kind` is the document's `type`; `name` the component's key; `place` and `key` say
    where an API key goes; `http_scheme` is lower case (`bearer`, `basic`).
    `metadata_url` is the document that tells more of an OAuth 2.0 server or of an OpenID
    provider.
    """

    id: Id
    name: str
    kind: Literal["apiKey", "http", "oauth2", "openIdConnect", "mutualTLS"]
    place: str = ""
    key: str = ""
    http_scheme: str = ""
    description: str = ""
    bearer_format: str = ""
    flows: tuple[OAuthFlow, ...] = ()
    metadata_url: str = ""
    deprecated: bool = False

    @property
    def has_tokens(self) -> bool:
        """Whether the credential is a token that a server gives."""
        return self.kind in ("oauth2", "openIdConnect")


@dataclass(frozen=True, slots=True)
class ErrorShape:
    """Where a service says what went wrong (extension `x-oasmith-errors`).

    `message`, `type`, `code`, `param` and `status` are JSON Pointers (RFC 6901) into the
    body of an error or an event, tried in turn. `events` are the names of events that
    report an error, `members` members that do so by being there, `types` values of the
    member `type` that do. `statuses` pairs a code or a type with the HTTP status that it
    stands for. None is what is usual.
    """

    message: tuple[str, ...] | None = None
    type: tuple[str, ...] | None = None
    code: tuple[str, ...] | None = None
    param: tuple[str, ...] | None = None
    status: tuple[str, ...] | None = None
    events: tuple[str, ...] | None = None
    members: tuple[str, ...] | None = None
    types: tuple[str, ...] | None = None
    statuses: tuple[tuple[str, int], ...] = ()


USUAL_ERRORS = ErrorShape()
"""What a document without the extension has."""


@dataclass(frozen=True, slots=True)
class SecurityRequirement:
    """Schemes that must hold together, by component key, each with its scopes."""

    schemes: tuple[tuple[str, tuple[str, ...]], ...]
