"""Where secrets may go for a token, however hostile the document; and nowhere else."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from .client_runtime import (
    KEY,
    connect,
    connect_async,
    errors,
    load,
    operation,
    servers,
)
from .fault_server import FaultServer, running

oauth = load("oauth")
endpoints = load("endpoints")
Settings = load("settings").Settings
Secret = load("auth").Secret
Json = load("decoders").Json
Server = servers.Server

GET = operation.Operation("GET", "/x")
GRANT = oauth.ClientCredentials(client_id="id", client_secret="canary-secret")


@pytest.fixture
def elsewhere() -> Iterator[FaultServer]:
    """Another origin, which notes what comes."""
    with running() as found:
        yield found.then(b'{"access_token":"stolen"}')


def service(url: str, *places: Any, **more: Any) -> Any:
    flows = {"clientCredentials": oauth.Flow(url)}
    schemes = {"oauth": oauth.OAuth2(flows=flows), **more}
    return operation.Service("demo", "DEMO", places, schemes, (("oauth",),))


def settings(*places: str, **options: Any) -> Any:
    known = tuple(Server(place) for place in places)
    return Settings(service("", *known), Secret(None, None), **options)


API = "https://api.example/v1"

ALLOWED: list[tuple[str, Any, str]] = [
    ("token", settings(API), "https://api.example/v1/token"),
    ("/token", settings(API), "https://api.example/token"),
    ("//login.example/t", settings(API), "https://login.example/t"),
    ("https://api.example/t?x=1", settings(API), "https://api.example/t?x=1"),
    ("https://login.example/t", settings(API), "https://login.example/t"),
    ("https://login.example/t", settings(API, base_url=API), "https://login.example/t"),
    (
        "https://login.example/t",
        settings(API, base_url="https://api.example:443/other"),
        "https://login.example/t",
    ),
    ("http://127.0.0.1:8/t", settings(API), "http://127.0.0.1:8/t"),
    ("http://[::1]/t", settings(API), "http://[::1]/t"),
    ("http://localhost/t", settings(API), "http://localhost/t"),
    ("/t", settings(API, base_url="http://10.0.0.5:8080"), "http://10.0.0.5:8080/t"),
    ("/t", settings(API, base_url="https://other.example"), "https://other.example/t"),
    (
        "https://login.example/t",
        settings(
            API,
            base_url="https://other.example",
            trusted_origins=("https://login.example",),
        ),
        "https://login.example/t",
    ),
    (
        "https://login.example/t",
        settings("https://{region}.example/v1", variables={"region": "eu"}),
        "https://login.example/t",
    ),
    (
        "https://login.example/t",
        settings("/v1", API, base_url=API),
        "https://login.example/t",
    ),
]

REFUSED: list[tuple[str, Any, str]] = [
    ("http://login.example/t", settings(API), "not https"),
    ("/t", settings("http://api.example/v1"), "not https"),
    ("http://localhost.evil.example/t", settings(API), "not https"),
    ("http://127.0.0.1.evil.example/t", settings(API), "not https"),
    ("http://0x7f.1/t", settings(API), "not https"),
    ("ftp://login.example/t", settings(API), "http or https"),
    ("javascript:alert(1)", settings(API), "http or https"),
    ("https://me:canary@login.example/t", settings(API), "holds a user"),
    ("https://login.example/t#part", settings(API), "fragment"),
    ("https://[/t", settings(API), "no URL"),
    ("https://login.example:99999/t", settings(API), "no URL"),
    (
        "https://login.example/t",
        settings(API, base_url="https://other.example"),
        "need not serve",
    ),
    (
        "https://api.example/t",
        settings(API, base_url="http://127.0.0.1:8000"),
        "need not serve",
    ),
    (
        "https://login.example/t",
        settings(API, base_url="http://api.example"),
        "need not serve",
    ),
    (
        "https://login.example/t",
        settings(API, base_url="https://api.example:8443"),
        "need not serve",
    ),
    ("https://login.example/t", settings("/v1", base_url=API), "need not serve"),
    ("https://login.example/t", settings(base_url=API), "need not serve"),
]


@pytest.mark.parametrize(("url", "chosen", "found"), ALLOWED)
def test_where_secrets_may_go(url: str, chosen: Any, found: str) -> None:
    assert endpoints.endpoint(url, chosen) == found


@pytest.mark.parametrize(("url", "chosen", "reason"), REFUSED)
def test_where_they_must_not(url: str, chosen: Any, reason: str) -> None:
    with pytest.raises(errors.ConfigurationError, match=reason) as caught:
        endpoints.endpoint(url, chosen)
    assert "canary" not in str(caught.value)


def test_the_base_url_of_the_environment_counts_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DEMO_BASE_URL", "https://other.example")
    with pytest.raises(errors.ConfigurationError, match="need not serve"):
        endpoints.endpoint("https://login.example/t", settings(API))


@pytest.mark.parametrize("url", ["https://me@x.example/t", "ftp://x.example", "/token"])
def test_a_token_url_of_the_caller_is_checked_when_it_is_given(url: str) -> None:
    with pytest.raises(errors.ConfigurationError):
        oauth.RefreshToken(refresh_token="r", token_url=url)


def called(url: str, asked: Any, what: Any = GET, **options: Any) -> list[Any]:
    """What a call gives in both flavours: a result, or the error."""
    options = {"credentials": {"oauth": GRANT}, **options, "service": asked}
    found: list[Any] = []
    transport = connect(url, api_key=None, **options)
    try:
        found.append(transport.call(what, Json[int]))
    except errors.APIError as error:
        found.append(error)
    transport.close()

    async def main() -> None:
        transport = connect_async(url, api_key=None, **options)
        try:
            found.append(await transport.call(what, Json[int]))
        except errors.APIError as error:
            found.append(error)
        await transport.aclose()

    asyncio.run(main())
    return found


def test_a_document_cannot_have_secrets_sent_elsewhere(
    server: FaultServer, elsewhere: FaultServer
) -> None:
    """The caller chose a base URL of which the document says nothing."""
    asked = service(f"{elsewhere.url}/token", Server(API))
    for error in called(server.url, asked):
        assert type(error) is errors.ConfigurationError
        assert elsewhere.url in str(error) and "token_url" in str(error)
    assert server.requests == elsewhere.requests == []


def test_a_token_request_follows_no_redirect(
    server: FaultServer, elsewhere: FaultServer
) -> None:
    for status in (302, 307):
        for to in (f"{elsewhere.url}/token", "/other"):
            server.answers[:] = []
            server.requests[:] = []
            server.then(status=status, headers=[("Location", to)])
            for error in called(server.url, service("/token")):
                assert type(error) is errors.TokenError
                assert "redirects" in str(error)
            assert [one.target for one in server.requests] == ["/token"] * 2
    assert elsewhere.requests == []


def test_no_token_goes_to_another_origin(
    server: FaultServer, elsewhere: FaultServer
) -> None:
    """Nor is one asked for: an operation with a server of its own."""
    elsewhere.answers[:] = []
    elsewhere.then(b"1")
    away = operation.Operation("GET", "/x", servers=(Server(elsewhere.url),))
    asked = service("/token", Server(server.url))
    made = called("", asked, away)
    assert made == [1, 1]
    assert server.requests == []
    for request in elsewhere.requests:
        assert "authorization" not in request.headers
    server.then(b'{"access_token":"t"}')
    assert called("", asked, away, trusted_origins=(elsewhere.url,)) == [1, 1]
    assert elsewhere.requests[-1].headers["authorization"] == "Bearer t"


def test_a_redirect_takes_no_token_along(
    server: FaultServer, elsewhere: FaultServer
) -> None:
    server.then(b'{"access_token":"t"}')
    server.then(status=307, headers=[("Location", f"{elsewhere.url}/x")])
    for error in called(server.url, service("/token")):
        assert isinstance(error, errors.APIStatusError)
    assert elsewhere.requests == []


def test_a_token_request_carries_nothing_else(server: FaultServer) -> None:
    """Neither what the HTTP client proves itself by, nor headers meant for the API."""
    import httpx2

    server.then(b'{"access_token":"t"}', headers=[("Set-Cookie", "s=canary")])
    server.then(b"1")
    seen: list[str] = []

    def watch(request: Any, send: Any) -> Any:
        seen.append(str(request.url))
        return send(request)

    chosen = Settings(
        service("/token"),
        Secret(None, {"oauth": GRANT}),
        base_url=server.url,
        headers={"x-tenant": "canary"},
        query={"tenant": "canary"},
        middleware=(watch,),
    )
    with httpx2.Client(
        auth=("me", "canary"), headers={"x-own": "canary"}, cookies={"c": "canary"}
    ) as http:
        transport = load("transport").Transport(chosen, http)
        assert transport.call(GET, Json[int]) == 1
    first, second = server.requests
    assert first.target == "/token"
    assert "canary" not in repr(first).replace("canary-secret", "")
    assert first.headers["authorization"].startswith("Basic ")
    assert second.headers["x-tenant"] == "canary"
    assert "cookie" not in second.headers
    assert len(seen) == 1 and "/x" in seen[0]


def test_credentials_of_all_places_hold_together(server: FaultServer) -> None:
    """AND of a key in a header, a query and a cookie, and of a token."""
    Scheme = operation.Scheme
    more = {
        "head": Scheme("header", "X-Key"),
        "ask": Scheme("query", "key"),
        "cook": Scheme("cookie", "sid"),
    }
    asked = service("/token", **more)
    asked = type(asked)(
        "demo", "DEMO", (), asked.schemes, (("head", "ask", "cook", "oauth"),)
    )
    given = {"head": "h", "ask": lambda: "q&=", "cook": "c;", "oauth": GRANT}
    server.then(b'{"access_token":"t"}').then(b"1")
    transport = connect(server.url, api_key=None, service=asked, credentials=given)
    assert transport.call(GET, Json[int]) == 1
    transport.close()
    request = server.requests[-1]
    assert request.headers["authorization"] == "Bearer t"
    assert request.headers["x-key"] == "h"
    assert request.headers["cookie"] == "sid=c%3B"
    assert request.target == "/x?key=q%26%3D"
    for name in given:
        less = {key: value for key, value in given.items() if key != name}
        error, _ = called(server.url, asked, credentials=less)
        assert f"no credential for {name}:" in str(error)


def test_the_first_alternative_that_can_be_met_is_taken(server: FaultServer) -> None:
    """OR: a token is asked for only where it is used; anonymous calls come last."""
    key = operation.Scheme("header", "X-Key")
    base = service("/token", key=key)
    for alternatives in ((("key",), ("oauth",)), ((), ("key",), ("oauth",))):
        asked = type(base)("demo", "DEMO", (), base.schemes, alternatives)
        server.answers[:] = []
        server.then(b"1")
        both = {"oauth": GRANT, "key": KEY}
        assert called(server.url, asked, credentials=both) == [1, 1]
        assert "authorization" not in server.requests[-1].headers
        server.answers[:] = []
        server.then(b'{"access_token":"t"}').then(b"1")
        transport = connect(
            server.url, api_key=None, service=asked, credentials={"oauth": GRANT}
        )
        assert transport.call(GET, Json[int]) == 1
        transport.close()
        assert server.requests[-1].headers["authorization"] == "Bearer t"
    anonymous = type(base)("demo", "DEMO", (), base.schemes, ((), ("oauth",)))
    server.answers[:] = []
    server.then(b"1")
    assert called(server.url, anonymous, credentials={}) == [1, 1]
    assert "authorization" not in server.requests[-1].headers
