"""Plans the files of the middleware."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ..files import FilePlan, Later
from ..python.code import code
from ..python.groups import served, table_name
from ..python.imports import Imports
from ..python.layout import Atom, call, fit, list_display
from ..python.literals import docstring, file_header, ident, lit
from ..python.nesting import has_parts
from ..python.part_reads import PARTS
from ..python.types import Annotator
from .addresses import bases_of
from .codecs import FORMS, STREAMS, Codecs, codec_name, is_checked, is_form
from .views import ModuleView, RootView

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...diagnostics import Sink
    from ...ir import Api, Operation
    from ...name import Names
    from ...name.names import ResourceName
    from ..options import TargetOptions
    from ..python.code import Code
    from ..python.layout import Expr
    from .codecs import Pairs
    from .views import CodecView

RUNTIME: tuple[str, ...] = (
    "messages.py",
    "narrowest.py",
    "server_errors.py",
    "server_headers.py",
    "server_media.py",
    "server_paths.py",
    "server_styles.py",
    "server_text.py",
    "server_wire.py",
    "server_wire_headers.py",
    "traffic.py",
    "traffic_answers.py",
    "traffic_asgi.py",
    "traffic_bodies.py",
    "traffic_codings.py",
    "traffic_faults.py",
    "traffic_requests.py",
    "traffic_routes.py",
    "traffic_wsgi.py",
    "violations.py",
)
"""Runtime modules that the middleware of every API imports."""

_ABOUT = """\
Middleware that checks the traffic of an app written by hand against the document.

`ASGIMiddleware(app, requests="refuse", responses="report")` is an app too, and so is
`WSGIMiddleware(app)`. All that they take besides the app is told of `Middleware`, in
`_runtime/traffic.py`.
"""


def _has_forms(api: Api) -> bool:
    """Whether some request is a form."""
    return any(
        is_form(content)
        for operation in api.operations
        if operation.body is not None
        for content in operation.body.contents
    )


def _has_sequences(api: Api) -> bool:
    """Whether some message is items one after the other."""
    for operation in api.operations:
        contents = operation.body.contents if operation.body is not None else ()
        if any(content.is_sequence and not is_form(content) for content in contents):
            return True
        streams = [one for item in operation.responses for one in item.streams]
        if any(map(is_checked, streams)):
            return True
    return False


_SOMETIMES: tuple[tuple[Callable[[Api], bool], tuple[str, ...]], ...] = (
    (_has_forms, (f"{FORMS}.py", "server_fields.py", "server_multipart.py")),
    (_has_sequences, (f"{STREAMS}.py",)),
    (has_parts, (f"{PARTS}.py",)),
)
"""Those that only some import: what makes an API need them, and which."""


def runtime(api: Api) -> tuple[str, ...]:
    """The runtime modules that the middleware of an API needs."""
    more = [modules for needs, modules in _SOMETIMES if needs(api)]
    return (*RUNTIME, *(module for modules in more for module in modules))


def plan(
    api: Api, names: Names, options: TargetOptions, sink: Sink
) -> tuple[FilePlan, ...]:
    """The two middlewares, and a table of operations for each resource."""
    header = file_header(options.source_name)
    annotator = Annotator(api, names)
    grouped: dict[str, list[Operation]] = {}
    for operation in api.operations:
        module = names.operations[operation.id].resource.module
        grouped.setdefault(module, []).append(operation)
    resources = served(api, names)
    files = [_root(api, resources, header)]
    for resource in resources:
        own = grouped[resource.module]
        files.append(
            FilePlan(
                f"middleware/{resource.module}.py",
                "python/middleware/module.py.jinja",
                Later(partial(_module, resource, own, annotator, header)),
                about=tuple(operation.id for operation in own),
                facts=repr(api.servers),
            )
        )
    return tuple(files)


def _root(api: Api, resources: list[ResourceName], header: Code) -> FilePlan:
    imports = Imports()
    imports.add(".._runtime.traffic_asgi", "ASGITraffic")
    imports.add(".._runtime.traffic_faults", "Refusal")
    imports.add(".._runtime.traffic_faults", "TrafficFault")
    imports.add(".._runtime.traffic_faults", "problem")
    imports.add(".._runtime.traffic_wsgi", "WSGITraffic")
    imports.add(".._runtime.violations", "Violation")
    for resource in resources:
        imports.add(f".{resource.module}", table_name(resource))
    view = RootView(
        header=header,
        docstring=docstring(_ABOUT, 0),
        imports=imports.render(),
        tables=tuple(code("*{},", ident(table_name(item))) for item in resources),
        bases=fit(_texts(bases_of(api.servers)), 0, code("_BASES: list[str] = ")),
    )
    return FilePlan(
        "middleware/__init__.py", "python/middleware/__init__.py.jinja", view
    )


def _module(
    resource: ResourceName,
    operations: list[Operation],
    annotator: Annotator,
    header: Code,
) -> ModuleView:
    imports = Imports()
    imports.add(".._runtime", "traffic")
    codecs = Codecs(annotator)
    views = {operation.id: codecs.view(operation) for operation in operations}
    return ModuleView(
        header=header,
        docstring=docstring(f"What the operations {resource.group} carry.", 0),
        imports=imports.render(),
        codecs=tuple(view for view in views.values() if view is not None),
        table=ident(table_name(resource)),
        endpoints=tuple(
            _endpoint(operation, views[operation.id], annotator)
            for operation in operations
        ),
    )


def _endpoint(
    operation: Operation, codec: CodecView | None, annotator: Annotator
) -> Code:
    arguments: list[Expr] = [
        Atom(lit(annotator.names.operations[operation.id].title)),
        Atom(lit(operation.method)),
        Atom(lit(operation.path)),
    ]
    if codec is not None:
        arguments.append(Atom(codec_name(annotator.names.operations[operation.id])))
    named: Pairs = []
    if operation.conditions:
        named.append((code("conditions"), _conditions(operation)))
    if operation.servers and operation.servers != annotator.api.servers:
        named.append((code("bases"), _texts(bases_of(operation.servers))))
    statuses = {response.status.upper() for response in operation.responses}
    if "422" in statuses and not statuses & {"400", "4XX"}:
        named.append((code("invalid"), Atom(lit(422))))
    return fit(call(code("traffic.Endpoint"), arguments, named), 4, after=code(","))


def _conditions(operation: Operation) -> Expr:
    """What requests have that are for this operation and no other of its address."""
    return list_display(
        [
            call(
                code("traffic.Condition"),
                [
                    Atom(lit(text))
                    for text in (item.place, item.name, *filter(None, [item.value]))
                ],
            )
            for item in operation.conditions
        ]
    )


def _texts(texts: tuple[str, ...]) -> Expr:
    return list_display([Atom(lit(text)) for text in texts])
