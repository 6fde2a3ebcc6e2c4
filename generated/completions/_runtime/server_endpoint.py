# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""One operation, from a matched request to its response."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from inspect import isasyncgen
from typing import Any, TypeGuard

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from .server_answers import (
    Answer,
    WrongAnswer,
    dump,
    error_response,
    response,
    verify_headers,
)
from .server_body import Body, ReadBody, read_body
from .server_context import REQUEST_ID_HEADER, Context, request_id
from .server_errors import HTTPError, InternalServerError, Unimplemented
from .server_frames import StreamAnswer, preferred
from .server_headers import SIMPLE, HeaderForms, by_status
from .server_media import ContentType, choose
from .server_options import ServerOptions
from .server_parameters import Parameter
from .server_paths import Condition
from .server_security import Requirement, Security
from .server_sse import StreamResponse, close
from .server_styles import Query
from .server_wire import Call, Check, ExchangeCheck, HeaderLines, Strip
from .server_wire_headers import Header

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Codec:
    """How the arguments of an operation are read, and how its results are checked.

    `bodies` maps a media type to its decoder, empty for an operation without a body.
    `models` maps `200 application/json` to the model of that answer, where several
    answers are told apart by it. `checks` maps the same to validators, of items where it
    is a stream; they are used only where the options say so. `exchanges` maps it to those
    that see the JSON of the request as well, and check all that `checks` do; `asked` are
    the media types of the bodies that they may see. `headers` are those of successes by
    status, range or `default`; they are checked where the answers are. `strips` maps the
    same as `checks` to what takes out of an answer, or of the items of a stream, what is
    only written.
    """

    parameters: Sequence[Parameter] = ()
    bodies: Mapping[str, Body] = field(default_factory=dict[str, Body])
    body_required: bool = False
    models: Mapping[str, type] = field(default_factory=dict[str, type])
    checks: Mapping[str, Check] = field(default_factory=dict[str, Check])
    exchanges: Mapping[str, ExchangeCheck] = field(
        default_factory=dict[str, ExchangeCheck]
    )
    asked: Sequence[str] = ()
    headers: Mapping[str, Sequence[Header]] = field(
        default_factory=dict[str, Sequence[Header]]
    )
    strips: Mapping[str, Strip] = field(default_factory=dict[str, Strip])

    def checks_after(self, body: ReadBody, media: str) -> Mapping[str, Check]:
        """The checks of what answers a request with a body of a media type."""
        if not self.exchanges:
            return self.checks
        seen: object = None
        if self.asked and not body.is_missing:
            if not self.sees(media):
                return self.checks
            seen = body.json
        bound = {label: partial(check, seen) for label, check in self.exchanges.items()}
        return {**self.checks, **bound}

    def sees(self, media: str) -> bool:
        """Whether rules see a body of a media type beside the answer."""
        return choose({key: key for key in self.bodies}, media) in self.asked


@dataclass(frozen=True, slots=True)
class Endpoint:
    """The static facts of an operation.

    `handler` is the name of the method that implements it. `codec` is called at the
    first request, so that models and validators are imported only then. `conditions`
    are what its requests have and those of others at the same address have not.
    `json_headers` are headers of answers whose values are JSON, `exploded_headers` those
    whose objects are written as `name=value` pairs; `error_headers` tells the same of
    errors, by status, range or `default`.
    """

    operation: str
    method: str
    path: str
    handler: str
    codec: Callable[[], Codec] = Codec
    answers: Sequence[Answer] = ()
    streams: Sequence[StreamAnswer] = ()
    security: Sequence[Requirement] = ()
    conditions: Sequence[Condition] = ()
    json_headers: Sequence[str] = ()
    exploded_headers: Sequence[str] = ()
    error_headers: Mapping[str, HeaderForms] = field(
        default_factory=dict[str, HeaderForms]
    )

    def header_forms(self, status: int) -> HeaderForms:
        """How the headers of an answer are written."""
        if status < 400:
            return HeaderForms(self.json_headers, self.exploded_headers)
        return by_status(self.error_headers, status) or SIMPLE

    def is_meant(self, query: str, scope: Scope) -> bool:
        """Whether a request to its method and path is for this operation."""
        if not self.conditions:
            return True
        headers = Headers(raw=list(scope["headers"]))
        return all(condition.holds(query, headers) for condition in self.conditions)


