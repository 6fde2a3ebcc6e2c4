"""When a call is tried again, and how long it waits."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx2
import pytest

from .client_runtime import SERVICE, Naps, connect, connect_async, errors, load
from .fault_server import FaultServer

Operation = load("operation").Operation
retry = load("retry")
Json = load("decoders").Json

GET = Operation("GET", "/x")
POST = Operation("POST", "/x")
KEYED = Operation("POST", "/x", idempotency_header="Idempotency-Key")


def attempts(server: FaultServer, call: Any, **client: Any) -> tuple[int, list[float]]:
    """How often a failing call was sent, and how long it slept; sync and async alike."""
    naps = Naps()
    options = client.pop("options", {})
    transport = connect(server.url, naps, **client)
    with pytest.raises(errors.APIError) as caught:
        transport.call(call, Json[int], options=options)
    transport.close()
    count = len(server.requests)
    assert caught.value.attempts == count
    later = Naps()

    async def main() -> None:
        transport = connect_async(server.url, later, **client)
        with pytest.raises(errors.APIError):
            await transport.call(call, Json[int], options=options)
        await transport.aclose()

    asyncio.run(main())
    assert len(server.requests) == 2 * count
    assert later.taken == naps.taken
    return count, naps.taken


TABLE = [
    # status, GET, POST, POST with a key, POST when ambiguous failures may repeat
    (400, 1, 1, 1, 1),
    (404, 1, 1, 1, 1),
    (408, 3, 3, 3, 3),
    (409, 1, 1, 1, 3),
    (429, 3, 3, 3, 3),
    (500, 3, 1, 3, 3),
    (501, 1, 1, 1, 1),
    (502, 3, 1, 3, 3),
    (503, 3, 3, 3, 3),
    (504, 3, 1, 3, 3),
    (505, 1, 1, 1, 1),
    (0, 3, 1, 3, 3),  # the connection drops after the request
]


@pytest.mark.parametrize(("status", "get", "post", "keyed", "ambiguous"), TABLE)
def test_table(status: int, get: int, post: int, keyed: int, ambiguous: int) -> None:
    from .fault_server import running

    for call, expected, client in (
        (GET, get, {}),
        (POST, post, {}),
        (KEYED, keyed, {}),
        (POST, ambiguous, {"retry_ambiguous": True}),
    ):
        with running() as server:
            server.then(b"{}", status=status)
            assert attempts(server, call, **client)[0] == expected


KINDS = [
    # `retry` of a POST, the client's `retry_ambiguous`, attempts at a 500 and at a 409
    ("", None, 1, 1),
    ("", True, 3, 3),
    ("idempotent", None, 3, 1),
    ("ambiguous", None, 3, 3),
    ("ambiguous", False, 1, 1),
    ("unsafe", None, 1, 1),
    ("unsafe", True, 3, 3),
]


@pytest.mark.parametrize(("kind", "client", "at_500", "at_409"), KINDS)
def test_r4_an_operation_tells_what_may_be_done_twice(
    kind: str, client: bool | None, at_500: int, at_409: int
) -> None:
    from .fault_server import running

    call = Operation("POST", "/x", retry=kind)
    for status, expected in ((500, at_500), (409, at_409), (0, at_500)):
        with running() as server:
            server.then(b"{}", status=status)
            assert attempts(server, call, retry_ambiguous=client)[0] == expected


def test_r2_a_get_may_be_declared_unsafe(server: FaultServer) -> None:
    server.then(b"{}", status=500)
    assert attempts(server, Operation("GET", "/x", retry="unsafe"))[0] == 1


def test_r4_what_the_caller_chooses_is_checked(server: FaultServer) -> None:
    clients = load("clients")
    client = clients.BaseClient(SERVICE, retry_ambiguous=False, base_url=server.url)
    assert client._transport.settings.retry.retry_ambiguous is False
    other = client.with_options(retry_ambiguous=None)
    assert other._transport.settings.retry.retry_ambiguous is None
    with pytest.raises(ValueError, match="retry_ambiguous"):
        client.with_options(retry_ambiguous="yes")


def test_the_delay_doubles(server: FaultServer) -> None:
    server.then(b"{}", status=503)
    count, slept = attempts(server, GET, options={"max_retries": 6})
    assert count == 7
    assert slept == [0.5, 1.0, 2.0, 4.0, 8.0, 8.0]


def test_jitter_only_shortens_a_delay_and_only_lengthens_a_hint() -> None:
    low = retry.RetryPolicy(uniform=lambda a, b: a)
    high = retry.RetryPolicy(uniform=lambda a, b: b)
    assert (low.delay(0, None), high.delay(0, None)) == (0.375, 0.5)
    assert (low.delay(0, 10.0), high.delay(0, 10.0)) == (10.0, 11.0)
    assert low.delay(0, 60.1) is None
    assert low.delay(5_000, None) == 6.0


HINTS = [
    ({}, None),
    ({"retry-after": "2"}, 2.0),
    ({"retry-after": "0.5"}, 0.5),
    ({"retry-after": "2", "retry-after-ms": "250"}, 0.25),
    ({"retry-after": "0"}, None),
    ({"retry-after": "-1"}, None),
    ({"retry-after": "nan"}, None),
    ({"retry-after": "inf"}, None),
    ({"retry-after": "soon"}, None),
    (
        {
            "retry-after": "Wed, 21 Oct 2015 07:28:30 GMT",
            "date": "Wed, 21 Oct 2015 07:28:00 GMT",
        },
        30.0,
    ),
    (
        {
            "retry-after": "Wed, 21 Oct 2015 07:27:00 GMT",
            "date": "Wed, 21 Oct 2015 07:28:00 GMT",
        },
        None,
    ),
    ({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}, None),
]


@pytest.mark.parametrize(("headers", "expected"), HINTS)
def test_what_a_server_asks_for(
    headers: dict[str, str], expected: float | None
) -> None:
    assert retry.retry_hint(headers) == expected


def test_a_hint_is_honoured(server: FaultServer) -> None:
    server.then(b"{}", status=429, headers=[("Retry-After", "3")])
    assert attempts(server, POST) == (3, [3.3000000000000003] * 2)


def test_a_long_hint_is_the_callers_business(server: FaultServer) -> None:
    server.then(b"{}", status=429, headers=[("Retry-After", "3600")])
    transport = connect(server.url)
    with pytest.raises(errors.RateLimitError) as caught:
        transport.call(POST, Json[int])
    assert caught.value.retry_after == 3600
    assert len(server.requests) == 1
    transport.close()


def test_r8_the_caller_may_wait_longer(server: FaultServer) -> None:
    server.then(b"{}", status=429, headers=[("Retry-After", "3600")])
    naps = Naps()
    client = load("clients").BaseClient(
        load("operation").Service("demo", "DEMO"),
        base_url=server.url,
        max_retry_after=4000,
    )
    transport = connect(server.url, naps).with_settings(client._transport.settings)
    with pytest.raises(errors.RateLimitError):
        transport.call(POST, Json[int])
    assert len(server.requests) == 3 and min(naps.taken) >= 3600
    shorter = client.with_options(max_retry_after=10)._transport.settings
    with pytest.raises(errors.RateLimitError):
        transport.with_settings(shorter).call(POST, Json[int])
    assert len(server.requests) == 4
    transport.close()
    client.close()


@pytest.mark.parametrize(
    ("status", "advice", "count"), [(500, "true", 3), (503, "false", 1)]
)
def test_advice_of_the_server(
    server: FaultServer, status: int, advice: str, count: int
) -> None:
    server.then(b"{}", status=status, headers=[("X-Should-Retry", advice)])
    assert attempts(server, POST)[0] == count


def test_one_key_for_all_attempts(server: FaultServer) -> None:
    server.then(b"{}", status=500).then(b"{}", status=500).then(b"1")
    transport = connect(server.url)
    assert transport.call(KEYED, Json[int]) == 1
    assert transport.call(KEYED, Json[int]) == 1
    keys = [request.headers["idempotency-key"] for request in server.requests]
    assert keys[0] == keys[1] == keys[2] != keys[3]
    transport.close()


def test_failures_before_anything_was_sent_repeat_for_every_method() -> None:
    policy = retry.RetryPolicy()
    for error in (
        httpx2.ConnectError("x"),
        httpx2.ConnectTimeout("x"),
        httpx2.PoolTimeout("x"),
    ):
        assert policy.after_failure(error, repeatable=False)
    for other in (
        httpx2.ReadError("x"),
        httpx2.ReadTimeout("x"),
        httpx2.WriteError("x"),
    ):
        assert not policy.after_failure(other, repeatable=False)
        assert policy.after_failure(other, repeatable=True)
    assert not policy.after_failure(ValueError("x"), repeatable=True)


@pytest.mark.parametrize("value", [-1, True, 1.0, "2", None])
def test_what_is_no_count(value: Any) -> None:
    with pytest.raises(ValueError, match="max_retries"):
        retry.checked_retries(value)


def test_connections_are_reused_between_attempts(server: FaultServer) -> None:
    server.then(b"x" * 5000, status=503)
    transport = connect(server.url)
    with pytest.raises(errors.ServiceUnavailableError):
        transport.call(GET, Json[int])
    assert (len(server.requests), server.connections) == (3, 1)
    transport.close()


def test_r9_retries_cost_tokens_and_successes_give_them_back() -> None:
    quota = retry.RetryQuota(20)
    assert quota.take(14) and not quota.take(14) and quota.take(5)
    assert not quota.take(5)
    quota.give(14)
    assert quota.take(14) and not quota.take(14)
    quota.give(1000)
    assert quota.take(20) and not quota.take(1)
    assert [retry.retry_cost(status) for status in (429, 503, 500, None)] == [
        5,
        5,
        14,
        14,
    ]


def test_r9_a_client_out_of_tokens_does_not_try_again(server: FaultServer) -> None:
    server.then(b"{}", status=500)
    naps = Naps()
    transport = connect(server.url, naps, max_retries=3, quota=retry.RetryQuota(30))
    with pytest.raises(errors.APIError) as caught:
        transport.call(GET, Json[int])
    assert caught.value.attempts == 3
    assert "retry_quota" in caught.value.__notes__[0]
    with pytest.raises(errors.APIError) as caught:
        transport.with_settings(transport.settings).call(GET, Json[int])
    assert caught.value.attempts == 1
    transport.close()


def test_r9_a_success_pays_for_the_retry_that_led_to_it(server: FaultServer) -> None:
    quota = retry.RetryQuota(14)
    transport = connect(server.url, Naps(), quota=quota)
    for _ in range(5):
        server.then(b"{}", status=500).then(b"1")
        assert transport.call(GET, Json[int]) == 1
    server.then(b"1")
    assert transport.call(GET, Json[int]) == 1
    assert quota.take(14)
    transport.close()


def test_r9_the_quota_can_be_switched_off(server: FaultServer) -> None:
    server.then(b"{}", status=500)
    transport = connect(
        server.url, Naps(), max_retries=50, quota=retry.RetryQuota(None)
    )
    with pytest.raises(errors.APIError) as caught:
        transport.call(GET, Json[int])
    assert caught.value.attempts == 51
    transport.close()


def test_r9_threads_share_a_quota() -> None:
    from concurrent.futures import ThreadPoolExecutor

    quota = retry.RetryQuota(5000)
    with ThreadPoolExecutor(8) as pool:
        taken = list(pool.map(lambda _: quota.take(1), range(6000)))
    assert sum(taken) == 5000


@pytest.mark.parametrize("value", [-1, 1.5, True, "5"])
def test_r9_a_quota_is_a_count(value: object) -> None:
    with pytest.raises(ValueError, match="retry_quota"):
        retry.checked_quota(value)
    assert retry.checked_quota(None).tokens is None


@pytest.mark.parametrize(
    "options",
    [
        {"max_retry_after": -1},
        {"max_retry_after": float("nan")},
        {"max_retry_after": "5"},
        {"max_retry_after": True},
        {"on_truncation": "ignor"},
        {"deadline": 0},
        {"retry_quota": -1},
    ],
)
def test_c1_options_are_checked_when_they_are_given(options: dict[str, Any]) -> None:
    service = load("operation").Service("demo", "DEMO")
    (name,) = options
    with pytest.raises(ValueError, match=name):
        load("clients").BaseClient(service, **options)
    client = load("clients").BaseClient(service)
    with pytest.raises(ValueError, match=name):
        client.with_options(**options)
    client.close()


@pytest.mark.parametrize("name", ["x\r\ny", "x y", "x:", "\u00e9"])
def test_r13_a_name_that_would_break_out_is_refused(
    server: FaultServer, name: str
) -> None:
    server.then(b"1")
    client = connect(server.url, retry_count_header=name)
    with pytest.raises(errors.InvalidArgumentError, match="not the name of a header"):
        client.call(GET, Json[int])
    assert server.requests == []
    client.close()
