"""`README.md`: what the API is, and how to call it with the package."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...values import dataclass
from ..python.code import EMPTY, Code, code
from ..python.formats import MEANINGS, asserted, used
from ..python.imports import Imports
from ..python.layout import Atom, call, dict_display, fit
from ..python.literals import ident, lit
from ..python.prose import lead, visible
from .literals import code_span, fenced, lines, prose

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ...ir import Api, SecurityScheme
    from ...name import Names
    from ..options import TargetOptions
    from .examples import Calling, Programs

_CARRIED = {
    "basic": "a user name and a password, as `api_key=(user, password)`",
    "bearer": "a bearer token",
}


@dataclass(frozen=True, slots=True)
class ReadmeView:
    """All of `README.md`; each `has_...` or `is_...` says whether a section is there."""

    title: Code
    about: Code
    package: Code
    client: Code
    async_client: Code
    prefix: Code
    has_client: bool
    has_server: bool
    has_validators: bool
    has_formats: bool
    formats: Code
    has_models: bool
    has_first: bool
    first: Code
    first_async: Code
    has_address: bool
    address: Code
    has_schemes: bool
    schemes: Code
    has_keys: bool
    is_basic: bool
    has_tokens: bool
    tokens: Code
    has_client_variables: bool
    has_stream: bool
    stream: Code
    has_pages: bool
    has_pages_shown: bool
    pages: Code
    has_examples: bool
    has_mock: bool


def readme_view(
    api: Api,
    names: Names,
    options: TargetOptions,
    targets: Iterable[str],
    found: Sequence[Calling],
    programs: Programs | None,
) -> ReadmeView:
    """The README of a package; `found` are the calls that examples show."""
    wanted = set(targets)
    about = lead(api.description) or api.summary
    lasting = [one for one in found if not one.plan.operation.deprecated]
    plain = _first([one for one in lasting if not one.streams])
    stream = _first([one for one in lasting if one.streams])
    paged = _first([one for one in lasting if one.plan.operation.pagination])
    first = plain or stream
    schemes = _schemes(api)
    blocks = _blocks(first, programs)
    is_shown = programs is not None and paged is not None and paged is not first
    formats = _formats(api, options)
    tokens = _tokens(api, names, options) if "client" in wanted else None
    return ReadmeView(
        title=title(api, options),
        about=prose(about) if visible(about).strip() else EMPTY,
        package=ident(options.package),
        client=ident(names.client),
        async_client=ident(names.async_client),
        prefix=ident(names.env_prefix),
        has_client="client" in wanted,
        has_server="server" in wanted,
        has_validators="validators" in wanted,
        has_formats=bool(formats),
        formats=lines(formats),
        has_models="models" in wanted,
        has_first=blocks is not None,
        first=blocks[0] if blocks else EMPTY,
        first_async=blocks[1] if blocks else EMPTY,
        has_address=has_address(api),
        address=code_span(api.servers[0].url) if api.servers else EMPTY,
        has_schemes=bool(schemes),
        schemes=lines(schemes),
        has_keys=any(one.kind != "mutualTLS" for one in _used(api)),
        is_basic=any(one.http_scheme == "basic" for one in _used(api)),
        has_tokens=tokens is not None,
        tokens=tokens or EMPTY,
        has_client_variables=any(
            flow.kind == "clientCredentials"
            for scheme in _used(api)
            for flow in scheme.flows
        ),
        has_stream=stream is not None and plain is not None and programs is not None,
        stream=(
            programs.shown(stream, is_async=False)
            if stream and plain and programs
            else EMPTY
        ),
        has_pages=paged is not None,
        has_pages_shown=is_shown,
        pages=(
            programs.shown(paged, is_async=False)
            if programs and paged and is_shown
            else EMPTY
        ),
        has_examples=bool(found),
        has_mock="mock" in wanted,
    )


def has_address(api: Api) -> bool:
    """Whether the document says where the API is; a relative URL does not."""
    return bool(api.servers) and "://" in api.servers[0].url


def title(api: Api, options: TargetOptions) -> Code:
    """The title of the API on one line."""
    text = " ".join(visible(api.title).split())
    return prose(text or options.package)


def _formats(api: Api, options: TargetOptions) -> list[Code]:
    """Rows of a table: the formats in use, and what validators make of them."""
    checked = asserted(options.formats)
    return [
        code(
            "| {} | {} |",
            code_span(name),
            prose(MEANINGS[name] if name in checked else "not checked"),
        )
        for name in used(api)
    ]


def _blocks(first: Calling | None, programs: Programs | None) -> list[Code] | None:
    """The first call, waiting and asynchronous."""
    if first is None or programs is None:
        return None
    return [programs.shown(first, is_async=flag) for flag in (False, True)]


def _first(found: Sequence[Calling]) -> Calling | None:
    """The call that takes least; one that only reads where there are several."""
    if not found:
        return None
    return min(
        found,
        key=lambda one: (
            any(argument.is_file for argument, _ in one.given),
            one.plan.operation.method != "GET" and len(one.given) > 0,
            len(one.given),
        ),
    )


def _used(api: Api) -> list[SecurityScheme]:
    """The schemes that operations ask for, in the order of the document."""
    asked = {
        name
        for operation in api.operations
        for requirement in operation.security
        for name, _ in requirement.schemes
    }
    return [scheme for name, scheme in api.security_schemes.items() if name in asked]


def _schemes(api: Api) -> list[Code]:
    """A line for each way to prove who calls."""
    return [
        code("- {}: {}", code_span(scheme.name), _carried(scheme))
        for scheme in _used(api)
    ]


_GRANTS: dict[str, tuple[str, dict[str, str]]] = {
    "clientCredentials": (
        "ClientCredentials",
        {"client_id": "my-app", "client_secret": "my-secret"},
    ),
    "password": (
        "PasswordGrant",
        {"username": "me", "password": "my-password", "client_id": "my-app"},
    ),
    "authorizationCode": (
        "RefreshToken",
        {"refresh_token": "my-token", "client_id": "my-app"},
    ),
}
"""What gets tokens by the flows of a document, the best first, and what it is given."""


def _tokens(api: Api, names: Names, options: TargetOptions) -> Code | None:
    """A program whose client gets its tokens by itself; None where none can."""
    for kind, (grant, facts) in _GRANTS.items():
        for scheme in _used(api):
            if any(flow.kind == kind and flow.token_url for flow in scheme.flows):
                imports = Imports(future=False)
                imports.add(options.package, names.client)
                imports.add(options.package, grant)
                given = [(ident(key), Atom(lit(text))) for key, text in facts.items()]
                tokens = dict_display(
                    [(lit(scheme.name), call(ident(grant), [], given))]
                )
                made = call(ident(names.client), [], [(code("credentials"), tokens)])
                line = fit(made, 0, code("client = "))
                return fenced(code("{}\n\n{}", imports.render(), line), "python")
    return None


def _carried(scheme: SecurityScheme) -> Code:
    if scheme.kind == "apiKey":
        return code("a key, in the {} {}", _place(scheme.place), code_span(scheme.key))
    if scheme.kind == "mutualTLS":
        return code("a certificate of the client, which `cert` names")
    if scheme.kind == "oauth2":
        return code("an access token of OAuth 2.0")
    if scheme.kind == "openIdConnect":
        return code("an access token of OpenID Connect")
    text = _CARRIED.get(scheme.http_scheme)
    if text is None:
        return code("credentials of the HTTP scheme {}", code_span(scheme.http_scheme))
    return prose(text)


def _place(place: str) -> Code:
    if place == "header":
        return code("header")
    return code("cookie") if place == "cookie" else code("query parameter")
