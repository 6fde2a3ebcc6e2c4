"""The demo's server: the generated routes with a small word generator behind them."""

from __future__ import annotations

import socket
import sys
import threading
from collections.abc import AsyncIterator

import uvicorn
from completions.models import (
    CompletionChoice,
    CompletionChunk,
    CompletionChunkChoice,
    CompletionUsage,
    CreateCompletionRequest,
    CreateCompletionResponse,
)
from completions.server import Context, app

WORDS = (
    "the keeper of the light walked slowly down to the quiet harbour and "
    "counted every boat that had come home before the storm"
).split()


class WordHandlers:
    """Implements `CompletionsHandlers`: the same prompt always gives the same words."""

    async def create_completion(
        self, request: CreateCompletionRequest, context: Context
    ) -> CreateCompletionResponse | AsyncIterator[CompletionChunk]:
        """Continue the prompt with `max_tokens` words."""
        count = 16 if request.max_tokens is None else request.max_tokens
        start = sum(str(request.prompt).encode())
        words = [f" {WORDS[(start + step) % len(WORDS)]}" for step in range(count)]
        if request.stream:
            return self._chunks(request.model, words)
        choice = CompletionChoice(
            text="".join(words), index=0, logprobs=None, finish_reason="length"
        )
        prompt_words = len(str(request.prompt).split())
        usage = CompletionUsage(
            prompt_tokens=prompt_words,
            completion_tokens=count,
            total_tokens=prompt_words + count,
        )
        return CreateCompletionResponse(
            id="cmpl-demo",
            object="text_completion",
            created=0,
            model=request.model,
            choices=[choice],
            usage=usage,
        )

    async def _chunks(
        self, model: str, words: list[str]
    ) -> AsyncIterator[CompletionChunk]:
        for step, word in enumerate(words, 1):
            choice = CompletionChunkChoice(
                text=word,
                index=0,
                logprobs=None,
                finish_reason="length" if step == len(words) else None,
            )
            yield CompletionChunk(
                id="cmpl-demo",
                object="text_completion",
                created=0,
                model=model,
                choices=[choice],
            )


async def authenticate(token: str, context: Context) -> str | None:
    """Who calls; None refuses the call."""
    return "demo" if token == "sk-demo" else None


def main() -> None:
    """Serve on a free port of this machine, until standard input is closed."""
    place = socket.socket()
    place.bind(("127.0.0.1", 0))
    application = app(completions=WordHandlers(), security={"BearerAuth": authenticate})
    server = uvicorn.Server(uvicorn.Config(application, log_level="warning"))

    def wait_for_the_end() -> None:
        sys.stdin.read()
        server.should_exit = True

    threading.Thread(target=wait_for_the_end, daemon=True).start()
    print(place.getsockname()[1], flush=True)
    server.run(sockets=[place])


if __name__ == "__main__":
    main()
