"""Ways to ask the language model in a test, one line each."""

from __future__ import annotations

from typing import Any

import pytest

from .language_model import trained
from .parameters import Parameters, Piece, Refusal

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
