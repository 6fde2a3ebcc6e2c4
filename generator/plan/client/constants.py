"""The static facts of operations and of the service, as expressions."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ..python.code import code
from ..python.imports import Imports
from ..python.layout import Atom, call, dict_display, literal_expr, tuple_display
from ..python.literals import lit
from .arguments import assumed, is_idempotency_key
from .contents import FORM, JSON, is_json
from .forms import encoding_words, forms_expr, style_words
from .pages import paging_facts
from .servers import own_servers, servers_expr

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ...ir import Api, Operation, Parameter, SecurityRequirement, SecurityScheme
    from ..options import TargetOptions
    from ..python.code import Code
    from ..python.layout import Expr
    from ..python.types import Annotator
    from .contents import Answers
    from .forms import Group

_USUAL = {
    "path": "simple",
    "query": "form explode",
    "header": "simple",
    "cookie": "form explode",
}
_PLACES = {"querystring": "query"}
Alternatives = tuple[tuple[str, ...], ...]


def operation_expr(
    operation: Operation,
    groups: Sequence[Group],
    known: Answers,
    usual_security: Alternatives,
    annotator: Annotator,
    imports: Imports,
) -> Expr:
    """`Operation(...)`; facts that are the usual ones are left out."""
    path = operation.path.partition("#")[0]
    facts: list[tuple[Code, Expr]] = []
    forms = forms_expr(groups, annotator.api, imports)
    if forms is not None:
        facts.append((code("forms"), forms))
    accept = ", ".join(known.accept)
    if accept not in ("", JSON):
        facts.append((code("accept"), Atom(lit(accept))))
    styles = _styles(operation.parameters)
    if styles:
        facts.append((code("styles"), dict_display(styles)))
    defaults = [
        (_key(item), literal_expr(value[0]))
        for item in operation.parameters
        if (value := assumed(item)) is not None
    ]
    if defaults:
        facts.append((code("defaults"), dict_display(defaults)))
    errors = _errors(known, annotator, imports)
    if errors:
        facts.append((code("errors"), dict_display(errors)))
    security = alternatives(operation.security, annotator.api)
    if security != usual_security:
        facts.append((code("security"), security_expr(security)))
    facts += _stream_facts(known)
    if known.also:
        statuses = tuple_display([Atom(lit(status)) for status in known.also])
        facts.append((code("also"), statuses))
    facts += _other_facts(operation, annotator.api, imports)
    at: list[Expr] = [Atom(lit(operation.method)), Atom(lit(path))]
    facts += paging_facts(operation.pagination, imports)
    if operation.pagination is not None:
        imports.add(".._runtime.paging", "PagedOperation")
        return call(code("PagedOperation"), at, facts)
    imports.add(".._runtime.operation", "Operation")
    return call(code("Operation"), at, facts)


def _stream_facts(known: Answers) -> list[tuple[Code, Expr]]:
    facts: list[tuple[Code, Expr]] = []
    media = ", ".join(dict.fromkeys(stream.media for _, stream in known.streams))
    if media not in ("", "text/event-stream"):
        facts.append((code("stream"), Atom(lit(media))))
    for sentinel in [item.sentinel for _, item in known.streams if item.sentinel][:1]:
        facts.append((code("sentinel"), Atom(lit(sentinel))))
    return facts


def _other_facts(
    operation: Operation, api: Api, imports: Imports
) -> list[tuple[Code, Expr]]:
    facts: list[tuple[Code, Expr]] = []
    if operation.body is not None and not operation.body.required:
        facts.append((code("has_optional_body"), Atom(lit(True))))
    for parameter in operation.parameters:
        if is_idempotency_key(parameter.place, parameter.name):
            facts.append((code("idempotency_header"), Atom(lit(parameter.name))))
            break
    servers = own_servers(operation, api)
    if servers:
        imports.add(".._runtime", "servers")
        found = servers_expr(servers, code("servers.Server"))
        facts.append((code("servers"), found))
    return facts


def _styles(parameters: Iterable[Parameter]) -> list[tuple[Code, Expr]]:
    found: list[tuple[Code, Expr]] = []
    for parameter in parameters:
        words = _words(parameter)
        if words != _USUAL[_PLACES.get(parameter.place, parameter.place)]:
            found.append((_key(parameter), Atom(lit(words))))
        for item in parameter.encodings:
            inner = encoding_words(item)
            if inner:
                found.append((_key(parameter, f"/{item.name}"), Atom(lit(inner))))
    return found


def _key(parameter: Parameter, inside: str = "") -> Code:
    """How the runtime calls a parameter, or something inside of it."""
    place = _PLACES.get(parameter.place, parameter.place)
    return lit(f"{place}:{parameter.name}{inside}")


def _words(parameter: Parameter) -> str:
    """The style of a parameter in the words of the runtime."""
    kind = "json" if is_json(parameter.media) else "text" if parameter.media else ""
    if parameter.place == "querystring":
        is_form = parameter.media in ("", FORM)
        return "querystring" if is_form else f"querystring {kind}"
    if kind:
        return kind
    return style_words(
        parameter.style,
        explode=parameter.explode,
        reserved=parameter.allow_reserved,
    )


def _errors(
    known: Answers, annotator: Annotator, imports: Imports
) -> list[tuple[Code, Expr]]:
    found: dict[str, Expr] = {}
    for response, content in known.errors:
        used = Imports()
        kind = annotator.annotation(content.use, used)
        if kind.flat != "object" and response.status not in found:
            found[response.status] = kind
            imports.merge(used)
    return [(lit(status), kind) for status, kind in found.items()]


def alternatives(requirements: Iterable[SecurityRequirement], api: Api) -> Alternatives:
    """Security as names of schemes that the document declares."""
    return tuple(
        tuple(name for name, _ in item.schemes if name in api.security_schemes)
        for item in requirements
    )


def usual_security(api: Api) -> Alternatives:
    """What most operations ask, the first in the document among equals."""
    counts = Counter(alternatives(item.security, api) for item in api.operations)
    return counts.most_common(1)[0][0] if counts else ()


def security_expr(security: Alternatives) -> Expr:
    """Security as a tuple of tuples."""
    return tuple_display(
        [tuple_display([Atom(lit(name)) for name in names]) for names in security]
    )


def service_expr(
    api: Api, env_prefix: str, options: TargetOptions, imports: Imports
) -> Expr:
    """`Service(...)`."""
    facts: list[tuple[Code, Expr]] = [
        (code("name"), Atom(lit(options.package))),
        (code("env_prefix"), Atom(lit(env_prefix))),
    ]
    if api.servers:
        imports.add(".._runtime.servers", "Server")
        facts.append((code("servers"), servers_expr(api.servers, code("Server"))))
    if api.security_schemes:
        schemes = [
            (lit(name), _scheme(scheme))
            for name, scheme in api.security_schemes.items()
        ]
        security = security_expr(usual_security(api))
        facts += [
            (code("schemes"), dict_display(schemes)),
            (code("security"), security),
        ]
    return call(code("Service"), [], facts)


def _scheme(scheme: SecurityScheme) -> Expr:
    place, key, prefix = "header", "authorization", "Bearer "
    if scheme.kind == "apiKey":
        place, key, prefix = scheme.place, scheme.key, ""
    elif scheme.kind == "mutualTLS":
        place, prefix = "none", ""
    elif scheme.kind == "http":
        prefix = f"{scheme.http_scheme.capitalize()} "
    facts: list[tuple[Code, Expr]] = []
    if key != "authorization":
        facts.append((code("key"), Atom(lit(key))))
    if prefix:
        facts.append((code("prefix"), Atom(lit(prefix))))
    return call(code("Scheme"), [Atom(lit(place))], facts)
