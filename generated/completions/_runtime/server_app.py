# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Routes and applications: from a table of endpoints to Starlette (OpenAPI 3.2, 4.8)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias
from urllib.parse import parse_qsl, quote, unquote

from starlette.applications import Starlette
from starlette.datastructures import URLPath
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, NoMatchFound
from starlette.types import Lifespan, Receive, Scope, Send

from .server_answers import error_response
from .server_context import Context, request_id
from .server_endpoint import Endpoint, EndpointApp
from .server_errors import HTTPError, MethodNotAllowed, NotFound
from .server_options import DEFAULT_OPTIONS, ServerOptions
from .server_security import Security, SecurityScheme
from .server_twins import Twin, best, serve

Group: TypeAlias = tuple[object, Sequence[Endpoint]]
"""The object whose methods implement some endpoints (None for none), and those."""

MakeApp: TypeAlias = Callable[[Endpoint, object, Security, ServerOptions], EndpointApp]
"""Puts an endpoint and the object that implements it together."""

_CALL = "oasmith.call"
_ALLOWED = "oasmith.allowed"


class _Template:
    """One path template with its endpoints by method."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.endpoints: dict[str, EndpointApp] = {}
        path, _, query = path.partition("#")[0].partition("?")
        self._query = parse_qsl(query, keep_blank_values=True)
        segments = [re.split(r"\{([^{}]*)\}", text) for text in path.split("/")]
        self._literals = [parts[0] if len(parts) == 1 else None for parts in segments]
        self._patterns = [_pattern(parts) for parts in segments]
        self._names = [parts[1::2] for parts in segments]
        self.length = len(segments)
        kinds = [
            0 if len(parts) == 1 else 1 if any(parts[::2]) else 2 for parts in segments
        ]
        self._kinds = kinds
        self.shape = (
            tuple(tuple(parts[::2]) for parts in segments),
            tuple(self._query),
        )

    @property
    def order(self) -> tuple[list[int], int]:
        """Where to look first: at literal segments, and at queries that ask for most."""
        return self._kinds, -len(self._query)

    def app(self, method: str) -> EndpointApp | None:
        """The endpoint of a method; GET serves HEAD too (RFC 9110, section 9.3.2)."""
        app = self.endpoints.get(method)
        return self.endpoints.get("GET") if app is None and method == "HEAD" else app

    def match(
        self, raw: Sequence[str], plain: Sequence[str], query: str
    ) -> dict[str, str] | None:
        """The raw parameters of a path in segments; None when it is another path.

        A query string in the template must stand in that of the request, names
        without a value with any value.
        """
        found: dict[str, str] = {}
        if self._query:
            given = parse_qsl(query, keep_blank_values=True)
            for name, value in self._query:
                if not any(name == n and value in ("", v) for n, v in given):
                    return None
        for index, literal in enumerate(self._literals):
            if literal is not None:
                if literal != plain[index]:
                    return None
                continue
            matched = self._patterns[index].fullmatch(raw[index])
            if matched is None:
                return None
            found.update(zip(self._names[index], matched.groups(), strict=True))
        return found


def _pattern(parts: Sequence[str]) -> re.Pattern[str]:
    """A segment as a pattern; `parts` are texts and parameter names in turn."""
    return re.compile(
        "".join(
            "(.+)" if index % 2 else re.escape(quote(text, safe="!$&'()*+,;=:@~"))
            for index, text in enumerate(parts)
        )
    )


class ApiRoute(BaseRoute):
    """All paths of an API as one route: literal segments win over parameters.

    Of several operations at one address, the one that fits a request best wins, as
    `server_twins` tells; of those that fit it equally, the first that is implemented.

    After a match the scope holds `oasmith.operation` and `oasmith.path`, so that
    middleware can tell the operation and the path template.
    """

    def __init__(self, apps: Iterable[EndpointApp], options: ServerOptions) -> None:
        self._options = options
        templates: dict[str, _Template] = {}
        for app in apps:
            path = options.prefix.rstrip("/") + app.endpoint.path
            template = templates.setdefault(path, _Template(path))
            if template.endpoints.setdefault(app.endpoint.method, app) is not app:
                raise ValueError(f"two operations at {app.endpoint.method} {path}")
        groups: dict[object, list[_Template]] = {}
        for template in sorted(templates.values(), key=lambda item: item.order):
            groups.setdefault(template.shape, []).append(template)
        self._groups: dict[int, list[list[_Template]]] = {}
        for group in groups.values():
            self._groups.setdefault(group[0].length, []).append(group)

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Find the template; a template that has the method wins over one that has not."""
        if scope["type"] != "http":
            return Match.NONE, {}
        raw = _raw_path(scope).split("/")
        plain = [unquote(text) for text in raw]
        query = scope.get("query_string", b"").decode("latin-1")
        method: str = scope["method"]
        other: list[_Template] = []
        for group in self._groups.get(len(raw), ()):
            twins: list[Twin] = []
            for template in group:
                parameters = template.match(raw, plain, query)
                if parameters is None:
                    continue
                app = template.app(method)
                if app is None:
                    other.append(template)
                elif app.endpoint.is_meant(query, scope):
                    twins.append(Twin(app, template.path, parameters))
            if twins:
                found = best(twins, scope)
                return Match.FULL, {_CALL: found, **found[0].described()}
        if not other:
            return Match.NONE, {}
        allowed = {name for template in other for name in template.endpoints}
        return Match.FULL, {_ALLOWED: sorted(allowed), "oasmith.path": other[0].path}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the operation, or answer 405 with the methods that the path has."""
        if _ALLOWED in scope:
            error = MethodNotAllowed(headers={"allow": ", ".join(scope[_ALLOWED])})
            await _answer(error, Request(scope), self._options)(scope, receive, send)
            return
        found: list[Twin] = scope[_CALL]
        if len(found) > 1:
            await serve(found, scope, receive, send)
        else:
            await found[0].app.serve(found[0].parameters, scope, receive, send)

    def url_path_for(self, name: str, /, **path_params: object) -> URLPath:
        """Not supported: paths are found by the client, not by name."""
        raise NoMatchFound(name, dict(path_params))


def _raw_path(scope: Scope) -> str:
    """The path as it was sent, below the mount point: `%2F` is no separator."""
    raw: bytes = scope.get("raw_path") or quote(scope["path"]).encode()
    root = quote(scope.get("root_path", ""))
    return raw.decode("latin-1").partition("?")[0].removeprefix(root)


def _answer(error: HTTPError, request: Request, options: ServerOptions) -> Response:
    context = Context(request, "", "", request_id(request.headers))
    return error_response(error, context, options)


def build_routes(
    groups: Sequence[Group],
    schemes: Iterable[SecurityScheme] = (),
    authenticators: Mapping[str, object] | None = None,
    options: ServerOptions = DEFAULT_OPTIONS,
    make: MakeApp = EndpointApp,
) -> list[BaseRoute]:
    """The route of an API, for an application of one's own.

    Raises:
        ValueError: An endpoint needs a security scheme without an authenticator, or
            two endpoints have the same method and path.
    """
    security = Security(schemes, authenticators or {})
    security.require(
        name
        for _, endpoints in groups
        for endpoint in endpoints
        for requirement in endpoint.security
        for name in requirement
    )
    apps = [
        make(endpoint, handlers, security, options)
        for handlers, endpoints in groups
        for endpoint in endpoints
    ]
    return [ApiRoute(apps, options)]


def build_receivers(
    handlers: object,
    endpoints: Sequence[Endpoint],
    paths: Mapping[str, object] | None = None,
    schemes: Iterable[SecurityScheme] = (),
    authenticators: Mapping[str, object] | None = None,
    *,
    options: ServerOptions = DEFAULT_OPTIONS,
    make: MakeApp = EndpointApp,
) -> list[BaseRoute]:
    """The route of what an API sends; `paths` are by the name of the handler.

    Raises:
        ValueError: An endpoint needs a security scheme without an authenticator, or
            two endpoints have the same method and path.
    """
    chosen = paths or {}
    placed = [
        replace(endpoint, path=str(chosen.get(endpoint.handler, endpoint.path)))
        for endpoint in endpoints
    ]
    return build_routes([(handlers, placed)], schemes, authenticators, options, make)


def build_app(
    routes: Sequence[BaseRoute],
    options: ServerOptions = DEFAULT_OPTIONS,
    lifespan: Lifespan[Starlette] | None = None,
) -> Starlette:
    """An application that answers errors of its own in the API's error body too."""

    async def refuse(request: Request, error: Exception) -> Response:
        if not isinstance(error, HTTPException):
            return _answer(HTTPError(500), request, options)
        if error.status_code == 404:
            return _answer(NotFound("There is no such path."), request, options)
        headers = dict(error.headers or {})
        return _answer(
            HTTPError(error.status_code, error.detail, headers=headers),
            request,
            options,
        )

    app = Starlette(
        routes=routes,
        exception_handlers={HTTPException: refuse, Exception: refuse},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    return app
