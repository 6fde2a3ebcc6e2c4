"""`README.md`: what the API is, and how to call it with the package."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...values import dataclass
from ..python.code import EMPTY, Code, code
from ..python.literals import ident
from ..python.prose import lead, visible
from .literals import code_span, lines, prose

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
    prefix: Code
    has_client: bool
    has_server: bool
    has_validators: bool
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
    has_stream: bool
    stream: Code
    has_examples: bool


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
    plain = _first([one for one in found if not one.streams])
    stream = _first([one for one in found if one.streams])
    first = plain or stream
    schemes = _schemes(api)
    blocks = _blocks(first, programs)
    return ReadmeView(
        title=title(api, options),
        about=prose(about) if visible(about).strip() else EMPTY,
        package=ident(options.package),
        client=ident(names.client),
        prefix=ident(names.env_prefix),
        has_client="client" in wanted,
        has_server="server" in wanted,
        has_validators="validators" in wanted,
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
        has_stream=stream is not None and plain is not None and programs is not None,
        stream=(
            programs.shown(stream, is_async=False)
            if stream and plain and programs
            else EMPTY
        ),
        has_examples=bool(found),
    )


def has_address(api: Api) -> bool:
    """Whether the document says where the API is; a relative URL does not."""
    return bool(api.servers) and "://" in api.servers[0].url


def title(api: Api, options: TargetOptions) -> Code:
    """The title of the API on one line."""
    text = " ".join(visible(api.title).split())
    return prose(text or options.package)


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


def _carried(scheme: SecurityScheme) -> Code:
    if scheme.kind == "apiKey":
        return code("a key, in the {} {}", _place(scheme.place), code_span(scheme.key))
    if scheme.kind == "mutualTLS":
        return code("a certificate of the client, which `http_client` presents")
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
