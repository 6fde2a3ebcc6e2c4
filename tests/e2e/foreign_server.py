"""A completions server that oasmith did not make: HTTP by hand, with habits of its own.

The `model` of a request chooses the scenario; each is something that a real service,
or one that follows its API, has been seen to send.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

TEXT = "Café 日本 ☕."
"""What streams say: characters of one to three bytes, cut anywhere."""

JSON = "application/json"
EVENTS = "text/event-stream; charset=utf-8"
DONE = "data: [DONE]\n\n"


@dataclass(frozen=True)
class Reply:
    """An answer, sent part by part; `cut` drops the connection in place of an end."""

    parts: Sequence[bytes]
    media: str = JSON
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    cut: bool = False


@dataclass
class Request:
    """What was received: the headers in lower case, the JSON of the body."""

    line: str
    headers: dict[str, str]
    body: dict[str, Any]


Scenario: TypeAlias = Callable[[Request, int], Reply]


class ForeignServer:
    """Answers by scenario; `requests` lists what has been received."""

    def __init__(self) -> None:
        self.requests: list[Request] = []

    async def connected(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Serve one connection until the other side closes it."""
        while True:
            try:
                head = await reader.readuntil(b"\r\n\r\n")
            except asyncio.IncompleteReadError:
                return
            request = await self._read(head.decode("latin-1"), reader)
            earlier = [each.body["model"] for each in self.requests]
            self.requests.append(request)
            model = request.body["model"]
            reply = SCENARIOS[model](request, earlier.count(model))
            await self._answer(reply, writer)
            if reply.cut:
                writer.transport.abort()
                return

    async def _read(self, head: str, reader: asyncio.StreamReader) -> Request:
        line, *fields = head.strip().split("\r\n")
        pairs = (each.partition(":") for each in fields)
        headers = {name.lower(): value.strip() for name, _, value in pairs}
        body = await reader.readexactly(int(headers["content-length"]))
        return Request(line, headers, json.loads(body))

    async def _answer(self, reply: Reply, writer: asyncio.StreamWriter) -> None:
        headers = {
            "Content-Type": reply.media,
            "Transfer-Encoding": "chunked",
            "X-Request-Id": f"req-{len(self.requests)}",
            **reply.headers,
        }
        lines = [f"HTTP/1.1 {reply.status} Whatever"]
        lines.extend(f"{name}: {value}" for name, value in headers.items())
        writer.write("\r\n".join([*lines, "", ""]).encode("latin-1"))
        for part in reply.parts:
            writer.write(b"%x\r\n%s\r\n" % (len(part), part))
            await writer.drain()
            await asyncio.sleep(0)
        if not reply.cut:
            writer.write(b"0\r\n\r\n")
            await writer.drain()


def chunk(text: str, finish: str | None = None, **extra: Any) -> dict[str, Any]:
    """A chunk of a stream with one choice."""
    choice = {"text": text, "index": 0, "logprobs": None, "finish_reason": finish}
    return {
        "id": "cmpl-foreign",
        "object": "text_completion",
        "created": 1760000000,
        "model": "foreign",
        "choices": [choice],
        **extra,
    }


def chunks(**extra: Any) -> list[dict[str, Any]]:
    """`TEXT` in chunks of one character, the last with a reason."""
    return [*(chunk(letter, **extra) for letter in TEXT), chunk("", "stop", **extra)]


def events(items: Sequence[object], *, end: str = DONE) -> str:
    """Items as server-sent events, letters as they are rather than escaped."""
    texts = [json.dumps(item, ensure_ascii=False) for item in items]
    return "".join(f"data: {text}\n\n" for text in texts) + end


def stream(text: str, *, size: int | None = None, cut: bool = False) -> Reply:
    """A stream in one part, or in parts of `size` bytes."""
    data = text.encode()
    step = size or len(data)
    parts = [data[start : start + step] for start in range(0, len(data), step)]
    return Reply(parts, media=EVENTS, cut=cut)


