# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Webhooks that are received: their signatures are verified before anything is read."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute
from starlette.types import Message, Receive

from .server_app import build_receivers
from .server_body import read_bytes
from .server_context import Context
from .server_endpoint import Endpoint, EndpointApp
from .server_errors import Unauthorized
from .server_options import DEFAULT_OPTIONS, ServerOptions
from .server_security import Security, SecurityScheme
from .server_sse import StreamResponse
from .signatures import Secrets, SignatureError, keys_of, verify


class Signatures:
    """What webhooks are verified with: `secrets`, or those of the environment.

    Raises:
        ValueError: There is no secret, or one is not what a secret looks like.
    """

    def __init__(
        self,
        secrets: Secrets | None,
        variable: str,
        clock: Callable[[], float] = time.time,
    ) -> None:
        found = os.environ.get(variable, "") if secrets is None else secrets
        if isinstance(found, str) and not found.strip():
            raise ValueError(
                "no secret to verify webhooks with: give `secrets`, or set the "
                f"environment variable {variable}"
            )
        self._keys = keys_of(found)
        self._clock = clock

    def check(self, content: bytes, headers: Headers) -> None:
        """Let a webhook pass. Raises Unauthorized for one that the sender did not sign."""
        try:
            verify(self._keys, content, headers, self._clock())
        except SignatureError as error:
            text = str(error)
            message = f"{text[:1].upper()}{text[1:]}."
            raise Unauthorized(message, code="invalid_signature") from None


class SignedApp(EndpointApp):
    """A webhook together with the handler that it reaches when it is verified."""

    def __init__(
        self,
        signatures: Signatures,
        endpoint: Endpoint,
        handlers: object,
        security: Security,
        options: ServerOptions,
    ) -> None:
        super().__init__(endpoint, handlers, security, options)
        self._signatures = signatures

    async def _respond(
        self, path: Mapping[str, str], context: Context
    ) -> Response | StreamResponse:
        request = context.request
        content = await read_bytes(request, self.options.max_body_bytes)
        self._signatures.check(content, context.headers)
        context.request = Request(request.scope, _again(content, request.receive))
        return await super()._respond(path, context)


def _again(content: bytes, receive: Receive) -> Receive:
    """What gives a body that was received already once more, and then what follows."""
    waiting: list[Message] = [{"type": "http.request", "body": content}]

    async def received() -> Message:
        return waiting.pop() if waiting else await receive()

    return received


def build_signed_receivers(
    handlers: object,
    endpoints: Sequence[Endpoint],
    paths: Mapping[str, object] | None = None,
    schemes: Iterable[SecurityScheme] = (),
    authenticators: Mapping[str, object] | None = None,
    *,
    secrets: Secrets | None,
    variable: str,
    options: ServerOptions = DEFAULT_OPTIONS,
) -> list[BaseRoute]:
    """The route of what an API sends and signs; see `build_receivers`.

    Raises:
        ValueError: Besides, there is no secret in `secrets` nor in the environment.
    """
    make = partial(SignedApp, Signatures(secrets, variable))
    return build_receivers(
        handlers, endpoints, paths, schemes, authenticators, options=options, make=make
    )
