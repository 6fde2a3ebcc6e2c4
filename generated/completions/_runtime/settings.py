# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""What the caller decides for all calls of a client."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import httpx2

from .auth import Secret
from .errors import ConfigurationError
from .omit import Omit
from .operation import Operation, Service
from .retry import RetryPolicy

_USER = re.compile(r"^(\w+://)?.*@", re.DOTALL)
"""All of a URL that may be a user and a password, whatever characters they hold."""

DEFAULT_TIMEOUT = httpx2.Timeout(connect=5.0, write=60.0, read=600.0, pool=600.0)


@dataclass(frozen=True, eq=False, repr=False)
class Settings:
    """The options of a client, shared by its resources.

    `base_url` is None where the environment or the document decides. `strict` refuses
    responses that do not fit their type, which otherwise are kept as received. A whole
    result may have `max_response_bytes` when decoded; None sets no bound.
    """

    service: Service
    secret: Secret
    base_url: str | None = None
    timeout: httpx2.Timeout = field(default_factory=lambda: DEFAULT_TIMEOUT)
    retry: RetryPolicy = field(default_factory=RetryPolicy)
    headers: Mapping[str, str | Omit] = field(default_factory=dict[str, str | Omit])
    query: Mapping[str, object] = field(default_factory=dict[str, object])
    strict: bool = False
    max_response_bytes: int | None = 100 * 1024 * 1024

    def chosen_url(self) -> str | None:
        """The base URL that the caller or the environment chose, if any."""
        return self.base_url or os.environ.get(f"{self.service.env_prefix}_BASE_URL")

    def root(self, operation: Operation) -> tuple[str, bool]:
        """The base URL of an operation, and whether credentials may go there.

        Raises:
            ConfigurationError: There is none, or it is no base URL.
        """
        chosen = self.chosen_url()
        if chosen is None and operation.server:
            url = checked_url(operation.server)
            home = self.service.base_url
            return url, not home or _origin(url) == _origin(checked_url(home))
        url = chosen or self.service.base_url
        if not url:
            raise ConfigurationError(
                "no base URL: give the client a base_url, or set the environment "
                f"variable {self.service.env_prefix}_BASE_URL"
            )
        return checked_url(url), True


def timeout_of(seconds: float | httpx2.Timeout | None) -> httpx2.Timeout:
    """Seconds as limits for each step; connecting never takes more than 5 of them."""
    if isinstance(seconds, httpx2.Timeout):
        return seconds
    if seconds is None:
        return httpx2.Timeout(None)
    return httpx2.Timeout(seconds, connect=min(5.0, seconds))


def checked_url(url: str) -> str:
    """A base URL without a slash at its end.

    Raises:
        ConfigurationError: It is not http or https, or holds a user, query or fragment.
    """
    if not _is_base(url):
        shown = _USER.sub(r"\1", url).partition("?")[0].partition("#")[0]
        raise ConfigurationError(
            f"not a base URL: {shown!r}; it needs http or https and a host, and holds no "
            "user, query or fragment"
        )
    return url.rstrip("/")


def _is_base(url: str) -> bool:
    try:
        parts = urlsplit(url)
        is_plain = not (parts.query or parts.fragment or "@" in parts.netloc)
        is_placed = bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and is_placed and is_plain


def _origin(url: str) -> tuple[str, str | None, int | None]:
    parts = urlsplit(url)
    return parts.scheme, parts.hostname, parts.port
