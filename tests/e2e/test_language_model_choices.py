"""The language model by itself: batches, echo, log probabilities, streams, refusals."""

from __future__ import annotations

import math
from typing import Any

import pytest

from .asking import (
    FILLER,
    MODEL,
    PROMPT,
    asked,
    choices,
    refusal,
    streamed,
    texts,
    tokens_of,
)
from .parameters import Piece
from .tokenizer import END

# Several prompts, choices and candidates.


def test_choices_are_numbered_prompt_by_prompt() -> None:
    run = MODEL.run(asked(["The river", "The owl", "The map"], n=2))
    found = run.choices()
    assert [choice.index for choice in found] == [0, 1, 2, 3, 4, 5]
    assert run.usage.prompt == sum(
        map(len, map(tokens_of, ["The river", "The owl", "The map"]))
    )


def test_a_prompt_does_not_depend_on_the_others_before_it() -> None:
    assert texts(["The river", "The owl"], n=2)[:2] == texts("The river", n=2)


def test_tokens_and_text_are_the_same_prompt() -> None:
    tokens = tokens_of(PROMPT)
    assert texts(tokens) == texts(PROMPT)
    assert texts([tokens, tokens]) == texts([PROMPT, PROMPT])


def test_best_of_keeps_the_most_likely() -> None:
    def mean(choice: Piece) -> float:
        known = [token.logprob for token in choice.tokens if token.logprob is not None]
        return math.fsum(known) / len(known)

    fixed = {"max_tokens": 12, "logprobs": 0, "logit_bias": {str(END): -100}}
    candidates = choices(n=6, **fixed)
    run = MODEL.run(asked(best_of=6, n=2, **fixed))
    best = run.choices()
    assert sorted(map(mean, candidates), reverse=True)[:2] == list(map(mean, best))
    assert [choice.index for choice in best] == [0, 1]
    assert run.usage.completion == 6 * 12


def test_best_of_zero_is_not_given() -> None:
    assert texts(best_of=0, n=2) == texts(n=2)


# Echo and log probabilities.


def test_echo_puts_the_prompt_first() -> None:
    assert texts(echo=True) == [PROMPT + texts()[0]]
    assert texts("", echo=True, max_tokens=0) == [""]


def test_logprobs_describe_each_token() -> None:
    (choice,) = choices(logprobs=3, max_tokens=10)
    assert "".join(token.text for token in choice.tokens) == choice.text
    context = [END, *tokens_of(PROMPT)]
    for token in choice.tokens:
        assert token.logprob is not None and token.top is not None
        assert token.top[token.text] == token.logprob
        assert 3 <= len(token.top) <= 4
        shares = MODEL.ngram.distribution(context)
        assert math.isclose(max(token.top.values()), math.log(max(shares)))
        context.append(
            next(i for i in range(len(shares)) if MODEL.tokenizer.show(i) == token.text)
        )


def test_no_likely_tokens_but_the_chosen_one() -> None:
    (choice,) = choices(logprobs=0)
    assert all(token.top == {token.text: token.logprob} for token in choice.tokens)
    assert choices()[0].tokens == ()


def test_the_first_echoed_token_has_no_probability() -> None:
    (choice,) = choices(echo=True, logprobs=2, max_tokens=5)
    first, *rest = choice.tokens
    assert (first.logprob, first.top, first.offset) == (None, None, 0)
    assert all(token.logprob is not None for token in rest)
    assert "".join(token.text for token in choice.tokens) == choice.text


def test_offsets_count_characters_from_the_start_of_the_prompt() -> None:
    prompt = "Renée — 日"
    for echo in (True, False):
        (choice,) = choices(prompt, echo=echo, logprobs=0, max_tokens=6)
        whole = choice.text if echo else prompt + choice.text
        for token in choice.tokens:
            if not token.text.startswith("bytes:"):
                assert whole.startswith(token.text, token.offset)


# Streams.


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"n": 3},
        {"prompt": ["The owl", "The map"], "n": 2, "echo": True},
        {"logprobs": 2, "echo": True},
        {"logprobs": 1, "stop": [" the", "."]},
        {"logit_bias": {str(0xE6): 100}, "logprobs": 0},
        {"model": FILLER, "suffix": " of the river."},
    ],
)
def test_a_stream_adds_up_to_the_whole(changes: dict[str, Any]) -> None:
    wholes = choices(**changes)
    pieces = streamed(**changes)
    for whole in wholes:
        mine = [piece for piece in pieces if piece.index == whole.index]
        assert "".join(piece.text for piece in mine) == whole.text
        assert tuple(token for piece in mine for token in piece.tokens) == whole.tokens
        assert [piece.finish for piece in mine[:-1]] == [None] * (len(mine) - 1)
        assert mine[-1].finish == whole.finish


def test_choices_of_a_stream_take_turns() -> None:
    order = [piece.index for piece in streamed(n=3, logit_bias={str(END): -100})]
    assert order[:6] == [0, 1, 2, 0, 1, 2]


def test_usage_of_a_stream_is_final_at_its_end() -> None:
    run = MODEL.run(asked(n=2, stream=True, logit_bias={str(END): -100}))
    assert run.usage.completion == 0
    assert list(run.pieces())
    assert run.usage.completion == 2 * 16


# Suffixes.


def test_a_suffix_is_joined_well() -> None:
    suffix = " and the boat waits for the wind."

    def join(text: str) -> float:
        prompt = "The train waits" + text
        shown = choices(prompt + suffix, echo=True, logprobs=0, max_tokens=0)[0].tokens
        parts = [token for token in shown if token.offset >= len(prompt)][:4]
        return math.fsum(token.logprob or 0 for token in parts)

    def mean(**changes: Any) -> float:
        found = texts("The train waits", n=8, max_tokens=24, model=FILLER, **changes)
        return math.fsum(map(join, found)) / len(found)

    assert mean(suffix=suffix) > mean() + 1


def test_an_empty_suffix_changes_nothing() -> None:
    assert choices(model=FILLER, suffix="")[0].text == choices(model=FILLER)[0].text


# Refusals.


@pytest.mark.parametrize(
    ("changes", "param"),
    [
        ({"logit_bias": {"100000": 1}}, "logit_bias"),
        ({"logit_bias": {"-1": 1}}, "logit_bias"),
        ({"logit_bias": {"owl": 1}}, "logit_bias"),
        ({"prompt": []}, "prompt"),
        ({"prompt": [5, 100000]}, "prompt"),
        ({"prompt": [[5], [-1]]}, "prompt[1]"),
    ],
)
def test_what_does_not_fit_is_refused(changes: dict[str, Any], param: str) -> None:
    found = refusal(**changes)
    assert (found.param, found.status) == (param, 400)


def test_the_context_is_limited() -> None:
    found = refusal([5] * 4090, model=FILLER, max_tokens=7)
    assert (found.param, found.code) == ("prompt", "context_length_exceeded")
    assert choices([5] * 4090, model=FILLER, max_tokens=6)
    assert (
        refusal([5] * 4090, model=FILLER, max_tokens=6, suffix="x").code == found.code
    )


def test_an_unknown_model_is_not_found() -> None:
    found = refusal(model="gpt-nine")
    assert (found.param, found.code, found.status) == ("model", "model_not_found", 404)
