"""Parameters of the server runtime: styles of OpenAPI 3.2, section 4.12, and their types."""

from __future__ import annotations

import datetime
from typing import Any, Literal

import pytest

from .server_runtime import Violation, request, server

INTEGER = server.Plain(["integer"])
INTEGERS = server.Items(INTEGER)
POINT = server.Fields({"x": INTEGER, "y": INTEGER})
ABSENT = object()


class Handlers:
    """Keeps the argument."""

    def __init__(self) -> None:
        self.seen: Any = ABSENT

    async def get(self, *, value: Any, context: Any) -> None:
        """Take one parameter."""
        self.seen = value


def read(parameter: Any, path: str = "/x", **facts: Any) -> Any:
    """What the handler gets for one request, or the error body."""
    handlers = Handlers()
    template = "/x/{p}" if parameter.place == "path" else "/x"
    endpoint = server.Endpoint(
        "get",
        "GET",
        template,
        "get",
        lambda: server.Codec(parameters=[parameter]),
        [server.Answer(204)],
    )
    app = server.build_app(server.build_routes([(handlers, [endpoint])]))

    answer = request(app, "GET", path, **facts)
    if answer.status_code != 204:
        assert answer.status_code == 400
        return answer.json()["error"]
    return handlers.seen


def query(kind: Any, *reads: Any, **facts: Any) -> Any:
    """A query parameter `p`."""
    return server.Parameter("p", "query", "value", kind, *reads, **facts)


@pytest.mark.parametrize(
    ("parameter", "text", "expected"),
    [
        (query(str), "p=5", "5"),
        (query(str), "p=a+b%26%C3%BC", "a b&ü"),
        (query(int, INTEGER), "p=-5", -5),
        (query(float, server.Plain(["number"])), "p=1e3", 1000.0),
        (query(bool, server.Plain(["boolean"])), "p=true", True),
        (query(int | str, server.Plain(["integer", "string"])), "p=05", "05"),
        (query(int | str, server.Plain(["integer", "string"])), "p=5", 5),
        (query(Literal["a", "b"]), "p=b", "b"),
        (query(datetime.date), "p=2026-01-31", datetime.date(2026, 1, 31)),
        (query(list[int], INTEGERS, explode=True), "p=1&p=2", [1, 2]),
        (query(list[int], INTEGERS, explode=True), "p[]=1&p%5B%5D=2", [1, 2]),
        (query(list[int], INTEGERS), "p=1,2", [1, 2]),
        (query(list[str], server.Items()), "p=a,b%2Cc", ["a", "b,c"]),
        (
            query(list[str], server.Items(), style="pipeDelimited"),
            "p=a,b|c",
            ["a,b", "c"],
        ),
        (query(list[int], INTEGERS, style="spaceDelimited"), "p=1%202+3", [1, 2, 3]),
        (
            query(int | list[int], server.Items(INTEGER, single=True), explode=True),
            "p=1",
            1,
        ),
        (query(dict[str, int], POINT, explode=True), "x=1&y=2", {"x": 1, "y": 2}),
        (query(dict[str, int], POINT), "p=x,1,y,2", {"x": 1, "y": 2}),
        (
            query(dict[str, int], POINT, style="deepObject", explode=True),
            "p[x]=1&p%5By%5D=2&q[x]=3",
            {"x": 1, "y": 2},
        ),
        (
            query(dict[str, Any], POINT, style="deepObject", explode=True),
            "p[a][b]=1&p[c][]=2",
            {"a": {"b": "1"}, "c": ["2"]},
        ),
        (query(list[int], server.JsonText()), "p=%5B1,2%5D", [1, 2]),
        (query(int | None, INTEGER), "q=1", None),
        (query(int, INTEGER, default=20), "", 20),
    ],
)
def test_query(parameter: Any, text: str, expected: object) -> None:
    assert read(parameter, f"/x?{text}") == expected


@pytest.mark.parametrize(
    ("kind", "reads", "facts", "text", "expected"),
    [
        (str, server.Plain(), {}, "a%2Fb%20c", "a/b c"),
        (int, INTEGER, {}, "7", 7),
        (list[int], INTEGERS, {}, "1,2", [1, 2]),
        (list[str], server.Items(), {}, "a,b%2Cc", ["a", "b,c"]),
        (str, server.Plain(), {"style": "label"}, ".a", "a"),
        (list[int], INTEGERS, {"style": "label", "explode": True}, ".1.2", [1, 2]),
        (int, INTEGER, {"style": "matrix"}, ";p=7", 7),
        (list[int], INTEGERS, {"style": "matrix"}, ";p=1,2", [1, 2]),
        (
            list[int],
            INTEGERS,
            {"style": "matrix", "explode": True},
            ";p=1;p=2",
            [1, 2],
        ),
        (dict[str, int], POINT, {"explode": True}, "x=1,y=2", {"x": 1, "y": 2}),
        (dict[str, int], POINT, {}, "x,1,y,2", {"x": 1, "y": 2}),
    ],
)
def test_path(kind: Any, reads: Any, facts: Any, text: str, expected: object) -> None:
    parameter = server.Parameter(
        "p", "path", "value", kind, reads, required=True, **facts
    )
    assert read(parameter, f"/x/{text}") == expected


def test_header_and_cookie() -> None:
    header = server.Parameter("X-Ids", "header", "value", list[int], INTEGERS)
    assert read(header, headers={"x-ids": "1, 2"}) == [1, 2]
    assert read(header) is None
    cookie = server.Parameter("sid", "cookie", "value", str)
    assert read(cookie, headers={"cookie": "sid=abc; other=1"}) == "abc"


def test_whole_query_string() -> None:
    form = server.Parameter("q", "querystring", "value", dict[str, Any], POINT)
    assert read(form, "/x?x=1&z=a+b") == {"x": 1, "z": "a b"}
    as_json = server.Parameter("q", "querystring", "value", Any, server.JsonText())
    assert read(as_json, "/x?%7B%22a%22:1%7D") == {"a": 1}


def test_missing_parameter() -> None:
    error = read(query(int, INTEGER, required=True))
    assert error == {
        "message": "Missing required query parameter: 'p'.",
        "type": "invalid_request_error",
        "param": "p",
        "code": "missing_required_parameter",
    }


def test_validator_decides_before_the_type() -> None:
    def check(value: object) -> Any:
        return [Violation("/1", "maximum", "must be at most 9")] if value else None

    error = read(query(list[int], INTEGERS, check=check), "/x?p=1,99")
    assert (error["param"], error["code"]) == ("p[1]", "invalid_value")
    assert error["message"] == "Invalid value for 'p[1]': must be at most 9."
    assert "99" not in error["message"]


@pytest.mark.parametrize(
    ("parameter", "text"),
    [
        (query(int, INTEGER), "p=5.0"),
        (query(int, INTEGER), "p=" + "1" * 5000),
        (query(bool, server.Plain(["boolean"])), "p=yes"),
        (query(float, server.Plain(["number"])), "p=inf"),
        (query(float, server.Plain(["number"])), "p=1e999"),
        (query(Literal["a"]), "p=b"),
        (query(list[int], INTEGERS), "p=1,"),
        (query(Any, server.JsonText()), "p=%7B"),
        (query(dict[str, int], POINT), "p=x,1,y"),
        (query(str), "&".join(["p=1"] * 2000)),
    ],
)
def test_what_does_not_fit_is_refused(parameter: Any, text: str) -> None:
    assert read(parameter, f"/x?{text}")["type"] == "invalid_request_error"
