"""What can be asked of the language model, what it refuses, and what it gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Prompt: TypeAlias = str | Sequence[str] | Sequence[int] | Sequence[Sequence[int]]
Finish: TypeAlias = Literal["stop", "length"]


class Refusal(Exception):
    """A request that the model cannot serve; `param` names what is at fault."""

    def __init__(
        self, message: str, *, param: str, code: str | None = None, status: int = 400
    ) -> None:
        super().__init__(message)
        self.message = message
        self.param = param
        self.code = code
        self.status = status


@dataclass(frozen=True, kw_only=True)
class Parameters:
    """A request with all defaults filled in. `stop` is a list; no stop is an empty one.

    `logprobs` None means that none are wanted; `best_of` None or 0 means `n`.
    """

    model: str
    prompt: Prompt
    best_of: int | None = None
    echo: bool = False
    frequency_penalty: float = 0
    logit_bias: Mapping[str, int] = field(default_factory=dict)
    logprobs: int | None = None
    max_tokens: int = 16
    n: int = 1
    presence_penalty: float = 0
    seed: int | None = None
    stop: Sequence[str] = ()
    stream: bool = False
    include_usage: bool | None = None
    """None when the request has no `stream_options`."""
    suffix: str | None = None
    temperature: float = 1
    top_p: float = 1

    @property
    def candidates(self) -> int:
        """How many completions to make for each prompt."""
        return self.best_of or self.n


@dataclass(frozen=True)
class TokenInfo:
    """One token: its text, log probability, likely others, first character's place."""

    text: str
    logprob: float | None
    top: Mapping[str, float] | None
    offset: int


@dataclass(frozen=True)
class Piece:
    """What is new of one choice. `finish` is None until the last piece of it."""

    index: int
    text: str
    tokens: tuple[TokenInfo, ...]
    finish: Finish | None


@dataclass(frozen=True)
class Usage:
    """Token counts of a request."""

    prompt: int
    completion: int

    @property
    def total(self) -> int:
        """All tokens."""
        return self.prompt + self.completion
