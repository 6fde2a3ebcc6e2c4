"""Calls with tokens of OAuth 2.0, in both flavours."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

from .client_runtime import connect, connect_async, errors, load, operation
from .fault_server import FaultServer

oauth = load("oauth")
Json = load("decoders").Json

SECRET = "canary/secret+&:9"
USER = {"username": "me", "password": "canary password"}
CLIENT = {"client_id": "my client", "client_secret": SECRET}
FLOWS = ("clientCredentials", "password", "authorizationCode")
GET = operation.Operation("GET", "/x")
POST = operation.Operation("POST", "/x")

Calls = Callable[..., list[Any]]


def service(url: str = "/token", *security: Any, **schemes: Any) -> Any:
    """A service whose document has tokens from `url`."""
    flows = {kind: oauth.Flow(url) for kind in FLOWS}
    known = {"oauth": oauth.OAuth2(flows=flows), **schemes}
    return operation.Service("demo", "DEMO", (), known, security or (("oauth",),))


def in_threads(url: str, count: int, together: bool, options: Any) -> list[Any]:
    """What calls of a synchronous client give: results and errors."""
    what, between = options.pop("what", GET), options.pop("between", None)
    given = options.pop("given", {})
    transport = connect(url, api_key=None, **options)

    def one(_: int) -> Any:
        try:
            return transport.call(what, Json[int], options=given)
        except errors.APIError as error:
            return error

    with closing(transport), ThreadPoolExecutor(count) as pool:
        found = []
        for number in range(1 if together else count):
            if number and between:
                between()
            found += pool.map(one, range(count if together else 1))
    return found


def in_tasks(url: str, count: int, together: bool, options: Any) -> list[Any]:
    """What calls of an asynchronous client give."""
    what, between = options.pop("what", GET), options.pop("between", None)
    given = options.pop("given", {})

    async def main() -> list[Any]:
        transport = connect_async(url, api_key=None, **options)

        async def one() -> Any:
            try:
                return await transport.call(what, Json[int], options=given)
            except errors.APIError as error:
                return error

        found: list[Any] = []
        for number in range(1 if together else count):
            if number and between:
                between()
            size = count if together else 1
            found += await asyncio.gather(*(one() for _ in range(size)))
        await transport.aclose()
        return found

    return asyncio.run(main())


def sent(server: FaultServer) -> list[str]:
    """The credentials that came to the API."""
    return [request.headers.get("authorization", "") for request in server.requests]