def whole(**extra: Any) -> Reply:
    """A response that is not a stream."""
    return Reply([json.dumps(chunk(TEXT, "stop", **extra)).encode()])


def failure(status: int, error: object, **headers: str) -> Reply:
    """An error in the usual shape."""
    body = json.dumps({"error": error}).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply([body], status=status, headers=named)


OVERLOADED = {
    "message": "busy",
    "type": "server_error",
    "param": None,
    "code": "overloaded",
}
USAGE = {"prompt_tokens": 1, "completion_tokens": 9, "total_tokens": 10}
USAGE_CHUNK = {**chunk(""), "choices": [], "usage": {**USAGE, "new_detail": {"a": 1}}}


def _extras() -> Reply:
    """Fields that no document mentions, an unknown reason, null for what is no null."""
    reply = chunk(TEXT, "tool_calls", service_tier="default", system_fingerprint=None)
    reply["choices"][0]["content_filter_results"] = {"hate": {"filtered": False}}
    reply["usage"] = {**USAGE, "prompt_tokens_details": {"cached_tokens": 0, "new": 1}}
    return Reply([json.dumps(reply).encode()])


def _pretty(items: Sequence[object]) -> str:
    """Each item over several `data` lines."""
    texts = [json.dumps(item, indent=1) for item in items]
    blocks = ["".join(f"data: {line}\n" for line in text.split("\n")) for text in texts]
    return "".join(f"{block}\n" for block in blocks) + DONE


def _noisy() -> str:
    """Comments, ids, retry times, names, fields that nobody knows, empty blocks."""
    noise = ": ping\n\nretry: 2000\n\nid: 7\n\n:\nevent: message\nspam: 1\n"
    return noise + events(chunks()).replace("\n\ndata: ", f"\n\n{noise}data: ")


SCENARIOS: Mapping[str, Scenario] = {
    "plain": lambda request, _: (
        stream(events(chunks())) if request.body.get("stream") else whole()
    ),
    "extras": lambda request, _: (
        stream(events([chunk(TEXT, "tool_calls", p="x" * 8, obfuscation=None)]))
        if request.body.get("stream")
        else _extras()
    ),
    "bytewise": lambda *_: stream(events(chunks()), size=1),
    "crlf": lambda *_: stream(events(chunks()).replace("\n", "\r\n"), size=1),
    "cr": lambda *_: stream(events(chunks()).replace("\n", "\r"), size=3),
    "bom": lambda *_: stream("\ufeff" + events(chunks()), size=2),
    "tight": lambda *_: stream(events(chunks()).replace("data: ", "data:")),
    "pretty": lambda *_: stream(_pretty(chunks()), size=5),
    "noisy": lambda *_: stream(_noisy(), size=7),
    "usage": lambda *_: stream(events([*chunks(usage=None), USAGE_CHUNK])),
    "after-done": lambda *_: stream(events(chunks()) + "data: nonsense\n\n"),
    "no-done": lambda *_: stream(events(chunks(), end="")),
    "cut": lambda *_: stream(events(chunks(), end=""), size=64, cut=True),
    "error-event": lambda *_: stream(events([chunk("Caf"), {"error": OVERLOADED}])),
    "bad-json": lambda *_: stream(events([chunk("Caf")], end="data: {oops\n\n")),
    "html": lambda *_: Reply([b"<html>hello</html>"], media="text/html"),
    "broken": lambda *_: Reply([b'{"id": "cmpl']),
    "not-a-stream": lambda *_: whole(),
    "limited": lambda *_: failure(429, OVERLOADED, retry_after="7"),
    "gateway": lambda *_: Reply([b"<h1>Bad Gateway</h1>"], "text/html", 502),
    "odd-error": lambda *_: failure(403, {"message": "no", "code": 7}),
    "teapot": lambda *_: Reply([b"short and stout"], "text/plain", 418),
    "second-time": lambda request, earlier: (
        SCENARIOS["plain"](request, earlier)
        if earlier
        else failure(503, OVERLOADED, retry_after_ms="1")
    ),
}
