"""The static facts of operations and of the service, as expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...ir import USUAL_ERRORS
from ..python.code import code
from ..python.layout import Atom, call, dict_display, literal_expr, tuple_display
from ..python.literals import ident, lit
from .arguments import assumed, is_idempotency_key
from .contents import FORM, JSON, is_json
from .errors import class_of, documented
from .forms import encoding_words, forms_expr, style_words
from .pages import paging_facts
from .security import alternatives, scheme_expr, security_expr, usual_security
from .servers import own_servers, servers_expr

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ...ir import Api, ErrorShape, Operation, Parameter
    from ..options import TargetOptions
    from ..python.code import Code
    from ..python.imports import Imports
    from ..python.layout import Expr
    from ..python.types import Annotator
    from .contents import Answers
    from .forms import Group
    from .security import Alternatives

_USUAL = {
    "path": "simple",
    "query": "form explode",
    "header": "simple",
    "cookie": "form explode",
}
_PLACES = {"querystring": "query"}
_ERROR_FACTS = (
    "message",
    "type",
    "code",
    "param",
    "status",
    "events",
    "members",
    "types",
)


def operation_expr(
    operation: Operation,
    groups: Sequence[Group],
    known: Answers,
    checks: tuple[tuple[str, str], ...],
    strips: str,
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
        facts.append((code("security"), security_expr(security, imports)))
    facts += _stream_facts(known)
    if known.also:
        statuses = tuple_display([Atom(lit(status)) for status in known.also])
        facts.append((code("also"), statuses))
    facts += _other_facts(operation, annotator.api, imports)
    if checks:
        listed = [(lit(media), Atom(lit(place))) for media, place in checks]
        facts.append((code("checks"), dict_display(listed)))
    if strips:
        facts.append((code("strips"), Atom(lit(strips))))
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
    if any(item.resumes for _, item in known.streams):
        facts.append((code("resumes"), Atom(lit(True))))
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
    if operation.retry:
        facts.append((code("retry"), Atom(lit(operation.retry))))
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
    found: list[tuple[Code, Expr]] = []
    for error in documented(known, annotator):
        name = class_of(error, error.status, annotator)
        source = ".._runtime.errors" if error.shape is None else "..errors"
        imports.add(source, name)
        imports.merge(error.imports)
        pair = tuple_display([Atom(ident(name)), error.kind])
        found.append((lit(error.status), pair))
    return found


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
            (lit(name), scheme_expr(scheme, imports))
            for name, scheme in api.security_schemes.items()
        ]
        security = security_expr(usual_security(api), imports)
        facts += [
            (code("schemes"), dict_display(schemes)),
            (code("security"), security),
        ]
    if api.errors != USUAL_ERRORS:
        imports.add(".._runtime.error_shape", "ErrorShape")
        facts.append((code("errors"), _error_shape(api.errors)))
    return call(code("Service"), [], facts)


def _error_shape(shape: ErrorShape) -> Expr:
    """`ErrorShape(...)`; what is usual is left out."""
    facts: list[tuple[Code, Expr]] = []
    for name in _ERROR_FACTS:
        found = getattr(shape, name)
        if found is not None:
            texts = tuple_display([Atom(lit(text)) for text in found])
            facts.append((ident(name), texts))
    if shape.statuses:
        pairs = [(lit(name), Atom(lit(status))) for name, status in shape.statuses]
        facts.append((code("statuses"), dict_display(pairs)))
    return call(code("ErrorShape"), [], facts)
