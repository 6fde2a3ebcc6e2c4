# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Functions of the caller around every attempt, which see its request and its response."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from inspect import iscoroutinefunction
from typing import Any, TypeAlias, cast

import httpx2

Send: TypeAlias = Callable[[httpx2.Request], httpx2.Response]
"""What a middleware calls to go on: the next one, at last the network."""

Middleware: TypeAlias = Callable[[httpx2.Request, Send], httpx2.Response]
"""Takes the request of an attempt and what sends it; gives the response."""

AsyncSend: TypeAlias = Callable[[httpx2.Request], Awaitable[httpx2.Response]]
AsyncMiddleware: TypeAlias = Callable[
    [httpx2.Request, AsyncSend], Awaitable[httpx2.Response]
]
"""The same for asynchronous clients."""


def checked(functions: Iterable[object], *, is_async: bool) -> None:
    """Raise TypeError for what cannot be called, or is of the other flavour."""
    for one in functions:
        if not callable(one):
            raise TypeError(f"{one!r} is no middleware: it cannot be called")
        given: Any = one
        if (iscoroutinefunction(given) or _is_async_call(given)) is not is_async:
            wanted = "an async function" if is_async else "a function without async"
            raise TypeError(f"the middleware {_name(one)} must be {wanted} here")


def chained(functions: Sequence[object], send: Send) -> Send:
    """`send` with the functions around it, the first outermost."""
    for one in reversed(functions):
        send = partial(_passed, cast(Middleware, one), send)
    return send


def chained_async(functions: Sequence[object], send: AsyncSend) -> AsyncSend:
    """The same for an asynchronous client."""
    for one in reversed(functions):
        send = partial(_passed_async, cast(AsyncMiddleware, one), send)
    return send


def _passed(one: Middleware, send: Send, request: httpx2.Request) -> httpx2.Response:
    return _response(one, one(request, send))


async def _passed_async(
    one: AsyncMiddleware, send: AsyncSend, request: httpx2.Request
) -> httpx2.Response:
    return _response(one, await one(request, send))


def _response(one: object, found: object) -> httpx2.Response:
    if not isinstance(found, httpx2.Response):
        kind = type(found).__name__
        raise TypeError(f"the middleware {_name(one)} gave {kind}, not a response")
    return found


def _is_async_call(one: Any) -> bool:
    return iscoroutinefunction(type(one).__call__)


def _name(one: object) -> str:
    return getattr(one, "__qualname__", type(one).__qualname__)
