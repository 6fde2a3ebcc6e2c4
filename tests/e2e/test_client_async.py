"""The asynchronous client against the generated server."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

import pytest
from completions import (
    AsyncClient,
    AuthenticationError,
    BadRequestError,
    RateLimitError,
)
from completions.models import ErrorResponse, StreamOptions

from .asking import MODEL, asked

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from .serving import Served

PROMPT = "The lighthouse keeper"
T = TypeVar("T")


def run(
    reference: Served,
    work: Callable[[AsyncClient], Awaitable[T]],
    api_key: str = "sk-good",
) -> T:
    """Do `work` with a client, in a loop of its own."""

    async def main() -> T:
        async with AsyncClient(
            api_key=api_key, base_url=reference.url, max_retries=0
        ) as client:
            return await work(client)

    return asyncio.run(main())


def expected(n: int = 1) -> list[str]:
    return [piece.text for piece in MODEL.run(asked(PROMPT, n=n)).choices()]


def test_a_completion(reference: Served) -> None:
    async def work(client: AsyncClient) -> list[str]:
        answer = await client.completions.create(
            model="davinci-002", prompt=PROMPT, seed=1, n=2
        )
        return [choice.text for choice in answer.choices]

    assert run(reference, work) == expected(2)


def test_a_stream(reference: Served) -> None:
    async def work(client: AsyncClient) -> str:
        stream = await client.completions.create(
            model="davinci-002", prompt=PROMPT, seed=1, stream=True
        )
        return "".join([chunk.choices[0].text async for chunk in stream])

    assert run(reference, work) == expected()[0]


def test_a_stream_with_usage_in_a_with_block(reference: Served) -> None:
    async def work(client: AsyncClient) -> None:
        async with await client.completions.create(
            model="davinci-002",
            prompt=PROMPT,
            n=2,
            stream=True,
            stream_options=StreamOptions(include_usage=True),
        ) as stream:
            chunks = [chunk async for chunk in stream]
        assert chunks[-1].choices == []
        assert chunks[-1].usage is not None
        assert {c.index for chunk in chunks for c in chunk.choices} == {0, 1}

    run(reference, work)


def test_many_calls_at_once(reference: Served) -> None:
    async def work(client: AsyncClient) -> list[str]:
        answers = await asyncio.gather(
            *(
                client.completions.create(model="davinci-002", prompt=PROMPT, seed=1)
                for _ in range(20)
            )
        )
        return [answer.choices[0].text for answer in answers]

    assert run(reference, work) == expected() * 20


def test_a_refused_parameter(reference: Served) -> None:
    async def work(client: AsyncClient) -> None:
        await client.completions.create(
            model="davinci-002", prompt=PROMPT, best_of=2, stream=True
        )

    with pytest.raises(BadRequestError) as caught:
        run(reference, work)
    assert isinstance(caught.value.body, ErrorResponse)
    assert caught.value.body.error.param == "best_of"


def test_a_wrong_key(reference: Served) -> None:
    async def work(client: AsyncClient) -> None:
        await client.completions.create(model="davinci-002", prompt=PROMPT)

    with pytest.raises(AuthenticationError):
        run(reference, work, "sk-wrong")


def test_too_many_requests(reference: Served) -> None:
    async def work(client: AsyncClient) -> None:
        await client.completions.create(model="davinci-002", prompt=PROMPT)

    with pytest.raises(RateLimitError) as caught:
        run(reference, work, "sk-hasty")
    assert caught.value.retry_after == 1


def test_one_connection_serves_many_calls(reference: Served) -> None:
    async def work(client: AsyncClient) -> None:
        for _ in range(5):
            await client.completions.create(model="davinci-002", prompt=PROMPT)
            stream = await client.completions.create(
                model="davinci-002", prompt=PROMPT, stream=True
            )
            assert [chunk async for chunk in stream]

    reference.connections.clear()
    run(reference, work)
    assert len(reference.connections) == 1
