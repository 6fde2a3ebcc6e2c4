"""What proves who calls: schemes, requirements, and the runtime that gets tokens."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ..python.code import code
from ..python.layout import Atom, call, dict_display, tuple_display
from ..python.literals import lit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...ir import Api, OAuthFlow, SecurityRequirement, SecurityScheme
    from ..python.code import Code
    from ..python.imports import Imports
    from ..python.layout import Expr

Required = tuple[str, tuple[str, ...]]
"""A scheme, and the scopes that its token must have."""

Alternatives = tuple[tuple[Required, ...], ...]

TOKEN_RUNTIME = ("endpoints.py", "oauth.py", "tokens.py")
"""The modules of the runtime that get tokens from a server."""

GRANTS: dict[str, frozenset[str]] = {
    "ClientCredentials": frozenset({"clientCredentials"}),
    "PasswordGrant": frozenset({"password"}),
    "RefreshToken": frozenset(
        {"authorizationCode", "deviceAuthorization", "implicit", "password"}
    ),
}
"""What tokens are got by, with the flows of a document that say where."""


def has_tokens(api: Api) -> bool:
    """Whether a server gives credentials for the API."""
    return any(scheme.has_tokens for scheme in api.security_schemes.values())


def alternatives(requirements: Iterable[SecurityRequirement], api: Api) -> Alternatives:
    """Security as schemes that the document declares; scopes only where tokens have them."""
    return tuple(
        tuple(
            (name, scopes if api.security_schemes[name].has_tokens else ())
            for name, scopes in item.schemes
            if name in api.security_schemes
        )
        for item in requirements
    )


def usual_security(api: Api) -> Alternatives:
    """What most operations ask, the first in the document among equals."""
    counts = Counter(alternatives(item.security, api) for item in api.operations)
    return counts.most_common(1)[0][0] if counts else ()


def security_expr(security: Alternatives, imports: Imports) -> Expr:
    """Security as a tuple of tuples."""
    return tuple_display(
        [
            tuple_display([_required(name, scopes, imports) for name, scopes in all_of])
            for all_of in security
        ]
    )


def _required(name: str, scopes: tuple[str, ...], imports: Imports) -> Expr:
    if not scopes:
        return Atom(lit(name))
    imports.add(".._runtime.operation", "Scoped")
    return call(code("Scoped"), [Atom(lit(word)) for word in (name, *scopes)])


def scheme_expr(scheme: SecurityScheme, imports: Imports) -> Expr:
    """`Scheme(...)`, or `OAuth2(...)` where the document says where tokens come from."""
    flows = [item for item in scheme.flows if item.token_url or item.refresh_url]
    if flows:
        imports.add(".._runtime.oauth", "OAuth2")
        imports.add(".._runtime.oauth", "Flow")
        known = dict_display([(lit(item.kind), _flow(item)) for item in flows])
        return call(code("OAuth2"), [], [(code("flows"), known)])
    imports.add(".._runtime.operation", "Scheme")
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


def _flow(flow: OAuthFlow) -> Expr:
    facts: list[tuple[Code, Expr]] = []
    if flow.refresh_url:
        facts.append((code("refresh_url"), Atom(lit(flow.refresh_url))))
    return call(code("Flow"), [Atom(lit(flow.token_url))], facts)


def schemes_text(api: Api) -> str:
    """The names of the security schemes, and the places that secrets go to for tokens."""
    return ", ".join(
        _described(name, scheme)
        for name, scheme in api.security_schemes.items()
        if "`" not in name
    )


def tokens_text(api: Api, env_prefix: str) -> str:
    """How a client gets tokens by itself, empty where it cannot."""
    if not has_tokens(api):
        return ""
    flows = {
        flow.kind
        for scheme in api.security_schemes.values()
        for flow in scheme.flows
        if flow.token_url or flow.refresh_url
    }
    names = [f"`{name}`" for name, kinds in GRANTS.items() if kinds & flows]
    if not names:
        return f" Tokens come by {' or '.join(f'`{name}`' for name in GRANTS)}, which then need a `token_url`."
    text = f" Tokens come by {' or '.join(names)}."
    if "clientCredentials" not in flows:
        return text
    return (
        f"{text} Default where client credentials serve: `{env_prefix}_CLIENT_ID` and "
        f"`{env_prefix}_CLIENT_SECRET` of the environment."
    )


def _described(name: str, scheme: SecurityScheme) -> str:
    urls = [url for item in scheme.flows for url in (item.token_url, item.refresh_url)]
    places = [f"`{url}`" for url in dict.fromkeys(urls) if url and "`" not in url]
    notes = [f"tokens from {' and '.join(places)}"] if places else []
    if scheme.kind == "mutualTLS":
        notes.append("the option `cert`")
    if scheme.deprecated:
        notes.append("deprecated")
    return f"`{name}` ({'; '.join(notes)})" if notes else f"`{name}`"
