"""A small language model that truly does what the completions API offers.

An n-gram model over word pieces, trained from `text.txt` in a moment. It serves
everything that a request can ask for: choices, candidates, echo, log probabilities,
stop texts, suffixes, seeds, sampling, penalties, biases, tokens, batches and streams.
"""

from __future__ import annotations

import hashlib
import math
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from .ngram import NGram
from .parameters import Parameters, Piece, Prompt, Refusal, Usage
from .sampling import sample
from .tokenizer import END, END_OF_TEXT, Tokenizer
from .writing import Writer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CORPUS = Path(__file__).with_name("text.txt")

CONTEXT = {"gpt-3.5-turbo-instruct": 4096, "davinci-002": 16384, "babbage-002": 16384}
"""How many tokens each model takes, prompt and completion together."""

FILL_DRAFTS = 12
JOIN = 4
"""How many tokens of a suffix decide where a draft joins it best."""


class LanguageModel:
    """Answers requests; all names in `CONTEXT` are the same model.

    What the document forbids, as one parameter or as a rule between two, is none of its
    business: the generated server has refused that before.

    `fingerprint` changes with the corpus and with nothing else.
    """

    def __init__(self, corpus: str) -> None:
        self.tokenizer = Tokenizer(corpus)
        documents = [
            [END, *self.tokenizer.encode(text), END]
            for text in corpus.strip().split("\n\n")
        ]
        self.ngram = NGram(documents, len(self.tokenizer))
        digest = hashlib.sha256(corpus.encode()).hexdigest()
        self.fingerprint = f"fp_{digest[:10]}"

    def run(self, parameters: Parameters) -> Run:
        """Begin to answer. Raises Refusal for what cannot be served."""
        prompts = self._prompts(parameters.prompt)
        self._check(parameters, prompts)
        return Run(self, parameters, prompts)

    def _prompts(self, prompt: Prompt) -> list[list[int]]:
        """Tokens of each prompt, whichever of the four ways they were given in."""
        if isinstance(prompt, str):
            return [self.tokenizer.encode(prompt)]
        if not prompt:
            raise Refusal("There is no prompt.", param="prompt")
        items: Sequence[str | int | Sequence[int]] = prompt
        tokens = [item for item in items if isinstance(item, int)]
        if tokens:
            return [self._known(tokens, "prompt")]
        found: list[list[int]] = []
        for place, item in enumerate(items):
            if isinstance(item, str):
                found.append(self.tokenizer.encode(item))
            elif not isinstance(item, int):
                found.append(self._known(item, f"prompt[{place}]"))
        return found

    def _known(self, tokens: Sequence[int], param: str) -> list[int]:
        for token in tokens:
            if not 0 <= token < len(self.tokenizer):
                raise Refusal(f"There is no token {token}.", param=param)
        return list(tokens)

    def _check(self, parameters: Parameters, prompts: Sequence[Sequence[int]]) -> None:
        _check_model(parameters)
        for token in parameters.logit_bias:
            if not token.isdecimal() or int(token) >= len(self.tokenizer):
                raise Refusal(f"There is no token {token}.", param="logit_bias")
        room = CONTEXT[parameters.model]
        after = len(self.tokenizer.encode(parameters.suffix or ""))
        longest = max(len(prompt) for prompt in prompts) + after
        if longest + parameters.max_tokens > room:
            raise Refusal(
                f"This model takes {room} tokens; {longest} of prompt and "
                f"{parameters.max_tokens} of completion are too many.",
                param="prompt",
                code="context_length_exceeded",
            )


def _check_model(parameters: Parameters) -> None:
    if parameters.model not in CONTEXT:
        raise Refusal(
            f"There is no model '{parameters.model}'.",
            param="model",
            code="model_not_found",
            status=404,
        )


