"""From a distribution to a token: bias, penalties, temperature, nucleus."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

from .tokenizer import END

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from random import Random

    from .ngram import NGram
    from .parameters import Parameters

BAN = -100
"""The bias that rules a token out altogether."""


def sample(
    ngram: NGram, prompt: Sequence[int], parameters: Parameters, random: Random
) -> Iterator[int]:
    """Tokens that continue `prompt`, `max_tokens` of them or up to and with `END`."""
    bias = {int(token): value for token, value in parameters.logit_bias.items()}
    context = [END, *prompt]
    counts: Counter[int] = Counter()
    for _ in range(parameters.max_tokens):
        scores = [math.log(share) for share in ngram.distribution(context)]
        _adjust(scores, bias, counts, parameters)
        token = choose(scores, parameters.temperature, parameters.top_p, random)
        yield token
        if token == END:
            return
        counts[token] += 1
        context.append(token)


def choose(
    scores: Sequence[float], temperature: float, top_p: float, random: Random
) -> int:
    """Draw an index; at temperature 0 the one with the best score, the first of equals."""
    best = max(scores)
    if temperature == 0 or best == -math.inf:
        return scores.index(best)
    weights = [math.exp((score - best) / temperature) for score in scores]
    tokens = _nucleus(weights, top_p) if top_p < 1 else range(len(weights))
    return random.choices(tokens, [weights[token] for token in tokens])[0]


def _nucleus(weights: Sequence[float], top_p: float) -> Sequence[int]:
    """The fewest indices, heaviest first, that together have the share `top_p`."""
    wanted = top_p * math.fsum(weights)
    order = sorted(range(len(weights)), key=lambda token: -weights[token])
    sum_so_far = 0.0
    for count, token in enumerate(order, start=1):
        sum_so_far += weights[token]
        if sum_so_far >= wanted:
            return order[:count]
    return order


def _adjust(
    scores: list[float],
    bias: Mapping[int, int],
    counts: Mapping[int, int],
    parameters: Parameters,
) -> None:
    for token, value in bias.items():
        scores[token] += -math.inf if value <= BAN else value
    for token, count in counts.items():
        scores[token] -= (
            parameters.presence_penalty + count * parameters.frequency_penalty
        )
