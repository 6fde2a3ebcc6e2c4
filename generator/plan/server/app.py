"""The application: `server/app.py` and the root of the server package."""

from __future__ import annotations

from keyword import iskeyword
from typing import TYPE_CHECKING

from ..files import FilePlan
from ..python.code import EMPTY, code, join
from ..python.groups import table_name
from ..python.imports import Imports
from ..python.layout import (
    Atom,
    annotated_name,
    call,
    fit,
    name,
    subscript,
    tuple_display,
    union,
)
from ..python.literals import ident, lit, sectioned
from ..python.signatures import Param, Signature, signature
from .module import base_class, handlers_class
from .receivers import exports_of, receiver_view
from .views import AppView, PackageView, SecurityView

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ...ir import Api, Operation, SecurityScheme
    from ...name import Names
    from ...name.names import ResourceName
    from ..python.code import Code
    from ..python.layout import Expr
    from .receivers import Receiver

RUNTIME_EXPORTS: tuple[str, ...] = (
    "BadGateway",
    "BadRequest",
    "BasicCredentials",
    "Conflict",
    "ContentTooLarge",
    "Context",
    "Forbidden",
    "GatewayTimeout",
    "Gone",
    "HTTPError",
    "InternalServerError",
    "MethodNotAllowed",
    "NotFound",
    "PaymentRequired",
    "PreconditionFailed",
    "Problem",
    "ServerOptions",
    "ServiceUnavailable",
    "TooManyRequests",
    "Unauthorized",
    "Unimplemented",
    "UnprocessableContent",
    "UnsupportedMediaType",
    "Upload",
    "render_error",
    "same_secret",
)
"""What the server package exports of its runtime."""

_NONE = Atom(code("None"))
_OPTIONS = Param(
    code("options"),
    Atom(code("server.ServerOptions")),
    code("server.DEFAULT_OPTIONS"),
)
_BASIC = code("server.BasicAuthenticator")
_TOKEN = code("server.TokenAuthenticator")
_ARGUMENTS = {
    "security": (
        "The authenticator of each security scheme. It gets the credentials and the "
        "context and returns the principal, or None to refuse with 401."
    ),
    "options": "Limits, the body of errors, the interval of pings, a prefix for paths.",
    "lifespan": "Starlette's lifespan: runs while the application is up.",
}


def app_plan(
    api: Api,
    names: Names,
    resources: Sequence[ResourceName],
    receivers: Sequence[Receiver],
    header: Code,
) -> FilePlan:
    """`server/app.py`."""
    schemes = _used_schemes(api.operations, api)
    all_schemes = _used_schemes((*api.operations, *api.webhooks, *api.callbacks), api)
    imports = _imports(resources)
    received = tuple(receiver_view(item, names, imports) for item in receivers)
    view = AppView(
        header=header,
        docstring=code(
            '"""The application: routes, security and handlers together."""'
        ),
        imports=imports.render(),
        handlers=tuple(
            annotated_name(
                ident(item.argument),
                union([Atom(ident(handlers_class(item))), Atom(code("None"))]),
                4,
                EMPTY,
            )
            for item in resources
        ),
        has_security=bool(schemes),
        has_schemes=bool(all_schemes),
        security=_security(schemes, all_schemes),
        receivers=received,
        groups=tuple(_group(item) for item in resources),
        app_signature=signature(_app_signature(resources, bool(schemes)), 0),
        app_docstring=_app_docstring(resources, bool(schemes)),
        routes_signature=signature(_routes_signature(bool(schemes)), 0),
        routes_docstring=_routes_docstring(bool(schemes)),
        routes_call=_routes_call(resources, bool(schemes)),
        build_call=_build_call(bool(schemes)),
    )
    return FilePlan("server/app.py", "python/server/app.py.jinja", view)


def package_plan(
    resources: Sequence[ResourceName], receivers: Sequence[Receiver], header: Code
) -> FilePlan:
    """`server/__init__.py`."""
    imports = Imports()
    exports = ["app", "routes", *RUNTIME_EXPORTS]
    for exported in RUNTIME_EXPORTS:
        imports.add(".._runtime.server", exported)
    imports.add(".app", "app")
    imports.add(".app", "routes")
    for resource in resources:
        for exported in (handlers_class(resource), base_class(resource)):
            imports.add(f".{resource.module}", exported)
            exports.append(exported)
    for receiver in receivers:
        for module, exported in exports_of(receiver):
            imports.add(module, exported)
            exports.append(exported)
    view = PackageView(
        header=header,
        docstring=code(
            '"""The server: `app` makes the application, handlers implement it."""'
        ),
        imports=imports.render(),
        exports=tuple(lit(exported) for exported in sorted(exports)),
    )
    return FilePlan("server/__init__.py", "python/server/__init__.py.jinja", view)


def _imports(resources: Sequence[ResourceName]) -> Imports:
    imports = Imports()
    imports.add("typing", "TypedDict")
    imports.add("typing", "Unpack")
    imports.add(".._runtime", "server")
    checked = imports.type_checking
    checked.add("starlette.applications", "Starlette")
    checked.add("starlette.routing", "BaseRoute")
    checked.add("starlette.types", "Lifespan")
    for resource in resources:
        imports.add(f".{resource.module}", table_name(resource))
        imports.add(f".{resource.module}", handlers_class(resource))
    return imports


