"""Tokens of OAuth 2.0: how they are asked for, kept, renewed and shared."""

from __future__ import annotations

import asyncio
import copy
import logging
import pickle
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import pytest

from .client_runtime import connect, connect_async, errors, load, operation, servers
from .fault_server import FaultServer
from .token_server import TokenServer, tokens_given

oauth = load("oauth")
Json = load("decoders").Json
Scoped = operation.Scoped
SECRET = "canary/secret+&:9"
USER = {"username": "me", "password": "canary password"}
CLIENT = {"client_id": "my client", "client_secret": SECRET}
FLOWS = ("clientCredentials", "password", "authorizationCode")
GET = operation.Operation("GET", "/x")
POST = operation.Operation("POST", "/x")

Calls = Callable[..., list[Any]]


@pytest.fixture
def giver() -> Iterator[TokenServer]:
    with tokens_given() as found:
        yield found


def service(
    url: str = "/token", *security: Any, again: str = "", home: str = "", **schemes: Any
) -> Any:
    flows = {kind: oauth.Flow(url, again) for kind in FLOWS}
    known = {"oauth": oauth.OAuth2(flows=flows), **schemes}
    places = (servers.Server(home),) if home else ()
    return operation.Service("demo", "DEMO", places, known, security or (("oauth",),))


def _sync(url: str, count: int, together: bool, options: Any) -> list[Any]:
    what, between = options.pop("what", GET), options.pop("between", None)
    given = options.pop("given", {})
    transport = connect(url, api_key=None, **options)

    def one(_: int) -> Any:
        try:
            return transport.call(what, Json[int], options=given)
        except errors.APIError as error:
            return error

    with closing(transport), ThreadPoolExecutor(count) as pool:
        found = []
        for number in range(1 if together else count):
            if number and between:
                between()
            found += pool.map(one, range(count if together else 1))
    return found


def _async(url: str, count: int, together: bool, options: Any) -> list[Any]:
    what, between = options.pop("what", GET), options.pop("between", None)
    given = options.pop("given", {})

    async def main() -> list[Any]:
        transport = connect_async(url, api_key=None, **options)

        async def one() -> Any:
            try:
                return await transport.call(what, Json[int], options=given)
            except errors.APIError as error:
                return error

        found: list[Any] = []
        for number in range(1 if together else count):
            if number and between:
                between()
            size = count if together else 1
            found += await asyncio.gather(*(one() for _ in range(size)))
        await transport.aclose()
        return found

    return asyncio.run(main())


@pytest.fixture(params=[_sync, _async], ids=["sync", "async"])
def calls(request: pytest.FixtureRequest) -> Calls:
    """Makes calls one after the other, or `together`; gives results and errors."""

    def made(url: str, grant: Any, count: int = 1, **options: Any) -> list[Any]:
        together = options.pop("together", False)
        options.setdefault("credentials", {"oauth": grant})
        options.setdefault("service", service())
        found: list[Any] = request.param(url, count, together, options)
        return found

    return made


def sent(server: FaultServer) -> list[str]:
    """The credentials that came to the API."""
    return [request.headers.get("authorization", "") for request in server.requests]


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
    assert _async(server.url, 1, False, dict(options)) == [1]
    assert told == ["t1"]
    with pytest.raises(TypeError, match="on_token"):
        _sync(server.url, 1, False, dict(options))


def test_a_token_is_renewed_shortly_before_its_end(
    server: FaultServer, giver: TokenServer, calls: Calls
) -> None:
    server.then(b"1")
    giver.about = {"expires_in": 3600}
    now = [1000.0]
    times = iter([1000 + 3569.0, 1000 + 3571.0])
    grant = oauth.ClientCredentials(**CLIENT, token_url=giver.url, clock=lambda: now[0])

    def later() -> None:
        now[0] = next(times)

    assert calls(server.url, grant, 3, between=later) == [1, 1, 1]
    assert sent(server) == ["Bearer t1", "Bearer t1", "Bearer t2"]


def test_a_short_token_serves_for_half_its_time(
    server: FaultServer, giver: TokenServer, calls: Calls
) -> None:
    server.then(b"1")
    giver.about = {"expires_in": 20}
    now = [0.0]
    grant = oauth.ClientCredentials(**CLIENT, token_url=giver.url, clock=lambda: now[0])

    def later() -> None:
        now[0] += 6.0

    assert calls(server.url, grant, 3, between=later) == [1, 1, 1]
    assert sent(server) == ["Bearer t1", "Bearer t1", "Bearer t2"]


