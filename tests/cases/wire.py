"""Calls of a case's client that reach its server over loopback, and what was sent."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..e2e.serving import serve

if TYPE_CHECKING:
    from ..e2e.serving import App, Message, Receive, Send
    from .support import Case

MISSING = object()
"""Stands for the body of an operation that has none."""


@dataclass(frozen=True)
class Sent:
    """A request as the server got it; names of headers in lower case."""

    method: str
    path: str
    query: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Wire:
    """A client that talks to a server, what was sent, and what the handlers got.

    `seen` holds a pair per call: the body, and the other arguments by name. `result` is
    what the handlers return.
    """

    url: str
    client: Any
    sent: list[Sent] = field(default_factory=list)
    seen: list[tuple[Any, dict[str, Any]]] = field(default_factory=list)
    result: Any = None

    @property
    def last(self) -> Sent:
        """The last request."""
        return self.sent[-1]

    @property
    def body(self) -> Any:
        """The body that the last handler got."""
        return self.seen[-1][0]

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments that the last handler got."""
        return self.seen[-1][1]


class _Handlers:
    """Has a handler of every name, which notes its arguments."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        async def handler(request: Any = MISSING, *, context: Any, **given: Any) -> Any:
            self._wire.seen.append((request, given))
            return self._wire.result

        return handler


@contextmanager
def wired(case: Case, **options: Any) -> Iterator[Wire]:
    """Serve a case and talk to it; `options` are those of the client."""
    package, server = case.module(), case.module("server")
    wire = Wire("", None)
    handlers = dict.fromkeys(
        case.module("server.app").Handlers.__annotations__, _Handlers(wire)
    )
    app = server.app(**handlers)
    with serve(_noting(app, wire)) as served:
        wire.url = served.url
        with package.Client(base_url=served.url, max_retries=0, **options) as client:
            wire.client = client
            yield wire


def _noting(app: App, wire: Wire) -> App:
    """An application that notes each request before `app` gets it."""

    async def noting(scope: Message, receive: Receive, send: Send) -> None:
        body = b""
        more = True
        while more:
            message = await receive()
            body += message.get("body", b"")
            more = message.get("more_body", False)
        wire.sent.append(
            Sent(
                scope["method"],
                scope["raw_path"].decode().partition("?")[0],
                scope["query_string"].decode(),
                {name.decode(): text.decode() for name, text in scope["headers"]},
                body,
            )
        )
        parts = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def again() -> Message:
            return next(parts, None) or await receive()

        await app(scope, again, send)

    return noting
