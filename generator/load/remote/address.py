"""http and https addresses in one spelling (RFC 3986, section 6.2)."""

from __future__ import annotations

import re
from hashlib import sha256
from urllib.parse import quote, urlsplit

from ...values import dataclass

_PORTS = {"http": 80, "https": 443}
_LONGEST = 4000
_UNSAFE = re.compile(r"[\x00-\x20\x7f\\]")
_HOST = re.compile(r"[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\]", re.ASCII)
_ESCAPE = re.compile("%([0-9A-Fa-f]{2})")
_UNRESERVED = re.compile(r"[A-Za-z0-9._~-]", re.ASCII)
_KEPT = "!$&'()*+,;=:@/?%~"


class NotAnAddress(Exception):
    """The text is no http or https address; `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Address:
    """An address without a fragment. `path` starts with a slash."""

    scheme: str
    host: str
    port: int
    path: str
    query: str

    @property
    def origin(self) -> str:
        """Scheme, host and port, as `https://example.com`; a usual port is left out."""
        return f"{self.scheme}://{self.authority}"

    @property
    def authority(self) -> str:
        """Host and port, as the header `Host` has them (RFC 9110, section 7.2)."""
        usual = self.port == _PORTS[self.scheme]
        return self.host if usual else f"{self.host}:{self.port}"

    @property
    def shown(self) -> str:
        """The address without its query, which can hold secrets."""
        return f"{self.origin}{self.path}"

    @property
    def target(self) -> str:
        """What a request for it names (RFC 9112, section 3.2.1)."""
        return f"{self.path}?{self.query}" if self.query else self.path

    @property
    def identity(self) -> str:
        """The address for ids, which get into files: a query only by its hash."""
        if not self.query:
            return self.shown
        return f"{self.shown}?{sha256(self.query.encode()).hexdigest()[:12]}"

    @property
    def text(self) -> str:
        """The whole address."""
        return f"{self.origin}{self.target}"


def parse_address(text: str) -> Address:
    """An address in its normal spelling, so that equal ones are equal texts.

    Raises NotAnAddress, also for one with a user name or password: those would show up
    in messages and generated files.
    """
    if _UNSAFE.search(text) or len(text) > _LONGEST:
        raise NotAnAddress("it holds characters that are not allowed, or too many")
    try:
        parts = urlsplit(text)
        port, host = parts.port, parts.hostname or ""
    except ValueError:
        raise NotAnAddress("it is malformed") from None
    scheme = parts.scheme.lower()
    if scheme not in _PORTS:
        raise NotAnAddress("only http and https are read")
    if "@" in parts.netloc:
        raise NotAnAddress("it holds a user name, which is never sent")
    return Address(
        scheme,
        _host(host, parts.netloc),
        _PORTS[scheme] if port is None else port,
        _without_dots(_normal(parts.path or "/")),
        _normal(parts.query),
    )


def _host(name: str, netloc: str) -> str:
    if not name.isascii():
        try:
            name = name.encode("idna").decode("ascii")
        except UnicodeError:
            raise NotAnAddress("its host is malformed") from None
    host = f"[{name}]" if netloc.startswith("[") else name.lower().removesuffix(".")
    if not _HOST.fullmatch(host):
        raise NotAnAddress("its host is malformed")
    return host


def _normal(text: str) -> str:
    """Percent-encoding where it is needed, in capitals, and nowhere else."""

    def escape(found: re.Match[str]) -> str:
        char = chr(int(found[1], 16))
        return char if _UNRESERVED.fullmatch(char) else found[0].upper()

    return _ESCAPE.sub(escape, quote(text, safe=_KEPT))


def _without_dots(path: str) -> str:
    """The path without `.` and `..` (RFC 3986, section 5.2.4)."""
    kept: list[str] = []
    steps = path.split("/")[1:]
    for step in steps:
        if step == "..":
            del kept[-1:]
        elif step != ".":
            kept.append(step)
    if steps[-1:] in ([".."], ["."]):
        kept.append("")
    return "/" + "/".join(kept)
