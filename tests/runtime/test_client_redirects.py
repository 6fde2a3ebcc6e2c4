"""Redirects: only on the same origin, and only where the same request may go again."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from .client_runtime import (
    KEY,
    SERVICE,
    connect,
    connect_async,
    errors,
    load,
    operation,
)
from .fault_server import FaultServer, running

Json = load("decoders").Json
BodyForm = load("forms").BodyForm

Call = Callable[..., Any]


@pytest.fixture
def elsewhere() -> Iterator[FaultServer]:
    """Another origin, where nothing may come."""
    with running() as found:
        yield found.then(b"1")


def _sync(url: str, what: Any, options: Any, parts: Any) -> Any:
    transport = connect(url, **options)
    try:
        return transport.call(what, Json[int], **parts)
    finally:
        transport.close()


def _async(url: str, what: Any, options: Any, parts: Any) -> Any:
    async def main() -> Any:
        transport = connect_async(url, **options)
        try:
            return await transport.call(what, Json[int], **parts)
        finally:
            await transport.aclose()

    return asyncio.run(main())


@pytest.fixture(params=[_sync, _async], ids=["sync", "async"])
def call(request: pytest.FixtureRequest) -> Call:
    def made(url: str, method: str = "GET", **options: Any) -> Any:
        parts = options.pop("parts", {})
        what = options.pop("what", operation.Operation(method, "/x"))
        return request.param(url, what, options, parts)

    return made


def redirect(server: FaultServer, to: str, status: int = 307) -> FaultServer:
    return server.then(b"moved", status=status, headers=[("Location", to)])


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_c5_reads_follow_on_the_same_origin(
    server: FaultServer, call: Call, method: str, status: int
) -> None:
    redirect(server, "/y?page=2#part", status).then(b"1", status=400)
    with pytest.raises(errors.BadRequestError):
        call(server.url, method)
    assert [one.target for one in server.requests] == ["/x", "/y?page=2"]
    assert {one.method for one in server.requests} == {method}
    for one in server.requests:
        assert one.headers["authorization"] == f"Bearer {KEY}"
    assert server.connections == 1


@pytest.mark.parametrize("status", [307, 308])
def test_c5_other_methods_follow_where_they_stay_the_same(
    server: FaultServer, call: Call, status: int
) -> None:
    redirect(server, f"{server.url}/y", status).then(b"1")
    what = operation.Operation("POST", "/x")
    assert call(server.url, what=what, parts={"fields": {"a": 1}}) == 1
    assert [(one.method, one.body) for one in server.requests] == [
        ("POST", b'{"a":1}')
    ] * 2


@pytest.mark.parametrize("status", [301, 302, 303])
def test_c5_no_method_becomes_another(
    server: FaultServer, call: Call, status: int
) -> None:
    redirect(server, "/y", status)
    with pytest.raises(errors.APIStatusError, match="cannot follow") as caught:
        call(server.url, "POST")
    assert caught.value.status_code == status
    assert len(server.requests) == 1


def test_c5_a_body_that_is_spent_is_not_sent_again(
    server: FaultServer, call: Call
) -> None:
    redirect(server, "/y")
    upload = BodyForm("application/octet-stream")
    what = operation.Operation("POST", "/x", forms=(upload,))
    with pytest.raises(errors.APIStatusError, match="cannot follow"):
        call(server.url, what=what, parts={"body": iter([b"a", b"b"])})
    assert len(server.requests) == 1
    server.answers[:] = []
    server.requests[:] = []
    redirect(server, "/y").then(b"1")
    assert call(server.url, what=what, parts={"body": io.BytesIO(b"ab")}) == 1
    assert [one.body for one in server.requests] == [b"ab", b"ab"]


def test_c5_nothing_goes_to_another_origin(
    server: FaultServer, elsewhere: FaultServer, call: Call
) -> None:
    """Not even without credentials: it may be inside of the client's own network."""
    for method in ("GET", "POST"):
        server.answers[:] = []
        redirect(server, f"{elsewhere.url}/steal?key=canary")
        with pytest.raises(errors.APIStatusError, match="another origin") as caught:
            call(server.url, method)
        assert elsewhere.url in str(caught.value)
        assert "canary" not in str(caught.value)
    assert elsewhere.requests == []
    assert elsewhere.connections == 0


@pytest.mark.parametrize(
    "to",
    [
        "//evil.example/x",
        "https://127.0.0.1/x",
        "http://localhost/x",
        "http://me:secret@{host}/x",
        "ftp://{host}/x",
        "javascript:alert(1)",
        "http://[/x",
    ],
)
def test_c5_places_that_are_not_the_origin(
    server: FaultServer, call: Call, to: str
) -> None:
    redirect(server, to.format(host=server.url.partition("//")[2]))
    with pytest.raises(errors.APIStatusError, match="redirects") as caught:
        call(server.url)
    assert "secret" not in str(caught.value)
    assert len(server.requests) == 1


def test_c5_a_circle_has_an_end(server: FaultServer, call: Call) -> None:
    redirect(server, "/x")
    with pytest.raises(errors.APIStatusError, match="cannot follow") as caught:
        call(server.url)
    assert len(server.requests) == 6
    assert caught.value.attempts == 1


def test_c5_a_documented_redirect_is_a_result(server: FaultServer, call: Call) -> None:
    redirect(server, "/y", 302)
    what = operation.Operation("GET", "/x", also=(302,))
    with pytest.raises(errors.APIResponseError):
        call(server.url, what=what)
    assert len(server.requests) == 1


def test_c5_a_key_in_the_query_stays_out_of_logs(
    server: FaultServer, call: Call, caplog: pytest.LogCaptureFixture
) -> None:
    """The server decides what the query is; what it repeats is a secret still."""
    caplog.set_level("INFO")
    redirect(server, f"/y?key={KEY}").then(b"1")
    schemes = {"key": operation.Scheme("query", "key")}
    asked = operation.Service("demo", "DEMO", (), schemes, (("key",),))
    assert call(server.url, service=asked) == 1
    assert server.requests[1].target == f"/y?key={KEY}"
    assert KEY not in caplog.text


def test_c5_a_client_that_was_given_follows_no_further(
    server: FaultServer, elsewhere: FaultServer
) -> None:
    import httpx2

    redirect(server, elsewhere.url)
    settings = load("settings").Settings(
        SERVICE, load("auth").Secret(KEY, None), base_url=server.url
    )
    with httpx2.Client(follow_redirects=True) as http:
        transport = load("transport").Transport(settings, http)
        with pytest.raises(errors.APIStatusError, match="another origin"):
            transport.call(operation.Operation("GET", "/x"), Json[int])
    assert elsewhere.requests == []
