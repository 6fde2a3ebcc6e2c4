"""The completions API implemented: the generated stub with the language model behind it."""

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING, Any

from completions.models import (
    ApiError,
    CompletionChoice,
    CompletionChunk,
    CompletionChunkChoice,
    CompletionLogprobs,
    CompletionUsage,
    CreateCompletionRequest,
    CreateCompletionResponse,
    ErrorResponse,
)
from completions.server import (
    Context,
    Forbidden,
    HTTPError,
    ServerOptions,
    TooManyRequests,
    app,
)

from .language_model import LanguageModel, Run, trained
from .parameters import Parameters, Piece, Refusal, TokenInfo

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from starlette.applications import Starlette

KEYS = {"sk-good": "somebody", "sk-hasty": "hasty", "sk-blocked": "blocked"}
"""Who is who: `hasty` has asked too often, `blocked` may not ask at all."""


class ModelHandlers:
    """Implements `CompletionsHandlers`."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    async def create_completion(
        self, request: CreateCompletionRequest, context: Context
    ) -> CreateCompletionResponse | AsyncIterator[CompletionChunk]:
        """Complete a prompt, whole or as a stream."""
        if context.principal == "hasty":
            body = error("Too many requests.", "requests", code="rate_limit_exceeded")
            raise TooManyRequests(body, retry_after=1)
        parameters = parameters_of(request)
        try:
            run = self._model.run(parameters)
        except Refusal as refusal:
            raise HTTPError(refusal.status, refused(refusal)) from refusal
        head: dict[str, Any] = {
            "id": f"cmpl-{secrets.token_hex(12)}",
            "object": "text_completion",
            "created": int(time.time()),
            "model": request.model,
            "system_fingerprint": self._model.fingerprint,
        }
        if parameters.stream:
            return chunks(run, parameters, head, is_padded(request))
        found = [choice(piece, parameters) for piece in run.choices()]
        return CreateCompletionResponse(**head, choices=found, usage=usage(run))


async def authenticate(token: str, context: Context) -> str | None:
    """The owner of a key, None for an unknown one."""
    owner = KEYS.get(token)
    if owner == "blocked":
        raise Forbidden(error("This key may not do that.", "request_forbidden"))
    return owner


def reference_app(model: LanguageModel | None = None) -> Starlette:
    """The reference server, ready to run; it checks its own answers too."""
    return app(
        completions=ModelHandlers(model or trained()),
        security={"BearerAuth": authenticate},
        options=ServerOptions(validate_responses=True),
    )


def parameters_of(request: CreateCompletionRequest) -> Parameters:
    """The request with the documented defaults where it says nothing or null."""
    stop = request.stop
    options = request.stream_options
    return Parameters(
        model=request.model,
        prompt=request.prompt,
        best_of=request.best_of,
        echo=request.echo or False,
        frequency_penalty=request.frequency_penalty or 0,
        logit_bias=request.logit_bias or {},
        logprobs=request.logprobs,
        max_tokens=16 if request.max_tokens is None else request.max_tokens,
        n=request.n or 1,
        presence_penalty=request.presence_penalty or 0,
        seed=request.seed,
        stop=[stop] if isinstance(stop, str) else stop or [],
        stream=request.stream or False,
        include_usage=None if options is None else bool(options.include_usage),
        suffix=request.suffix,
        temperature=1 if request.temperature is None else request.temperature,
        top_p=1 if request.top_p is None else request.top_p,
    )


def is_padded(request: CreateCompletionRequest) -> bool:
    """Whether the chunks of a stream are to be padded."""
    options = request.stream_options
    return options is not None and options.include_obfuscation is True


async def chunks(
    run: Run, parameters: Parameters, head: dict[str, Any], padded: bool
) -> AsyncIterator[CompletionChunk]:
    """Each piece as a chunk; with `include_usage` one more that has the counts."""
    extra: dict[str, Any] = {"usage": None} if parameters.include_usage else {}
    for piece in run.pieces():
        if padded:
            extra["obfuscation"] = secrets.token_urlsafe(8)
        yield CompletionChunk(
            **head,
            choices=[
                CompletionChunkChoice(
                    text=piece.text,
                    index=piece.index,
                    logprobs=logprobs(piece.tokens, parameters),
                    finish_reason=piece.finish,
                )
            ],
            **extra,
        )
    if parameters.include_usage:
        yield CompletionChunk(**head, choices=[], usage=usage(run))


def choice(piece: Piece, parameters: Parameters) -> CompletionChoice:
    """A whole choice."""
    return CompletionChoice(
        text=piece.text,
        index=piece.index,
        logprobs=logprobs(piece.tokens, parameters),
        finish_reason=piece.finish or "stop",
    )


def logprobs(
    tokens: Sequence[TokenInfo], parameters: Parameters
) -> CompletionLogprobs | None:
    """The four lists, None unless they were asked for."""
    if parameters.logprobs is None:
        return None
    return CompletionLogprobs(
        tokens=[token.text for token in tokens],
        token_logprobs=[token.logprob for token in tokens],
        top_logprobs=[None if t.top is None else dict(t.top) for t in tokens],
        text_offset=[token.offset for token in tokens],
    )


def usage(run: Run) -> CompletionUsage:
    """The token counts of a request."""
    counts = run.usage
    return CompletionUsage(
        prompt_tokens=counts.prompt,
        completion_tokens=counts.completion,
        total_tokens=counts.total,
    )


def error(
    message: str, kind: str, *, param: str | None = None, code: str | None = None
) -> ErrorResponse:
    """The body of an error."""
    return ErrorResponse(
        error=ApiError(message=message, type=kind, param=param, code=code)
    )


def refused(refusal: Refusal) -> ErrorResponse:
    """The body that tells why the model refuses."""
    return error(
        refusal.message, "invalid_request_error", param=refusal.param, code=refusal.code
    )
