"""One of two credentials, both at once, or none at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from case_security import AuthenticationError, Client, ConfigurationError, server

if TYPE_CHECKING:
    from case_security.server.app import Security
    from starlette.applications import Starlette

SEEN: list[object] = []


class Vault(server.VaultHandlers):
    async def read_secret(self, context: server.Context) -> None:
        SEEN.append(context.principal)

    async def read_both(self, context: server.Context) -> None:
        SEEN.append(context.principal)

    async def read_open(self, context: server.Context) -> None:
        SEEN.append(context.principal)


async def _key(key: str, context: server.Context) -> str | None:
    return "key holder" if server.same_secret(key, "k") else None


async def _token(token: str, context: server.Context) -> str | None:
    return "token holder" if server.same_secret(token, "t") else None


def app() -> Starlette:
    SEEN.clear()
    return server.app(vault=Vault(), security={"key": _key, "token": _token})


def check_either_of_two(url: str) -> None:
    with Client(base_url=url, credentials={"key": "k"}) as client:
        client.vault.read_secret()
    with Client(base_url=url, credentials={"token": "t"}) as client:
        client.vault.read_secret()
    assert SEEN == ["key holder", "token holder"]


def check_both_at_once(url: str) -> None:
    with Client(base_url=url, credentials={"key": "k", "token": "t"}) as client:
        client.vault.read_both()
    assert SEEN == [{"key": "key holder", "token": "token holder"}]
    wrong = Client(base_url=url, credentials={"key": "k", "token": "no"})
    with wrong, pytest.raises(AuthenticationError):
        wrong.vault.read_both()
    half = Client(base_url=url, credentials={"key": "k"})
    with half, pytest.raises(ConfigurationError, match="token"):
        half.vault.read_both()
    assert len(SEEN) == 1


def check_nobody_is_enough_where_it_says_so(url: str) -> None:
    with Client(base_url=url) as client:
        client.vault.read_open()
        with pytest.raises(ConfigurationError, match="CASE_SECURITY_API_KEY"):
            client.vault.read_secret()
    assert SEEN == [None]


def check_credentials_are_demanded(url: str) -> None:
    for path in ("/secret", "/both"):
        with pytest.raises(HTTPError) as refused, urlopen(url + path):
            pass
        assert refused.value.code == 401
        assert refused.value.headers["www-authenticate"] == "Bearer"
        refused.value.close()
    wrong = Client(base_url=url, credentials={"key": "no"})
    with wrong, pytest.raises(AuthenticationError):
        wrong.vault.read_secret()
    assert SEEN == []


def check_no_authenticator_is_no_server(url: str) -> None:
    with pytest.raises(ValueError, match="token"):
        server.app(vault=Vault(), security=cast("Security", {"key": _key}))
