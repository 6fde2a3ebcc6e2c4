# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Where secrets are exchanged for tokens, and whether they may go there."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from .errors import ConfigurationError
from .servers import resolved
from .settings import Settings

_NO_URL = "the URL for tokens is no URL"


def endpoint(url: str, settings: Settings) -> str:
    """A URL of the document as one that secrets may go to.

    The document is the word of whoever wrote it, about the servers that it names: it does
    not say where tokens for another server come from. So its URL counts for a client of
    one of its servers, and else only on an origin that the caller named. It is encrypted,
    unless it stays on this machine or the caller named it.

    Raises:
        ConfigurationError: It is not.
    """
    try:
        found = checked_endpoint(resolved(settings.home, url))
    except ValueError:
        raise ConfigurationError(_NO_URL) from None
    if settings.is_named(found):
        return found
    if not settings.is_documented:
        raise ConfigurationError(
            f"the document has tokens from {found}, which need not serve for "
            f"{settings.home}: give a token_url, or name its origin in trusted_origins"
        )
    if not is_private(found):
        raise ConfigurationError(
            f"no secret goes to {found}, which is not https: give a token_url"
        )
    return found


def checked_endpoint(url: str) -> str:
    """A URL that tokens can be asked for at (RFC 6749, section 3.2); it may have a query.

    Raises:
        ConfigurationError: It is not http or https, or holds a user or a fragment.
    """
    try:
        parts = urlsplit(url)
        has_place = bool(parts.hostname) and parts.port != 0
    except ValueError:
        raise ConfigurationError(_NO_URL) from None
    if "@" in parts.netloc:
        raise ConfigurationError(f"the URL for tokens at {parts.hostname} holds a user")
    if parts.scheme not in ("http", "https") or not has_place or parts.fragment:
        raise ConfigurationError(
            f"no tokens can be asked for at {url.partition('?')[0]!r}; it needs http or "
            "https and a host, and holds no fragment"
        )
    return url


def is_private(url: str) -> bool:
    """Whether nobody on the way can read what goes to a URL."""
    parts = urlsplit(url)
    return parts.scheme == "https" or _is_loopback(parts.hostname or "")


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
