"""Plans the files of the server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..python.groups import served
from ..python.literals import file_header
from ..python.nesting import has_parts
from ..python.part_reads import PARTS
from ..python.stripped import Stripped
from ..python.types import Annotator
from .addresses import receiver_routes, report_twins, routes
from .app import app_plan, package_plan
from .module import module_plan
from .receivers import receivers_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...diagnostics import Sink
    from ...ir import Api, Operation
    from ...name import Names
    from ..files import FilePlan
    from ..options import TargetOptions

RUNTIME: tuple[str, ...] = (
    "messages.py",
    "drift.py",
    "model.py",
    "narrowest.py",
    "server.py",
    "server_answers.py",
    "server_app.py",
    "server_body.py",
    "server_context.py",
    "server_endpoint.py",
    "server_errors.py",
    "server_fields.py",
    "server_frames.py",
    "server_headers.py",
    "server_forms.py",
    "server_items.py",
    "server_media.py",
    "server_multipart.py",
    "server_options.py",
    "server_parameters.py",
    "server_paths.py",
    "server_security.py",
    "server_sse.py",
    "server_styles.py",
    "server_text.py",
    "server_twins.py",
    "server_wire.py",
    "server_wire_headers.py",
    "violations.py",
)
"""Runtime modules that the server imports."""


_SOMETIMES: tuple[tuple[Callable[[Api], object], tuple[str, ...]], ...] = (
    (lambda api: api.webhooks, ("server_webhooks.py", "signatures.py")),
    (has_parts, (f"{PARTS}.py",)),
)
"""Those that only some import: what makes an API need them, and which."""


def runtime(api: Api) -> tuple[str, ...]:
    """The runtime modules that the server of an API needs."""
    more = [modules for needs, modules in _SOMETIMES if needs(api)]
    return (*RUNTIME, *(module for modules in more for module in modules))


def plan(
    api: Api, names: Names, options: TargetOptions, sink: Sink
) -> tuple[FilePlan, ...]:
    """One module for each resource, the application, and the package's root."""
    annotator = Annotator(api, names)
    stripped = Stripped(api, options.stripping)
    header = file_header(options.source_name)
    grouped: dict[str, list[Operation]] = {}
    for operation in api.operations:
        attribute = names.operations[operation.id].resource.attribute
        grouped.setdefault(attribute, []).append(operation)
    report_twins(api, options.source_name, sink)
    paths = routes(api.operations)
    resources = served(api, names)
    receivers = receivers_of(api, names, options)
    return (
        package_plan(resources, receivers, header),
        app_plan(api, names, resources, receivers, header),
        *(
            module_plan(
                item, grouped[item.attribute], paths, annotator, stripped, header
            )
            for item in resources
        ),
        *(
            module_plan(
                item.resource,
                list(item.operations),
                receiver_routes(item.operations, names),
                annotator,
                stripped,
                header,
            )
            for item in receivers
        ),
    )
