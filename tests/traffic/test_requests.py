"""Requests: what is as documented reaches the app as it was sent, the rest does not."""

from __future__ import annotations

import json
import logging
from io import BytesIO
from typing import Any

import pytest

from .apps import JSON, KINDS, Kind, Script, Seen, ask, guarded, serving, told

ORDER = {**dict([JSON]), "accept": "*/*"}
FORM = {"content-type": "application/x-www-form-urlencoded"}
LINES = {"content-type": "application/jsonl"}
PARTS = {"content-type": "multipart/form-data; boundary=b"}
V1 = "/shop/v1"


def part(name: str, text: str, more: str = "") -> str:
    """A part of a multipart form."""
    return (
        f'--b\r\ncontent-disposition: form-data; name="{name}"{more}\r\n\r\n{text}\r\n'
    )


GOOD: list[tuple[str, str, dict[str, str], bytes]] = [
    ("GET", f"{V1}/orders/7?limit=5&tag=a&tag=b&at[x]=1&area=[1,2]", {}, b""),
    ("GET", "/shop/v2/orders/7?limit=5&at%5Bx%5D=1&area=%5B1%5D", {}, b""),
    (
        "GET",
        f"{V1}/orders/7?limit=100&other=x",
        {"x-codes": "1, 2", "cookie": "a=b; session=abc"},
        b"",
    ),
    ("GET", f"{V1}/orders/ABC", {}, b""),
    ("HEAD", f"{V1}/orders/7?limit=5", {}, b""),
    ("POST", f"{V1}/orders", ORDER, b' {"size" :1.0, "notes": ["\\ud83d\\ude00"]}\n'),
    ("POST", f"{V1}/orders", FORM, b"size=3&notes=a&notes=b"),
    (
        "POST",
        f"{V1}/orders",
        PARTS,
        (part("size", "3") + part("file", "\0x", '; filename="f"') + "--b--").encode(),
    ),
    (
        "PUT",
        f"{V1}/orders/1/files/a%20b",
        {"content-type": "text/plain"},
        b"text",
    ),
    (
        "PUT",
        f"{V1}/orders/1/files/ab",
        {"content-type": "application/octet-stream"},
        bytes(range(256)),
    ),
    ("PUT", f"{V1}/orders/1/files/ab", {}, b""),
    ("POST", f"{V1}/lines", LINES, b'{"size": 1}\n\n{"size": 2}'),
    ("GET", "/elsewhere/live", {}, b""),
    ("GET", "/live", {}, b""),
    ("GET", "/orders/7?limit=5", {}, b""),
]

