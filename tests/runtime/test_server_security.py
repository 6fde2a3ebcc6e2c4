"""Security of the server runtime (V7): deny by default, AND, OR, anonymous."""

from __future__ import annotations

from typing import Any

import pytest

from .server_runtime import request, server

SCHEMES = [
    server.SecurityScheme("bearer", "http", "bearer"),
    server.SecurityScheme("basic", "http", "basic"),
    server.SecurityScheme("header", "header", "X-Key"),
    server.SecurityScheme("query", "query", "key"),
    server.SecurityScheme("cookie", "cookie", "sid"),
    server.SecurityScheme("odd", "unknown"),
]


class Handlers:
    """Tells who called."""

    async def who(self, context: Any) -> Any:
        """The principal and the scopes."""
        return {"principal": context.principal, "scopes": context.scopes}


async def token(given: str, context: Any) -> object:
    """Accept `good`, forbid `banned`."""
    if given == "banned":
        raise server.Forbidden("no entry")
    return f"user of {given}" if server.same_secret(given, "good") else None


async def password(given: Any, context: Any) -> object:
    """Accept one name and password."""
    return given.username if given == ("ann", "p:w") else None


AUTHENTICATORS: dict[str, Any] = {
    "bearer": token,
    "basic": password,
    "header": token,
    "query": token,
    "cookie": token,
    "odd": token,
}


def call(security: Any, path: str = "/who", **facts: Any) -> Any:
    """One call of an operation with these requirements."""
    endpoint = server.Endpoint(
        "who",
        "GET",
        "/who",
        "who",
        answers=[server.Answer(200, "application/json")],
        security=security,
    )
    routes = server.build_routes([(Handlers(), [endpoint])], SCHEMES, AUTHENTICATORS)

    return request(server.build_app(routes), "GET", path, **facts)


BEARER = {"authorization": "Bearer good"}


@pytest.mark.parametrize(
    ("scheme", "path", "headers"),
    [
        ("bearer", "/who", BEARER),
        ("bearer", "/who", {"authorization": "bEARER   good "}),
        ("header", "/who", {"x-key": "good"}),
        ("query", "/who?key=good", {}),
        ("cookie", "/who", {"cookie": "a=b; sid=good"}),
    ],
)
def test_each_place_of_a_token(scheme: str, path: str, headers: Any) -> None:
    answer = call([{scheme: []}], path, headers=headers)
    assert answer.json()["principal"] == "user of good"


def test_basic() -> None:
    answer = call([{"basic": []}], auth=("ann", "p:w"))
    assert answer.json()["principal"] == "ann"
    for header in ("Basic !!", "Basic YQ==", "Basic", "Bearer good"):
        refused = call([{"basic": []}], headers={"authorization": header})
        assert refused.status_code == 401
        assert refused.headers["www-authenticate"] == 'Basic realm="api"'


def test_401_tells_missing_from_wrong_and_how_to_authenticate() -> None:
    missing = call([{"bearer": []}])
    assert missing.status_code == 401
    assert missing.headers["www-authenticate"] == "Bearer"
    assert missing.json()["error"]["code"] == "missing_credentials"
    wrong = call([{"bearer": []}], headers={"authorization": "Bearer bad"})
    assert wrong.status_code == 401
    assert wrong.json()["error"]["code"] == "invalid_credentials"
    assert "bad" not in wrong.text


def test_403_from_an_authenticator() -> None:
    answer = call([{"bearer": []}], headers={"authorization": "Bearer banned"})
    assert (answer.status_code, answer.json()["error"]["message"]) == (403, "no entry")


def test_all_schemes_of_a_requirement_must_hold() -> None:
    both = [{"bearer": ["read"], "header": []}]
    assert call(both, headers=BEARER).status_code == 401
    assert call(both, headers={**BEARER, "x-key": "bad"}).status_code == 401
    answer = call(both, headers={**BEARER, "x-key": "good"})
    assert answer.json()["principal"] == {
        "bearer": "user of good",
        "header": "user of good",
    }


def test_one_of_several_requirements_is_enough() -> None:
    either = [{"bearer": ["read"]}, {"query": []}]
    assert call(either, headers=BEARER).json()["scopes"] == ["read"]
    assert call(either, "/who?key=good").status_code == 200
    banned = {"authorization": "Bearer banned"}
    assert call(either, "/who?key=good", headers=banned).status_code == 200
    assert call(either, headers=banned).status_code == 403
    assert call(either).status_code == 401


def test_anonymous_only_where_the_document_allows_it() -> None:
    optional: list[Any] = [{}, {"bearer": []}]
    assert call(optional).json()["principal"] is None
    assert call(optional, headers=BEARER).json()["principal"] == "user of good"
    assert call([]).status_code == 200


def test_a_scheme_that_cannot_be_checked_lets_nobody_in() -> None:
    assert call([{"odd": []}], headers=BEARER).status_code == 401


@pytest.mark.parametrize("given", [None, {}, {"bearer": None}])
def test_a_missing_authenticator_is_refused_at_construction(given: Any) -> None:
    endpoint = server.Endpoint("who", "GET", "/who", "who", security=[{"bearer": []}])
    with pytest.raises(ValueError, match="bearer"):
        server.build_routes([(Handlers(), [endpoint])], SCHEMES, given)


def test_an_unknown_scheme_is_refused_at_construction() -> None:
    with pytest.raises(ValueError, match="typo"):
        server.build_routes([], SCHEMES, {"typo": token})


def test_same_secret() -> None:
    assert server.same_secret("ä", "ä")
    assert not server.same_secret("a", "b")
