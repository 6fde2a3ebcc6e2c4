"""Tokens of OAuth 2.0: how they are asked for, and for what."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

from .client_runtime import connect, errors, load, operation
from .fault_server import FaultServer
from .token_calls import (
    CLIENT,
    GET,
    SECRET,
    USER,
    Calls,
    Json,
    in_tasks,
    in_threads,
    oauth,
    sent,
    service,
)
from .token_server import TokenServer

Scoped = operation.Scoped


def test_client_credentials(
    server: FaultServer, giver: TokenServer, calls: Calls
) -> None:
    """RFC 6749, sections 2.3.1 and 4.4; a token serves until it ends."""
    server.then(b"1")
    grant = oauth.ClientCredentials(**CLIENT, token_url=giver.url)
    assert calls(server.url, grant, 3) == [1, 1, 1]
    assert sent(server) == ["Bearer t1"] * 3
    (asked,) = giver.asked
    assert asked.form == {"grant_type": "client_credentials"}
    assert asked.basic == ("my client", SECRET)
    assert asked.headers["accept"] == "application/json"
    assert asked.headers["user-agent"] == "demo/python"


def test_the_secret_may_go_into_the_body(
    server: FaultServer, giver: TokenServer, calls: Calls
) -> None:
    server.then(b"1")
    grant = oauth.ClientCredentials(
        **CLIENT,
        token_url=f"{giver.url}?tenant=7",
        auth_method="client_secret_post",
        scopes=["a", "b"],
        extra={"audience": "https://api", "grant_type": "mine"},
    )
    assert calls(server.url, grant) == [1]
    (asked,) = giver.asked
    assert asked.path == "/token?tenant=7"
    assert "authorization" not in asked.headers
    assert asked.form == {
        **CLIENT,
        "audience": "https://api",
        "grant_type": "client_credentials",
        "scope": "a b",
    }


def test_password(server: FaultServer, giver: TokenServer, calls: Calls) -> None:
    """RFC 6749, section 4.3; its refresh token renews, and the password when that ends."""
    server.then(b"1")
    giver.about = {"expires_in": 0, "refresh_token": "r"}
    grant = oauth.PasswordGrant(**USER, client_id="app", token_url=giver.url)

    def refuse_the_second_refresh() -> None:
        if len(giver.asked) == 2:
            giver.then(400, {"error": "invalid_grant"})

    made = calls(server.url, grant, 3, between=refuse_the_second_refresh)
    assert made == [1, 1, 1]
    first = {"grant_type": "password", "client_id": "app", **USER}
    assert [asked.form for asked in giver.asked] == [
        first,
        {"grant_type": "refresh_token", "refresh_token": "r1", "client_id": "app"},
        {"grant_type": "refresh_token", "refresh_token": "r2", "client_id": "app"},
        first,
    ]


def test_refresh_tokens_that_rotate_are_kept_and_told(
    server: FaultServer, giver: TokenServer, calls: Calls
) -> None:
    server.then(b"1")
    giver.about = {"expires_in": "0", "refresh_token": "r", "scope": "a b"}
    told: list[Any] = []
    grant = oauth.RefreshToken(
        refresh_token="r0", token_url=giver.url, on_token=told.append
    )
    assert calls(server.url, grant, 3) == [1, 1, 1]
    assert [asked.form["refresh_token"] for asked in giver.asked] == ["r0", "r1", "r2"]
    assert [asked.form["grant_type"] for asked in giver.asked] == ["refresh_token"] * 3
    assert [token.refresh_token for token in told] == ["r1", "r2", "r3"]
    assert told[0].access_token == "t1"
    assert told[0].scopes == ("a", "b")
    assert "t1" not in repr(told) and "r1" not in repr(told)


def test_a_refresh_token_that_stays(
    server: FaultServer, giver: TokenServer, calls: Calls
) -> None:
    server.then(b"1")
    giver.about = {"expires_in": 0}
    told: list[Any] = []
    grant = oauth.RefreshToken(
        refresh_token="r0", token_url=giver.url, on_token=told.append
    )
    assert calls(server.url, grant, 2) == [1, 1]
    assert [asked.form["refresh_token"] for asked in giver.asked] == ["r0", "r0"]
    assert [token.refresh_token for token in told] == ["r0", "r0"]


def test_on_token_may_be_async_in_an_asynchronous_client(
    server: FaultServer, giver: TokenServer
) -> None:
    server.then(b"1")
    told: list[str] = []

    async def keep(token: Any) -> None:
        await asyncio.sleep(0)
        told.append(token.access_token)

    grant = oauth.ClientCredentials(**CLIENT, token_url=giver.url, on_token=keep)
    options: dict[str, Any] = {
        "service": service(),
        "credentials": {"oauth": grant},
    }
    assert in_tasks(server.url, 1, False, dict(options)) == [1]
    assert told == ["t1"]
    with pytest.raises(TypeError, match="on_token"):
        in_threads(server.url, 1, False, dict(options))


def test_scopes_are_those_of_the_operation(
    server: FaultServer, giver: TokenServer, calls: Calls
) -> None:
    """One token for each set of scopes, unless one that is there allows enough."""
    server.then(b"1")
    wide = operation.Operation(
        "GET", "/wide", security=((Scoped("oauth", "read", "write"),),)
    )
    asked = service("/token", (Scoped("oauth", "read"),))
    grant = oauth.ClientCredentials(**CLIENT, token_url=giver.url)
    transport = connect(
        server.url, api_key=None, service=asked, credentials={"oauth": grant}
    )
    for what in (GET, wide, GET, wide):
        transport.call(what, Json[int])
    transport.close()
    assert [one.form["scope"] for one in giver.asked] == ["read", "read write"]
    assert sent(server) == [f"Bearer t{number}" for number in (1, 2, 1, 2)]
    fixed = oauth.ClientCredentials(**CLIENT, token_url=giver.url, scopes="all of it")
    assert calls(server.url, fixed, 2, service=asked) == [1, 1]
    assert giver.asked[-1].form["scope"] == "all of it"
    assert len(giver.asked) == 3


def test_a_token_that_allows_more_serves(
    server: FaultServer, giver: TokenServer
) -> None:
    server.then(b"1")
    giver.about = {"scope": "write read"}
    wide = operation.Operation(
        "GET", "/wide", security=((Scoped("oauth", "read", "write"),),)
    )
    grant = oauth.ClientCredentials(**CLIENT, token_url=giver.url)
    asked = service("/token", (Scoped("oauth", "read"),))
    transport = connect(
        server.url, api_key=None, service=asked, credentials={"oauth": grant}
    )
    transport.call(wide, Json[int])
    transport.call(GET, Json[int])
    transport.close()
    assert len(giver.asked) == 1


def test_copies_of_a_client_share_tokens(
    server: FaultServer, giver: TokenServer
) -> None:
    server.then(b"1")
    grant = oauth.ClientCredentials(**CLIENT, token_url=giver.url)
    clients = load("clients")
    client = clients.BaseClient(
        service(), credentials={"oauth": grant}, base_url=server.url
    )
    client.with_options(timeout=5)._transport.call(GET, Json[int])
    client._transport.call(GET, Json[int])
    client.close()
    assert len(giver.asked) == 1


def test_c2_client_credentials_of_the_environment(
    server: FaultServer, calls: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.then(b'{"access_token":"e1"}').then(b"1")
    for name in ("API_KEY", "CLIENT_ID", "CLIENT_SECRET"):
        monkeypatch.delenv(f"DEMO_{name}", raising=False)
    (error,) = calls(server.url, None, credentials=None)
    for text in ("ClientCredentials", "DEMO_CLIENT_ID", "DEMO_CLIENT_SECRET", "oauth"):
        assert text in str(error)
    assert server.requests == []
    monkeypatch.setenv("DEMO_CLIENT_ID", "id")
    monkeypatch.setenv("DEMO_CLIENT_SECRET", "s")
    assert calls(server.url, None, 2, credentials=None) == [1, 1]
    assert sent(server) == ["Basic aWQ6cw==", "Bearer e1", "Bearer e1"]
    assert server.requests[0].target == "/token"


def test_c2_a_token_of_the_environment_serves_too(
    server: FaultServer, calls: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.then(b"1")
    monkeypatch.delenv("DEMO_CLIENT_ID", raising=False)
    monkeypatch.setenv("DEMO_API_KEY", "token")
    assert calls(server.url, None, credentials=None) == [1]
    assert sent(server) == ["Bearer token"]


@pytest.mark.parametrize("given", ["text", lambda: "text"])
def test_a_token_that_is_known_serves(
    server: FaultServer, calls: Calls, given: Any
) -> None:
    """For OAuth 2.0 and OpenID Connect alike, which is a bearer scheme."""
    server.then(b"1")
    assert calls(server.url, given) == [1]
    openid = operation.Scheme("header", prefix="Bearer ")
    asked = service("/token", ("openid",), openid=openid)
    assert calls(server.url, None, credentials={"openid": given}, service=asked) == [1]
    assert sent(server) == ["Bearer text"] * 2


def test_openid_connect_gets_tokens_where_the_caller_says(
    server: FaultServer, giver: TokenServer, calls: Calls
) -> None:
    server.then(b"1")
    openid = operation.Scheme("header", prefix="Bearer ")
    asked = service("/token", (Scoped("openid", "email"),), openid=openid)
    grant = oauth.RefreshToken(refresh_token="r", token_url=giver.url)
    made = calls(server.url, None, credentials={"openid": grant}, service=asked)
    assert made == [1]
    lost = oauth.RefreshToken(refresh_token="r")
    (error,) = calls(server.url, None, credentials={"openid": lost}, service=asked)
    assert type(error) is errors.ConfigurationError
    assert "token_url" in str(error)


def test_nothing_shows_a_secret(
    server: FaultServer,
    giver: TokenServer,
    calls: Calls,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    server.then(b"1")
    giver.about = {"refresh_token": "canary-r", "expires_in": 0}
    grant = oauth.PasswordGrant(
        **USER, **CLIENT, token_url=giver.url, auth_method="client_secret_post"
    )
    asked = calls(server.url, grant, 2, log_bodies=True)
    assert asked == [1, 1]
    assert f"POST {giver.url}: 200" in caplog.text
    shown = caplog.text + repr(grant) + repr(oauth.ClientCredentials(**CLIENT))
    assert "canary" not in shown
    assert "t1" not in caplog.text.replace("http1", "")
    assert "my client" in repr(grant)


@pytest.mark.parametrize(
    ("kind", "values", "word"),
    [
        ("ClientCredentials", {"client_id": "", "client_secret": "x"}, "client_id"),
        ("ClientCredentials", {"client_id": "x", "client_secret": ""}, "secret"),
        ("PasswordGrant", {"username": "", "password": ""}, "username"),
        ("RefreshToken", {"refresh_token": ""}, "refresh_token"),
        ("RefreshToken", {"refresh_token": "r", "auth_method": "none"}, "auth_method"),
    ],
)
def test_what_cannot_be_right_is_refused_when_it_is_given(
    kind: str, values: dict[str, str], word: str
) -> None:
    with pytest.raises(ValueError, match=word):
        getattr(oauth, kind)(**values)
