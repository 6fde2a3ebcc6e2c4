"""The language model by itself, without HTTP."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .language_model import CORPUS, LanguageModel, trained
from .parameters import Parameters, Piece, Refusal, Usage
from .sampling import choose
from .tokenizer import END, END_OF_TEXT

MODEL = trained()
PROMPT = "The lighthouse keeper"
FILLER = "gpt-3.5-turbo-instruct"


def asked(prompt: Any = PROMPT, **changes: Any) -> Parameters:
    """Parameters with a seed, so that each test says what differs."""
    return Parameters(
        **{"model": "davinci-002", "seed": 1, "prompt": prompt, **changes}
    )


def choices(prompt: Any = PROMPT, **changes: Any) -> list[Piece]:
    return MODEL.run(asked(prompt, **changes)).choices()


def texts(prompt: Any = PROMPT, **changes: Any) -> list[str]:
    return [choice.text for choice in choices(prompt, **changes)]


def streamed(prompt: Any = PROMPT, **changes: Any) -> list[Piece]:
    return list(MODEL.run(asked(prompt, stream=True, **changes)).pieces())


def refusal(prompt: Any = PROMPT, **changes: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        MODEL.run(asked(prompt, **changes))
    return caught.value


def tokens_of(text: str) -> list[int]:
    return MODEL.tokenizer.encode(text)


# Tokens and the model.


@given(st.text())
def test_tokens_are_lossless(text: str) -> None:
    assert MODEL.tokenizer.decode(tokens_of(text)) == text


def test_the_corpus_is_shorter_in_tokens_than_in_letters() -> None:
    corpus = CORPUS.read_text(encoding="utf-8")
    assert len(tokens_of(corpus)) * 2 < len(corpus)


def test_end_of_text_is_one_token() -> None:
    assert tokens_of(f"a{END_OF_TEXT}") == [ord("a"), END]


def test_a_part_of_a_character_is_shown_as_bytes() -> None:
    assert [MODEL.tokenizer.show(token) for token in tokens_of("日")] == [
        "bytes:\\xe6",
        "bytes:\\x97",
        "bytes:\\xa5",
    ]


@pytest.mark.parametrize("text", ["", "The keeper", " the river", "zebra 日", "q"])
def test_every_context_has_a_distribution(text: str) -> None:
    shares = MODEL.ngram.distribution([END, *tokens_of(text)])
    assert len(shares) == len(MODEL.tokenizer)
    assert min(shares) > 0
    assert math.isclose(math.fsum(shares), 1)


def test_text_like_the_corpus_is_more_likely_than_other_text() -> None:
    def mean(text: str) -> float:
        shown = choices(text, echo=True, logprobs=0, max_tokens=0)[0].tokens
        known = [token.logprob for token in shown if token.logprob is not None]
        return math.fsum(known) / len(known)

    assert mean("The young people look at the bridge.") > mean(
        "Quarterly revenue fell 8%."
    )


def test_training_twice_gives_the_same_model() -> None:
    again = LanguageModel(CORPUS.read_text(encoding="utf-8"))
    assert again.fingerprint == MODEL.fingerprint
    assert again.run(asked()).choices() == choices()


# Length and ends.


def test_max_tokens_limits_the_completion() -> None:
    run = MODEL.run(asked(max_tokens=3, logprobs=0, logit_bias={str(END): -100}))
    (choice,) = run.choices()
    assert (len(choice.tokens), choice.finish) == (3, "length")
    assert run.usage == Usage(len(tokens_of(PROMPT)), 3)
    assert run.usage.total == run.usage.prompt + 3


def test_no_tokens_at_all() -> None:
    (choice,) = choices(max_tokens=0)
    assert (choice.text, choice.finish) == ("", "length")


def test_the_model_ends_by_itself() -> None:
    (choice,) = choices("the keeper opened the door.", temperature=0)
    assert (choice.text, choice.finish) == ("", "stop")


# Stop texts.


LONG: dict[str, Any] = {
    "temperature": 0.5,
    "max_tokens": 40,
    "logit_bias": {str(END): -100},
}


def plain(**changes: Any) -> str:
    """A text long enough to be cut."""
    return texts(**LONG, **changes)[0]


def test_a_stop_text_ends_the_completion_and_is_left_out() -> None:
    whole = plain()
    choice = choices(**LONG, stop=[whole[9:13]])[0]
    assert choice.text == whole[: whole.find(whole[9:13])]
    assert choice.finish == "stop"


def test_a_stop_text_may_begin_and_end_within_tokens() -> None:
    whole = plain()
    for start in range(1, 12):
        stop = whole[start : start + 8]
        assert plain(stop=[stop]) == whole[: whole.find(stop)]


def test_the_first_of_several_stop_texts_counts() -> None:
    whole = plain()
    assert (
        plain(stop=["never seen", whole[20:24], whole[6:9]])
        == whole[: whole.find(whole[6:9])]
    )
    assert plain(stop=[""]) == whole


def test_a_stream_never_shows_part_of_a_stop_text() -> None:
    whole = plain()
    for start in range(1, 30):
        stop = whole[start : start + 7]
        pieces = streamed(**LONG, stop=[stop])
        assert "".join(piece.text for piece in pieces) == whole[: whole.find(stop)]
        assert pieces[-1].finish == "stop"


def test_held_text_is_sent_when_no_stop_text_came_of_it() -> None:
    whole = plain()
    pieces = streamed(**LONG, stop=[whole + "x"])
    assert [piece.text for piece in pieces] == [whole]


# Sampling.


def test_temperature_zero_takes_the_most_likely_token() -> None:
    shares = MODEL.ngram.distribution([END, *tokens_of(PROMPT)])
    best = MODEL.tokenizer.show(shares.index(max(shares)))
    assert {texts(temperature=0, seed=seed, max_tokens=1)[0] for seed in range(5)} == {
        best
    }


def test_choosing_keeps_to_temperature_and_nucleus() -> None:
    scores = [math.log(share) for share in (0.5, 0.3, 0.15, 0.05)]

    def drawn(temperature: float, top_p: float) -> list[int]:
        random = Random(1)
        found = [choose(scores, temperature, top_p, random) for _ in range(2000)]
        return [found.count(token) for token in range(4)]

    assert drawn(0, 1) == [2000, 0, 0, 0]
    assert drawn(1, 0) == [2000, 0, 0, 0]
    assert drawn(1, 0.5) == [2000, 0, 0, 0]
    assert drawn(1, 0.79)[2:] == [0, 0]
    assert all(drawn(1, 0.96))
    even, true, steep = drawn(2, 1)[0], drawn(1, 1)[0], drawn(0.5, 1)[0]
    assert even < true < steep
    assert abs(true - 1000) < 100


def test_a_seed_repeats_a_text() -> None:
    assert texts(seed=5, max_tokens=30) == texts(seed=5, max_tokens=30)
    assert len({texts(seed=seed, max_tokens=30)[0] for seed in range(8)}) > 4


def test_without_a_seed_texts_differ() -> None:
    assert len({texts(seed=None, max_tokens=30)[0] for _ in range(8)}) > 4


def test_a_bias_bans_and_forces() -> None:
    usual = tokens_of(texts(temperature=0, max_tokens=1)[0])[0]
    assert texts(temperature=0, max_tokens=1, logit_bias={str(usual): -100}) != texts(
        temperature=0, max_tokens=1
    )
    owl = tokens_of("owl")[-1]
    forced = texts(logit_bias={str(owl): 100}, max_tokens=4, temperature=1)
    assert forced == [MODEL.tokenizer.show(owl) * 4]


def test_penalties_work_against_repetition() -> None:
    likely = {
        str(tokens_of(text)[0]): 30 for text in (" the", " river", " door", " soup")
    }

    def kinds(**changes: float) -> int:
        (choice,) = choices(
            max_tokens=8, logit_bias=likely, temperature=0, logprobs=0, **changes
        )
        return len({token.text for token in choice.tokens})

    assert kinds(presence_penalty=2) > kinds(presence_penalty=-2)
    assert kinds(frequency_penalty=2) > kinds(frequency_penalty=-2)


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


def test_only_one_model_takes_a_suffix() -> None:
    assert refusal(suffix=" end").param == "suffix"
    assert choices(model=FILLER, suffix="")[0].text == choices(model=FILLER)[0].text


# Refusals.


@pytest.mark.parametrize(
    ("changes", "param"),
    [
        ({"best_of": 1, "n": 2}, "best_of"),
        ({"best_of": 2, "stream": True}, "best_of"),
        ({"include_usage": False}, "stream_options"),
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