@pytest.mark.parametrize("grant", ["client", "password", "refresh"])
def test_c3_twenty_calls_at_once_make_one_request(
    server: FaultServer, giver: TokenServer, calls: Calls, grant: str
) -> None:
    server.then(b"1")
    giver.pause = 0.2
    made = {
        "client": oauth.ClientCredentials(**CLIENT, token_url=giver.url),
        "password": oauth.PasswordGrant(**USER, token_url=giver.url),
        "refresh": oauth.RefreshToken(refresh_token="r", token_url=giver.url),
    }[grant]
    assert calls(server.url, made, 20, together=True) == [1] * 20
    assert len(giver.asked) == 1
    assert sent(server) == ["Bearer t1"] * 20


def test_c3_calls_refused_together_ask_for_one_new_token(
    server: FaultServer, giver: TokenServer, calls: Calls
) -> None:
    """Outside the retry budget, which is none here."""
    server.then(b"1")
    server.refused.add("Bearer t1")
    giver.pause = 0.1
    grant = oauth.ClientCredentials(**CLIENT, token_url=giver.url)
    made = calls(server.url, grant, 8, together=True, max_retries=0)
    assert made == [1] * 8
    assert len(giver.asked) == 2
    assert sorted(sent(server)) == ["Bearer t1"] * 8 + ["Bearer t2"] * 8


def test_c3_a_second_refusal_is_final(
    server: FaultServer, giver: TokenServer, calls: Calls
) -> None:
    server.then(b"{}", status=401)
    grant = oauth.ClientCredentials(**CLIENT, token_url=giver.url)
    (error,) = calls(server.url, grant)
    assert type(error) is errors.AuthenticationError
    assert error.attempts == 2
    assert sent(server) == ["Bearer t1", "Bearer t2"]


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


def test_errors_of_the_server_of_tokens(
    server: FaultServer, giver: TokenServer, calls: Calls
) -> None:
    """RFC 6749, section 5.2: typed, not repeated, and without what proves who asks."""
    server.then(b"1")
    told = {
        "error": "invalid_client",
        "error_description": f"no {SECRET} here",
        "hint": SECRET,
    }
    giver.then(401, told, **{"x-request-id": "q1"})
    grant = oauth.ClientCredentials(**CLIENT, token_url=giver.url)
    (error,) = calls(server.url, grant)
    assert type(error) is errors.TokenError
    assert isinstance(error, errors.APIStatusError)
    assert not isinstance(error, errors.AuthenticationError)
    assert error.status_code == 401
    assert error.error == "invalid_client"
    assert error.error_description == "no *** here"
    text = "401 no token for oauth: invalid_client (no *** here) (request q1)"
    assert str(error) == text
    assert error.attempts == 0
    assert len(giver.asked) == 1 and server.requests == []
    for copied in (pickle.loads(pickle.dumps(error)), copy.deepcopy(error)):
        assert vars(copied) == vars(error)
        assert copied.error == "invalid_client"
    assert SECRET not in repr(vars(error))


MALFORMED: list[tuple[int, object, str]] = [
    (200, "not json", "holds no access_token"),
    (200, "[]", "holds no access_token"),
    (200, {}, "holds no access_token"),
    (200, {"access_token": 5}, "holds no access_token"),
    (200, {"access_token": ""}, "holds no access_token"),
    (200, {"access_token": "a b"}, "cannot be sent"),
    (200, {"access_token": "a\r\nx-evil: 1"}, "cannot be sent"),
    (200, {"access_token": "ä"}, "cannot be sent"),
    (200, {"access_token": "t", "token_type": "mac"}, "another type"),
    (200, {"access_token": "t", "token_type": 1}, "another type"),
    (200, {"error": "bad_verification_code"}, "bad_verification_code"),
    (200, f'{{"x":"{"x" * 70000}","access_token":"t"}}', "holds no access_token"),
    (400, {"error": {"message": "nested"}}, "nested"),
    (400, "<html>", "Bad Request"),
    (204, "", "holds no access_token"),
]


