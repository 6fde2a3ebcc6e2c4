# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Traffic of ASGI apps (ASGI 3.0, HTTP connection scope)."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, TypeAlias
from urllib.parse import quote

from .traffic import Exchange, Head, Middleware, Refusal
from .traffic_answers import Watch
from .traffic_routes import PLAIN, Lines

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
ASGIApp: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

_START = "http.response.start"
_BODY = "http.response.body"


class ASGITraffic(Middleware[ASGIApp]):
    """Checks the traffic of an ASGI app; all that can be said of it `Middleware` says."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection; only those of HTTP are looked at."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        exchange = self.look(_head(scope))
        if exchange is None:
            await self.app(scope, receive, send)
        elif isinstance(exchange, Refusal):
            await self._refuse(exchange, scope, send)
        else:
            await self._serve(exchange, scope, receive, send)

    async def _serve(
        self, exchange: Exchange, scope: Scope, receive: Receive, send: Send
    ) -> None:
        if exchange.wants_body:
            body = _Body(receive)
            data = await body.load(exchange.limit)
            receive = body.receive
            if body.is_broken:
                await self.app(scope, receive, send)
                return
            refusal = exchange.too_large() if data is None else exchange.read(data)
        else:
            refusal = exchange.read(None)
        if refusal is not None:
            await self._refuse(refusal, scope, send)
            return
        watch = exchange.watch()
        if watch is None:
            await self.app(scope, receive, send)
            return
        response = _Response(self, exchange, watch, scope, send)
        await self.app(scope, receive, response.send)
        await response.finish()

    async def _refuse(self, refusal: Refusal, scope: Scope, send: Send) -> None:
        for message in self.instead(refusal, scope):
            await send(message)

    def instead(self, refusal: Refusal, scope: Scope) -> list[Message]:
        """The messages of a response that is sent instead."""
        headers, body = self.rendered(refusal)
        raw = [
            (name.encode("latin-1"), text.encode("latin-1")) for name, text in headers
        ]
        content = b"" if scope["method"] == "HEAD" else body
        return [
            {"type": _START, "status": refusal.status, "headers": raw},
            {"type": _BODY, "body": content},
        ]


class _Body:
    """The body of a request, received before the app asks for it.

    `is_broken` tells that the caller left before its end.
    """

    def __init__(self, receive: Receive) -> None:
        self.is_broken = False
        self._receive = receive
        self._kept: deque[Message] = deque()

    async def load(self, limit: int) -> bytes | None:
        """The whole body; None where it is larger than `limit`, or does not come whole.

        However small the pieces are that it comes in, no more is kept than the body.
        """
        data = bytearray()
        more = True
        while more and len(data) <= limit:
            message = await self._receive()
            if message["type"] != "http.request":
                self.is_broken = True
                self._keep(bytes(data), True)
                self._kept.append(message)
                return None
            data += message.get("body", b"")
            more = message.get("more_body", False)
        whole = bytes(data)
        self._keep(whole, more)
        return whole if len(whole) <= limit else None

    async def receive(self) -> Message:
        """What was received, and then what follows it."""
        return self._kept.popleft() if self._kept else await self._receive()

    def _keep(self, data: bytes, more: bool) -> None:
        self._kept.append({"type": "http.request", "body": data, "more_body": more})


class _Response:
    """Carries the messages of an app, and holds back a response that may be refused."""

    def __init__(
        self,
        middleware: ASGITraffic,
        exchange: Exchange,
        watch: Watch,
        scope: Scope,
        send: Send,
    ) -> None:
        self._middleware = middleware
        self._exchange = exchange
        self._watch = watch
        self._scope = scope
        self._send = send
        self._held: list[Message] | None = None
        self._is_refused = False

    async def send(self, message: Message) -> None:
        """Take a message of the app."""
        if self._is_refused:
            return
        if message["type"] == _START:
            await self._start(message)
        elif message["type"] == _BODY:
            await self._body(message)
        else:
            await self._pass_on(message)

    async def finish(self) -> None:
        """Send what is held back: the app has returned before the end of its response."""
        held, self._held = self._held, None
        for message in held or ():
            await self._send(message)

    async def _start(self, message: Message) -> None:
        headers = list(message.get("headers", ()))
        message["headers"] = headers
        lines = Lines(headers)
        refusal = self._exchange.answered(self._watch.start(message["status"], lines))
        if refusal is not None:
            await self._refuse(refusal)
        elif self._exchange.may_refuse and self._watch.wants == "whole":
            self._held = [message]
        else:
            await self._send(message)

    async def _body(self, message: Message) -> None:
        if self._held is None:
            await self._send(message)
        else:
            self._held.append(message)
        if self._watch.is_let_go:
            return
        faults = self._watch.feed(message.get("body", b""))
        if self._watch.is_complete or not message.get("more_body", False):
            faults += self._watch.end()
            if self._held is not None:
                refusal = self._exchange.answered(faults)
                if refusal is not None:
                    await self._refuse(refusal)
                    return
        if self._held is None:
            self._exchange.sent(faults)
        elif self._watch.is_let_go:
            await self.finish()

    async def _pass_on(self, message: Message) -> None:
        """A message of another type: what an extension of ASGI sends cannot be seen."""
        await self.finish()
        await self._send(message)

    async def _refuse(self, refusal: Refusal) -> None:
        self._is_refused = True
        self._held = None
        for message in self._middleware.instead(refusal, self._scope):
            await self._send(message)


def _head(scope: Scope) -> Head:
    raw: bytes = scope.get("raw_path") or quote(scope["path"], safe=PLAIN).encode()
    path = raw.decode("latin-1").partition("?")[0]
    root = quote(scope.get("root_path", "")).rstrip("/")
    below = path.removeprefix(root) if path.startswith(f"{root}/") else path
    lines = Lines(scope["headers"])
    is_framed = bool(
        lines.first(b"content-length") or lines.first(b"transfer-encoding")
    )
    is_older = str(scope.get("http_version", "")).startswith("1")
    return Head(
        scope["method"],
        path,
        below,
        scope.get("query_string", b"").decode("latin-1"),
        lines,
        (is_older and not is_framed) or lines.first(b"content-length") == "0",
    )
