# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Operations that share a method and an address: which of them a request means.

Nothing after `#` goes over the wire, and templates that differ only in the names of
their parameters match the same paths. Such an operation is meant by a request that it
would not refuse.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from urllib.parse import unquote

from starlette.requests import Request
from starlette.types import Message, Receive, Scope, Send

from .server_body import decode
from .server_endpoint import EndpointApp
from .server_errors import HTTPError
from .server_media import ContentType, choose
from .server_styles import Query
from .server_wire import Call


class Twin(NamedTuple):
    """An operation whose template matches the path of a request.

    `path` is the template, `parameters` are their raw values by name.
    """

    app: EndpointApp
    path: str
    parameters: Mapping[str, str]

    def described(self) -> dict[str, object]:
        """What the scope tells middleware of it."""
        return {
            "endpoint": self.app,
            "path_params": {
                name: unquote(raw) for name, raw in self.parameters.items()
            },
            "oasmith.path": self.path,
            "oasmith.operation": self.app.endpoint.operation,
        }


class _Fit(NamedTuple):
    """How well the head of a request fits an operation; the greatest is meant.

    `conditions` is the number of conditions that hold, `asked` that of the required
    parameters (and the body) that the request has.
    """

    path: bool
    conditions: int
    head: bool
    asked: int


def best(twins: Sequence[Twin], scope: Scope) -> list[Twin]:
    """Those that fit a request best by its head; one, if none accepts its head."""
    if len(twins) == 1:
        return list(twins)
    fits = [_fit_of(twin, scope) for twin in twins]
    order = sorted(range(len(twins)), key=lambda place: fits[place], reverse=True)
    first = fits[order[0]]
    equal = [twins[place] for place in order if fits[place][:3] == first[:3]]
    return equal if first.head else equal[:1]


def _fit_of(twin: Twin, scope: Scope) -> _Fit:
    request = Request(scope)
    text = scope.get("query_string", b"").decode("latin-1")
    call = Call(twin.parameters, Query.parse(text), request.headers)
    codec = twin.app.codec
    read = [(item, item.is_readable(call)) for item in codec.parameters]
    media = ContentType.parse(request.headers.get("content-type", "")).media
    is_read = bool(media) and choose(codec.bodies, media) is not None
    is_taken = is_read or not codec.bodies or not (media or codec.body_required)
    return _Fit(
        path=all(good for item, good in read if item.in_path),
        conditions=len(twin.app.endpoint.conditions),
        head=is_taken and all(good for _, good in read),
        asked=sum(item.is_required for item, _ in read) + is_read,
    )


class _Copied:
    """The body of a request, received once, for several readers."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._messages: list[Message] = []
        self.data = b""

    async def load(self, limit: int) -> None:
        """Receive the body, or the beginning of one that is larger than `limit`."""
        chunks: list[bytes] = []
        size, more = 0, True
        while more and size <= limit:
            message = await self._receive()
            self._messages.append(message)
            chunks.append(message.get("body", b""))
            size += len(chunks[-1])
            more = message.get("more_body", False)
        self.data = b"".join(chunks)

    def again(self) -> Receive:
        """What gives the same messages, and then what follows them."""
        messages = iter(self._messages)

        async def receive() -> Message:
            for message in messages:
                return message
            return await self._receive()

        return receive


async def serve(
    twins: Sequence[Twin], scope: Scope, receive: Receive, send: Send
) -> None:
    """Answer by the first operation that takes the body and is implemented."""
    copied = _Copied(receive)
    await copied.load(twins[0].app.options.max_body_bytes)
    media = ContentType.parse(Request(scope).headers.get("content-type", ""))
    taking = [twin for twin in twins if _takes(twin.app, copied.data, media)]
    fitting = taking or twins[:1]
    for twin in fitting[:-1]:
        scope.update(twin.described())
        again = copied.again()
        if await twin.app.attempt(twin.parameters, scope, again, send) is None:
            return
    last = fitting[-1]
    scope.update(last.described())
    await last.app.serve(last.parameters, scope, copied.again(), send)


def _takes(app: EndpointApp, data: bytes, content_type: ContentType) -> bool:
    """Whether an operation accepts a body, or has none."""
    codec = app.codec
    if not codec.bodies:
        return True
    try:
        decode(data, content_type, codec.bodies, codec.body_required, app.options)
    except HTTPError:
        return False
    return True
