"""Tokens by every grant, from a server of tokens that stands beside the API."""

from __future__ import annotations

import asyncio
from urllib.parse import parse_qs

import httpx2
import pytest
from case_oauth import (
    APIStatusError,
    AsyncClient,
    Client,
    ClientCredentials,
    ConfigurationError,
    PasswordGrant,
    RefreshToken,
    TokenError,
    server,
)
from case_oauth.client import Token
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

ASKED: list[tuple[str, str, str]] = []
SEEN: list[object] = []
RIGHT = ClientCredentials(client_id="app", client_secret="s")


class Books(server.BooksHandlers):
    async def list_books(self, context: server.Context) -> None:
        SEEN.append(context.principal)

    async def add_book(self, context: server.Context) -> None:
        SEEN.append(context.principal)

    async def read_vault(self, context: server.Context) -> None:
        SEEN.append(context.principal)


class Loans(server.LoansHandlers):
    async def list_loans(self, context: server.Context) -> None:
        SEEN.append(context.principal)

    async def end_loan(self, context: server.Context) -> None:
        SEEN.append(context.principal)

    async def read_me(self, context: server.Context) -> None:
        SEEN.append(context.principal)


async def _allowed(token: str, context: server.Context) -> str | None:
    """A token reads like what it was asked with: `grant:scopes`."""
    grant, _, scopes = token.partition(":")
    has_all = set(context.scopes) <= set(scopes.split("+"))
    return grant if has_all else None


async def _member(key: str, context: server.Context) -> str | None:
    return "member" if server.same_secret(key, "7") else None


async def _peer(_: str, context: server.Context) -> str:
    return "peer"


async def _tokens(request: Request) -> JSONResponse:
    form = {
        key: one[0] for key, one in parse_qs((await request.body()).decode()).items()
    }
    grant, scope = form["grant_type"], form.get("scope", "")
    ASKED.append((request.url.path, grant, scope))
    if request.headers.get("authorization", "") not in ("", "Basic YXBwOnM="):
        told = {"error": "invalid_client", "error_description": "who is that?"}
        return JSONResponse(told, 401)
    token = f"{grant}:{scope.replace(' ', '+')}"
    return JSONResponse(
        {"access_token": token, "token_type": "bearer", "expires_in": 3600}
    )


def app() -> Starlette:
    ASKED.clear()
    SEEN.clear()
    found = server.app(
        books=Books(),
        loans=Loans(),
        security={
            "oauth": _allowed,
            "user": _allowed,
            "session": _allowed,
            "openid": _allowed,
            "key": _member,
            "tls": _peer,
        },
    )
    for path in ("/oauth/token", "/oauth/refresh"):
        found.router.routes.append(Route(path, _tokens, methods=["POST"]))
    return found


def check_client_credentials(url: str) -> None:
    with Client(base_url=url, credentials={"oauth": RIGHT}) as client:
        client.books.list()
        client.books.list()
        client.books.add()
        client.with_options(timeout=5).books.list()
    assert SEEN == ["client_credentials"] * 4
    assert ASKED == [
        ("/oauth/token", "client_credentials", "read"),
        ("/oauth/token", "client_credentials", "read write"),
    ]


def check_client_credentials_of_the_environment(url: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CASE_OAUTH_CLIENT_ID", "app")
        patch.setenv("CASE_OAUTH_CLIENT_SECRET", "s")
        with Client(base_url=url) as client:
            client.books.list()
            client.books.list()
    assert len(ASKED) == 1
    with (
        Client(base_url=url) as client,
        pytest.raises(ConfigurationError, match="CASE_OAUTH_CLIENT_ID"),
    ):
        client.books.list()


def check_a_client_that_is_not_known(url: str) -> None:
    wrong = ClientCredentials(client_id="app", client_secret="no")
    with (
        Client(base_url=url, credentials={"oauth": wrong}) as client,
        pytest.raises(TokenError, match="invalid_client") as caught,
    ):
        client.books.list()
    assert isinstance(caught.value, APIStatusError)
    assert caught.value.error == "invalid_client"
    assert caught.value.error_description == "who is that?"
    assert SEEN == []


def check_password_and_key_together(url: str) -> None:
    grant = PasswordGrant(username="me", password="p")
    with Client(base_url=url, credentials={"user": grant, "key": "7"}) as client:
        client.loans.list()
    assert SEEN == [{"user": "password", "key": "member"}]
    assert ASKED == [("/oauth/token", "password", "")]


def check_a_refresh_token_for_either_user(url: str) -> None:
    kept: list[Token] = []
    grant = RefreshToken(refresh_token="r", on_token=kept.append)
    with Client(
        base_url=url, credentials={"session": grant, "user": grant, "key": "7"}
    ) as client:
        client.loans.end()
        client.loans.list()
    assert ASKED == [
        ("/oauth/token", "refresh_token", ""),
        ("/oauth/refresh", "refresh_token", ""),
    ]
    assert [token.refresh_token for token in kept] == ["r", "r"]


def check_openid_connect(url: str) -> None:
    with Client(base_url=url, credentials={"openid": "me:email"}) as client:
        client.loans.read_me()
    with Client(base_url=url, credentials={"openid": lambda: "you:email"}) as client:
        client.loans.read_me()
    given = ClientCredentials(
        client_id="app", client_secret="s", token_url=f"{url}/oauth/token"
    )
    with Client(base_url=url, credentials={"openid": given}) as client:
        client.loans.read_me()
    assert SEEN == ["me", "you", "client_credentials"]
    assert ASKED == [("/oauth/token", "client_credentials", "email")]


def check_a_certificate_is_demanded(url: str) -> None:
    with (
        Client(base_url=url, api_key="k") as client,
        pytest.raises(ConfigurationError, match="tls: give the client a cert"),
    ):
        client.books.read_vault()
    with httpx2.Client() as http, Client(base_url=url, http_client=http) as client:
        client.books.read_vault()
    assert SEEN == ["peer"]


def check_asynchronous_calls_share_a_token(url: str) -> None:
    kept: list[str] = []

    async def keep(token: Token) -> None:
        kept.append(token.access_token)

    async def token() -> str:
        return "later:email"

    grant = ClientCredentials(client_id="app", client_secret="s", on_token=keep)

    async def main() -> None:
        async with AsyncClient(
            base_url=url, credentials={"oauth": grant, "openid": token}
        ) as client:
            await asyncio.gather(*(client.books.list() for _ in range(5)))
            await client.loans.read_me()

    asyncio.run(main())
    assert ASKED == [("/oauth/token", "client_credentials", "read")]
    assert kept == ["client_credentials:read"]
    assert SEEN == ["client_credentials"] * 5 + ["later"]
