"""Which addresses a run may call."""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING, TypeAlias

from ...values import dataclass

if TYPE_CHECKING:
    from .address import Address

IP: TypeAlias = IPv4Address | IPv6Address
Endpoint: TypeAlias = (
    "tuple[socket.AddressFamily, tuple[str, int] | tuple[str, int, int, int]]"
)

_NAT64 = ip_network("64:ff9b::/96")
_HIDDEN = (ip_network("100.64.0.0/10"), ip_network("64:ff9b:1::/48"))
_MOST = 8


class Forbidden(Exception):
    """The permission does not cover an address; `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Permission:
    """What the user allows.

    `origins` are named by the user: they may be called whatever their scheme and
    address. With `anywhere`, every public host may be called by https besides.
    """

    anywhere: bool = False
    origins: frozenset[str] = frozenset()

    def check(self, address: Address, *, before: Address | None = None) -> None:
        """Raise Forbidden unless this address may be called.

        `before` is the one that redirects to it, if one does.
        """
        if before and (before.scheme, address.scheme) == ("https", "http"):
            raise Forbidden("a redirect leads from https to http")
        if address.origin in self.origins:
            return
        if not self.anywhere:
            raise Forbidden("its origin is not among those that are allowed")
        if address.scheme != "https":
            raise Forbidden("it is not https, and its origin was not named")

    def endpoints(self, address: Address) -> list[Endpoint]:
        """Where to connect to, resolved once, so that a check holds for what is called.

        Raises Forbidden if any of them is not public and the origin was not named, and
        OSError when the name has no address.
        """
        host = address.host.strip("[]")
        found = socket.getaddrinfo(host, address.port, type=socket.SOCK_STREAM)
        endpoints: list[Endpoint] = []
        for family, _, _, _, place in found[:_MOST]:
            name = str(place[0])
            if address.origin not in self.origins and not is_public(name):
                raise Forbidden("its host has an address that is not public")
            if len(place) == 4:
                endpoints.append((family, (name, int(place[1]), place[2], place[3])))
            else:
                endpoints.append((family, (name, int(place[1]))))
        return endpoints


def is_public(text: str) -> bool:
    """Whether an IP address is one of the public internet, whatever form it hides in."""
    try:
        ip = _plain(ip_address(text.partition("%")[0]))
    except ValueError:
        return False
    return (
        ip.is_global
        and not ip.is_multicast
        and not ip.is_reserved
        and not any(ip.version == net.version and ip in net for net in _HIDDEN)
    )


def _plain(ip: IP) -> IP:
    """The IPv4 address in an IPv6 one that stands for it (mapped, 6to4, NAT64)."""
    if isinstance(ip, IPv4Address):
        return ip
    if ip in _NAT64:
        return IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else ip)