@pytest.mark.parametrize(("status", "body", "text"), MALFORMED)
def test_answers_that_are_no_token(
    server: FaultServer,
    giver: TokenServer,
    calls: Calls,
    status: int,
    body: object,
    text: str,
) -> None:
    giver.then(status, body)
    grant = oauth.ClientCredentials(**CLIENT, token_url=giver.url)
    (error,) = calls(server.url, grant)
    assert type(error) is errors.TokenError
    assert text in str(error)
    assert len(giver.asked) == 1 and server.requests == []


def test_a_token_that_cannot_come_now_is_asked_for_again(
    server: FaultServer, giver: TokenServer, calls: Calls
) -> None:
    """Also for a call that is not repeatable: nothing of it was sent."""
    server.then(b"1")
    giver.then(503, "busy").then(500, "broken")
    grant = oauth.ClientCredentials(**CLIENT, token_url=giver.url)
    assert calls(server.url, grant, what=POST) == [1]
    assert len(giver.asked) == 3
    giver.then(503, "busy").then(503, "busy").then(503, "busy")
    (error,) = calls(server.url, grant, what=POST)
    assert type(error) is errors.TokenError
    assert error.status_code == 503
    assert len(giver.asked) == 6


def test_a_server_of_tokens_that_is_not_there(
    server: FaultServer, calls: Calls
) -> None:
    grant = oauth.ClientCredentials(**CLIENT, token_url="http://127.0.0.1:9/token?x=1")
    (error,) = calls(server.url, grant, max_retries=1)
    assert type(error) is errors.APIConnectionError
    assert str(error) == "POST http://127.0.0.1:9/token: connection refused"
    assert server.requests == []


def test_those_who_wait_share_a_failure(
    server: FaultServer, giver: TokenServer, calls: Calls
) -> None:
    giver.pause = 0.3
    for _ in range(20):
        giver.then(400, {"error": "invalid_client"})
    grant = oauth.ClientCredentials(**CLIENT, token_url=giver.url)
    made = calls(server.url, grant, 10, together=True)
    assert [error.error for error in made] == ["invalid_client"] * 10
    assert len(giver.asked) < 10
    assert len({id(error) for error in made}) == 10


def test_the_deadline_of_a_call_holds_for_its_token(
    server: FaultServer, giver: TokenServer, calls: Calls
) -> None:
    server.then(b"1")
    giver.pause = 1.0
    grant = oauth.ClientCredentials(**CLIENT, token_url=giver.url)
    made = calls(server.url, grant, 3, together=True, given={"deadline": 0.2})
    assert [type(error) for error in made] == [errors.APITimeoutError] * 3
    assert server.requests == []


def test_a_deadline_that_passes_is_not_the_failure_of_others(
    server: FaultServer, giver: TokenServer
) -> None:
    server.then(b"1")
    giver.pause = 0.6
    grant = oauth.ClientCredentials(**CLIENT, token_url=giver.url)
    transport = connect(
        server.url, api_key=None, service=service(), credentials={"oauth": grant}
    )

    def one(deadline: float | None) -> Any:
        try:
            return transport.call(GET, Json[int], options={"deadline": deadline})
        except errors.APIError as error:
            return type(error)

    with ThreadPoolExecutor(2) as pool:
        hasty = pool.submit(one, 0.3)
        while not (giver.asked or hasty.done()):
            time.sleep(0.01)
        patient = pool.submit(one, None)
        assert hasty.result(10) is errors.APITimeoutError
        assert patient.result(10) == 1
    transport.close()


def test_a_task_that_is_cancelled_lets_others_ask(
    server: FaultServer, giver: TokenServer
) -> None:
    server.then(b"1")
    giver.pause = 0.2

    async def main() -> int:
        grant = oauth.ClientCredentials(**CLIENT, token_url=giver.url)
        transport = connect_async(
            server.url, api_key=None, service=service(), credentials={"oauth": grant}
        )
        first = asyncio.create_task(transport.call(GET, Json[int]))
        while not giver.asked:
            await asyncio.sleep(0.01)
        second = asyncio.create_task(transport.call(GET, Json[int]))
        await asyncio.sleep(0.01)
        first.cancel()
        found: int = await second
        await transport.aclose()
        return found

    assert asyncio.run(main()) == 1
    assert len(giver.asked) == 2


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