WRONG: list[tuple[str, str, dict[str, str], bytes, int, tuple[str, str, str, str]]] = [
    ("GET", "/orders/7", {}, b"", 400, ("query", "limit", "", "required")),
    ("GET", "/orders/7?limit=101", {}, b"", 400, ("query", "limit", "", "maximum")),
    ("GET", "/orders/7?limit=x", {}, b"", 400, ("query", "limit", "", "type")),
    (
        "GET",
        "/orders/7?limit=1&tag=a&tag=b&tag=c",
        {},
        b"",
        400,
        ("query", "tag", "", "maxItems"),
    ),
    ("GET", "/orders/7?limit=1&at[x]=y", {}, b"", 400, ("query", "at", "/x", "type")),
    (
        "GET",
        '/orders/7?limit=1&area=[1,"2"]',
        {},
        b"",
        400,
        ("query", "area", "/1", "type"),
    ),
    ("GET", "/orders/7?limit=1&area=x", {}, b"", 400, ("query", "area", "", "format")),
    (
        "GET",
        "/orders/7?limit=1",
        {"x-codes": "1, x"},
        b"",
        400,
        ("header", "X-Codes", "/1", "type"),
    ),
    (
        "GET",
        "/orders/7?limit=1",
        {"cookie": "session=ab"},
        b"",
        400,
        ("cookie", "session", "", "minLength"),
    ),
    ("GET", "/orders/0?limit=1", {}, b"", 400, ("path", "id", "", "minimum")),
    ("PUT", "/orders/x/files/ab", {}, b"", 400, ("path", "id", "", "type")),
    ("PUT", "/orders/1/files/%C3%A9", {}, b"", 400, ("path", "name", "", "minLength")),
    ("POST", "/orders", ORDER, b"", 422, ("body", "", "", "required")),
    ("POST", "/orders", {}, b"", 422, ("body", "", "", "required")),
    ("POST", "/orders", ORDER, b"{", 422, ("body", "", "", "format")),
    ("POST", "/orders", ORDER, b'{"size": NaN}', 422, ("body", "", "", "format")),
    ("POST", "/orders", ORDER, b"\xff", 422, ("body", "", "", "format")),
    ("POST", "/orders", ORDER, b"[" * 100_000, 422, ("body", "", "", "format")),
    ("POST", "/orders", ORDER, b"{}", 422, ("body", "", "/size", "required")),
    (
        "POST",
        "/orders",
        ORDER,
        b'{"size": 1, "notes": ["a", 1]}',
        422,
        ("body", "", "/notes/1", "type"),
    ),
    ("POST", "/orders", FORM, b"size=x", 422, ("body", "", "/size", "type")),
    (
        "POST",
        "/orders",
        PARTS,
        (part("size", "x") + "--b--").encode(),
        422,
        ("body", "", "/size", "type"),
    ),
    ("POST", "/orders", PARTS, b"--c--", 422, ("body", "", "", "format")),
    (
        "POST",
        "/orders",
        {"content-type": "text/csv"},
        b"a",
        415,
        ("header", "content-type", "", "contentMediaType"),
    ),
    (
        "POST",
        "/orders",
        {},
        b"{}",
        415,
        ("header", "content-type", "", "contentMediaType"),
    ),
    (
        "PUT",
        "/orders/1/files/ab",
        {"content-type": "text/plain; charset=ascii"},
        b"\xff",
        400,
        ("body", "", "", "format"),
    ),
    (
        "POST",
        "/lines",
        LINES,
        b'{"size": 1}\n{"size": "2"}\n',
        400,
        ("body", "", "/1/size", "type"),
    ),
    ("POST", "/lines", LINES, b'{"size": 1}\n{', 400, ("body", "", "/1", "format")),
]


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_as_documented_arrives_as_it_was_sent(orders: Any, kind: Kind) -> None:
    bare, script = Script(), Script()
    with guarded(orders, kind, script.of(kind), responses="off") as (url, faults):
        passed = [ask(url, *request).body for request in GOOD]
    with guarded(orders, kind, bare.of(kind), requests="off", responses="off") as (
        url,
        _,
    ):
        assert passed == [ask(url, *request).body for request in GOOD]
    assert told(faults) == []
    assert [seen.body for seen in script.seen] == [request[3] for request in GOOD]
    assert script.seen == bare.seen


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_not_is_refused(orders: Any, kind: Kind) -> None:
    script = Script()
    with guarded(orders, kind, script.of(kind)) as (url, faults):
        for method, path, headers, body, status, expected in WRONG:
            faults.clear()
            answer = ask(url, method, V1 + path, headers, body)
            case = (method, path, headers, body[:50], answer.body)
            assert answer.status == status, case
            assert told(faults) == [expected], case
            assert answer.headers["content-type"] == "application/problem+json"
            content = answer.json()
            assert content["status"] == status
            [error] = content["errors"]
            where, name, pointer, keyword = expected
            assert error["in"] == where and error["name"] == name
            assert error["pointer"] == pointer and error["keyword"] == keyword
            assert faults[0].is_refused and faults[0].direction == "request"
    assert script.seen == []


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_only_reported_arrives_as_it_was_sent(orders: Any, kind: Kind) -> None:
    script = Script()
    with guarded(orders, kind, script.of(kind), requests="report", responses="off") as (
        url,
        faults,
    ):
        for method, path, headers, body, _, expected in WRONG:
            faults.clear()
            assert ask(url, method, V1 + path, headers, body).status == 200
            assert told(faults) == [expected]
            assert not faults[0].is_refused
    assert [seen.body for seen in script.seen] == [request[3] for request in WRONG]