class Run:
    """One request being answered: take `pieces` (as they come) or `choices` (at the end).

    `usage` grows as tokens are made and is final after either.
    """

    def __init__(
        self, model: LanguageModel, parameters: Parameters, prompts: list[list[int]]
    ) -> None:
        self._model = model
        self._parameters = parameters
        self._prompts = prompts
        self._writers: list[Writer] = []

    @property
    def usage(self) -> Usage:
        """Tokens of the prompts, and those made so far for all candidates."""
        made = sum(writer.made for writer in self._writers)
        return Usage(sum(len(prompt) for prompt in self._prompts), made)

    def pieces(self) -> Iterator[Piece]:
        """Pieces of all choices, each choice in turn, as a stream sends them."""
        n = self._parameters.n
        going = [
            self._write(prompt, place * n + number, number)[1]
            for place, prompt in enumerate(self._prompts)
            for number in range(n)
        ]
        while going:
            for pieces in list(going):
                piece = next(pieces)
                if piece.text or piece.finish:
                    yield piece
                if piece.finish:
                    going.remove(pieces)

    def choices(self) -> list[Piece]:
        """Each choice in one piece: for each prompt the `n` best of its candidates."""
        n = self._parameters.n
        return [
            whole
            for place, prompt in enumerate(self._prompts)
            for whole in self._best(prompt, place * n)
        ]

    def _best(self, prompt: list[int], first: int) -> Iterator[Piece]:
        found: list[tuple[float, list[Piece]]] = []
        for number in range(self._parameters.candidates):
            writer, pieces = self._write(prompt, first, number)
            made = list(pieces)
            found.append((writer.mean, made))
        if self._parameters.candidates > self._parameters.n:
            found.sort(key=lambda each: -each[0])
        for place, (_, made) in enumerate(found[: self._parameters.n]):
            text = "".join(piece.text for piece in made)
            tokens = tuple(token for piece in made for token in piece.tokens)
            yield Piece(first + place, text, tokens, made[-1].finish)

    def _write(
        self, prompt: list[int], index: int, number: int
    ) -> tuple[Writer, Iterator[Piece]]:
        """The writer of one candidate, and its pieces, made as they are asked for."""
        parameters = self._parameters
        writer = Writer(
            self._model.tokenizer,
            self._model.ngram,
            prompt,
            index=index,
            stop=parameters.stop,
            logprobs=parameters.logprobs,
            max_tokens=parameters.max_tokens,
        )
        self._writers.append(writer)
        return writer, self._pieces(writer, prompt, self._random(index, number))

    def _pieces(
        self, writer: Writer, prompt: list[int], random: Random
    ) -> Iterator[Piece]:
        if self._parameters.echo:
            yield writer.echo()
        if self._parameters.suffix:
            tokens: Iterator[int] = iter(self._fill(prompt, random))
        else:
            tokens = sample(self._model.ngram, prompt, self._parameters, random)
        yield from writer.pieces(tokens)

    def _random(self, index: int, number: int) -> Random:
        """Random numbers of one candidate: of the seed and its place, or new ones."""
        if self._parameters.seed is None:
            return Random()
        place = index // self._parameters.n
        return Random(f"{self._parameters.seed}/{place}/{number}")

    def _fill(self, prompt: list[int], random: Random) -> list[int]:
        """The draft, cut where the suffix joins it with the highest probability."""
        suffix = self._model.tokenizer.encode(self._parameters.suffix or "")[:JOIN]
        best: list[int] = []
        best_score = -math.inf
        for _ in range(1 if self._parameters.temperature == 0 else FILL_DRAFTS):
            draft = list(sample(self._model.ngram, prompt, self._parameters, random))
            draft = draft[:-1] if draft[-1:] == [END] else draft
            for end in range(1, len(draft) + 1):
                score = self._join([END, *prompt, *draft[:end]], suffix)
                if score > best_score:
                    best, best_score = draft[:end], score
        return best

    def _join(self, context: list[int], suffix: Sequence[int]) -> float:
        score = 0.0
        for token in suffix:
            score += math.log(self._model.ngram.distribution(context)[token])
            context.append(token)
        return score


@cache
def trained() -> LanguageModel:
    """The model of our own text, trained on first use."""
    return LanguageModel(CORPUS.read_text(encoding="utf-8"))


__all__ = ["END", "END_OF_TEXT", "LanguageModel", "Parameters", "Refusal", "trained"]
