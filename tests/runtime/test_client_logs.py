"""E8: what the log says, and what it never says; R13: telling the server of retries."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from .client_runtime import KEY, SERVICE, Naps, connect, connect_async, errors, load
from .fault_server import FaultServer

Operation = load("operation").Operation
Json = load("decoders").Json
logs = load("logs")
raw = load("raw")

MAKE = Operation("POST", "/things/{id}")
PARTS: dict[str, Any] = {
    "path": {"id": "path-canary"},
    "query": {"q": "query-canary"},
    "body": {"text": "body-canary"},
}
CANARIES = (KEY, "path-canary", "query-canary", "body-canary", "answer-canary")


@pytest.fixture(params=["sync", "async"])
def call(request: pytest.FixtureRequest, server: FaultServer) -> Any:
    """Makes the call in one of the flavours; gives its result or its error."""

    def sync(**options: Any) -> Any:
        client = connect(server.url, Naps(), **options)
        try:
            return client.call(MAKE, Json[str], **PARTS)
        except errors.APIError as error:
            return error
        finally:
            client.close()

    def with_await(**options: Any) -> Any:
        async def main() -> Any:
            client = connect_async(server.url, Naps(), **options)
            try:
                return await client.call(MAKE, Json[str], **PARTS)
            except errors.APIError as error:
                return error
            finally:
                await client.aclose()

        return asyncio.run(main())

    return sync if request.param == "sync" else with_await


def own(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The messages of the client's logger."""
    return [item.getMessage() for item in caplog.records if item.name == "demo"]


def test_e8_every_attempt_is_told(
    server: FaultServer, call: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "demo")
    server.then(b"{}", status=503, headers=[("X-Request-Id", "req_1")])
    server.then(b'"answer-canary"')
    assert call() == "answer-canary"
    first, second = own(caplog)
    assert first.startswith("POST /things/{id}: 503 in 0.")
    assert first.endswith("(attempt 1, request 'req_1'); again in 0.50 s")
    assert second.startswith("POST /things/{id}: 200 in 0.")
    assert second.endswith("(attempt 2)")


def test_e8_a_failure_of_the_network_is_told_by_its_kind(
    server: FaultServer, call: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "demo")
    server.then(status=0)
    error = call(max_retries=0)
    assert own(caplog)[0].startswith(f"POST /things/{{id}}: {type(error).__name__} in")


def test_e8_nothing_is_told_that_is_nobody_elses_business(
    server: FaultServer, call: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "demo")
    secret = [("Set-Cookie", "session=answer-canary"), ("Retry-After", "1")]
    server.then(b'{"error": "answer-canary"}', status=503, headers=secret)
    server.then(b'"answer-canary"')
    call()
    told = "\n".join(own(caplog))
    assert "'retry-after': '1'" in told and "'set-cookie': '***'" in told
    assert not [canary for canary in CANARIES if canary in told]


def test_e8_bodies_and_queries_are_told_on_request(
    server: FaultServer, call: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "demo")
    server.then(b'"answer-canary\\n' + b"x" * 5000 + b'"')
    call(log_bodies=True)
    told = "\n".join(own(caplog))
    for shown in ("query-canary", "body-canary", "answer-canary"):
        assert shown in told
    assert KEY not in told and len(told) < 5000


def test_e8_by_default_it_is_silent(
    server: FaultServer, call: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    server.then(b"1")
    call()
    assert capfd.readouterr().err == ""


@pytest.fixture
def fresh() -> Iterator[logging.Logger]:
    """A logger of its own, as a new process has it."""
    logger = logging.getLogger("fresh")
    yield logger
    logger.handlers[:] = []
    logger.setLevel(logging.NOTSET)
    logs.logger_of.cache_clear()


@pytest.mark.parametrize(
    ("value", "level"),
    [("info", logging.INFO), ("DEBUG", logging.DEBUG), ("", 0), ("loud", 0)],
)
def test_e8_the_environment_decides(
    fresh: logging.Logger, monkeypatch: pytest.MonkeyPatch, value: str, level: int
) -> None:
    monkeypatch.setenv("FRESH_LOG", value)
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    service = load("operation").Service("fresh", "FRESH")
    for _ in range(2):
        logs.heed_environment(service)
    assert fresh.level == level
    handlers = [type(item) for item in fresh.handlers]
    assert handlers.count(logging.StreamHandler) == (1 if level else 0)


def test_e8_what_the_program_has_chosen_stays(
    fresh: logging.Logger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FRESH_LOG", "debug")
    fresh.setLevel(logging.ERROR)
    mine = logging.StreamHandler()
    fresh.addHandler(mine)
    logs.heed_environment(load("operation").Service("fresh", "FRESH"))
    assert fresh.level == logging.ERROR
    real = [item for item in fresh.handlers if type(item) is not logging.NullHandler]
    assert real == [mine]


def test_r13_the_server_is_told_of_retries_on_request(
    server: FaultServer, call: Any
) -> None:
    for _ in range(2):
        server.then(b"{}", status=503)
    server.then(b'"a"')
    call(retry_count_header="X-Retry-Count")
    assert [item.headers["x-retry-count"] for item in server.requests] == list("012")
    call()
    assert "x-retry-count" not in server.requests[-1].headers


def test_r13_a_response_says_how_often_it_was_asked_for(server: FaultServer) -> None:
    server.then(b"{}", status=503).then(b'"a"')
    client = connect(server.url, Naps())
    answer = client.raw.call(MAKE, Json[str], **PARTS)
    assert isinstance(answer, raw.RawResponse)
    assert (answer.attempts, answer.parse()) == (2, "a")
    assert answer.described_by(type(None)).attempts == 2
    client.close()

    async def main() -> None:
        server.then(b"{}", status=503).then(b'"a"')
        client = connect_async(server.url, Naps())
        answer = await client.raw.call(MAKE, Json[str], **PARTS)
        assert answer.attempts == 2
        await client.aclose()

    server.answers.clear()
    asyncio.run(main())


def test_the_log_is_named_after_the_package() -> None:
    assert logs.logger_of(SERVICE.name).name == "demo"
