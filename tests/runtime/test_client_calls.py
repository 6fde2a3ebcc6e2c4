"""Whole calls over loopback HTTP: requests as sent, results, faults as typed errors."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict

from .client_runtime import (
    KEY,
    SERVICE,
    connect,
    connect_async,
    errors,
    load,
    servers,
)
from .fault_server import FaultServer

decoders = load("decoders")
operation = load("operation")
Json = decoders.Json
omit = load("omit").omit
Operation = operation.Operation

READ = Operation("GET", "/pets/{petId}")
MAKE = Operation("POST", "/pets")


class Pet(BaseModel):
    """A result."""

    model_config = ConfigDict(extra="allow")

    name: str
    age: int | None = None


class Problem(BaseModel):
    """An error body."""

    message: str


def call(server: FaultServer, *arguments: Any, **parts: Any) -> Any:
    """One call through a new synchronous transport."""
    client = parts.pop("client", {})
    transport = connect(server.url, **client)
    try:
        return transport.call(*arguments, **parts)
    finally:
        transport.close()


def call_async(server: FaultServer, *arguments: Any, **parts: Any) -> Any:
    """One call through a new asynchronous transport."""

    async def main() -> Any:
        transport = connect_async(server.url, **parts.pop("client", {}))
        try:
            return await transport.call(*arguments, **parts)
        finally:
            await transport.aclose()

    return asyncio.run(main())


both = pytest.mark.parametrize("run", [call, call_async], ids=["sync", "async"])
Run = Callable[..., Any]


@both
def test_a_request_as_it_is_sent(server: FaultServer, run: Run) -> None:
    server.then(b'{"name":"Rex"}')
    found = run(
        server,
        Operation("PUT", "/pets/{petId}", styles={"query:ids": "form"}),
        Json[Pet],
        path={"petId": "a/b"},
        query={"ids": [1, 2], "none": None, "gone": omit},
        headers={"X-Trace": "t", "X-Gone": omit},
        cookies={"session": "a b"},
        body={"name": "Réx", "age": None, "tail": omit},
        options={
            "extra_query": {"more": True},
            "extra_body": {"age": 3},
            "extra_headers": {"X-Extra": "e", "User-Agent": omit},
            "idempotency_key": "once",
        },
    )
    assert found == Pet(name="Rex")
    (request,) = server.requests
    assert request.method == "PUT"
    assert request.target == "/pets/a%2Fb?ids=1,2&more=true"
    assert request.body == '{"name":"Réx","age":3}'.encode()
    headers = request.headers
    assert headers["authorization"] == f"Bearer {KEY}"
    assert headers["accept"] == "application/json"
    assert headers["content-type"] == "application/json"
    assert headers["cookie"] == "session=a%20b"
    assert (headers["x-trace"], headers["x-extra"]) == ("t", "e")
    assert headers["idempotency-key"] == "once"
    assert "user-agent" not in headers
    assert "x-gone" not in headers


def test_no_body_is_not_an_empty_body(server: FaultServer) -> None:
    server.then(b"{}")
    call(server, MAKE, Json[dict[str, int]], body={})
    call(server, MAKE, Json[dict[str, int]], body=omit)
    maybe = Operation("POST", "/pets", has_optional_body=True)
    call(server, maybe, Json[dict[str, int]], body={"a": omit})
    bodies = [(r.body, "content-type" in r.headers) for r in server.requests]
    assert bodies == [(b"{}", True), (b"", False), (b"", False)]


RESULTS = [
    (Json[list[int]], "application/json", b"[1]", [1]),
    (Json[int | None], "application/problem+json; charset=utf-8", b"null", None),
    (Json[str], "", b'"text"', "text"),
    (decoders.Text, "text/plain; charset=latin-1", b"caf\xe9", "café"),
    (decoders.Text, "text/plain; charset=nonsense", "é".encode(), "é"),
    (decoders.Binary, "audio/mpeg", b"\xff\0", b"\xff\0"),
    (decoders.Empty, "text/html", b"ignored", None),
]


@pytest.mark.parametrize(("result", "media", "body", "expected"), RESULTS)
@both
def test_results(
    server: FaultServer, run: Run, result: Any, media: str, body: bytes, expected: Any
) -> None:
    server.then(body, media=media)
    assert run(server, READ, result, path={"petId": 1}) == expected


def test_results_by_status_and_media_type(server: FaultServer) -> None:
    cases = decoders.Results(
        {"200": Json[Pet], "202": Json[Problem], "204": decoders.Empty}
        | {"200 text/plain": decoders.Text, "4XX": decoders.Empty}
    )
    server.then(b'{"name":"Rex"}').then(b'{"message":"soon"}', status=202)
    server.then(media="", status=204).then(b"Rex", media="text/plain")
    server.then(b"{}", status=206)
    found = [call(server, MAKE, cases) for _ in range(4)]
    assert found == [Pet(name="Rex"), Problem(message="soon"), None, "Rex"]
    with pytest.raises(errors.UnexpectedContentTypeError):
        call(server, MAKE, cases)


FAULTS = [
    ("html", b"<html>", "text/html", "UnexpectedContentTypeError"),
    ("truncated", b'{"name":"Re', "application/json", "ResponseDecodeError"),
    ("empty", b"", "application/json", "ResponseDecodeError"),
    ("empty, no type", b"", "", "ResponseDecodeError"),
    ("no JSON, no type", b"oops", "", "ResponseDecodeError"),
]


@pytest.mark.parametrize(
    ("body", "media", "expected"),
    [row[1:] for row in FAULTS],
    ids=[r[0] for r in FAULTS],
)
@both
def test_a_success_that_cannot_be_read(
    server: FaultServer, run: Run, body: bytes, media: str, expected: str
) -> None:
    server.then(body, media=media, headers=[("X-Request-Id", "r1")])
    with pytest.raises(errors.APIResponseError) as caught:
        run(server, READ, Json[Pet], path={"petId": 1})
    error = caught.value
    assert type(error) is getattr(errors, expected)
    assert (error.status_code, error.request_id, error.attempts) == (200, "r1", 1)
    assert error.body == body.decode()


def test_a_shape_that_differs_is_kept(server: FaultServer) -> None:
    server.then(b'{"name":null,"age":"old","more":[1]}')
    found = call(server, MAKE, Json[Pet])
    assert isinstance(found, BaseModel)
    kept: Any = found
    assert (kept.name, kept.age, kept.more) == (None, "old", [1])
    assert kept.model_dump(warnings=False) == {"name": None, "age": "old", "more": [1]}
    with pytest.raises(errors.ResponseValidationError) as caught:
        call(server, MAKE, Json[Pet], client={"response_mode": "strict"})
    assert "age" in str(caught.value)
    assert "old" not in str(caught.value)


STATUSES = [
    (400, "BadRequestError"),
    (401, "AuthenticationError"),
    (402, "APIStatusError"),
    (403, "PermissionDeniedError"),
    (404, "NotFoundError"),
    (408, "RequestTimeoutError"),
    (409, "ConflictError"),
    (413, "ContentTooLargeError"),
    (418, "APIStatusError"),
    (422, "UnprocessableEntityError"),
    (429, "RateLimitError"),
    (500, "InternalServerError"),
    (503, "ServiceUnavailableError"),
    (504, "GatewayTimeoutError"),
    (599, "InternalServerError"),
    (304, "APIStatusError"),
]


@pytest.mark.parametrize(("status", "expected"), STATUSES)
def test_every_status_has_its_class(
    server: FaultServer, status: int, expected: str
) -> None:
    server.then(b'{"error":{"message":"no","code":"c"}}', status=status)
    with pytest.raises(errors.APIStatusError) as caught:
        call(server, MAKE, Json[Pet], options={"max_retries": 0})
    assert type(caught.value) is getattr(errors, expected)
    assert caught.value.status_code == status
    if status != 304:
        assert str(caught.value) == f"{status} no"
        assert caught.value.code == "c"


def test_an_error_body_has_its_documented_type(server: FaultServer) -> None:
    typed = Operation(
        "POST",
        "/x",
        errors={
            "400": (errors.BadRequestError, Problem),
            "5XX": (errors.APIStatusError, Problem),
        },
    )
    server.then(b'{"message":"bad"}', status=400)
    with pytest.raises(errors.BadRequestError) as caught:
        call(server, typed, Json[Pet])
    assert caught.value.body == Problem(message="bad")
    assert caught.value.message == "bad"
    server.answers[:] = []
    server.then(b'{"detail":"other shape"}', status=501)
    with pytest.raises(errors.InternalServerError) as caught:
        call(server, typed, Json[Pet])
    assert caught.value.body == {"detail": "other shape"}
    assert caught.value.message == "other shape"
    server.answers[:] = []
    server.then(b"<html>gateway</html>", status=502, media="text/html")
    with pytest.raises(errors.InternalServerError) as caught:
        call(server, typed, Json[Pet], options={"max_retries": 0})
    assert caught.value.body == "<html>gateway</html>"
    assert str(caught.value) == "502 Whatever"


@both
def test_no_server_at_all(server: FaultServer, run: Run) -> None:
    server.url = "http://127.0.0.1:9"
    with pytest.raises(errors.APIConnectionError) as caught:
        run(server, MAKE, Json[Pet], options={"max_retries": 0})
    assert caught.value.__cause__ is not None
    told = "POST http://127.0.0.1:9/pets: connection refused"
    assert str(caught.value) == told


@both
def test_what_a_lost_connection_tells(server: FaultServer, run: Run) -> None:
    server.then(end="cut")
    own = Operation("GET", "/pets?beta=canary")
    with pytest.raises(errors.APIConnectionError) as caught:
        run(server, own, Json[Pet], query={"a": "canary"}, options={"max_retries": 0})
    assert str(caught.value).startswith(f"GET {server.url}/pets: ")
    assert "canary" not in str(caught.value)


@both
def test_a_server_that_is_too_slow(server: FaultServer, run: Run) -> None:
    server.then(b'{"na', end="hang")
    with pytest.raises(errors.APITimeoutError):
        run(server, MAKE, Json[Pet], options={"timeout": 0.05, "max_retries": 0})


def test_arguments_that_cannot_be_sent(server: FaultServer) -> None:
    server.then(b"{}")
    bad: list[dict[str, Any]] = [
        {"path": {"petId": ".."}},
        {"path": {"petId": ""}},
        {"path": {"petId": 1}, "headers": {"X-A": "a\r\nX-B: 1"}},
        {"path": {"petId": 1}, "options": {"extra_headers": {"a\nb": "c"}}},
        {"path": {"petId": 1}, "body": {"n": float("nan")}},
        {"path": {"petId": 1}, "body": {"n": object()}},
    ]
    for parts in bad:
        with pytest.raises(errors.InvalidArgumentError):
            call(server, READ, Json[Pet], **parts)
    with pytest.raises(errors.InvalidArgumentError):
        two = Operation("GET", "/x/{a}{b}")
        call(server, two, Json[Pet], path={"a": ".", "b": "."})
    with pytest.raises(ValueError, match="max_retries"):
        call(server, READ, Json[Pet], path={"petId": 1}, options={"max_retries": -1})
    assert server.requests == []


def test_where_the_base_url_comes_from(
    server: FaultServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.then(b"1")
    monkeypatch.setenv("DEMO_BASE_URL", f"{server.url}/env/")
    transport = connect("")
    assert transport.call(Operation("GET", "/x"), Json[int]) == 1
    assert server.requests[-1].target == "/env/x"
    transport.close()
    own = Operation("GET", "/x", servers=(servers.Server(f"{server.url}/own"),))
    monkeypatch.delenv("DEMO_BASE_URL")
    transport = connect("")
    assert transport.call(own, Json[int]) == 1
    assert server.requests[-1].target == "/own/x"
    assert "authorization" not in server.requests[-1].headers
    transport.close()
    transport = connect("", trusted_origins=(server.url,))
    assert transport.call(own, Json[int]) == 1
    assert "authorization" in server.requests[-1].headers
    transport.close()
    transport = connect("", operation.Service("demo", "DEMO"))
    transport.close()


def test_a_refusal_says_that_no_credential_was_sent(server: FaultServer) -> None:
    server.then(b"{}", status=401)
    own = Operation("GET", "/x", servers=(servers.Server(server.url),))
    transport = connect("")
    with pytest.raises(errors.AuthenticationError) as refused:
        transport.call(own, Json[int])
    assert "trusted_origins" in refused.value.__notes__[0]
    transport.close()


@pytest.mark.parametrize(
    "url",
    [
        "ftp://x",
        "http://",
        "http://user:canary@host",
        "http://host?canary",
        "http://host#canary",
        "http://user:canary?canary@host",
        "user:canary@host",
        "http://[host",
        "http://host:port",
        "x",
    ],
)
def test_what_is_no_base_url(url: str) -> None:
    transport = connect(url)
    with pytest.raises(errors.ConfigurationError) as caught:
        transport.call(READ, Json[int], path={"petId": 1})
    assert str(caught.value).startswith("not a base URL: '")
    assert "canary" not in str(caught.value)
    assert "canary" in url or repr(url) in str(caught.value)
    transport.close()


def test_a_path_with_a_query_of_its_own(server: FaultServer) -> None:
    server.then(b"1")
    call(server, Operation("GET", "/x?beta=true"), Json[int], query={"a": 1})
    assert server.requests[0].target == "/x?beta=true&a=1"


def test_default_headers_and_query(server: FaultServer) -> None:
    server.then(b"1")
    client = {"headers": {"X-Team": "a", "Accept": omit}, "query": {"v": 2}}
    call(server, MAKE, Json[int], query={"w": 3}, client=client)
    assert server.requests[0].target == "/pets?v=2&w=3"
    assert server.requests[0].headers["x-team"] == "a"
    assert "accept" not in server.requests[0].headers
    assert SERVICE.name in server.requests[0].headers["user-agent"]


def test_models_go_out_by_their_names_on_the_wire(server: FaultServer) -> None:
    server.then(b"1")
    tagged = Pet.model_validate({"name": "Rex", "tag": 1})
    call(server, MAKE, Json[int], body={"pet": tagged, "all": (1,)})
    assert json.loads(server.requests[0].body) == {
        "pet": {"name": "Rex", "tag": 1},
        "all": [1],
    }


@both
def test_a_result_has_a_bound(server: FaultServer, run: Run) -> None:
    content = b'{"name":"Rex"}'
    for _ in range(3):
        server.then(content)
    for bound in (len(content), None):
        found = run(server, READ, Json[Pet], path={"petId": "1"},
                    client={"max_response_bytes": bound})  # fmt: skip
        assert found == Pet(name="Rex")
    with pytest.raises(
        errors.ResponseTooLargeError, match="larger than 13 bytes"
    ) as got:
        run(server, READ, Json[Pet], path={"petId": "1"},
            client={"max_response_bytes": len(content) - 1})  # fmt: skip
    assert got.value.status_code == 200
    assert len(server.requests) == 3
