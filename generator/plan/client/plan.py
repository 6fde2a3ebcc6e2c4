"""Plans the files of the client."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ..files import FilePlan, Later
from ..python.errors import ERRORS
from ..python.literals import docstring, file_header
from ..python.nesting import has_nesting
from ..python.types import Annotator
from ..python.webhooks import with_payload
from . import pages
from .calls import Plans, has_forms
from .clients import api_title, clients_view, package_view
from .errors import errors_view
from .raw import raw_view
from .resources import resource_view
from .security import TOKEN_RUNTIME, has_tokens, usual_security
from .streamed import streamed_view
from .views import WrapperPackageView
from .webhooks import Webhooks

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...diagnostics import Sink
    from ...ir import Api, Operation
    from ...name import Names
    from ..options import TargetOptions

RUNTIME: tuple[str, ...] = (
    "async_streamed.py",
    "async_streams.py",
    "async_transport.py",
    "auth.py",
    "body.py",
    "chunks.py",
    "clients.py",
    "deadline.py",
    "decoders.py",
    "drafts.py",
    "drain.py",
    "drift.py",
    "error_shape.py",
    "errors.py",
    "failures.py",
    "files.py",
    "forms.py",
    "headers.py",
    "items.py",
    "lenient.py",
    "logs.py",
    "middleware.py",
    "modes.py",
    "multipart.py",
    "omit.py",
    "operation.py",
    "options.py",
    "outgoing.py",
    "pool.py",
    "raw.py",
    "redirects.py",
    "reply.py",
    "request.py",
    "retry.py",
    "sequences.py",
    "servers.py",
    "settings.py",
    "slips.py",
    "sse.py",
    "streamed.py",
    "streams.py",
    "styles.py",
    "tagged.py",
    "telemetry.py",
    "tls.py",
    "transport.py",
    "urlencoded.py",
    "values.py",
)
"""Runtime modules that every client imports."""

_SOMETIMES: tuple[tuple[Callable[[Api], object], tuple[str, ...]], ...] = (
    (has_tokens, TOKEN_RUNTIME),
    (with_payload, ("signatures.py", "webhooks.py")),
    (lambda api: api.has_pages, pages.RUNTIME),
    (has_nesting, ("multipart_nested.py",)),
    (has_forms, ("outgoing_forms.py",)),
)
"""Those that only some import: what makes an API need them, and which."""

_PACKAGE = "python/client/__init__.py.jinja"
_CLIENT = "python/client/client.py.jinja"
_RESOURCE = "python/client/resource.py.jinja"
_WRAPPER = "python/client/wrapper.py.jinja"
_WEBHOOKS = "python/client/webhooks.py.jinja"
_ERRORS = "python/client/errors.py.jinja"
_WRAPPER_PACKAGE = "python/client/wrapper_package.py.jinja"

_WRAPPERS = (
    ("raw", "Methods that give whole responses, a module per resource.", raw_view),
    (
        "streamed",
        "Methods that give responses before their bodies, a module per resource.",
        streamed_view,
    ),
)
"""Packages with the methods once more: what their modules are, and what plans one."""


def runtime(api: Api) -> tuple[str, ...]:
    """The runtime modules that the client of an API needs."""
    more = [modules for needs, modules in _SOMETIMES if needs(api)]
    return (*RUNTIME, *(module for modules in more for module in modules))


def plan(
    api: Api, names: Names, options: TargetOptions, sink: Sink
) -> tuple[FilePlan, ...]:
    """The clients, and one module for each resource."""
    known = Plans(
        Annotator(api, names),
        has_checks=options.has_validators,
        stripping=options.stripping if options.has_validators else frozenset(),
    )
    header = file_header(options.source_name)
    usual = usual_security(api)
    files = [
        FilePlan("client/__init__.py", _PACKAGE, package_view(api, names, header)),
        FilePlan(
            "client/client.py", _CLIENT, clients_view(api, names, options, header)
        ),
    ]
    errors = partial(errors_view, known.annotator, ERRORS, header)
    files.append(FilePlan("errors.py", _ERRORS, Later(errors)))
    grouped: dict[str, list[Operation]] = {}
    for operation in api.operations:
        module = names.operations[operation.id].resource.module
        grouped.setdefault(module, []).append(operation)
    for resource in names.resources:
        own = grouped[resource.module]
        view = partial(resource_view, resource, own, known, usual, header)
        files.append(
            FilePlan(
                f"client/{resource.module}.py",
                _RESOURCE,
                Later(view),
                about=tuple(operation.id for operation in own),
                facts=repr((usual, options.has_validators)),
            )
        )
        for package, _, wrapped in _WRAPPERS:
            files.append(
                FilePlan(
                    f"client/{package}/{resource.module}.py",
                    _WRAPPER,
                    Later(partial(wrapped, resource, own, known, header)),
                    about=tuple(operation.id for operation in own),
                )
            )
    if names.resources:
        for package, about, _ in _WRAPPERS:
            path = f"client/{package}/__init__.py"
            about_all = WrapperPackageView(header, docstring(about, 0))
            files.append(FilePlan(path, _WRAPPER_PACKAGE, about_all))
    received = with_payload(api)
    if received:
        module = names.operations[received[0].id].resource.module
        webhooks = Webhooks(known.annotator, options, api_title(api, options))
        made = Later(partial(webhooks.view, header))
        files.append(FilePlan(f"client/{module}.py", _WEBHOOKS, made))
    return tuple(files)
