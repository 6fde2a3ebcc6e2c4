"""The two clients: construction, and a property per resource."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..python.code import code
from ..python.imports import Imports
from ..python.layout import Atom, assignment, call, fit, list_display
from ..python.literals import docstring, ident, lit, sectioned
from ..python.webhooks import secret_variable, with_payload
from .constants import service_expr
from .methods import ASYNC, SYNC
from .resources import class_name, getter, made_with, resource_text
from .security import GRANTS, has_tokens, schemes_text, tokens_text
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
        imports.add(".._runtime.auth", "AsyncCredentialSource")
        imports.add(".._runtime.auth", "CredentialSource")
    for resource in names.resources:
        for flavour in (SYNC, ASYNC):
            name = str(class_name(resource, flavour))
            imports.type_checking.add(_home(name, resource, options), name)
    received = receiver(api, names)
    if received is not None:
        imports.add("functools", "cached_property")
        imports.type_checking.add(f".{received.module}", names.webhooks)
        if options.webhooks:
            imports.add(".._runtime.settings", "WebhookSecret")
    service = service_expr(api, names.env_prefix, options, imports)
    places = parameters(api, names, imports)
    return ClientsView(
        header=header,
        docstring=docstring(f"The clients of {api_title(api, options)}.", 0),
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


def package_view(api: Api, names: Names, header: Code) -> PackageView:
    """`client/__init__.py`: the clients, and types that callers need with them."""
    imports = Imports()
    shared = [
        ("async_streamed", "AsyncStreamedResponse"),
        ("options", "RequestOptions"),
        ("raw", "RawResponse"),
    ]
    if has_tokens(api):
        shared += [("oauth", name) for name in GRANTS]
        shared.append(("tokens", "Token"))
    shared.append(("async_streams", "AsyncStream"))
    shared.append(("streams", "Stream"))
    shared.append(("streamed", "StreamedResponse"))
    if api.has_pages:
        shared += [("pages", name) for name in ("AsyncPage", "AsyncPager", "Page")]
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
            f"{about} of {api_title(api, options)}.",
            api.summary or api.description,
            [],
            4,
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
        has_webhook_secret=has_secret(api, options),
        init_docstring=_init_docstring(api, names, options),
        resources=(
            *(_property(item, api, flavour, options) for item in names.resources),
            *_webhooks(api, names, options),
        ),
    )


def receiver(api: Api, names: Names) -> ResourceName | None:
    """Where webhooks are read; None where there is nothing to read."""
    received = with_payload(api)
    return names.operations[received[0].id].resource if received else None


def has_secret(api: Api, options: TargetOptions) -> bool:
    """Whether the client needs a secret to verify webhooks with."""
    return bool(options.webhooks and with_payload(api))


def _init_docstring(api: Api, names: Names, options: TargetOptions) -> Code:
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
    if has_secret(api, options):
        variable = secret_variable(prefix)
        text = (
            "What verifies webhooks, or several while one takes the place of another."
        )
        text = f"{text} Default: `{variable}` of the environment."
        entries.insert(-2, ("webhook_secret", text))
    if api.security_schemes:
        entries[:0] = [
            (
                "api_key",
                f"What proves who calls, or a function that gives it. Default: `{prefix}_API_KEY` of the environment.",
            ),
            (
                "credentials",
                f"Credentials by the name of their security scheme, where one key is not enough: {schemes_text(api)}.{tokens_text(api, prefix)}",
            ),
        ]
    return sectioned(
        "Set up the client; nothing is sent before the first call.",
        "",
        [("Args", entries)],
        8,
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


def _webhooks(
    api: Api, names: Names, options: TargetOptions
) -> tuple[PropertyView, ...]:
    """What reads webhooks, where there is something to read."""
    received = receiver(api, names)
    if received is None:
        return ()
    name = ident(names.webhooks)
    loading = Imports(future=False)
    loading.add(f".{received.module}", names.webhooks)
    mode = Atom(code("self._transport.settings.response_mode"))
    given = [(code("response_mode"), mode)]
    secret = Atom(code("self._transport.settings.webhook_secret"))
    made = call(name, [secret] if options.webhooks else [], given)
    verified = "verified and typed" if options.webhooks else "typed, and not verified"
    return (
        PropertyView(
            signature=getter(ident(received.attribute), name),
            docstring=docstring(f"What the API sends as webhooks, {verified}.", 8),
            load=loading.render_at(8),
            result=fit(made, 8, code("return ")),
        ),
    )


def api_title(api: Api, options: TargetOptions) -> str:
    """What the API is called in a sentence: `the Shop`."""
    title = " ".join(api.title.split()) or options.package
    return title if title.lower().startswith("the ") else f"the {title}"
