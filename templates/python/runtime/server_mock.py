# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""The server in mock mode: every operation answers what the document says it may."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sys
from collections.abc import AsyncIterator, Iterable, Sequence
from functools import partial
from pathlib import Path

from starlette.applications import Starlette
from starlette.responses import Response

from .server_answers import Answer, content_type, dump
from .server_app import build_app, build_routes
from .server_body import ReadBody
from .server_context import Context
from .server_endpoint import Codec, Endpoint
from .server_frames import StreamAnswer, preferred
from .server_headers import texts_of
from .server_media import ContentType
from .server_mock_data import (
    MockAnswer,
    MockData,
    Preferences,
    chosen,
    documented,
    liked,
)
from .server_mock_faults import faulty, faulty_stream
from .server_mock_fitting import Asked, Fitted, as_it_is, fitted
from .server_options import ServerOptions
from .server_security import SecurityScheme
from .server_text import is_object
from .violations import Violation

BROKEN = "x-mock-broken"
"""The header that tells which rule an answer breaks."""

_LONG = 200
_log = logging.getLogger(__name__)

_LOOPBACK = ("127.0.0.1", "::1", "localhost")


class MockHandlers:
    """Handlers of some endpoints, each answering from the data."""

    def __init__(self, endpoints: Iterable[Endpoint], data: MockData) -> None:
        self._data = data
        self._codecs: dict[str, Codec] = {}
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
        if answer.is_stream and stream is not None:
            return _stream(answer, wanted, stream, context)
        return self._whole(endpoint, answer, wanted, body, context)

    def _whole(
        self,
        endpoint: Endpoint,
        answer: MockAnswer,
        wanted: Preferences,
        body: object,
        context: Context,
    ) -> Response:
        status = answer.code(wanted.code)
        told = Answer(status, answer.media)
        headers = texts_of(answer.headers)
        values = chosen(answer, wanted.example)
        value, wrong = Fitted(values[0])
        asked = self._asked(endpoint, told, body, context) if told.is_json else None
        if asked is not None:
            find = fitted if wanted.example is None else as_it_is
            value, wrong = find(values, asked)
        strip = self._codec(endpoint).strips.get(told.label)
        if strip is not None:
            value = strip(value)
        if wrong:
            headers[BROKEN] = _shown(wrong[0])
            _log.warning("%s: the answer is wrong: %s", told.label, headers[BROKEN])
        content = _content(answer, value)
        if answer.media:
            headers["content-type"] = content_type(told)
        if wanted.fault:
            return faulty(
                wanted.fault, content, status, headers, is_json=answer.is_json
            )
        return Response(content, status, headers)

    def _codec(self, endpoint: Endpoint) -> Codec:
        if endpoint.handler not in self._codecs:
            self._codecs[endpoint.handler] = endpoint.codec()
        return self._codecs[endpoint.handler]

    def _asked(
        self, endpoint: Endpoint, answer: Answer, body: object, context: Context
    ) -> Asked | None:
        """What checks an answer, together with the request if rules see both."""
        codec = self._codec(endpoint)
        media = ContentType.parse(context.headers.get("content-type", "")).media
        seen = _json(body) if codec.sees(media) else None
        read = ReadBody(body, seen, is_missing=body is None)
        checks = codec.checks_after(read, media)
        if answer.label not in checks:
            return None
        is_seen = checks is not codec.checks and answer.label in codec.exchanges
        return Asked(checks[answer.label], seen, "/response" if is_seen else "")


def _stream(
    answer: MockAnswer, wanted: Preferences, stream: StreamAnswer, context: Context
) -> Response | AsyncIterator[object]:
    status, headers = answer.code(wanted.code), texts_of(answer.headers)
    is_bytes = stream.form == "bytes"
    values = [str(value).encode() if is_bytes else value for value in answer.values]
    context.status = status
    context.response_headers.update(headers)
    if wanted.fault:
        return faulty_stream(wanted.fault, values, stream, status, headers)
    return _items(values)


def _json(body: object) -> object:
    """The JSON of a body that is a model or plain data."""
    parsed: object = json.loads(dump(body))
    return parsed


def _shown(violation: Violation) -> str:
    """What is wrong, on one line and in ASCII, as headers must be."""
    text = f"{violation.path}: {violation.message}"
    plain = "".join(sign if sign.isprintable() else "?" for sign in text)
    return plain.encode("ascii", "backslashreplace").decode()[:_LONG]


def _asked_for(
    answers: Sequence[MockAnswer], stream: StreamAnswer | None, body: object
) -> Sequence[MockAnswer]:
    """The answers that are streams, or those that are not, as the body asks for."""
    if stream is None or not stream.selector:
        return answers
    members = _json(body)
    is_asked = is_object(members) and members.get(stream.selector) is True
    found = [answer for answer in answers if answer.is_stream is is_asked]
    return found or answers


def _content(answer: MockAnswer, value: object) -> bytes:
    if not answer.media:
        return b""
    if answer.is_json:
        return json.dumps(value, separators=(",", ":")).encode()
    return str(value).encode()


async def _items(values: Sequence[object]) -> AsyncIterator[object]:
    for value in values:
        yield value


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
