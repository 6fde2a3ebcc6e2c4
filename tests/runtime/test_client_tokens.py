"""Tokens of OAuth 2.0: how long they are kept, who waits for them, and what goes wrong."""

from __future__ import annotations

import asyncio
import copy
import pickle
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from .client_runtime import connect, connect_async, errors
from .fault_server import FaultServer
from .token_calls import (
    CLIENT,
    GET,
    POST,
    SECRET,
    USER,
    Calls,
    Json,
    oauth,
    sent,
    service,
)
from .token_server import TokenServer


def test_a_token_is_renewed_shortly_before_its_end(
    server: FaultServer, giver: TokenServer, calls: Calls
) -> None:
    server.then(b"1")
    giver.about = {"expires_in": 3600}
    now = [1000.0]
    times = iter([1000 + 3569.0, 1000 + 3571.0])
    grant = oauth.ClientCredentials(**CLIENT, token_url=giver.url, clock=lambda: now[0])

    def later() -> None:
        now[0] = next(times)

    assert calls(server.url, grant, 3, between=later) == [1, 1, 1]
    assert sent(server) == ["Bearer t1", "Bearer t1", "Bearer t2"]


def test_a_short_token_serves_for_half_its_time(
    server: FaultServer, giver: TokenServer, calls: Calls
) -> None:
    server.then(b"1")
    giver.about = {"expires_in": 20}
    now = [0.0]
    grant = oauth.ClientCredentials(**CLIENT, token_url=giver.url, clock=lambda: now[0])

    def later() -> None:
        now[0] += 6.0

    assert calls(server.url, grant, 3, between=later) == [1, 1, 1]
    assert sent(server) == ["Bearer t1", "Bearer t1", "Bearer t2"]


@pytest.mark.parametrize("grant", ["client", "password", "refresh"])
def test_c3_twenty_calls_at_once_make_one_request(
    server: FaultServer, giver: TokenServer, calls: Calls, grant: str
) -> None:
    server.then(b"1")
    giver.pause = 0.2
    made = {
        "client": oauth.ClientCredentials(**CLIENT, token_url=giver.url),
        "password": oauth.PasswordGrant(**USER, token_url=giver.url),
        "refresh": oauth.RefreshToken(refresh_token="r", token_url=giver.url),
    }[grant]
    assert calls(server.url, made, 20, together=True) == [1] * 20
    assert len(giver.asked) == 1
    assert sent(server) == ["Bearer t1"] * 20


def test_c3_calls_refused_together_ask_for_one_new_token(
    server: FaultServer, giver: TokenServer, calls: Calls
) -> None:
    """Outside the retry budget, which is none here."""
    server.then(b"1")
    server.refused.add("Bearer t1")
    giver.pause = 0.1
    grant = oauth.ClientCredentials(**CLIENT, token_url=giver.url)
    made = calls(server.url, grant, 8, together=True, max_retries=0)
    assert made == [1] * 8
    assert len(giver.asked) == 2
    assert set(sent(server)) == {"Bearer t1", "Bearer t2"}


def test_c3_a_second_refusal_is_final(
    server: FaultServer, giver: TokenServer, calls: Calls
) -> None:
    server.then(b"{}", status=401)
    grant = oauth.ClientCredentials(**CLIENT, token_url=giver.url)
    (error,) = calls(server.url, grant)
    assert type(error) is errors.AuthenticationError
    assert error.attempts == 2
    assert sent(server) == ["Bearer t1", "Bearer t2"]


def test_errors_of_the_server_of_tokens(
    server: FaultServer, giver: TokenServer, calls: Calls
) -> None:
    """RFC 6749, section 5.2: typed, not repeated, and without what proves who asks."""
    server.then(b"1")
    told = {
        "error": "invalid_client",
        "error_description": f"no {SECRET} here",
        "hint": SECRET,
    }
    giver.then(401, told, **{"x-request-id": "q1"})
    grant = oauth.ClientCredentials(**CLIENT, token_url=giver.url)
    (error,) = calls(server.url, grant)
    assert type(error) is errors.TokenError
    assert isinstance(error, errors.APIStatusError)
    assert not isinstance(error, errors.AuthenticationError)
    assert error.status_code == 401
    assert error.error == "invalid_client"
    assert error.error_description == "no *** here"
    text = "401 no token for oauth: invalid_client (no *** here) (request q1)"
    assert str(error) == text
    assert error.attempts == 0
    assert len(giver.asked) == 1 and server.requests == []
    for copied in (pickle.loads(pickle.dumps(error)), copy.deepcopy(error)):
        assert vars(copied) == vars(error)
        assert copied.error == "invalid_client"
    assert SECRET not in repr(vars(error))


