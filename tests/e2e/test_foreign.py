"""The generated client against a server that oasmith did not make."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from completions import (
    APIConnectionError,
    APIResponseError,
    APIStatusError,
    AsyncClient,
    Client,
    InternalServerError,
    PermissionDeniedError,
    RateLimitError,
    StreamTruncatedError,
)
from completions.models import CompletionChunk, ErrorResponse

from .foreign_server import TEXT, USAGE, ForeignServer

if TYPE_CHECKING:
    from collections.abc import Iterator

    Foreign = tuple[ForeignServer, str]


@pytest.fixture
def client(foreign: Foreign) -> Iterator[Client]:
    with Client(api_key="sk-any", base_url=foreign[1], max_retries=0) as made:
        yield made


def streamed(client: Client, model: str) -> list[CompletionChunk]:
    with client.completions.create(model=model, prompt="x", stream=True) as stream:
        return list(stream)


def text_of(chunks: list[CompletionChunk]) -> str:
    return "".join(choice.text for chunk in chunks for choice in chunk.choices)


HABITS = (
    "plain",
    "bytewise",
    "crlf",
    "cr",
    "bom",
    "tight",
    "pretty",
    "noisy",
    "after-done",
)


@pytest.mark.parametrize("model", HABITS)
def test_habits_of_streams(client: Client, model: str) -> None:
    chunks = streamed(client, model)
    assert text_of(chunks) == TEXT
    assert chunks[-1].choices[0].finish_reason == "stop"


def test_habits_of_streams_asynchronously(foreign: Foreign) -> None:
    async def main() -> None:
        async with AsyncClient(
            api_key="sk-any", base_url=foreign[1], max_retries=0
        ) as client:
            for model in HABITS:
                stream = await client.completions.create(
                    model=model, prompt="x", stream=True
                )
                assert text_of([chunk async for chunk in stream]) == TEXT

    asyncio.run(main())


def test_what_is_sent(client: Client, foreign: Foreign) -> None:
    client.completions.create(model="plain", prompt="日本", temperature=None)
    (request,) = foreign[0].requests
    assert request.line == "POST /completions HTTP/1.1"
    assert request.body == {"model": "plain", "prompt": "日本", "temperature": None}
    assert request.headers["authorization"] == "Bearer sk-any"
    assert request.headers["content-type"] == "application/json"


def test_usage_is_null_until_the_last_chunk(client: Client) -> None:
    *others, last = streamed(client, "usage")
    assert all(chunk.usage is None for chunk in others)
    assert last.choices == []
    assert last.usage is not None
    assert last.usage.total_tokens == USAGE["total_tokens"]
    assert last.usage.model_dump()["new_detail"] == {"a": 1}


def test_unknown_fields_and_values_are_kept(client: Client) -> None:
    answer = client.completions.create(model="extras", prompt="x")
    assert answer.choices[0].text == TEXT
    assert str(answer.choices[0].finish_reason) == "tool_calls"
    assert answer.system_fingerprint is None
    dumped = answer.model_dump(warnings=False)
    assert dumped["service_tier"] == "default"
    assert dumped["choices"][0]["content_filter_results"]["hate"] == {"filtered": False}
    assert answer.usage is not None
    assert answer.usage.prompt_tokens_details is not None
    assert answer.usage.prompt_tokens_details.cached_tokens == 0
    (chunk,) = streamed(client, "extras")
    assert str(chunk.choices[0].finish_reason) == "tool_calls"


def test_a_stream_without_its_end(client: Client) -> None:
    found: list[CompletionChunk] = []
    with (
        pytest.raises(StreamTruncatedError),
        client.completions.create(model="no-done", prompt="x", stream=True) as stream,
    ):
        for chunk in stream:
            found.append(chunk)
    assert text_of(found) == TEXT


def test_a_stream_that_is_cut(client: Client) -> None:
    with pytest.raises(APIConnectionError):
        streamed(client, "cut")


def test_an_error_inside_a_stream(client: Client) -> None:
    found: list[CompletionChunk] = []
    with pytest.raises(APIResponseError, match="busy") as caught:
        for chunk in client.completions.create(
            model="error-event", prompt="x", stream=True
        ):
            found.append(chunk)
    assert text_of(found) == "Caf"
    assert caught.value.request_id == "req-1"


def test_an_event_that_is_no_json(client: Client) -> None:
    with pytest.raises(APIResponseError):
        streamed(client, "bad-json")


@pytest.mark.parametrize("model", ["html", "broken"])
def test_answers_that_are_no_json(client: Client, model: str) -> None:
    with pytest.raises(APIResponseError) as caught:
        client.completions.create(model=model, prompt="x")
    assert caught.value.request_id == "req-1"


@pytest.mark.parametrize("model", ["html", "not-a-stream"])
def test_answers_that_are_no_stream(client: Client, model: str) -> None:
    with pytest.raises(APIResponseError):
        streamed(client, model)


def test_too_many_requests(client: Client) -> None:
    with pytest.raises(RateLimitError) as caught:
        client.completions.create(model="limited", prompt="x")
    error = caught.value
    assert error.retry_after == 7
    assert isinstance(error.body, ErrorResponse)
    assert error.body.error.code == "overloaded"
    assert error.request_id == "req-1"


def test_errors_in_no_documented_form(client: Client) -> None:
    with pytest.raises(InternalServerError) as gateway:
        client.completions.create(model="gateway", prompt="x")
    assert gateway.value.status_code == 502
    with pytest.raises(PermissionDeniedError) as odd:
        client.completions.create(model="odd-error", prompt="x")
    assert odd.value.message == "no"
    with pytest.raises(APIStatusError) as teapot:
        client.completions.create(model="teapot", prompt="x")
    assert teapot.value.status_code == 418


@pytest.mark.parametrize("stream", [False, True])
def test_a_failure_that_passes(foreign: Foreign, stream: bool) -> None:
    server, url = foreign
    with Client(api_key="sk-any", base_url=url, max_retries=1) as client:
        if stream:
            assert text_of(streamed(client, "second-time")) == TEXT
        else:
            answer = client.completions.create(model="second-time", prompt="x")
            assert answer.choices[0].text == TEXT
    assert len(server.requests) == 2