@pytest.mark.parametrize("kind", KINDS)
def test_all_that_is_wrong_is_told_at_once(orders: Any, kind: Kind) -> None:
    with guarded(orders, kind, Script().of(kind)) as (url, faults):
        path = f"{V1}/orders/7?limit=101&at[x]=y"
        answer = ask(url, "GET", path, {"cookie": "session=a"}, b"")
    assert told(faults) == [
        ("query", "limit", "", "maximum"),
        ("query", "at", "/x", "type"),
        ("cookie", "session", "", "minLength"),
    ]
    assert [error["name"] for error in answer.json()["errors"]] == [
        "limit",
        "at",
        "session",
    ]
    assert faults[0].operation == "getOrder" and faults[0].path == "/orders/{id}"


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_that_was_sent_is_told(
    orders: Any, kind: Kind, caplog: pytest.LogCaptureFixture
) -> None:
    found = orders.ASGIMiddleware if kind == "asgi" else orders.WSGIMiddleware
    script = Script(chunks=[b'{"size": "canary"}'], headers=[JSON, ("x-total", "1")])
    answers = []
    with (
        caplog.at_level(logging.DEBUG),
        serving(kind, found(script.of(kind), unknown="refuse")) as url,
    ):
        for method, path, headers, body in (
            ("GET", "/orders/7?limit=canary&at[x]=canary&area=canary", {}, b""),
            ("GET", "/orders/7?limit=1", {"x-codes": "canary"}, b""),
            ("GET", "/orders/7?limit=1", {"cookie": "session=c"}, b""),
            ("PUT", "/orders/canary/files/ab", {}, b""),
            ("POST", "/orders", ORDER, b'{"size": "canary"}'),
            ("POST", "/orders", ORDER, b"canary"),
            ("POST", "/orders", FORM, b"size=canary"),
            ("POST", "/orders", {"content-type": "text/canary"}, b"canary"),
            ("GET", "/canary?canary", {}, b""),
            ("GET", "/orders/7?limit=1", {}, b""),
        ):
            answers.append(ask(url, method, V1 + path, headers, body))
    own = [item for item in caplog.records if "traffic_faults" in item.name]
    assert len(own) > 10
    assert "canary" not in "".join(item.getMessage() for item in own)
    assert "canary" not in "".join(str(answer.body) for answer in answers[:-1])
    assert answers[-1].json() == {"size": "canary"}
    assert {item.levelname for item in own} == {"INFO", "WARNING"}


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_told_is_short_and_on_one_line(orders: Any, kind: Kind) -> None:
    script = Script(204, [], [])
    with guarded(orders, kind, script.of(kind)) as (url, faults):
        many = json.dumps({"size": 1, "notes": [1] * 5000}).encode()
        assert len(ask(url, "POST", f"{V1}/orders", ORDER, many).body) < 20_000
    assert [len(fault.violations) for fault in faults] == [100]
    assert str(faults[0]).endswith("expected a string (and at least 99 more)")


@pytest.mark.parametrize("kind", KINDS)
def test_undocumented_paths_and_methods(orders: Any, kind: Kind) -> None:
    asked = [
        ("GET", "/other", 404),
        ("DELETE", f"{V1}/orders/7", 405),
        ("GET", "/shop/v3/orders/7", 404),
        ("GET", f"{V1}/orders/7/", 404),
    ]
    for unknown in ("pass", "report", "refuse"):
        script = Script(headers=[("content-type", "text/html")])
        with guarded(orders, kind, script.of(kind), unknown=unknown) as (url, faults):
            for method, path, status in asked:
                faults.clear()
                answer = ask(url, method, path)
                assert len(faults) == (unknown != "pass")
                if unknown != "refuse":
                    assert answer.status == 200
                    continue
                assert answer.status == status
                assert faults[0].status == status
                assert faults[0].where == ("path" if status == 404 else "method")
                if status == 405:
                    assert answer.headers["allow"] == "GET"
        assert bool(script.seen) is (unknown != "refuse")


