"""The official client of the API against the generated server."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import openai
import pytest

from .asking import MODEL, asked, tokens_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .serving import Served

PROMPT = "The lighthouse keeper"


@pytest.fixture
def client(reference: Served) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(
        api_key="sk-good", base_url=reference.url, max_retries=0
    ) as made:
        yield made


def expected(n: int = 1) -> list[str]:
    return [piece.text for piece in MODEL.run(asked(PROMPT, n=n)).choices()]


def test_a_completion(client: openai.OpenAI) -> None:
    answer = client.completions.create(
        model="davinci-002", prompt=PROMPT, n=2, seed=1, logprobs=1
    )
    assert [choice.text for choice in answer.choices] == expected(2)
    assert answer.choices[0].logprobs is not None
    assert answer.usage is not None
    assert answer.usage.prompt_tokens == len(tokens_of(PROMPT))


def test_prompts_as_tokens(client: openai.OpenAI) -> None:
    tokens = tokens_of(PROMPT)
    answer = client.completions.create(model="davinci-002", prompt=tokens, seed=1)
    assert answer.choices[0].text == expected()[0]


def test_a_stream(client: openai.OpenAI) -> None:
    found = ["", ""]
    for chunk in client.completions.create(
        model="davinci-002", prompt=PROMPT, n=2, seed=1, stream=True
    ):
        for choice in chunk.choices:
            found[choice.index] += choice.text
    assert found == expected(2)


def test_a_stream_with_usage(client: openai.OpenAI) -> None:
    *others, last = client.completions.create(
        model="davinci-002",
        prompt=PROMPT,
        stream=True,
        stream_options={"include_usage": True},
    )
    assert all(chunk.usage is None and chunk.choices for chunk in others)
    assert last.choices == []
    assert last.usage is not None
    assert last.usage.total_tokens > last.usage.prompt_tokens


def test_a_raw_response(client: openai.OpenAI) -> None:
    raw = client.completions.with_raw_response.create(
        model="davinci-002", prompt=PROMPT, seed=1
    )
    assert raw.status_code == 200
    assert raw.headers["content-type"].startswith("application/json")
    assert raw.headers["x-request-id"]
    assert raw.parse().choices[0].text == expected()[0]


def test_a_refused_parameter(client: openai.OpenAI) -> None:
    with pytest.raises(openai.BadRequestError) as caught:
        client.completions.create(
            model="davinci-002", prompt=PROMPT, best_of=2, stream=True
        )
    assert caught.value.param == "best_of"
    assert caught.value.type == "invalid_request_error"


def test_a_parameter_out_of_bounds(client: openai.OpenAI) -> None:
    with pytest.raises(openai.BadRequestError) as caught:
        client.completions.create(model="davinci-002", prompt=PROMPT, temperature=3)
    assert caught.value.param == "temperature"


def test_an_unknown_model(client: openai.OpenAI) -> None:
    with pytest.raises(openai.NotFoundError) as caught:
        client.completions.create(model="gpt-nine", prompt=PROMPT)
    assert caught.value.code == "model_not_found"


def test_keys_that_may_not_ask(client: openai.OpenAI) -> None:
    def ask(key: str) -> None:
        other = client.with_options(api_key=key)
        other.completions.create(model="davinci-002", prompt=PROMPT)

    with pytest.raises(openai.AuthenticationError):
        ask("sk-wrong")
    with pytest.raises(openai.PermissionDeniedError):
        ask("sk-blocked")
    with pytest.raises(openai.RateLimitError) as caught:
        ask("sk-hasty")
    assert caught.value.response.headers["retry-after"] == "1"


def test_the_asynchronous_client(reference: Served) -> None:
    async def main() -> tuple[str, str]:
        async with openai.AsyncOpenAI(
            api_key="sk-good", base_url=reference.url, max_retries=0
        ) as client:
            answer = await client.completions.create(
                model="davinci-002", prompt=PROMPT, seed=1
            )
            stream = await client.completions.create(
                model="davinci-002", prompt=PROMPT, seed=1, stream=True
            )
            pieces = [chunk.choices[0].text async for chunk in stream]
        return answer.choices[0].text, "".join(pieces)

    assert asyncio.run(main()) == (expected()[0], expected()[0])
