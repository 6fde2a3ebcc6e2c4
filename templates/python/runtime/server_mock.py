# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""The server in mock mode: every operation answers what the document says it may."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import AsyncIterator, Iterable, Sequence
from functools import partial
from pathlib import Path

from starlette.applications import Starlette
from starlette.responses import Response

from .server_answers import Answer, content_type, dump
from .server_app import build_app, build_routes
from .server_context import Context
from .server_endpoint import Endpoint
from .server_frames import StreamAnswer, preferred
from .server_headers import texts_of
from .server_mock_data import (
    MockAnswer,
    MockData,
    Preferences,
    chosen,
    documented,
    liked,
)
from .server_options import ServerOptions
from .server_security import SecurityScheme
from .server_text import is_object

_LOOPBACK = ("127.0.0.1", "::1", "localhost")


class MockHandlers:
    """Handlers of some endpoints, each answering from the data."""

    def __init__(self, endpoints: Iterable[Endpoint], data: MockData) -> None:
        self._data = data
        for endpoint in endpoints:
            setattr(self, endpoint.handler, partial(self._answer, endpoint))

    async def _answer(
        self,
        endpoint: Endpoint,
        body: object = None,
        /,
        *,
        context: Context,
        **arguments: object,
    ) -> Response | AsyncIterator[object]:
        wanted = Preferences.parse(context.headers.get("prefer", ""))
        if wanted.delay:
            await asyncio.sleep(wanted.delay)
        accept = context.headers.get("accept", "")
        stream = preferred(endpoint.streams, accept)
        found = documented(self._data.of(endpoint.handler), wanted.code)
        answer = liked(_asked_for(found, stream, body), accept)
        status = answer.code(wanted.code)
        headers = texts_of(answer.headers)
        if answer.is_stream and stream is not None:
            context.status = status
            context.response_headers.update(headers)
            return _items(answer.values, stream)
        content = _content(answer, chosen(answer, wanted.example))
        if answer.media:
            headers["content-type"] = content_type(Answer(status, answer.media))
        return Response(content, status, headers)


def _asked_for(
    answers: Sequence[MockAnswer], stream: StreamAnswer | None, body: object
) -> Sequence[MockAnswer]:
    """The answers that are streams, or those that are not, as the body asks for."""
    if stream is None or not stream.selector:
        return answers
    members: object = json.loads(dump(body))
    is_asked = is_object(members) and members.get(stream.selector) is True
    found = [answer for answer in answers if answer.is_stream is is_asked]
    return found or answers


def _content(answer: MockAnswer, value: object) -> bytes:
    if not answer.media:
        return b""
    if answer.is_json:
        return json.dumps(value, separators=(",", ":")).encode()
    return str(value).encode()


async def _items(
    values: Sequence[object], stream: StreamAnswer
) -> AsyncIterator[object]:
    for value in values:
        yield str(value).encode() if stream.form == "bytes" else value


async def _anybody(credentials: object, context: Context) -> object:
    """Accept any credentials: that they are there has been checked."""
    return credentials


def mock_app(
    tables: Sequence[Sequence[Endpoint]],
    schemes: Sequence[SecurityScheme],
    module: str,
    options: ServerOptions,
) -> Starlette:
    """An application over tables of routes.

    `module` is the path of the module that has the answers in a JSON file beside it.
    """
    data = MockData(Path(module).with_suffix(".json"))
    groups = [(MockHandlers(table, data), table) for table in tables]
    authenticators = {scheme.name: _anybody for scheme in schemes}
    return build_app(build_routes(groups, schemes, authenticators, options), options)


def serve(app: Starlette) -> None:
    """Serve an application as the command line says: on loopback, port 8000."""
    parser = argparse.ArgumentParser(description="Serve the API in mock mode.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on")
    given = parser.parse_args()
    if given.host not in _LOOPBACK:
        sys.stderr.write("Everybody who can reach this machine can call the mock.\n")
    import uvicorn

    uvicorn.run(app, host=given.host, port=given.port)
