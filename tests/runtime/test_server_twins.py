"""Operations that share a method and an address, as servers tell them apart."""

from __future__ import annotations

from typing import Any

import pytest

from .server_runtime import Violation, request, server


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


class Named:
    """Says which operation was asked, and what its body was; lacks what `without` names."""

    def __init__(self, *without: str) -> None:
        self._without = without

    def __getattr__(self, name: str) -> Any:
        async def handle(
            body: object = None, *, context: Any, **arguments: Any
        ) -> object:
            if name in self._without:
                raise server.Unimplemented(name)
            shown = body.decode() if isinstance(body, bytes) else body
            return {"asked": context.operation, "body": shown, **arguments}

        return handle


def has(name: str) -> Any:
    """A validator of objects that have a property."""

    def check(value: Any) -> list[Any] | None:
        known = isinstance(value, dict) and name in value
        return None if known else [Violation("", "required", "is required", "", "")]

    return check


def twin(
    name: str,
    *parameters: Any,
    bodies: dict[str, Any] | None = None,
    conditions: tuple[Any, ...] = (),
) -> Any:
    """A POST to `/b`, with a body that must be there if it has any."""
    return server.Endpoint(
        name,
        "POST",
        f"/b#{name}",
        name,
        lambda: server.Codec(parameters, bodies or {}, bool(bodies)),
        answers=[server.Answer(200, "application/json")],
        conditions=conditions,
    )


def json_of(name: str) -> dict[str, Any]:
    """A JSON object that must have this property."""
    return {"application/json": server.JsonBody(object, has(name))}


def query(name: str, required: bool = True) -> Any:
    """An integer in the query."""
    reads = server.Plain(["integer"])
    return server.Parameter(name, "query", name, int, reads, required=required)


def ask(
    endpoints: list[Any], path: str = "/b", without: tuple[str, ...] = (), **facts: Any
) -> Any:
    """What a POST to the address is answered."""
    options = server.ServerOptions(max_body_bytes=99)
    routes = server.build_routes([(Named(*without), endpoints)], options=options)
    return request(server.build_app(routes, options), "POST", path, **facts)


def test_the_media_type_of_the_body_tells() -> None:
    raw = {"application/octet-stream": server.RawBody()}
    ends = [twin("url", bodies=json_of("url")), twin("bytes", bodies=raw)]
    assert ask(ends, json={"url": "x"}).json()["asked"] == "url"
    typed = {"content-type": "application/octet-stream"}
    answer = ask(ends, content=b"{}", headers=typed).json()
    assert answer == {"asked": "bytes", "body": "{}"}


def test_what_the_body_holds_tells() -> None:
    ends = [twin("one", bodies=json_of("one")), twin("two", bodies=json_of("two"))]
    assert ask(ends, json={"one": 1}).json() == {"asked": "one", "body": {"one": 1}}
    assert ask(ends, json={"two": 2}).json() == {"asked": "two", "body": {"two": 2}}
    assert ask(ends, json={"one": 1, "two": 2}).json()["asked"] == "one"
    refused = ask(ends, json={"three": 3})
    assert (refused.status_code, refused.json()["error"]["code"]) == (
        400,
        "missing_required_parameter",
    )


def test_whether_there_is_a_body_tells() -> None:
    ends = [twin("none"), twin("some", bodies=json_of("one"))]
    assert ask(ends).json()["asked"] == "none"
    assert ask(ends, json={"one": 1}).json()["asked"] == "some"


def test_required_parameters_tell() -> None:
    ends = [twin("all", query("a", required=False)), twin("one", query("id"))]
    assert ask(ends).json()["asked"] == "all"
    assert ask(ends, "/b?id=7").json() == {"asked": "one", "body": None, "id": 7}
    assert ask(ends, "/b?id=x").json()["asked"] == "all"


def test_conditions_tell_before_what_is_valid() -> None:
    condition = server.Condition("query", "id")
    ends = [twin("all"), twin("one", query("id"), conditions=(condition,))]
    refused = ask(ends, "/b?id=x")
    assert (refused.status_code, refused.json()["error"]["param"]) == (400, "id")


def test_the_first_that_is_implemented() -> None:
    ends = [twin(name, bodies=json_of("x")) for name in ("one", "two", "three")]
    told = [
        ask(ends, without=without, json={"x": 1})
        for without in ((), ("one",), ("one", "two"), ("one", "two", "three"))
    ]
    assert [answer.json().get("asked") for answer in told] == [
        "one",
        "two",
        "three",
        None,
    ]
    assert told[-1].status_code == 501


def test_a_body_over_the_limit_is_refused_as_ever() -> None:
    ends = [twin(name, bodies=json_of("x")) for name in ("one", "two")]
    assert ask(ends, json={"x": "y" * 200}).status_code == 413
    chunks = (b"x" * 60 for _ in range(9))

    async def body() -> Any:
        for chunk in chunks:
            yield chunk

    typed = {"content-type": "application/json"}
    assert ask(ends, content=body(), headers=typed).status_code == 413
