"""Apps written by hand behind the middleware, without any server."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from io import BytesIO
from typing import TYPE_CHECKING, Any

from case_middleware.middleware import ASGIMiddleware, TrafficFault, WSGIMiddleware

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

GOOD, WRONG = b'{"size": 1}', b'{"size": "1"}'


def check_requests_of_asgi() -> None:
    faults: list[TrafficFault] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        sent = (await receive())["body"]
        headers = [(b"content-type", b"application/json"), (b"x-total", b"1")]
        start = {"type": "http.response.start", "status": 201, "headers": headers}
        await send(start)
        await send({"type": "http.response.body", "body": sent})

    guarded = ASGIMiddleware(app, on_fault=faults.append)
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/shop/v2/orders",
        "query_string": b"",
        "headers": [(b"content-type", b"application/json")],
    }

    async def call(body: bytes) -> list[Any]:
        sent: list[Any] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body}

        async def send(message: Any) -> None:
            sent.append(message)

        await guarded(scope, receive, send)
        return sent

    start, body = asyncio.run(call(GOOD))
    assert start["status"] == 201 and body["body"] == GOOD and not faults
    start, body = asyncio.run(call(WRONG))
    assert start["status"] == 422 and b"/size" in body["body"]
    [fault] = faults
    assert str(fault) == "addOrder: request, body /size: expected an integer"


def check_responses_of_wsgi() -> None:
    faults: list[TrafficFault] = []

    def app(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        headers = [("Content-Type", "application/json"), ("X-Total", "1")]
        start_response("201 Created", headers)
        return [WRONG]

    statuses: list[str] = []

    def start_response(status: str, headers: Any, exc_info: Any = None, /) -> Any:
        statuses.append(status)

    for responses in ("off", "report", "refuse"):
        guarded = WSGIMiddleware(app, responses=responses, on_fault=faults.append)
        environ = {
            "REQUEST_METHOD": "POST",
            "PATH_INFO": "/orders",
            "CONTENT_TYPE": "application/json",
            "CONTENT_LENGTH": str(len(GOOD)),
            "wsgi.input": BytesIO(GOOD),
        }
        body = b"".join(guarded(environ, start_response))
        assert (body == WRONG) is (responses != "refuse")
    assert [status[:3] for status in statuses] == ["201", "201", "500"]
    assert [fault.is_refused for fault in faults] == [False, True]
