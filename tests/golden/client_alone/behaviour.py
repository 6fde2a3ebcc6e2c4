"""The client finds its server and its variables without the other parts."""

from __future__ import annotations

import sys

import httpx2
import pytest
from case_client_alone import Client, ConfigurationError


def check_where_it_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        asked.append(str(request.url))
        return httpx2.Response(200, json="pong")

    http = httpx2.Client(transport=httpx2.MockTransport(answer))
    with Client(http_client=http) as client:
        assert client.ping.ping() == "pong"
        monkeypatch.setenv("PINGER_BASE_URL", "https://elsewhere.example/")
        assert client.ping.ping() == "pong"
    assert asked == [
        "https://pinger.example/v1/ping",
        "https://elsewhere.example/ping",
    ]


def check_what_is_not_there() -> None:
    import case_client_alone

    assert not hasattr(case_client_alone, "server")
    assert not [
        name for name in sys.modules if name.startswith("case_client_alone.val")
    ]


def check_that_nothing_can_check_requests() -> None:
    with pytest.raises(ConfigurationError, match="validators"):
        Client(validate_requests=True)
