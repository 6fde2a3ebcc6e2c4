"""Credentials: where they come from, where they go, and where they never show."""

from __future__ import annotations

import asyncio
import copy
import itertools
import logging
import pickle
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from .client_runtime import KEY, connect, connect_async, errors, load
from .fault_server import FaultServer

clients = load("clients")
operation = load("operation")
Json = load("decoders").Json
Scheme = operation.Scheme

GET = operation.Operation("GET", "/x")
SCHEMES = {
    "bearer": Scheme("header", prefix="Bearer "),
    "basic": Scheme("header", prefix="Basic "),
    "header": Scheme("header", "X-Key"),
    "query": Scheme("query", "key"),
    "cookie": Scheme("cookie", "key"),
    "tls": Scheme("none"),
}


def service(*security: tuple[str, ...]) -> Any:
    return operation.Service("demo", "DEMO", (), SCHEMES, security)


def sent(server: FaultServer, security: Any, **client: Any) -> Any:
    """The request that a call makes under a security requirement."""
    server.answers[:] = []
    server.then(b"1")
    transport = connect(server.url, service=service(*security), **client)
    transport.call(GET, Json[int])
    transport.close()
    return server.requests[-1]


def test_each_scheme_has_its_place(server: FaultServer) -> None:
    def headers(name: str, **client: Any) -> Any:
        return sent(server, [(name,)], **client).headers

    assert headers("bearer")["authorization"] == f"Bearer {KEY}"
    assert headers("header")["x-key"] == KEY
    assert headers("cookie")["cookie"] == f"key={KEY}"
    assert sent(server, [("query",)]).target == f"/x?key={KEY}"
    pair = {"basic": ("me", "secret")}
    assert headers("basic", credentials=pair)["authorization"] == "Basic bWU6c2VjcmV0"


def test_alternatives_and_combinations(server: FaultServer) -> None:
    both = sent(server, [("bearer", "header")], credentials={"header": "other"})
    assert both.headers["authorization"] == f"Bearer {KEY}"
    assert both.headers["x-key"] == "other"
    second = sent(
        server, [("bearer",), ("header",)], api_key=None, credentials={"header": "h"}
    )
    assert "authorization" not in second.headers
    assert second.headers["x-key"] == "h"
    assert "authorization" not in sent(server, [(), ("bearer",)], api_key=None).headers
    assert "authorization" in sent(server, [(), ("bearer",)]).headers
    assert "authorization" not in sent(server, []).headers


