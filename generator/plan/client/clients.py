"""The two clients: construction, and a property per resource."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..python.code import code
from ..python.imports import Imports
from ..python.layout import Atom, assignment, list_display
from ..python.literals import docstring, ident, lit, sectioned
from .constants import service_expr
from .methods import ASYNC, SYNC
from .resources import class_name, getter, made_with, resource_text
from .servers import documentation, is_chosen, parameters, place
from .views import ClientsView, ClientView, PackageView, PropertyView

if TYPE_CHECKING:
    from ...ir import Api
    from ...name import Names, ResourceName
    from ..options import TargetOptions
    from ..python.code import Code
    from .methods import Flavour


def clients_view(
    api: Api, names: Names, options: TargetOptions, header: Code
) -> ClientsView:
    """`client/client.py`."""
    imports = Imports()
    imports.add("collections.abc", "Mapping")
    imports.add("typing", "Unpack")
    imports.add_module("httpx2")
    imports.add(".._runtime.clients", "BaseAsyncClient")
    imports.add(".._runtime.clients", "BaseClient")
    imports.add(".._runtime.clients", "FurtherOptions")
    imports.add(".._runtime.omit", "Omit")
    imports.add(".._runtime.operation", "Service")
    imports.add(".._runtime.settings", "DEFAULT_TIMEOUT")
    if names.resources:
        imports.add("functools", "cached_property")
    if api.security_schemes:
        imports.add(".._runtime.operation", "Scheme")
        imports.add(".._runtime.auth", "AsyncCredentialSource")
        imports.add(".._runtime.auth", "CredentialSource")
    for resource in names.resources:
        for flavour in (SYNC, ASYNC):
            name = str(class_name(resource, flavour))
            imports.type_checking.add(_home(name, resource, options), name)
    service = service_expr(api, names.env_prefix, options, imports)
    places = parameters(api, names, imports)
    return ClientsView(
        header=header,
        docstring=docstring(f"The clients of {_title(api, options)}.", 0),
        imports=imports.render(),
        service=assignment(code("SERVICE"), service, 0),
        places=places,
        has_place=is_chosen(api),
        place=place(api, names),
        clients=(
            _client(api, names, options, SYNC),
            _client(api, names, options, ASYNC),
        ),
    )


def package_view(names: Names, header: Code) -> PackageView:
    """`client/__init__.py`: the clients, and types that callers annotate with."""
    imports = Imports()
    shared = [("options", "RequestOptions"), ("raw", "RawResponse")]
    shared.append(("streams", "AsyncStream"))
    shared.append(("streams", "Stream"))
    shared.append(("streamed", "streamed"))
    shared.append(("streamed", "streamed_async"))
    for module, name in shared:
        imports.add(f".._runtime.{module}", name)
    for name in (names.client, names.async_client):
        imports.add(".client", name)
    exported = sorted([names.client, names.async_client, *(name for _, name in shared)])
    return PackageView(
        header=header,
        imports=imports.render(),
        exported=assignment(
            code("__all__"), list_display([Atom(lit(name)) for name in exported]), 0
        ),
    )


def _client(
    api: Api, names: Names, options: TargetOptions, flavour: Flavour
) -> ClientView:
    name = names.async_client if flavour.is_async else names.client
    about = "Asynchronous client" if flavour.is_async else "Client"
    return ClientView(
        name=ident(name),
        base=code("BaseAsyncClient") if flavour.is_async else code("BaseClient"),
        docstring=sectioned(
            f"{about} of {_title(api, options)}.", api.summary or api.description, [], 4
        ),
        source=(
            code("AsyncCredentialSource")
            if flavour.is_async
            else code("CredentialSource")
        ),
        http_client=(
            code("httpx2.AsyncClient") if flavour.is_async else code("httpx2.Client")
        ),
        has_credentials=bool(api.security_schemes),
        init_docstring=_init_docstring(api, names),
        resources=tuple(
            _property(item, api, flavour, options) for item in names.resources
        ),
    )


def _init_docstring(api: Api, names: Names) -> Code:
    prefix = names.env_prefix
    known = "then the document's own" if api.servers else "which must be set then"
    entries = [
        *documentation(api, names),
        (
            "base_url",
            f"Where all of the API is. Default: `{prefix}_BASE_URL` of the environment, {known}.",
        ),
        ("timeout", "Seconds to wait for the network at a time; None waits for ever."),
        ("max_retries", "How often to try again after a failure that may pass."),
        ("default_headers", "Headers of every request."),
        ("default_query", "Query parameters of every request."),
        ("http_client", "Sends the requests, and stays open when this client closes."),
        ("options", "More that few need; see `FurtherOptions`."),
    ]
    if api.security_schemes:
        entries[:0] = [
            (
                "api_key",
                f"What proves who calls, or a function that gives it. Default: `{prefix}_API_KEY` of the environment.",
            ),
            (
                "credentials",
                f"Credentials by the name of their security scheme, where one key is not enough: {_schemes(api)}.",
            ),
        ]
    return sectioned(
        "Set up the client; nothing is sent before the first call.",
        "",
        [("Args", entries)],
        8,
    )


def _schemes(api: Api) -> str:
    """The names of the security schemes."""
    return ", ".join(
        f"`{name}` (deprecated)" if scheme.deprecated else f"`{name}`"
        for name, scheme in api.security_schemes.items()
        if "`" not in name
    )


def _home(name: str, resource: ResourceName, options: TargetOptions) -> str:
    """The module that has the class of a resource: the user's, if that exports one."""
    return ".._custom" if name in options.custom else f".{resource.module}"


def _property(
    resource: ResourceName, api: Api, flavour: Flavour, options: TargetOptions
) -> PropertyView:
    name = class_name(resource, flavour)
    loading = Imports(future=False)
    loading.add(_home(str(name), resource, options), str(name))
    return PropertyView(
        signature=getter(ident(resource.attribute), name),
        docstring=docstring(resource_text(resource, api), 8),
        load=loading.render_at(8),
        result=made_with(name, code("self._transport")),
    )


def _title(api: Api, options: TargetOptions) -> str:
    title = " ".join(api.title.split()) or options.package
    return title if title.lower().startswith("the ") else f"the {title}"
