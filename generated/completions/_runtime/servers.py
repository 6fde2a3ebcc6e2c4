# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Where a service is: URLs with variables."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from urllib.parse import quote, urljoin, urlsplit

from .errors import ConfigurationError

_VARIABLE = re.compile(r"\{([^{}]+)\}")
_PORTS = {"http": 80, "https": 443}
_HOST = re.compile(r"[A-Za-z0-9.-]+(:[0-9]+)?")
_USER = re.compile(r"^(\w+://)?.*@", re.DOTALL)
"""All of a URL that may be a user and a password, whatever characters they hold."""


@dataclass(frozen=True, eq=False, slots=True)
class Server:
    """A place where a service is.

    Attributes:
        url: Its base URL, variables in braces; it may be relative.
        name: What the document calls it, if anything.
        variables: The default of each variable that has one.
        choices: The values that a variable may have, where the document lists them.
    """

    url: str
    name: str = ""
    variables: Mapping[str, str] = field(default_factory=dict[str, str])
    choices: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict[str, tuple[str, ...]]
    )

    @property
    def key(self) -> str:
        """What it is asked for by: its name, else its URL."""
        return self.name or self.url

    @property
    def is_relative(self) -> bool:
        """Whether the URL says where the service is only beside another URL."""
        url = _VARIABLE.sub(lambda name: self.variables.get(name[1], ""), self.url)
        return "://" not in url

    def filled(self, values: Mapping[str, str]) -> str:
        """The URL with a value in place of each variable.

        Raises:
            ConfigurationError: A variable has no value, or one that it may not have.
        """
        pieces = _VARIABLE.split(self.url)
        for index in range(1, len(pieces), 2):
            before = "".join(pieces[:index])
            in_path = self.is_relative or "/" in before.partition("://")[2]
            pieces[index] = self._value(pieces[index], values, before, in_path)
        return "".join(pieces)

    def at(self, values: Mapping[str, str]) -> str:
        """The URL if it is complete with these values, else empty."""
        try:
            return "" if self.is_relative else self.filled(values)
        except ConfigurationError:
            return ""

    def _value(
        self, name: str, values: Mapping[str, str], before: str, in_path: bool
    ) -> str:
        value = values.get(name, self.variables.get(name))
        if value is None:
            raise ConfigurationError(
                f"the server {self.url} needs its variable {name}: give it to the client, "
                "or give the client a base_url"
            )
        choices = self.choices.get(name)
        if choices and value not in choices:
            raise ConfigurationError(
                f"the server variable {name} is one of {', '.join(choices)}"
            )
        if not before:
            return value  # a scheme or a whole URL; the result is checked as such
        if in_path and not {".", ".."}.intersection(value.split("/")):
            return quote(value, safe="/:@!$&'()*+,;=~")
        if value == self.variables.get(name) or _HOST.fullmatch(value):
            return value
        raise ConfigurationError(f"not a value for the server variable {name}")


def find(servers: Sequence[Server], key: str) -> Server | None:
    """The server of that key, else the first one, if any."""
    for server in servers:
        if server.key == key:
            return server
    return servers[0] if servers else None


def resolved(base: str, url: str) -> str:
    """A relative URL of the document, below the base URL that it is relative to.

    Source: RFC 3986, section 5; the base counts as a folder.
    """
    return urljoin(f"{base.rstrip('/')}/", url)


@lru_cache(128)
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


def origin(url: str) -> tuple[str, str | None, int | None]:
    """Scheme, host and port of a URL, the usual port if it names none (RFC 6454, section 4)."""
    parts = urlsplit(url)
    return parts.scheme, parts.hostname, parts.port or _PORTS.get(parts.scheme)


def _is_base(url: str) -> bool:
    try:
        parts = urlsplit(url)
        is_plain = not (parts.query or parts.fragment or "@" in parts.netloc)
        is_placed = bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and is_placed and is_plain