def test_the_environment_is_read_at_the_first_call(
    server: FaultServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.then(b"1")
    monkeypatch.delenv("DEMO_API_KEY", raising=False)
    transport = connect(server.url, api_key=None)
    with pytest.raises(errors.ConfigurationError, match="DEMO_API_KEY"):
        transport.call(GET, Json[int])
    assert server.requests == []
    monkeypatch.setenv("DEMO_API_KEY", "from-env")
    transport.call(GET, Json[int])
    assert server.requests[0].headers["authorization"] == "Bearer from-env"
    transport.close()
    monkeypatch.setenv("DEMO_USERNAME", "me")
    monkeypatch.setenv("DEMO_PASSWORD", "secret")
    request = sent(server, [("basic",)], api_key=None)
    assert request.headers["authorization"] == "Basic bWU6c2VjcmV0"


def test_a_header_of_the_caller_takes_the_place_of_a_key(server: FaultServer) -> None:
    server.then(b"1")
    transport = connect(server.url, api_key=None)
    mine = {"Authorization": "Mine"}
    transport.call(GET, Json[int], options={"extra_headers": mine})
    assert server.requests[0].headers["authorization"] == "Mine"
    transport.close()


def test_a_callable_is_asked_for_each_attempt(server: FaultServer) -> None:
    server.then(b"{}", status=503).then(b"1")
    keys = iter(["one", "two"])
    transport = connect(server.url, api_key=lambda: next(keys))
    transport.call(GET, Json[int])
    transport.close()
    server.answers[:] = []
    server.then(b"1")

    async def later() -> str:
        return "three"

    async def main() -> None:
        transport = connect_async(server.url, api_key=later)
        await transport.call(GET, Json[int])
        await transport.aclose()

    asyncio.run(main())
    found = [request.headers["authorization"] for request in server.requests]
    assert found == ["Bearer one", "Bearer two", "Bearer three"]


def test_a_key_that_would_break_out_is_refused_unseen(server: FaultServer) -> None:
    transport = connect(server.url, api_key=f"{KEY}\r\nX-Evil: 1")
    with pytest.raises(errors.InvalidArgumentError) as caught:
        transport.call(GET, Json[int])
    assert KEY not in repr(caught.value)
    assert server.requests == []
    transport.close()


def test_no_text_shows_a_key(
    server: FaultServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    body = f'{{"error":{{"message":"Incorrect API key: {KEY}"}}}}'.encode()
    server.then(body, status=401)
    transport = connect(server.url)
    with pytest.raises(errors.AuthenticationError) as caught:
        transport.call(GET, Json[int])
    error = caught.value
    shown = [str(error), repr(error), repr(transport.settings), repr(transport)]
    assert KEY not in "".join(shown)
    assert "***" in str(error)
    assert KEY not in caplog.text
    transport.close()


def test_no_log_shows_a_key_in_a_query(
    server: FaultServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    assert sent(server, [("query",)]).target == f"/x?key={KEY}"
    server.answers[:] = []
    server.then(b"{}", status=500)

    async def main() -> None:
        asked = service(("query",))
        transport = connect_async(server.url, service=asked, max_retries=0)
        with pytest.raises(errors.InternalServerError) as caught:
            await transport.call(GET, Json[int])
        assert KEY not in repr(caught.value)
        await transport.aclose()

    asyncio.run(main())
    assert server.requests[-1].target == f"/x?key={KEY}"
    assert "/x" in caplog.text
    assert KEY not in caplog.text


def every_error() -> list[Any]:
    found = [
        kind
        for kind in vars(errors).values()
        if isinstance(kind, type) and issubclass(kind, errors.APIError)
    ]
    assert len(found) > 20
    return found


@pytest.mark.parametrize("kind", every_error())
def test_errors_pickle_and_copy(kind: Any) -> None:
    error = kind(
        "it broke",
        status_code=418,
        request_id="r1",
        headers={"retry-after": "1"},
        body={"error": {"code": "c"}},
        retry_after=1.0,
        attempts=2,
    )
    for copied in (
        pickle.loads(pickle.dumps(error)),
        copy.deepcopy(error),
        copy.copy(error),
    ):
        assert type(copied) is kind
        assert vars(copied) == vars(error)
        assert str(copied) == str(error) == "418 it broke (request r1)"
        assert copied.code == "c"
        assert copied.args == error.args


def test_clients_show_and_share(server: FaultServer) -> None:
    server.then(b"1")
    client = clients.BaseClient(
        service(("bearer",)), api_key=KEY, base_url=server.url, max_retries=1
    )
    assert repr(client) == "<BaseClient of demo>"
    other = client.with_options(timeout=3, default_headers={"X-A": "b"}, max_retries=0)
    assert other._transport._http is client._transport._http
    assert other._transport.settings.timeout.read == 3
    assert client._transport.settings.timeout.read == 600
    assert client._transport.settings.headers == {}
    other._transport.call(GET, Json[int])
    assert server.requests[0].headers["x-a"] == "b"
    with client:
        pass
    assert client._transport._http.is_closed
    with pytest.raises(errors.ConfigurationError):
        clients.BaseClient(service(), base_url="ftp://x")
    with pytest.raises(ValueError, match="max_retries"):
        clients.BaseClient(service(), max_retries=True)


def test_a_client_that_was_given_stays_open() -> None:
    import httpx2

    with httpx2.Client() as http:
        clients.BaseClient(service(), http_client=http).close()
        assert not http.is_closed


def test_omit() -> None:
    module = load("omit")
    assert not module.omit
    assert repr(module.omit) == "omit"
    assert pickle.loads(pickle.dumps(module.omit)) is module.omit
    assert copy.deepcopy([module.omit])[0] is module.omit


def test_a_refused_key_of_a_function_is_asked_for_once_more(
    server: FaultServer,
) -> None:
    server.then(b"{}", status=401)
    keys = iter(["old", "new", "never"])
    transport = connect(server.url, api_key=lambda: next(keys), max_retries=0)
    with pytest.raises(errors.AuthenticationError) as caught:
        transport.call(GET, Json[int])
    assert caught.value.attempts == 2
    found = [request.headers["authorization"] for request in server.requests]
    assert found == ["Bearer old", "Bearer new"]
    transport.close()
    fixed = connect(server.url)
    with pytest.raises(errors.AuthenticationError):
        fixed.call(GET, Json[int])
    assert len(server.requests) == 3
    fixed.close()


def test_c3_calls_refused_together_ask_for_one_new_key(server: FaultServer) -> None:
    """Eight calls are out with the old key before the first of them is refused."""
    server.refused.add("Bearer old")
    server.then(b"1")
    all_out = threading.Barrier(8)
    asked: list[str] = []

    def key() -> str:
        if len(asked) < 8:
            asked.append("old")
            all_out.wait(10)
            return "old"
        asked.append("new")
        time.sleep(0.05)
        return "new"

    transport = connect(server.url, api_key=key, max_retries=0)
    with ThreadPoolExecutor(8) as pool:
        calls = [pool.submit(transport.call, GET, Json[int]) for _ in range(8)]
        assert [call.result(10) for call in calls] == [1] * 8
    assert asked == ["old"] * 8 + ["new"]
    assert len(server.requests) == 16
    assert transport.call(GET, Json[int]) == 1
    assert len(asked) == 10
    transport.close()


def test_c3_asynchronous_calls_refused_together_ask_once(server: FaultServer) -> None:
    server.refused.add("Bearer old")
    server.then(b"1")
    asked: list[str] = []

    async def main() -> None:
        all_out = asyncio.Barrier(8)

        async def key() -> str:
            if len(asked) < 8:
                asked.append("old")
                await all_out.wait()
                return "old"
            asked.append("new")
            await asyncio.sleep(0.05)
            return "new"

        transport = connect_async(server.url, api_key=key, max_retries=0)
        calls = [transport.call(GET, Json[int]) for _ in range(8)]
        assert await asyncio.gather(*calls) == [1] * 8
        await transport.aclose()

    asyncio.run(main())
    assert asked == ["old"] * 8 + ["new"]


def test_c4_a_synchronous_client_makes_no_lock_of_event_loops() -> None:
    """One is made when an asynchronous call first waits for a credential."""
    refreshes = load("auth").Refreshes()
    assert refreshes.fetch(lambda: "key", 0) == "key"
    assert refreshes._async_lock is None

    async def ask() -> str:
        return "later"

    assert asyncio.run(refreshes.fetch_later(ask, 1)) == "later"
    assert refreshes._async_lock is not None


def test_c3_a_call_sent_after_a_refresh_may_ask_again(server: FaultServer) -> None:
    server.refused |= {"Bearer k0", "Bearer k1", "Bearer k3"}
    server.then(b"1")
    keys = (f"k{number}" for number in itertools.count())
    transport = connect(server.url, api_key=lambda: next(keys), max_retries=0)
    with pytest.raises(errors.AuthenticationError):
        transport.call(GET, Json[int])
    assert transport.call(GET, Json[int]) == 1
    assert transport.call(GET, Json[int]) == 1
    found = [request.headers["authorization"] for request in server.requests]
    assert found == [f"Bearer k{number}" for number in range(5)]
    transport.close()


def test_c3_a_source_that_fails_holds_nobody_up(server: FaultServer) -> None:
    server.refused.add("Bearer old")
    server.then(b"1")
    asked: list[str] = []

    def key() -> str:
        asked.append("")
        if len(asked) % 2 == 0:
            raise OSError("no token today")
        return "old"

    transport = connect(server.url, api_key=key, max_retries=0)
    for _ in range(2):
        with pytest.raises(OSError, match="no token today"):
            transport.call(GET, Json[int])
    transport.close()


@pytest.mark.parametrize("client", ["httpx2", object(), 1])
def test_a_client_of_another_library_is_refused(client: object) -> None:
    with pytest.raises(TypeError, match=r"http_client must be httpx2\.Client"):
        clients.BaseClient(service(), http_client=client)
    with pytest.raises(TypeError, match=r"httpx2\.AsyncClient"):
        clients.BaseAsyncClient(service(), http_client=client)


def test_settings_show_no_header() -> None:
    client = clients.BaseClient(service(), default_headers={"Authorization": KEY})
    assert KEY not in repr(client._transport.settings)
    client.close()
