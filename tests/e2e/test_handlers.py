"""Handlers that misbehave, or do nothing: what the caller gets then."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Any, cast

import httpx2
import pytest
from completions import (
    APIResponseError,
    APIStatusError,
    Client,
    InternalServerError,
    RateLimitError,
)
from completions.models import (
    CompletionChunk,
    CompletionChunkChoice,
    CreateCompletionRequest,
    CreateCompletionResponse,
)
from completions.server import (
    Context,
    TooManyRequests,
    UnimplementedCompletions,
    app,
)

from .handlers import authenticate, error
from .serving import serve

if TYPE_CHECKING:
    from completions.server import CompletionsHandlers

Answer = CreateCompletionResponse | AsyncIterator[CompletionChunk]


class Handlers(UnimplementedCompletions):
    """Answers with whatever it was made with."""

    def __init__(self, answer: Callable[[], Answer]) -> None:
        self._answer = answer

    async def create_completion(
        self, request: CreateCompletionRequest, context: Context
    ) -> Answer:
        return self._answer()


def chunk(text: str) -> CompletionChunk:
    choice = CompletionChunkChoice(text=text, index=0, finish_reason=None)
    return CompletionChunk(
        id="cmpl-1", object="text_completion", created=1, model="m", choices=[choice]
    )


def ask(handlers: CompletionsHandlers, *, stream: bool = False) -> list[str]:
    """Ask a server with these handlers; the texts that came."""
    served_app = app(completions=handlers, security={"BearerAuth": authenticate})
    found: list[str] = []
    with (
        serve(served_app) as served,
        Client(api_key="sk-good", base_url=served.url, max_retries=0) as client,
    ):
        if not stream:
            client.completions.create(model="m", prompt="x")
            return found
        try:
            for item in client.completions.create(model="m", prompt="x", stream=True):
                found.extend(choice.text for choice in item.choices)
        except APIResponseError as failure:
            found.append(failure.message)
    return found


async def limited_at_once() -> AsyncIterator[CompletionChunk]:
    raise TooManyRequests(error("Too fast.", "requests"), retry_after=3)
    yield chunk("never")


async def limited_later() -> AsyncIterator[CompletionChunk]:
    yield chunk("Once")
    yield chunk(" upon")
    raise TooManyRequests(error("Too fast.", "requests"), retry_after=3)


async def broken_later() -> AsyncIterator[CompletionChunk]:
    yield chunk("Once")
    raise RuntimeError("a secret of the server")


def broken() -> Answer:
    raise RuntimeError("a secret of the server")


def test_an_operation_without_implementation() -> None:
    with pytest.raises(InternalServerError) as caught:
        ask(UnimplementedCompletions())
    assert caught.value.status_code == 501


def test_a_failure_stays_a_secret(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(InternalServerError) as caught:
        ask(Handlers(broken))
    assert caught.value.status_code == 500
    assert "secret" not in repr(caught.value.body)
    assert "a secret of the server" in caplog.text


@pytest.mark.parametrize("stream", [False, True])
def test_the_wrong_form_of_answer_is_a_fault_of_the_server(stream: bool) -> None:
    whole = CreateCompletionResponse(
        id="cmpl-1", object="text_completion", created=1, model="m", choices=[]
    )
    handlers = Handlers((lambda: whole) if stream else limited_later)
    with pytest.raises(APIStatusError) as caught:
        ask(handlers, stream=stream)
    assert caught.value.status_code == 500


def test_an_error_before_the_first_item_has_its_status() -> None:
    with pytest.raises(RateLimitError) as caught:
        ask(Handlers(limited_at_once), stream=True)
    assert caught.value.retry_after == 3


def test_an_error_after_the_first_item_is_told_in_the_stream() -> None:
    assert ask(Handlers(limited_later), stream=True) == ["Once", " upon", "Too fast."]


def test_a_failure_after_the_first_item_stays_a_secret() -> None:
    first, message = ask(Handlers(broken_later), stream=True)
    assert first == "Once"
    assert "secret" not in message


def test_a_stream_that_is_left_is_closed_in_the_handler() -> None:
    closed = threading.Event()

    async def endless() -> AsyncIterator[CompletionChunk]:
        try:
            while True:
                yield chunk("on and on " * 1000)
        finally:
            closed.set()

    handlers = Handlers(endless)
    served_app = app(completions=handlers, security={"BearerAuth": authenticate})
    with serve(served_app) as served:
        with (
            httpx2.Client(headers={"authorization": "Bearer sk-good"}) as http,
            http.stream(
                "POST",
                f"{served.url}/completions",
                json={"model": "m", "prompt": "x", "stream": True},
            ) as response,
        ):
            assert next(response.iter_raw())
        assert closed.wait(10)


def test_a_server_needs_an_authenticator() -> None:
    with pytest.raises(ValueError, match="BearerAuth"):
        app(completions=UnimplementedCompletions(), security=cast(Any, {}))
