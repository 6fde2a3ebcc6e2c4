"""Plans the files of the server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..python.literals import file_header
from ..python.types import Annotator
from .addresses import unreachable
from .app import app_plan, package_plan
from .module import module_plan

if TYPE_CHECKING:
    from ...diagnostics import Sink
    from ...ir import Api, Operation
    from ...name import Names
    from ..files import FilePlan
    from ..options import TargetOptions

RUNTIME: tuple[str, ...] = (
    "messages.py",
    "model.py",
    "server.py",
    "server_answers.py",
    "server_app.py",
    "server_body.py",
    "server_context.py",
    "server_endpoint.py",
    "server_errors.py",
    "server_forms.py",
    "server_items.py",
    "server_multipart.py",
    "server_options.py",
    "server_parameters.py",
    "server_security.py",
    "server_sse.py",
    "server_styles.py",
    "server_text.py",
    "violations.py",
)
"""Runtime modules that the server imports."""


def plan(
    api: Api, names: Names, options: TargetOptions, sink: Sink
) -> tuple[FilePlan, ...]:
    """One module for each resource, the application, and the package's root."""
    annotator = Annotator(api, names)
    header = file_header(options.source_name)
    grouped: dict[str, list[Operation]] = {}
    for operation in api.operations:
        attribute = names.operations[operation.id].resource.attribute
        grouped.setdefault(attribute, []).append(operation)
    hidden = unreachable(api, options.source_name, sink)
    resources = [item for item in names.resources if item.attribute in grouped]
    return (
        package_plan(resources, header),
        app_plan(api, resources, header),
        *(
            module_plan(item, grouped[item.attribute], hidden, annotator, header)
            for item in resources
        ),
    )