@pytest.mark.parametrize("kind", KINDS)
def test_preflights_pass(orders: Any, kind: Kind) -> None:
    script = Script(status=204, headers=[("x", "y")], chunks=[])
    with guarded(
        orders,
        kind,
        script.of(kind),
        unknown="refuse",
        responses="refuse",
    ) as (url, faults):
        for headers in ({}, {"access-control-request-method": "PUT"}):
            answer = ask(url, "OPTIONS", f"{V1}/orders/7", headers, b"")
            assert answer.status == 204 and answer.headers["x"] == "y"
    assert not faults and len(script.seen) == 2


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("prefix", ["/api", "api/"])
def test_a_prefix_takes_the_place_of_the_servers(
    orders: Any, kind: Kind, prefix: str
) -> None:
    script = Script()
    with guarded(orders, kind, script.of(kind), prefix=prefix, responses="off") as (
        url,
        faults,
    ):
        assert ask(url, "GET", f"{V1}/orders/7").status == 200
        assert ask(url, "GET", "/orders/7").status == 200
        assert ask(url, "GET", "/api/orders/7").status == 400
    assert len(faults) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_bodies_above_the_limit(orders: Any, kind: Kind) -> None:
    body = json.dumps({"size": 1, "notes": ["x" * 70_000]}).encode()
    for requests, status in (("refuse", 413), ("report", 200)):
        script = Script()
        with guarded(
            orders,
            kind,
            script.of(kind),
            requests=requests,
            responses="off",
            max_body_bytes=1000,
        ) as (url, faults):
            answer = ask(url, "POST", f"{V1}/orders", ORDER, body)
        assert answer.status == status
        assert told(faults) == [("body", "", "", "maxLength")]
        if requests == "report":
            assert script.seen == [Seen("POST", f"{V1}/orders", "", body)]


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_answered_can_be_chosen(orders: Any, kind: Kind) -> None:
    def render(refusal: Any) -> tuple[str, bytes]:
        return "text/plain", f"{refusal.status} {refusal.faults[0].name}".encode()

    with guarded(orders, kind, Script().of(kind), render=render) as (url, _):
        answer = ask(url, "GET", f"{V1}/orders/7")
    assert answer.status == 400 and answer.body == b"400 limit"
    assert answer.headers["content-type"] == "text/plain"


@pytest.mark.parametrize("kind", KINDS)
def test_a_fault_that_cannot_be_told_stops_nothing(orders: Any, kind: Kind) -> None:
    def fail(fault: Any) -> None:
        raise RuntimeError("no disk")

    found = orders.ASGIMiddleware if kind == "asgi" else orders.WSGIMiddleware
    app = found(Script().of(kind), requests="report", on_fault=fail)
    with serving(kind, app) as url:
        assert ask(url, "GET", f"{V1}/orders/7").status == 200


def test_an_encoded_slash_separates_nothing(orders: Any) -> None:
    """Servers of WSGI decode paths; some tell how the path was sent."""
    path = f"{V1}/orders/1/files/"
    with guarded(orders, "asgi", Script(204, chunks=[]).asgi) as (url, faults):
        assert ask(url, "PUT", f"{path}%2F").status == 400
        assert ask(url, "PUT", f"{path}%2F%2F").status == 204
    assert told(faults) == [("path", "name", "", "minLength")]
    for name in ("RAW_URI", "REQUEST_URI"):
        wanted: list[str] = []
        environ = {
            "REQUEST_METHOD": "PUT",
            "SCRIPT_NAME": "",
            "PATH_INFO": f"{path}/",
            name: f"{path}%2F?a=b",
            "wsgi.input": BytesIO(),
        }
        app = orders.WSGIMiddleware(Script(204, chunks=[]).wsgi)
        app(environ, lambda status, headers, wanted=wanted: wanted.append(status))
        assert wanted == ["400 Bad Request"]
