"""What two clients of one API did: the `openai` package's and the generated one."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import completions
import openai

from ..runtime.fault_server import EVENTS, JSON, Answer
from .foreign_server import chunk

ASKED: dict[str, Any] = {"model": "m", "prompt": "p"}
DONE = b"data: [DONE]\n\n"


@dataclass(frozen=True)
class Fault:
    """An answer of a server, and what becomes of it.

    `ours` is what the contract asks for; `theirs` what versions of the `openai` package
    have been seen to do. An outcome is the name of what came, or the number of items, and
    the name of the error, if any, in the end.
    """

    name: str
    answer: Answer
    stream: bool
    ours: str
    theirs: frozenset[str]


def event(text: str) -> bytes:
    """An event with a chunk of a completion."""
    return b"data: " + json.dumps(chunk(text), ensure_ascii=False).encode() + b"\n\n"


def call(name: str, ours: str, theirs: str, *parts: bytes, **answer: Any) -> Fault:
    """A fault of a call that is not streamed; outcomes are separated by `|`."""
    kinds = frozenset(theirs.split("|"))
    return Fault(name, Answer(parts, **answer), False, ours, kinds)


def stream(name: str, ours: str, theirs: str, *parts: bytes, **answer: Any) -> Fault:
    """A fault of a stream."""
    kinds = frozenset(theirs.split("|"))
    sent = Answer(parts, **{"media": EVENTS, **answer})
    return Fault(name, sent, True, ours, kinds)


WHOLE = json.dumps(chunk("a", "stop")).encode()
ODD = json.dumps({**chunk("a", "no_such_reason"), "created": "soon"}).encode()
ERROR = b'{"error":{"message":"busy","type":"server_error","code":"overloaded"}}'
LATER = Answer((ERROR,), status=503)

FAULTS = (
    call("a completion", "CreateCompletionResponse", "Completion", WHOLE),
    call(
        "HTML on a JSON call",
        "UnexpectedContentTypeError",
        "str",
        b"<html>",
        media="text/html",
    ),
    call("JSON cut short", "ResponseDecodeError", "JSONDecodeError", WHOLE[:40]),
    call(
        "a body without an end", "APIConnectionError", "APIConnectionError", end="cut"
    ),
    call("no body", "ResponseDecodeError", "JSONDecodeError"),
    call("another type, unknown enum", "CreateCompletionResponse", "Completion", ODD),
    call("400", "ErrorResponseBadRequestError", "BadRequestError", ERROR, status=400),
    call(
        "401",
        "ErrorResponseAuthenticationError",
        "AuthenticationError",
        ERROR,
        status=401,
    ),
    call(
        "403",
        "ErrorResponsePermissionDeniedError",
        "PermissionDeniedError",
        ERROR,
        status=403,
    ),
    call("404", "ErrorResponseNotFoundError", "NotFoundError", ERROR, status=404),
    call("409", "ConflictError", "ConflictError", ERROR, status=409),
    call("418", "APIStatusError", "APIStatusError", ERROR, status=418),
    call(
        "422", "UnprocessableEntityError", "UnprocessableEntityError", ERROR, status=422
    ),
    call("429", "ErrorResponseRateLimitError", "RateLimitError", ERROR, status=429),
    call(
        "500",
        "ErrorResponseInternalServerError",
        "InternalServerError",
        ERROR,
        status=500,
    ),
    call(
        "503",
        "ErrorResponseServiceUnavailableError",
        "InternalServerError",
        ERROR,
        status=503,
    ),
    call(
        "a gateway's page",
        "InternalServerError",
        "InternalServerError",
        b"<h1>",
        status=502,
    ),
    call("no answer", "APIConnectionError", "APIConnectionError", status=0),
    stream("a stream", "2", "2", event("a"), event("b"), DONE),
    stream("no [DONE]", "1 StreamTruncatedError", "1", event("a")),
    stream(
        "cut", "1 APIConnectionError", "1 APIConnectionError", event("a"), end="cut"
    ),
    stream(
        "no JSON in an event",
        "1 StreamDecodeError",
        "1 JSONDecodeError",
        event("a"),
        b"data: {oops\n\n",
        DONE,
    ),
    stream(
        "an error in the stream",
        "1 StreamErrorEvent",
        "1 APIError",
        event("a"),
        b"data: " + ERROR + b"\n\n",
        DONE,
    ),
    stream(
        "an event named error",
        "1 StreamErrorEvent",
        "2|1 APIError",
        event("a"),
        b'event: error\ndata: {"message":"busy"}\n\n',
        DONE,
    ),
    stream(
        "data without anything",
        "0 StreamDecodeError",
        "0 JSONDecodeError|1",
        b"data:\n\n",
        event("a"),
        DONE,
    ),
    stream(
        "HTML for a stream",
        "UnexpectedContentTypeError",
        "0",
        b"<html>",
        media="text/html",
    ),
    stream("JSON for a stream", "UnexpectedContentTypeError", "0", WHOLE, media=JSON),
    stream(
        "429 for a stream",
        "ErrorResponseRateLimitError",
        "RateLimitError",
        ERROR,
        status=429,
        media=JSON,
    ),
)


@dataclass(frozen=True)
class Bytes:
    """Chunks of a stream, the texts that they hold, and what `openai` makes of them."""

    name: str
    chunks: Sequence[bytes]
    expected: str
    theirs: frozenset[str]


def sent(name: str, expected: str, theirs: str, *chunks: bytes) -> Bytes:
    """Bytes, followed by the sentinel; the outcomes of theirs are separated by `|`."""
    return Bytes(name, chunks, expected, frozenset(theirs.split("|")))


def _line(text: str, **extra: Any) -> bytes:
    return event(text).strip()


A, B = _line("a"), _line("b")
_PRETTY = json.dumps(chunk("a"), indent=1).encode()
_CAFE = event("caf\u00e9")
_AT = _CAFE.index("\u00e9".encode()) + 1
BYTES = (
    sent("LF", "ab", "ab", A + b"\n\n" + B + b"\n\n"),
    sent("CRLF", "ab", "ab", A + b"\r\n\r\n" + B + b"\r\n\r\n"),
    sent("CRLF, split", "ab", "ab", A + b"\r", b"\n\r", b"\n" + B + b"\r\n\r", b"\n"),
    sent("CR", "ab", "ab", A + b"\r\r" + B + b"\r\r"),
    sent(
        "many lines",
        "a",
        "a",
        *(b"data: " + line + b"\n" for line in _PRETTY.split(b"\n")),
        b"\n",
    ),
    sent("no space", "a", "a", A.replace(b"data: ", b"data:") + b"\n\n"),
    sent("U+2028", "a\u2028b", "a\u2028b", event("a\u2028b")),
    sent("BOM", "ab", "b|ab", b"\xef\xbb\xbf" + A + b"\n\n" + B + b"\n\n"),
    sent(
        "BOM, split",
        "ab",
        "b|ab",
        b"\xef",
        b"\xbb",
        b"\xbf" + A + b"\n\n" + B + b"\n\n",
    ),
    sent("character, split", "caf\u00e9", "caf\u00e9", _CAFE[:_AT], _CAFE[_AT:]),
    sent(
        "no UTF-8",
        "a\ufffd",
        "UnicodeDecodeError|a\ufffd",
        A.replace(b'"a"', b'"a\xff"') + b"\n\n",
    ),
    sent("an id alone", "a", "JSONDecodeError|a", b"id: 7\n\n", A + b"\n\n"),
    sent("a retry time alone", "a", "JSONDecodeError|a", b"retry: 9\n\n", A + b"\n\n"),
    sent("a name alone", "a", "JSONDecodeError|a", b"event: x\n\n", A + b"\n\n"),
    sent("comments", "a", "a", b": hello\n\n:\n", A + b"\n\n"),
    sent("fields nobody knows", "a", "a", b"spam: 1\n" + A + b"\n\n"),
    sent(
        "byte by byte",
        "ab",
        "ab",
        *((A + b"\n\n" + B + b"\n\n")[i : i + 1] for i in range(2 * len(A) + 4)),
    ),
)
"""Followed by the sentinel; table 1b of the contract."""

CUT_OFF = A + b"\n\n" + B + b"\n"
"""The end of the response comes before the empty line: the last event does not count."""


def outcome(client: Any, stream: bool) -> str:
    """What a call through a synchronous client comes to."""
    try:
        found = client.completions.create(**ASKED, stream=stream)
    except Exception as error:
        return type(error).__name__
    if not stream:
        return type(found).__name__
    count = 0
    try:
        for _ in found:
            count += 1
    except Exception as error:
        return f"{count} {type(error).__name__}"
    return str(count)


async def outcome_later(client: Any, stream: bool) -> str:
    """The same through an asynchronous client."""
    try:
        found = await client.completions.create(**ASKED, stream=stream)
    except Exception as error:
        return type(error).__name__
    if not stream:
        return type(found).__name__
    count = 0
    try:
        async for _ in found:
            count += 1
    except Exception as error:
        return f"{count} {type(error).__name__}"
    return str(count)


def texts(client: Any) -> str:
    """The text of a stream, or the name of the error that it ends with."""
    try:
        found = list(client.completions.create(**ASKED, stream=True))
    except Exception as error:
        return type(error).__name__
    return "".join(item.choices[0].text for item in found)


def ours(url: str, **options: Any) -> Any:
    """The generated client."""
    options = {"max_retries": 0, **options}
    return completions.Client(api_key="sk-none", base_url=url, **options)


def theirs(url: str, **options: Any) -> Any:
    """The official client."""
    options = {"max_retries": 0, **options}
    return openai.OpenAI(api_key="sk-none", base_url=url, **options)


def both_later(url: str, stream: bool, **options: Any) -> tuple[str, str]:
    """The outcomes of the asynchronous clients: ours, theirs."""

    async def main() -> tuple[str, str]:
        given = {"api_key": "sk-none", "base_url": url, "max_retries": 0, **options}
        async with (
            completions.AsyncClient(**given) as own,
            openai.AsyncOpenAI(**given) as other,
        ):
            found = await outcome_later(own, stream), await outcome_later(other, stream)
        return found

    return asyncio.run(main())
