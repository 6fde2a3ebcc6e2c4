"""Reading the bytes behind an address, within limits."""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
from contextlib import suppress
from dataclasses import field
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from ...values import dataclass
from .address import Address, NotAnAddress, parse_address
from .permission import Forbidden, Permission

if TYPE_CHECKING:
    from .permission import Endpoint

CONNECT = 10.0
"""Seconds for one connection, and for each time that nothing comes."""

TOTAL = 30.0
"""Seconds for a document, all redirects included."""

_REDIRECTS = 3
_PIECE = 65_536
_MOVED = frozenset((301, 302, 303, 307, 308))
_HEADERS = {
    "Accept": "application/yaml, application/json;q=0.9, */*;q=0.5",
    "Accept-Encoding": "identity",
    "Connection": "close",
    "User-Agent": "oasmith",
}


class Unreachable(Exception):
    """Nothing could be read; `reason` is in our words."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Fetched:
    """The bytes that were read, and the address that gave them after all redirects."""

    address: Address
    data: bytes


@dataclass(slots=True)
class Fetcher:
    """Reads addresses that the permission covers, each at most once."""

    permission: Permission
    _known: dict[str, Fetched | Exception] = field(default_factory=dict)

    def fetch(self, url: str, limit: int) -> Fetched:
        """What stands at an address, at most one byte more than `limit`.

        Raises NotAnAddress, Forbidden and Unreachable.
        """
        address = parse_address(url)
        known = self._known.get(address.text)
        if known is None:
            try:
                known = self._follow(address, limit)
            except (NotAnAddress, Forbidden, Unreachable) as problem:
                known = problem
            self._known[address.text] = known
            if isinstance(known, Fetched):
                self._known[known.address.text] = known
        if isinstance(known, Exception):
            raise known
        return known

    def _follow(self, address: Address, limit: int) -> Fetched:
        """Read an address, following redirects as far as each of them is allowed."""
        before: Address | None = None
        with _Watch(TOTAL) as watch:
            for _ in range(_REDIRECTS + 1):
                self.permission.check(address, before=before)
                known = self._known.get(address.text)
                if isinstance(known, Fetched):
                    return known
                answer = self._ask(address, watch, limit)
                if isinstance(answer, bytes):
                    return Fetched(address, answer)
                before, address = address, parse_address(urljoin(address.text, answer))
        raise Unreachable(f"there are more than {_REDIRECTS} redirects")

    def _ask(self, address: Address, watch: _Watch, limit: int) -> bytes | str:
        """The content at an address, or where it redirects to."""
        try:
            endpoints = self.permission.endpoints(address)
            with _connected(address, endpoints, watch) as link:
                found = _answer(address, link, limit)
            if not watch.is_over:
                return found
            reason = "it took too long"
        except OSError as problem:
            reason = "it took too long" if watch.is_over else _cause(problem)
        except (http.client.HTTPException, ValueError):
            reason = "it took too long" if watch.is_over else "it is no valid HTTP"
        raise Unreachable(reason)


class _Watch:
    """Ends whatever is read from a connection when the time is up.

    The time limit of a socket is for each single read, so a server could send a byte
    now and then forever.
    """

    def __init__(self, seconds: float) -> None:
        self._timer = threading.Timer(seconds, self._end)
        self._timer.daemon = True
        self._link: socket.socket | None = None
        self.is_over = False

    def __enter__(self) -> _Watch:
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()

    def over(self, link: socket.socket) -> None:
        """Watch this connection from now on. Raises TimeoutError when it is too late."""
        self._link = link
        if self.is_over:
            raise TimeoutError

    def _end(self) -> None:
        self.is_over = True
        if self._link is not None:
            with suppress(OSError):
                socket.socket.shutdown(self._link, socket.SHUT_RDWR)


def _answer(address: Address, link: socket.socket, limit: int) -> bytes | str:
    connection = http.client.HTTPConnection(address.host, address.port)
    connection.sock = link
    headers = {"Host": address.authority, **_HEADERS}
    connection.request("GET", address.target, headers=headers)
    with connection.getresponse() as response:
        if response.status in _MOVED:
            place = response.getheader("Location")
            if not place:
                raise Unreachable("a redirect does not say where to")
            return place
        _check_answer(response)
        return _read(response, limit)


def _connected(
    address: Address, endpoints: list[Endpoint], watch: _Watch
) -> socket.socket:
    """A connection to the first endpoint that answers, encrypted for https."""
    problem = OSError()
    for family, place in endpoints:
        link = socket.socket(family, socket.SOCK_STREAM)
        try:
            watch.over(link)
            link.settimeout(CONNECT)
            link.connect(place)
            if address.scheme == "https":
                name = address.host.strip("[]")
                link = _context().wrap_socket(link, server_hostname=name)
                watch.over(link)
        except OSError as failed:
            link.close()
            problem = failed
        else:
            return link
    raise problem


def _context() -> ssl.SSLContext:
    return ssl.create_default_context()


def _check_answer(response: http.client.HTTPResponse) -> None:
    """Raise Unreachable for an answer that is no document."""
    if response.status != HTTPStatus.OK:
        raise Unreachable(f"the server answered {_status(response.status)}")
    if response.getheader("Content-Encoding", "identity").lower() != "identity":
        raise Unreachable("the answer is compressed, which was not asked for")
    if response.headers.get_content_type() == "text/html":
        raise Unreachable("the server answered with a web page")


def _read(response: http.client.HTTPResponse, limit: int) -> bytes:
    pieces: list[bytes] = []
    size = 0
    while size <= limit:
        piece = response.read1(_PIECE)
        if not piece:
            if response.length:
                raise Unreachable("the answer ended too early")
            break
        pieces.append(piece)
        size += len(piece)
    return b"".join(pieces)[: limit + 1]


def _status(number: int) -> str:
    try:
        return f"{number} {HTTPStatus(number).phrase}"
    except ValueError:
        return str(number)


def _cause(problem: OSError) -> str:
    if isinstance(problem, ssl.SSLCertVerificationError):
        return "its certificate is not valid"
    if isinstance(problem, ssl.SSLError):
        return "no encrypted connection could be made"
    if isinstance(problem, TimeoutError):
        return "it took too long"
    if isinstance(problem, socket.gaierror):
        return "its host is not known"
    if isinstance(problem, ConnectionRefusedError):
        return "nothing answers there"
    return "the connection failed"
