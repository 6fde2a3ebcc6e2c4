"""TLS: whom clients believe, what they show of themselves, and what that costs."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from .client_runtime import errors, load, operation
from .fault_server import FaultServer, running

clients = load("clients")
pool = load("pool")
tls = load("tls")
Json = load("decoders").Json
Scheme = operation.Scheme

HERE = Path(__file__).parent / "certificates"
AUTHORITY, BOTH = HERE / "authority.pem", HERE / "both.pem"
CERT, LOCKED = HERE / "client.pem", HERE / "locked.key"
PASSWORD = "canary-password"
GET = operation.Operation("GET", "/x")
SCHEMES = {"tls": Scheme("none"), "key": Scheme("header", "X-Key")}


def service(*security: tuple[str, ...]) -> Any:
    return operation.Service("demo", "DEMO", (), SCHEMES, security)


@pytest.fixture
def strict_server() -> Iterator[FaultServer]:
    """A server that talks only to those who show a certificate."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH, cafile=AUTHORITY)
    context.load_cert_chain(HERE / "server.pem")
    context.verify_mode = ssl.CERT_REQUIRED
    with running(context) as found:
        yield found.then(b"1")


def called(url: str, **options: Any) -> list[Any]:
    """What a call gives in both flavours, which must be the same."""
    options = {"base_url": url, "max_retries": 0, "service": service(), **options}
    with clients.BaseClient(**options) as client:
        found = [client._transport.call(GET, Json[int])]

    async def main() -> None:
        async with clients.BaseAsyncClient(**options) as client:
            found.append(await client._transport.call(GET, Json[int]))

    asyncio.run(main())
    return found


@pytest.mark.parametrize(
    "cert", [BOTH, str(BOTH), (CERT, LOCKED, PASSWORD)], ids=["path", "str", "apart"]
)
def test_a_certificate_is_shown(strict_server: FaultServer, cert: Any) -> None:
    asked = service(("tls",))
    found = called(strict_server.url, cert=cert, verify=AUTHORITY, service=asked)
    assert found == [1, 1]
    assert "authorization" not in strict_server.requests[0].headers


def test_a_context_of_the_caller_is_used(strict_server: FaultServer) -> None:
    context = ssl.create_default_context(cafile=AUTHORITY)
    context.load_cert_chain(BOTH)
    asked = service(("tls",))
    assert called(strict_server.url, verify=context, service=asked) == [1, 1]


def test_a_folder_of_authorities(strict_server: FaultServer, tmp_path: Path) -> None:
    shutil.copy(AUTHORITY, tmp_path / "one.pem")
    with pytest.raises(errors.APIConnectionError, match="certificate"):
        called(strict_server.url, cert=BOTH, verify=tmp_path)


def test_a_server_that_is_not_known_is_not_believed(
    strict_server: FaultServer,
) -> None:
    with pytest.raises(errors.APIConnectionError, match="certificate verify failed"):
        called(strict_server.url, cert=BOTH)
    assert strict_server.requests == []


def test_no_certificate_is_no_way_in(strict_server: FaultServer) -> None:
    with pytest.raises(errors.APIConnectionError):
        called(strict_server.url, verify=AUTHORITY)
    assert strict_server.requests == []


def test_a_call_that_needs_a_certificate_says_so(server: FaultServer) -> None:
    server.then(b"1")
    with pytest.raises(errors.ConfigurationError, match="tls: give the client a cert"):
        called(server.url, service=service(("tls",)))
    with pytest.raises(errors.ConfigurationError, match=r"key or tls: .*api_key.*cert"):
        called(server.url, service=service(("key",), ("tls",)))
    assert server.requests == []
    key = {"credentials": {"key": "k"}}
    assert called(server.url, service=service(("tls",), ("key",)), **key) == [1, 1]
    assert [request.headers["x-key"] for request in server.requests] == ["k", "k"]
    with pytest.raises(errors.ConfigurationError, match="tls"):
        called(server.url, service=service(("tls", "key")), **key)
    mine = {"default_headers": {"Authorization": "mine"}}
    with pytest.raises(errors.ConfigurationError, match="tls"):
        called(server.url, service=service(("tls",)), **mine)


