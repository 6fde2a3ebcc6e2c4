"""Who calls: schemes together, one of several, none, and one that nobody declared."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest

from .support import Case, case

NAME = "107-security-and-or-anonymous"


def asked_with(made: Case, operation: str, **options: Any) -> httpx2.Request:
    """The request of an operation by a client with these options."""
    asked: list[httpx2.Request] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        asked.append(request)
        return httpx2.Response(200)

    http = httpx2.Client(transport=httpx2.MockTransport(answer))
    client = made.module().Client(base_url="http://test", http_client=http, **options)
    resource = getattr(client, operation, None) or getattr(client, f"{operation}_")
    method = getattr(resource, operation, None) or getattr(resource, f"{operation}_")
    method()
    return asked[0]


def test_two_schemes_together() -> None:
    made = case(NAME)
    both = {"key": "k", "bearer": "b"}
    headers = asked_with(made, "both", credentials=both).headers
    assert headers["x-key"] == "k" and headers["authorization"] == "Bearer b"
    with pytest.raises(made.module().ConfigurationError, match="bearer"):
        asked_with(made, "both", credentials={"key": "k"})


def test_the_first_alternative_that_can_be_met() -> None:
    made = case(NAME)
    headers = asked_with(made, "either", credentials={"key": "k"}).headers
    assert headers["x-key"] == "k" and "authorization" not in headers
    every = {"key": "k", "oauth": "o"}
    headers = asked_with(made, "either", credentials=every).headers
    assert headers["authorization"] == "Bearer o" and "x-key" not in headers


def test_anonymous_calls() -> None:
    made = case(NAME)
    assert "authorization" not in asked_with(made, "open").headers
    assert "authorization" in asked_with(made, "open", api_key="b").headers
    assert "authorization" not in asked_with(made, "none", api_key="b").headers
    with pytest.raises(made.module().ConfigurationError):
        asked_with(made, "global")


def test_the_server_asks_for_the_same() -> None:
    made = case(NAME)
    app = made.files["server/app.py"]
    assert 'server.SecurityScheme("oauth", "http", "bearer")' in app
    assert (
        'security=[{"oauth": ["read"]}, {"key": []}]' in made.files["server/either.py"]
    )
    assert "security=" not in made.files["server/none.py"]
