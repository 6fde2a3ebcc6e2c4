"""Documents at http and https addresses, for users who allow it.

Takes: an address and what the user permits.
Gives: the bytes behind it and the address that they came from in the end.
Must not: call an address that the permission does not cover, at any hop; send
credentials, cookies or anything of the environment; wait or read without end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .address import Address, NotAnAddress, parse_address
from .fetch import Fetched, Fetcher, Unreachable
from .permission import Forbidden, Permission

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "Address",
    "Fetched",
    "Fetcher",
    "Forbidden",
    "NotAnAddress",
    "Permission",
    "Unreachable",
    "fetcher_of",
    "parse_address",
]


def fetcher_of(anywhere: bool, origins: Iterable[str]) -> Fetcher | None:
    """What reads the addresses that the user allows; None where none is."""
    named = frozenset(origins)
    return Fetcher(Permission(anywhere, named)) if anywhere or named else None
