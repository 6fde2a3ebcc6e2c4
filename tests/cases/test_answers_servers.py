"""Where requests go: variables, relative URLs, several servers, servers of operations."""

from __future__ import annotations

import inspect
from typing import Any, Literal, get_args, get_type_hints

import httpx2
import pytest

from .support import Case, case

NAME = "109-servers"
MAIN = "https://{region}.api.example/{stage}/v1/"


def goes_to(made: Case, resource: str, **options: Any) -> str:
    """The URL that a method without arguments calls."""
    asked: list[str] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        asked.append(str(request.url))
        return httpx2.Response(204)

    http = httpx2.Client(transport=httpx2.MockTransport(answer))
    client = made.module().Client(http_client=http, **options)
    getattr(getattr(client, resource), resource)()
    return asked[0]


def test_variables_have_defaults_and_keywords() -> None:
    made = case(NAME)
    assert goes_to(made, "plain") == "https://eu.api.example/live/v1/plain"
    assert goes_to(made, "plain", region="us", stage="a/b") == (
        "https://us.api.example/a/b/v1/plain"
    )
    hints = get_type_hints(
        made.module("client.client").Client.__init__,
        {**vars(made.module("client.client")), "httpx2": httpx2},
    )
    assert Literal["eu", "us"] in get_args(hints["region"])
    for flavour in ("Client", "AsyncClient"):
        known = inspect.signature(getattr(made.module(), flavour)).parameters
        assert {"server", "region", "stage", "base_url"} <= known.keys()


@pytest.mark.parametrize(
    ("variables", "message"),
    [
        ({"region": "mars"}, "region is one of eu, us"),
        ({"stage": "../up"}, "not a value for the server variable stage"),
    ],
)
def test_values_that_variables_cannot_have(
    variables: dict[str, str], message: str
) -> None:
    made = case(NAME)
    with pytest.raises(made.module().ConfigurationError, match=message):
        goes_to(made, "plain", **variables)


def test_a_value_stays_in_its_segment() -> None:
    made = case(NAME)
    assert goes_to(made, "plain", stage="a?b#c") == (
        "https://eu.api.example/a%3Fb%23c/v1/plain"
    )


def test_a_relative_server_stands_beside_the_base_url() -> None:
    made = case(NAME)
    home = "http://home.test/api"
    assert goes_to(made, "plain", base_url=home) == "http://home.test/api/plain"
    assert goes_to(made, "plain", base_url=home, server="/local/v1") == (
        "http://home.test/local/v1/plain"
    )
    with pytest.raises(made.module().ConfigurationError, match="only /local/v1"):
        goes_to(made, "plain", server="/local/v1")
    with pytest.raises(made.module().ConfigurationError, match="no server /v2"):
        goes_to(made, "plain", server="/v2")
    with pytest.raises(made.module().ConfigurationError, match="takes the place"):
        goes_to(made, "plain", base_url=home, server=MAIN)


def test_operations_with_servers_of_their_own() -> None:
    made = case(NAME)
    assert goes_to(made, "up") == "https://upload.example/up"
    assert goes_to(made, "up", server=MAIN, region="us") == "https://upload.example/up"
    assert goes_to(made, "up", base_url="http://home.test") == "http://home.test/up"
    assert goes_to(made, "op") == "https://eu.api.example/live/v2/op"
    assert goes_to(made, "op", base_url="http://home.test/api/v1") == (
        "http://home.test/api/v2/op"
    )


def test_the_environment_gives_way_to_what_the_caller_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = case(NAME)
    monkeypatch.setenv(f"{made.package.upper()}_BASE_URL", "http://env.test")
    assert goes_to(made, "plain") == "http://env.test/plain"
    assert goes_to(made, "plain", region="us").startswith("https://us.api.example/")
    assert goes_to(made, "up") == "http://env.test/up"
