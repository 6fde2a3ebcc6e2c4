"""Addresses and origins as users write them."""

from __future__ import annotations

import re

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://", re.ASCII)
_ORIGIN = re.compile(
    r"(https?)://([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::([0-9]{1,5}))?", re.ASCII
)
_PORTS = {"http": "80", "https": "443"}


def is_address(spec: str) -> bool:
    """Whether a document is named by a URL."""
    return _ADDRESS.match(spec) is not None


def origin(text: str) -> str | None:
    """Scheme, host and port in one spelling; None when the text is something else."""
    found = _ORIGIN.fullmatch(text.removesuffix("/"))
    return None if found is None else _spelled(found)


def origin_of(address: str) -> str | None:
    """The origin of an address, if it is one of http or https without a user name."""
    found = _ORIGIN.match(address)
    if found is None or address[found.end() : found.end() + 1] not in (
        "",
        "/",
        "?",
        "#",
    ):
        return None
    return _spelled(found)


def _spelled(found: re.Match[str]) -> str:
    scheme, host, port = found[1].lower(), found[2].lower().removesuffix("."), found[3]
    usual = port is None or port == _PORTS[scheme]
    return f"{scheme}://{host}" if usual else f"{scheme}://{host}:{int(port)}"
