"""Where the service is: servers as expressions, and what a caller may choose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..python.code import code
from ..python.layout import (
    Atom,
    call,
    dict_display,
    fit,
    subscript,
    tuple_display,
    union,
)
from ..python.literals import ident, lit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...ir import Api, Operation, Server, ServerVariable
    from ...name import Names
    from ..python.code import Code
    from ..python.imports import Imports
    from ..python.layout import Expr

_NONE = Atom(code("None"))


def servers_expr(servers: Iterable[Server], name: Code) -> Expr:
    """A tuple of servers; `name` is that of the runtime's class."""
    return tuple_display([_server(item, name) for item in servers])


def own_servers(operation: Operation, api: Api) -> tuple[Server, ...]:
    """The servers of an operation, where they are others than those of the service."""
    return () if operation.servers == api.servers else operation.servers


def place_text(operation: Operation, api: Api) -> str:
    """Where an operation goes, if not where the others go; else empty."""
    servers = own_servers(operation, api)
    if not servers:
        return ""
    url = servers[0].url
    if "://" not in url:
        return f"Sent to `{url}`, seen from the base URL."
    text = f"Sent to `{url}`, unless the client has a base URL of its own."
    if operation.security and api.servers:
        text = f"{text} Credentials go there if `trusted_origins` says so."
    return text


def is_chosen(api: Api) -> bool:
    """Whether there is something to choose about the place of the service."""
    return len(api.servers) > 1 or bool(_variables(api))


def parameters(api: Api, names: Names, imports: Imports) -> tuple[Code, ...]:
    """The lines of a client's signature that choose a server and its variables."""
    found = []
    if len(api.servers) > 1:
        imports.add("typing", "Literal")
        kind = _choice(server.key for server in api.servers)
        found.append(_parameter(code("server"), kind))
    for variable in _variables(api):
        keyword = ident(names.server_variables[variable.name])
        kind = Atom(code("str"))
        if variable.choices:
            imports.add("typing", "Literal")
            kind = _choice(variable.choices)
        found.append(_parameter(keyword, kind))
    return tuple(found)


def place(api: Api, names: Names) -> Code:
    """The argument `place` with what the caller chose."""
    facts: list[tuple[Code, Expr]] = []
    if len(api.servers) > 1:
        facts.append((lit("server"), Atom(code("server"))))
    variables = [
        (lit(item.name), Atom(ident(names.server_variables[item.name])))
        for item in _variables(api)
    ]
    if variables:
        facts.append((lit("variables"), dict_display(variables)))
    return fit(dict_display(facts), 12, code("place="), code(","))


def documentation(api: Api, names: Names) -> list[tuple[str, str]]:
    """What each of the parameters is for."""
    found = []
    if len(api.servers) > 1:
        listed = [_described(server) for server in api.servers]
        known = "; ".join(text for text in listed if text)
        text = "Where the API is, by name or URL. Default: the first one."
        found.append(("server", f"{text} {known}." if known else text))
    for item in _variables(api):
        text = item.description or f"The variable `{item.name}` of the server."
        if item.default:
            text = f"{text.rstrip('.')}. Default: `{item.default}`."
        found.append((names.server_variables[item.name], text))
    return found


def _described(server: Server) -> str:
    text = " ".join(server.description.split()).rstrip(".")
    return f"`{server.key}`: {text}" if text else ""


def _variables(api: Api) -> list[ServerVariable]:
    """The variables of all servers, each once; choices are those of all of them.

    Servers of operations count too.
    """
    found: dict[str, ServerVariable] = {}
    own = [server for item in api.operations for server in item.servers]
    for server in dict.fromkeys((*api.servers, *own)):
        for item in server.variables:
            known = found.setdefault(item.name, item)
            if known.choices != item.choices:
                choices = dict.fromkeys((*known.choices, *item.choices))
                is_open = not known.choices or not item.choices
                found[item.name] = type(item)(
                    item.name,
                    known.default,
                    () if is_open else tuple(choices),
                    known.description,
                )
    return list(found.values())


def _choice(values: Iterable[str]) -> Expr:
    listed = [Atom(lit(value)) for value in dict.fromkeys(values)]
    return subscript(code("Literal"), listed)


def _parameter(name: Code, kind: Expr) -> Code:
    return fit(union([kind, _NONE]), 8, code("{}: ", name), code(" = None,"))


def _server(server: Server, name: Code) -> Expr:
    facts: list[tuple[Code, Expr]] = []
    if server.name:
        facts.append((code("name"), Atom(lit(server.name))))
    defaults = [
        (lit(item.name), Atom(lit(item.default)))
        for item in server.variables
        if item.default is not None
    ]
    if defaults:
        facts.append((code("variables"), dict_display(defaults)))
    choices = [
        (
            lit(item.name),
            tuple_display([Atom(lit(value)) for value in item.choices]),
        )
        for item in server.variables
        if item.choices
    ]
    if choices:
        facts.append((code("choices"), dict_display(choices)))
    return call(name, [Atom(lit(server.url))], facts)
