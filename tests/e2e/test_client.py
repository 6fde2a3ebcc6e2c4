"""The generated client against the generated server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from completions import (
    AuthenticationError,
    BadRequestError,
    Client,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
)
from completions.models import (
    CreateCompletionResponse,
    ErrorResponse,
    StreamOptions,
)

from .asking import FILLER, MODEL, asked, tokens_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .serving import Served

PROMPT = "The lighthouse keeper"


@pytest.fixture
def client(reference: Served) -> Iterator[Client]:
    with Client(api_key="sk-good", base_url=reference.url, max_retries=0) as made:
        yield made


def texts(answer: CreateCompletionResponse) -> list[str]:
    return [choice.text for choice in answer.choices]


def expected(prompt: Any = PROMPT, **changes: Any) -> list[str]:
    """What the model itself says."""
    return [piece.text for piece in MODEL.run(asked(prompt, **changes)).choices()]


# Whole answers.


def test_a_completion(client: Client) -> None:
    answer = client.completions.create(model="davinci-002", prompt=PROMPT, seed=1)
    assert texts(answer) == expected()
    assert answer.object == "text_completion"
    assert answer.model == "davinci-002"
    assert answer.system_fingerprint == MODEL.fingerprint
    assert answer.choices[0].logprobs is None
    assert answer.usage is not None
    assert answer.usage.prompt_tokens == len(tokens_of(PROMPT))
    assert answer.usage.total_tokens > answer.usage.prompt_tokens


def test_several_prompts_with_several_choices(client: Client) -> None:
    prompts = ["The river", "The owl"]
    answer = client.completions.create(model="davinci-002", prompt=prompts, n=3, seed=1)
    assert [choice.index for choice in answer.choices] == list(range(6))
    assert texts(answer) == expected(prompts, n=3)


def test_prompts_as_tokens(client: Client) -> None:
    tokens = tokens_of(PROMPT)
    one = client.completions.create(model="davinci-002", prompt=tokens, seed=1)
    two = client.completions.create(model="davinci-002", prompt=[tokens] * 2, seed=1)
    assert texts(one) == expected()
    assert texts(two) == expected([PROMPT, PROMPT])


def test_a_seed_repeats_and_no_seed_does_not(client: Client) -> None:
    def ask(seed: int | None) -> list[str]:
        return texts(
            client.completions.create(
                model="davinci-002", prompt=PROMPT, seed=seed, n=4, max_tokens=30
            )
        )

    assert ask(11) == ask(11)
    assert ask(None) != ask(None)


def test_echo_with_logprobs(client: Client) -> None:
    answer = client.completions.create(
        model="davinci-002", prompt=PROMPT, echo=True, logprobs=2, max_tokens=0
    )
    (choice,) = answer.choices
    assert (choice.text, choice.finish_reason) == (PROMPT, "length")
    assert choice.logprobs is not None
    assert choice.logprobs.tokens is not None
    assert "".join(choice.logprobs.tokens) == PROMPT
    assert choice.logprobs.token_logprobs is not None
    assert choice.logprobs.token_logprobs[0] is None
    assert choice.logprobs.top_logprobs is not None
    assert choice.logprobs.top_logprobs[0] is None
    assert choice.logprobs.text_offset is not None
    assert choice.logprobs.text_offset[0] == 0


def test_everything_at_once(client: Client) -> None:
    """Every parameter goes through, each with its effect on the answer."""
    changes: dict[str, Any] = {
        "best_of": 5,
        "echo": True,
        "frequency_penalty": 0.5,
        "logit_bias": {str(tokens_of(" the")[0]): 3},
        "logprobs": 1,
        "max_tokens": 24,
        "n": 2,
        "presence_penalty": -0.5,
        "seed": 9,
        "suffix": " and the boat waits for the wind.",
        "temperature": 0.7,
        "top_p": 0.9,
    }
    answer = client.completions.create(
        model=FILLER, prompt=PROMPT, stop=["\n", "!"], user="me", **changes
    )
    assert texts(answer) == expected(model=FILLER, stop=["\n", "!"], **changes)


def test_null_is_the_default(client: Client) -> None:
    answer = client.completions.create(
        model="davinci-002",
        prompt=PROMPT,
        seed=1,
        best_of=None,
        logit_bias=None,
        max_tokens=None,
        n=None,
        stop=None,
        stream=None,
        stream_options=None,
        suffix=None,
        temperature=None,
        top_p=None,
    )
    assert texts(answer) == expected()


# Streams.


def test_a_stream_adds_up_to_the_answer(client: Client) -> None:
    with client.completions.create(
        model="davinci-002", prompt=PROMPT, seed=1, stream=True
    ) as stream:
        chunks = list(stream)
    assert "".join(chunk.choices[0].text for chunk in chunks) == expected()[0]
    reasons = [chunk.choices[0].finish_reason for chunk in chunks]
    assert reasons[:-1] == [None] * (len(chunks) - 1)
    assert reasons[-1] in ("stop", "length")
    assert len({chunk.id for chunk in chunks}) == 1
    assert all("usage" not in chunk.model_fields_set for chunk in chunks)


def test_a_stream_with_several_choices(client: Client) -> None:
    found = ["", "", ""]
    for chunk in client.completions.create(
        model="davinci-002", prompt=PROMPT, seed=1, n=3, stream=True
    ):
        for choice in chunk.choices:
            found[choice.index] += choice.text
    assert found == expected(n=3)


def test_a_stream_with_usage(client: Client) -> None:
    *others, last = client.completions.create(
        model="davinci-002",
        prompt=PROMPT,
        stream=True,
        stream_options=StreamOptions(include_usage=True, include_obfuscation=True),
    )
    assert last.choices == []
    assert last.usage is not None
    assert last.usage.prompt_tokens == len(tokens_of(PROMPT))
    for chunk in others:
        assert chunk.choices
        assert "usage" in chunk.model_fields_set
        assert chunk.usage is None
        assert chunk.obfuscation


def test_a_stream_may_be_left(client: Client) -> None:
    for _ in range(3):
        with client.completions.create(
            model="davinci-002", prompt=PROMPT, n=8, max_tokens=64, stream=True
        ) as stream:
            assert next(iter(stream)).choices
    assert client.completions.create(model="davinci-002", prompt=PROMPT).choices


# Errors.


def test_a_refused_parameter(client: Client) -> None:
    with pytest.raises(BadRequestError) as caught:
        client.completions.create(model="davinci-002", prompt=PROMPT, n=3, best_of=2)
    error = caught.value
    assert error.status_code == 400
    assert isinstance(error.body, ErrorResponse)
    assert error.body.error.param == "best_of"
    assert error.body.error.type == "invalid_request_error"
    assert error.body.error.message in str(error)


@pytest.mark.parametrize(
    ("changes", "param"),
    [
        ({"temperature": 2.5}, "temperature"),
        ({"n": 0}, "n"),
        ({"logprobs": 6}, "logprobs"),
        ({"stop": ["a", "b", "c", "d", "e"]}, "stop"),
        ({"logit_bias": {"5": 101}}, "logit_bias"),
        ({"prompt": [5, "a"]}, "prompt"),
        ({"best_of": 2, "stream": True}, "best_of"),
        ({"stream_options": {"include_usage": True}}, "stream_options"),
        ({"suffix": " end"}, "suffix"),
        ({"prompt": [[5], [99999]]}, "prompt[1]"),
    ],
)
def test_the_parameter_at_fault_is_named(
    client: Client, changes: dict[str, Any], param: str
) -> None:
    arguments: dict[str, Any] = {"model": "davinci-002", "prompt": PROMPT, **changes}
    with pytest.raises(BadRequestError) as caught:
        client.completions.create(**arguments)
    body = caught.value.body
    assert isinstance(body, ErrorResponse)
    assert body.error.param is not None
    assert body.error.param.startswith(param)


def test_an_unknown_model(client: Client) -> None:
    with pytest.raises(NotFoundError) as caught:
        client.completions.create(model="gpt-nine", prompt=PROMPT, stream=True)
    assert isinstance(caught.value.body, ErrorResponse)
    assert caught.value.body.error.code == "model_not_found"


def test_a_wrong_key(reference: Served) -> None:
    with (
        Client(api_key="sk-wrong", base_url=reference.url, max_retries=0) as client,
        pytest.raises(AuthenticationError) as caught,
    ):
        client.completions.create(model="davinci-002", prompt=PROMPT)
    assert isinstance(caught.value.body, ErrorResponse)
    assert "sk-wrong" not in str(caught.value)


def test_a_blocked_key(reference: Served) -> None:
    with (
        Client(api_key="sk-blocked", base_url=reference.url, max_retries=0) as client,
        pytest.raises(PermissionDeniedError) as caught,
    ):
        client.completions.create(model="davinci-002", prompt=PROMPT)
    assert isinstance(caught.value.body, ErrorResponse)
    assert caught.value.body.error.type == "request_forbidden"


def test_too_many_requests(reference: Served) -> None:
    with (
        Client(api_key="sk-hasty", base_url=reference.url, max_retries=0) as client,
        pytest.raises(RateLimitError) as caught,
    ):
        client.completions.create(model="davinci-002", prompt=PROMPT)
    assert caught.value.retry_after == 1
    assert isinstance(caught.value.body, ErrorResponse)
    assert caught.value.body.error.code == "rate_limit_exceeded"


def test_key_and_url_from_the_environment(
    reference: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-good")
    monkeypatch.setenv("OPENAI_BASE_URL", reference.url)
    with Client() as client:
        assert client.completions.create(model="davinci-002", prompt=PROMPT).choices


# Connections.


def test_one_connection_serves_many_calls(client: Client, reference: Served) -> None:
    reference.connections.clear()
    for _ in range(5):
        client.completions.create(model="davinci-002", prompt=PROMPT)
        for _ in client.completions.create(
            model="davinci-002", prompt=PROMPT, stream=True
        ):
            pass
    assert len(reference.connections) == 1