def test_a_client_that_was_given_may_have_a_certificate(server: FaultServer) -> None:
    server.then(b"1")
    with httpx2.Client() as http:
        asked = service(("tls",))
        client = clients.BaseClient(asked, base_url=server.url, http_client=http)
        assert client._transport.call(GET, Json[int]) == 1
        either = service(("tls",), ("key",))
        client = clients.BaseClient(
            either, credentials={"key": "k"}, base_url=server.url, http_client=http
        )
        assert client._transport.call(GET, Json[int]) == 1
        assert server.requests[-1].headers["x-key"] == "k"
        client = clients.BaseClient(either, base_url=server.url, http_client=http)
        assert client._transport.call(GET, Json[int]) == 1
        assert "x-key" not in server.requests[-1].headers
        for option in ({"cert": BOTH}, {"verify": AUTHORITY}):
            with pytest.raises(errors.ConfigurationError, match="http_client"):
                clients.BaseClient(asked, http_client=http, **option)


@pytest.mark.parametrize("flavour", ["BaseClient", "BaseAsyncClient"])
@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"cert": "/no/such/file.pem"}, "No such file"),
        ({"cert": AUTHORITY}, "cert: .*authority.pem"),
        ({"cert": (CERT, LOCKED, "canary-wrong")}, "cert: .*client.pem"),
        ({"cert": (CERT, LOCKED)}, "cert: .*client.pem"),
        ({"cert": (CERT, HERE / "server.pem")}, "key values mismatch"),
        ({"verify": "/no/such/file.pem"}, "verify: /no/such/file.pem"),
        ({"verify": LOCKED}, "verify: .*locked.key"),
        ({"verify": ssl.create_default_context(), "cert": BOTH}, "context"),
    ],
)
def test_files_are_checked_when_they_are_given(
    flavour: str, options: dict[str, Any], text: str
) -> None:
    with pytest.raises(errors.ConfigurationError, match=text) as caught:
        getattr(clients, flavour)(service(), **options)
    assert "canary" not in repr(caught.value)


def test_c4_a_second_client_makes_no_context(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which is nearly all of what a client costs."""
    made: list[type] = []
    real = ssl.SSLContext.__new__

    def counted(cls: type, *args: Any, **kwargs: Any) -> Any:
        made.append(cls)
        return real(cls, *args, **kwargs)

    async def main() -> None:
        await clients.BaseAsyncClient(service(), **options).aclose()

    monkeypatch.setattr(ssl.SSLContext, "__new__", counted)
    tls._context.cache_clear()
    for options in ({}, {"verify": AUTHORITY, "cert": BOTH}, {"cert": BOTH}):
        made.clear()
        clients.BaseClient(service(), **options).close()
        assert len(made) == 1
        clients.BaseClient(service(), **options).close()
        asyncio.run(main())
        assert len(made) == 1


def test_c4_the_environment_and_renewed_files_make_another(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    usual = tls.tls_context()
    assert tls.tls_context() is usual
    with monkeypatch.context() as patch:
        patch.setenv("SSL_CERT_FILE", str(AUTHORITY))
        assert tls.tls_context() is not usual
    assert tls.tls_context() is usual
    mine = tmp_path / "both.pem"
    shutil.copy(BOTH, mine)
    first = tls.tls_context(cert=mine)
    assert tls.tls_context(cert=str(mine)) is first is not usual
    os.utime(mine, (1, 1))
    assert tls.tls_context(cert=mine) is not first


def test_c5_the_pool_has_its_limits() -> None:
    found = pool.new_client()
    later = pool.new_async_client()
    for client in (found, later):
        inner = client._transport._pool
        assert inner._max_connections == 1000
        assert inner._max_keepalive_connections == 100
    found.close()
    asyncio.run(later.aclose())


def test_c5_connections_are_kept_alive(server: FaultServer) -> None:
    """60 s of silence, then five probes, as far as the system has it."""
    server.then(b"1")
    wanted = [(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)]
    if hasattr(socket, "TCP_KEEPIDLE"):
        wanted += [
            (socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 60),
            (socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, 60),
            (socket.IPPROTO_TCP, socket.TCP_KEEPCNT, 5),
        ]

    def check(response: httpx2.Response) -> None:
        found = response.extensions["network_stream"].get_extra_info("socket")
        values = [found.getsockopt(level, name) for level, name, _ in wanted]
        assert values == [value for _, _, value in wanted]

    async def main() -> None:
        client = pool.new_async_client()
        async with client.stream("GET", server.url) as response:
            check(response)
        await client.aclose()

    with pool.new_client() as client, client.stream("GET", server.url) as response:
        check(response)
    asyncio.run(main())


def test_options_that_are_none_are_refused() -> None:
    with pytest.raises(TypeError, match="'certificate' is no option"):
        clients.BaseClient(service(), certificate=BOTH)
    with pytest.raises(TypeError, match="is no option"):
        clients.BaseAsyncClient(service(), tiemout=3)
    client = clients.BaseClient(service())
    with client, pytest.raises(TypeError, match="'cert' is no option"):
        client.with_options(cert=BOTH)