def _used_schemes(
    operations: Iterable[Operation], api: Api
) -> list[tuple[str, SecurityScheme | None]]:
    """The schemes that operations require, in order; None for one not declared."""
    used = dict.fromkeys(
        scheme
        for operation in operations
        for requirement in operation.security
        for scheme, _ in requirement.schemes
    )
    return [(scheme, api.security_schemes.get(scheme)) for scheme in used]


def _security(
    schemes: list[tuple[str, SecurityScheme | None]],
    all_schemes: list[tuple[str, SecurityScheme | None]],
) -> SecurityView:
    """The type of the authenticators of the application, and all schemes."""
    is_class = all(_is_field(key) for key, _ in schemes)
    members = []
    for key, scheme in schemes:
        is_basic = scheme is not None and scheme.http_scheme == "basic"
        kind = _BASIC if is_basic else _TOKEN
        if is_class:
            members.append(code("{}: {}", ident(key), kind))
        else:
            members.append(code("{}: {}", lit(key), kind))
    return SecurityView(
        is_class=is_class,
        members=tuple(members),
        schemes=tuple(_scheme(key, scheme) for key, scheme in all_schemes),
    )


def _is_field(key: str) -> bool:
    """Whether the name can be written as a field of a class."""
    is_plain = key.isascii() and key.isidentifier() and not iskeyword(key)
    return is_plain and not key.startswith("__")


def _scheme(key: str, scheme: SecurityScheme | None) -> Code:
    facts = [key, "unknown"]
    if scheme is None:
        pass
    elif scheme.kind == "apiKey" and scheme.place in ("header", "query", "cookie"):
        facts = [key, scheme.place, scheme.key]
    elif scheme.kind == "http" and scheme.http_scheme:
        facts = [key, "http", scheme.http_scheme]
    elif scheme.kind in ("oauth2", "openIdConnect"):
        facts = [key, "http", "bearer"]
    elif scheme.kind == "mutualTLS":
        facts = [key, "tls"]
    made = call(code("server.SecurityScheme"), [Atom(lit(fact)) for fact in facts])
    return fit(made, 4, after=code(","))


def _group(resource: ResourceName) -> Code:
    given = call(code("handlers.get"), [Atom(lit(resource.argument))])
    pair = tuple_display([given, name(table_name(resource))])
    return fit(pair, 8, after=code(","))


def _app_signature(resources: Sequence[ResourceName], secured: bool) -> Signature:
    given = [
        Param(
            ident(item.argument),
            union([name(handlers_class(item)), _NONE]),
            code("None"),
        )
        for item in resources
    ]
    if secured:
        given.append(Param(code("security"), Atom(code("Security"))))
    lifespan = subscript(code("Lifespan"), [Atom(code("Starlette"))])
    given += [
        _OPTIONS,
        Param(code("lifespan"), union([lifespan, _NONE]), code("None")),
    ]
    return Signature(
        name=code("app"), keyword=tuple(given), returns=Atom(code("Starlette"))
    )


def _routes_signature(secured: bool) -> Signature:
    security = Param(code("security"), Atom(code("Security")))
    handlers = subscript(code("Unpack"), [Atom(code("Handlers"))])
    return Signature(
        name=code("routes"),
        keyword=(security, _OPTIONS) if secured else (_OPTIONS,),
        rest=Param(code("handlers"), handlers, prefix=code("**")),
        returns=subscript(code("list"), [Atom(code("BaseRoute"))]),
    )


def _app_docstring(resources: Sequence[ResourceName], secured: bool) -> Code:
    given = [
        (item.argument, f"Implements the operations {item.group}.")
        for item in resources
    ]
    given += _common(secured)
    given.append(("lifespan", _ARGUMENTS["lifespan"]))
    return sectioned(
        "An application that serves the API.",
        "Operations of handlers that are left out answer 501.",
        [("Args", given), *_raises(secured)],
        4,
    )


def _routes_docstring(secured: bool) -> Code:
    given = [*_common(secured), ("handlers", "What `app` takes by the same names.")]
    return sectioned(
        "The routes of the API, for a Starlette application of your own.",
        "",
        [("Args", given), *_raises(secured)],
        4,
    )


def _common(secured: bool) -> list[tuple[str, str]]:
    keys = ("security", "options") if secured else ("options",)
    return [(key, _ARGUMENTS[key]) for key in keys]


def _raises(secured: bool) -> list[tuple[str, list[tuple[str, str]]]]:
    if not secured:
        return []
    return [("Raises", [("ValueError", "A security scheme has no authenticator.")])]


def _routes_call(resources: Sequence[ResourceName], secured: bool) -> Code:
    """The call with an argument on each line, so that a new tag adds a line."""
    keys = [ident(item.argument) for item in resources]
    keys += [code("security")] if secured else []
    keys.append(code("options"))
    lines = join("", [code("        {}={},\n", key, key) for key in keys])
    return code("table = routes(\n{}    )", lines)


def _build_call(secured: bool) -> Code:
    groups: Expr = Atom(code("groups"))
    rest = [code("SCHEMES"), code("security")] if secured else []
    given = [groups, *[Atom(item) for item in rest]]
    made = call(
        code("server.build_routes"), given, [(code("options"), Atom(code("options")))]
    )
    return fit(made, 4, before=code("return "))
