"""The language model by itself: tokens, lengths, stop texts, sampling."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .asking import (
    MODEL,
    PROMPT,
    asked,
    choices,
    streamed,
    texts,
    tokens_of,
)
from .language_model import CORPUS, LanguageModel
from .parameters import Usage
from .sampling import choose
from .tokenizer import END, END_OF_TEXT

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