MALFORMED: list[tuple[int, object, str]] = [
    (200, "not json", "holds no access_token"),
    (200, "[]", "holds no access_token"),
    (200, {}, "holds no access_token"),
    (200, {"access_token": 5}, "holds no access_token"),
    (200, {"access_token": ""}, "holds no access_token"),
    (200, {"access_token": "a b"}, "cannot be sent"),
    (200, {"access_token": "a\r\nx-evil: 1"}, "cannot be sent"),
    (200, {"access_token": "ä"}, "cannot be sent"),
    (200, {"access_token": "t", "token_type": "mac"}, "another type"),
    (200, {"access_token": "t", "token_type": 1}, "another type"),
    (200, {"error": "bad_verification_code"}, "bad_verification_code"),
    (200, f'{{"x":"{"x" * 70000}","access_token":"t"}}', "holds no access_token"),
    (400, {"error": {"message": "nested"}}, "nested"),
    (400, "<html>", "Bad Request"),
    (204, "", "holds no access_token"),
]


@pytest.mark.parametrize(("status", "body", "text"), MALFORMED)
def test_answers_that_are_no_token(
    server: FaultServer,
    giver: TokenServer,
    calls: Calls,
    status: int,
    body: object,
    text: str,
) -> None:
    giver.then(status, body)
    grant = oauth.ClientCredentials(**CLIENT, token_url=giver.url)
    (error,) = calls(server.url, grant)
    assert type(error) is errors.TokenError
    assert text in str(error)
    assert len(giver.asked) == 1 and server.requests == []


def test_a_token_that_cannot_come_now_is_asked_for_again(
    server: FaultServer, giver: TokenServer, calls: Calls
) -> None:
    """Also for a call that is not repeatable: nothing of it was sent."""
    server.then(b"1")
    giver.then(503, "busy").then(500, "broken")
    grant = oauth.ClientCredentials(**CLIENT, token_url=giver.url)
    assert calls(server.url, grant, what=POST) == [1]
    assert len(giver.asked) == 3
    giver.then(503, "busy").then(503, "busy").then(503, "busy")
    (error,) = calls(server.url, grant, what=POST)
    assert type(error) is errors.TokenError
    assert error.status_code == 503
    assert len(giver.asked) == 6


def test_a_server_of_tokens_that_is_not_there(
    server: FaultServer, calls: Calls
) -> None:
    grant = oauth.ClientCredentials(**CLIENT, token_url="http://127.0.0.1:9/token?x=1")
    (error,) = calls(server.url, grant, max_retries=1)
    assert type(error) is errors.APIConnectionError
    assert str(error) == "POST http://127.0.0.1:9/token: connection refused"
    assert server.requests == []


def test_those_who_wait_share_a_failure(
    server: FaultServer, giver: TokenServer, calls: Calls
) -> None:
    giver.pause = 0.3
    for _ in range(20):
        giver.then(400, {"error": "invalid_client"})
    grant = oauth.ClientCredentials(**CLIENT, token_url=giver.url)
    made = calls(server.url, grant, 10, together=True)
    assert [error.error for error in made] == ["invalid_client"] * 10
    assert len(giver.asked) < 10
    assert len({id(error) for error in made}) == 10


def test_the_deadline_of_a_call_holds_for_its_token(
    server: FaultServer, giver: TokenServer, calls: Calls
) -> None:
    server.then(b"1")
    giver.pause = 1.0
    grant = oauth.ClientCredentials(**CLIENT, token_url=giver.url)
    made = calls(server.url, grant, 3, together=True, given={"deadline": 0.2})
    assert [type(error) for error in made] == [errors.APITimeoutError] * 3
    assert server.requests == []


def test_a_deadline_that_passes_is_not_the_failure_of_others(
    server: FaultServer, giver: TokenServer
) -> None:
    server.then(b"1")
    giver.pause = 0.6
    grant = oauth.ClientCredentials(**CLIENT, token_url=giver.url)
    transport = connect(
        server.url, api_key=None, service=service(), credentials={"oauth": grant}
    )

    def one(deadline: float | None) -> Any:
        try:
            return transport.call(GET, Json[int], options={"deadline": deadline})
        except errors.APIError as error:
            return type(error)

    with ThreadPoolExecutor(2) as pool:
        hasty = pool.submit(one, 0.3)
        while not (giver.asked or hasty.done()):
            time.sleep(0.01)
        patient = pool.submit(one, None)
        assert hasty.result(10) is errors.APITimeoutError
        assert patient.result(10) == 1
    transport.close()


def test_a_task_that_is_cancelled_lets_others_ask(
    server: FaultServer, giver: TokenServer
) -> None:
    server.then(b"1")

    async def main() -> int:
        grant = oauth.ClientCredentials(**CLIENT, token_url=giver.url)
        transport = connect_async(
            server.url, api_key=None, service=service(), credentials={"oauth": grant}
        )
        first = asyncio.create_task(transport.call(GET, Json[int]))
        while not giver.asked:
            await asyncio.sleep(0.01)
        second = asyncio.create_task(transport.call(GET, Json[int]))
        await asyncio.sleep(0.01)
        first.cancel()
        found: int = await second
        assert first.cancelled()
        await transport.aclose()
        return found

    giver.pause = 0.5
    assert asyncio.run(main()) == 1