class EndpointApp:
    """An endpoint together with the handler that implements it."""

    def __init__(
        self,
        endpoint: Endpoint,
        handlers: object,
        security: Security,
        options: ServerOptions,
    ) -> None:
        self.endpoint = endpoint
        self._handler: Callable[..., Any] | None = getattr(
            handlers, endpoint.handler, None
        )
        self._security = security
        self._options = options
        self._codec: Codec | None = None

    @property
    def codec(self) -> Codec:
        """How its requests are read."""
        if self._codec is None:
            self._codec = self.endpoint.codec()
        return self._codec

    @property
    def options(self) -> ServerOptions:
        """The options of the server."""
        return self._options

    async def serve(
        self, path: Mapping[str, str], scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Answer one request; `path` holds the raw path parameters by name."""
        refusal = await self.attempt(path, scope, receive, send)
        if refusal is not None:
            context = self._context(Request(scope, receive))
            answer = self._failure(refusal, context)
            await answer(scope, receive, send)

    async def attempt(
        self, path: Mapping[str, str], scope: Scope, receive: Receive, send: Send
    ) -> Unimplemented | None:
        """Answer one request, unless the handler says that it is not implemented."""
        context = self._context(Request(scope, receive))
        answer: Response | StreamResponse | None = None
        try:
            answer = await self._respond(path, context)
            if isinstance(answer, StreamResponse):
                await answer(scope, receive, send)
                return None
        except ClientDisconnect:
            context.disconnected = True
            return None
        except Unimplemented as refusal:
            return refusal
        except Exception as error:
            if isinstance(answer, StreamResponse) and answer.started:
                raise
            answer = self._failure(self._shown(error), context)
        await answer(scope, receive, send)
        return None

    def _failure(self, error: HTTPError, context: Context) -> Response:
        forms = self.endpoint.header_forms(error.status)
        return error_response(error, context, self._options, forms)

    def _context(self, request: Request) -> Context:
        return Context(
            request,
            self.endpoint.operation,
            self.endpoint.path,
            request_id(request.headers),
            json_headers=self.endpoint.json_headers,
            exploded_headers=self.endpoint.exploded_headers,
        )

    async def _respond(
        self, path: Mapping[str, str], context: Context
    ) -> Response | StreamResponse:
        await self._security.check(context, self.endpoint.security)
        if self._handler is None:
            raise Unimplemented(self.endpoint.operation)
        codec = self.codec
        call = Call(path, Query.parse(_query(context)), context.headers)
        arguments = {item.keyword: item.read(call) for item in codec.parameters}
        if codec.bodies:
            body = await read_body(
                context.request, codec.bodies, codec.body_required, self._options
            )
            result = self._handler(body.content, context=context, **arguments)
        else:
            body = ReadBody(None, is_missing=True)
            result = self._handler(context=context, **arguments)
        if not isasyncgen(result):
            result = await result
        context.response_headers.setdefault(REQUEST_ID_HEADER, context.request_id)
        if isinstance(result, Response):
            return _identified(result, context)
        if _is_stream(result):
            return await self._stream(result, body, context, codec)
        self._agree(body, streams=False)
        checks = None
        if self._options.validate_responses:
            media = ContentType.parse(context.headers.get("content-type", "")).media
            checks = codec.checks_after(body, media)
        answers = self.endpoint.answers
        answer = response(result, answers, context, codec.models, checks, codec.strips)
        self._verify_headers(answer.status_code, answer.headers)
        return answer

    async def _stream(
        self,
        result: AsyncIterable[object],
        body: ReadBody,
        context: Context,
        codec: Codec,
    ) -> StreamResponse:
        try:
            self._agree(body, streams=True)
            accept = context.headers.get("accept", "")
            answer = preferred(self.endpoint.streams, accept)
            if answer is None:
                raise WrongAnswer("the operation has no documented stream")
            is_checked = self._options.validate_responses
            status = context.status or answer.status
            stream = StreamResponse(
                aiter(result),
                answer,
                status=status,
                headers=context.response_headers,
                ping_interval=self._options.ping_interval,
                render=self._render,
                check=codec.checks.get(answer.label) if is_checked else None,
                strip=codec.strips.get(answer.label),
            )
            self._verify_headers(status, stream.headers)
        except WrongAnswer:
            await close(result)
            raise
        return stream

    def _verify_headers(self, status: int, lines: HeaderLines) -> None:
        documented = self.codec.headers
        if documented and self._options.validate_responses:
            verify_headers(by_status(documented, status) or (), lines)

    def _agree(self, body: ReadBody, *, streams: bool) -> None:
        """Raise WrongAnswer unless the result is of the form that the body asks for."""
        selectors = [item.selector for item in self.endpoint.streams if item.selector]
        if not selectors:
            return
        wanted = body.member(selectors[0]) is True
        if wanted is not streams:
            raise WrongAnswer(
                f"the request has {selectors[0]}={str(wanted).lower()}, "
                f"the handler returned {'a stream' if streams else 'one object'}"
            )

    def _render(self, error: Exception) -> bytes:
        return dump(self._shown(error).content(self._options.render_error))

    def _shown(self, error: Exception) -> HTTPError:
        """The error as the caller may see it: faults of the server without details."""
        if isinstance(error, HTTPError):
            return error
        _log.error("%s failed", self.endpoint.operation, exc_info=error)
        return InternalServerError("The server failed while it handled the request.")


def _identified(answer: Response, context: Context) -> Response:
    """A response that the handler made itself, with the id of the request."""
    answer.headers.setdefault(REQUEST_ID_HEADER, context.request_id)
    return answer


def _is_stream(result: object) -> TypeGuard[AsyncIterable[object]]:
    return isinstance(result, AsyncIterable)


def _query(context: Context) -> str:
    query: bytes = context.request.scope.get("query_string", b"")
    return query.decode("latin-1")
