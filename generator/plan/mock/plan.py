"""Plans the files of mock mode: `server/mock.py`, and what it answers beside it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ..files import FilePlan, Later
from ..python.code import code, join
from ..python.groups import served, table_name
from ..python.imports import Imports
from ..python.layout import Atom, call, fit, list_display, name
from ..python.literals import docstring, file_header, json_text
from .data import Answers
from .views import DataView, MockView

if TYPE_CHECKING:
    from ...diagnostics import Sink
    from ...ir import Api, Operation
    from ...name import Names
    from ..options import TargetOptions

DATA = "server/mock.json"
"""Where the answers are."""

_ABOUT = """\
The server in mock mode: every operation answers by itself.

Requests are checked as the server does; the answers are examples of the document, or
made from its schemas, and always the same. The header `Prefer` chooses: `code=404`,
`example=small`, `delay=0.5`, and `fault=cut`, `truncated`, `bad-json` or `error-event` for
an answer that goes wrong. Where rules see request and answer, an example is changed to fit
the request; the header `X-Mock-Broken` tells of an answer that could not be.
Credentials must be there, and any will do.
"""


def runtime(api: Api) -> tuple[str, ...]:
    """The runtime modules that mock mode needs."""
    return (
        "server_mock.py",
        "server_mock_data.py",
        "server_mock_faults.py",
        "server_mock_fitting.py",
    )


def plan(
    api: Api, names: Names, options: TargetOptions, sink: Sink
) -> tuple[FilePlan, ...]:
    """The module, and the data that it answers with."""
    return (
        FilePlan(
            "server/mock.py",
            "python/mock/mock.py.jinja",
            _module(api, names, options),
        ),
        FilePlan(
            DATA, "python/mock/mock.json.jinja", Later(partial(_data, api, names))
        ),
    )


def _module(api: Api, names: Names, options: TargetOptions) -> MockView:
    imports = Imports()
    imports.add(".._runtime", "server")
    imports.add(".._runtime", "server_mock")
    imports.type_checking.add("starlette.applications", "Starlette")
    resources = served(api, names)
    for resource in resources:
        imports.add(f".{resource.module}", table_name(resource))
    has_schemes = any(
        requirement.schemes
        for operation in (*api.operations, *api.webhooks, *api.callbacks)
        for requirement in operation.security
    )
    given = [
        list_display([name(table_name(resource)) for resource in resources]),
        name("SCHEMES") if has_schemes else list_display([]),
        Atom(code("__file__")),
        Atom(code("options")),
    ]
    if has_schemes:
        imports.add(".app", "SCHEMES")
    about = f"{_ABOUT}\n`python -m {options.package}.server.mock` serves it."
    return MockView(
        header=file_header(options.source_name),
        docstring=docstring(about, 0),
        imports=imports.render(),
        result=fit(
            call(code("server_mock.mock_app"), given), 4, before=code("return ")
        ),
    )


def _data(api: Api, names: Names) -> DataView:
    """The answers of each operation, by its handler."""
    answers = Answers(api)
    handlers: dict[str, Operation] = {
        names.operations[operation.id].handler: operation
        for operation in api.operations
    }
    members = [
        code(
            "{}: [\n{}\n]",
            json_text(handler),
            join(",\n", [json_text(answer) for answer in answers.of(operation)]),
        )
        for handler, operation in handlers.items()
    ]
    return DataView(join(",\n", members))
