"""Templates that differ only in the names of their parameters, as servers tell them."""

from __future__ import annotations

from typing import Any

import pytest

from .server_runtime import request, server


class Handlers:
    """Says which operation was asked, and with what."""

    async def get(self, context: Any, **arguments: Any) -> object:
        return {"path": context.path, **arguments}


def endpoint(name: str, kind: type, method: str = "GET") -> Any:
    """An endpoint at `/a/{name}` with a parameter of this type."""
    reads = server.Plain(["integer" if kind is int else "string"])
    parameter = server.Parameter(name, "path", name, kind, reads)
    return server.Endpoint(
        name,
        method,
        f"/a/{{{name}}}",
        "get",
        lambda: server.Codec(parameters=[parameter]),
        answers=[server.Answer(200, "application/json")],
    )


def application(*endpoints: Any) -> Any:
    routes = server.build_routes([(Handlers(), endpoints)])
    return server.build_app(routes, server.ServerOptions())


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/a/7", {"path": "/a/{id}", "id": 7}),
        ("/a/x", {"path": "/a/{name}", "name": "x"}),
    ],
)
def test_the_first_whose_parameters_are_valid(path: str, expected: object) -> None:
    app = application(endpoint("id", int), endpoint("name", str))
    assert request(app, "GET", path).json() == expected


def test_the_first_where_both_are_valid() -> None:
    app = application(endpoint("name", str), endpoint("id", int))
    assert request(app, "GET", "/a/7").json() == {"path": "/a/{name}", "name": "7"}


def test_the_first_refuses_where_none_is_valid() -> None:
    app = application(endpoint("id", int), endpoint("number", int))
    answer = request(app, "GET", "/a/x")
    assert answer.status_code == 400
    assert answer.json()["error"]["param"] == "id"


def test_methods_of_both_are_served_and_told() -> None:
    app = application(endpoint("id", int), endpoint("name", str, "DELETE"))
    assert request(app, "DELETE", "/a/7").json()["path"] == "/a/{name}"
    assert request(app, "PUT", "/a/7").headers["allow"] == "DELETE, GET"
