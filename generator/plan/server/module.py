"""The module of a tag: protocol, base, codecs, route table."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ..files import FilePlan, Later
from ..python.code import code
from ..python.groups import table_name, tag_text
from ..python.imports import Imports
from ..python.layout import (
    Atom,
    call,
    class_statement,
    dict_display,
    fit,
    list_display,
    name,
)
from ..python.literals import docstring, ident, lit
from ..python.media import sent_media
from .answers import (
    Success,
    error_headers,
    exploded_headers,
    is_empty,
    is_nullable,
    json_headers,
    streams_of,
    successes,
)
from .codecs import Codecs, Pairs, codec_name
from .handlers import Handlers
from .views import CodecView, ModuleView

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...ir import Id, Operation, Stream
    from ...name.names import ResourceName
    from ..python.code import Code
    from ..python.layout import Expr
    from ..python.stripped import Stripped
    from ..python.types import Annotator

_TEMPLATE = "python/server/module.py.jinja"


def handlers_class(resource: ResourceName) -> str:
    """The protocol of a resource."""
    return f"{resource.class_name}Handlers"


def base_class(resource: ResourceName) -> str:
    """The base class of a resource whose methods all answer 501."""
    return f"Unimplemented{resource.class_name}"


def module_plan(
    resource: ResourceName,
    operations: list[Operation],
    routes: Mapping[Id, str],
    annotator: Annotator,
    stripped: Stripped,
    header: Code,
) -> FilePlan:
    """`server/<module>.py`; `routes` are the paths of its operations."""
    own = [operation.id for operation in operations]
    return FilePlan(
        f"server/{resource.module}.py",
        _TEMPLATE,
        Later(
            partial(_view, resource, operations, routes, annotator, stripped, header)
        ),
        about=tuple(own),
        facts=repr([routes[id] for id in own]),
    )


def _view(
    resource: ResourceName,
    operations: list[Operation],
    routes: Mapping[Id, str],
    annotator: Annotator,
    stripped: Stripped,
    header: Code,
) -> ModuleView:
    imports = Imports()
    imports.add("typing", "Protocol")
    imports.add(".._runtime", "server")
    imports.type_checking.add(".._runtime.server_context", "Context")
    codecs = Codecs(annotator, stripped)
    names = annotator.names.operations
    methods = frozenset(names[operation.id].handler for operation in operations)
    handlers = Handlers(annotator, codecs, imports.type_checking, methods)
    read = {
        operation.id: codecs.view(operation, f"`{names[operation.id].title}`")
        for operation in operations
    }
    return ModuleView(
        header=header,
        docstring=docstring(
            f"What a server implements: the operations {resource.group}.", 0
        ),
        handlers=tuple(handlers.view(operation) for operation in operations),
        imports=imports.render(),
        protocol=class_statement(
            ident(handlers_class(resource)), [Atom(code("Protocol"))], 0
        ),
        protocol_docstring=docstring(_about(resource, annotator), 4),
        unimplemented=fit(
            call(
                code("class {}", ident(base_class(resource))),
                [name(handlers_class(resource))],
            ),
            0,
            after=code(":"),
        ),
        unimplemented_docstring=docstring(
            "Answers 501 to every operation that a subclass leaves out.", 4
        ),
        codecs=tuple(codec for codec in read.values() if codec is not None),
        table=ident(table_name(resource)),
        endpoints=tuple(
            _endpoint(operation, routes[operation.id], read[operation.id], annotator)
            for operation in operations
        ),
    )


def _about(resource: ResourceName, annotator: Annotator) -> str:
    """The tag's description, and how to use the protocol."""
    usage = f"The operations {resource.group}, a method each."
    about = tag_text(resource.tag, annotator.api)
    return f"{usage}\n\n{about}" if about else usage


def _endpoint(
    operation: Operation, path: str, codec: CodecView | None, annotator: Annotator
) -> Code:
    name = annotator.names.operations[operation.id]
    arguments: list[Expr] = [
        Atom(lit(name.title)),
        Atom(lit(operation.method)),
        Atom(lit(path)),
        Atom(lit(name.handler)),
    ]
    if codec is not None:
        arguments.append(Atom(codec_name(annotator.names.operations[operation.id])))
    named: Pairs = [(code("answers"), list_display(_answers(operation)))]
    streams = [_stream(*pair) for pair in streams_of(operation)]
    if streams:
        named.append((code("streams"), list_display(streams)))
    if operation.conditions:
        named.append((code("conditions"), _conditions(operation)))
    headers = json_headers(operation)
    if headers:
        named.append((code("json_headers"), _texts(headers)))
    headers = exploded_headers(operation)
    if headers:
        named.append((code("exploded_headers"), _texts(headers)))
    forms = [
        (lit(status), _forms(*lists)) for status, *lists in error_headers(operation)
    ]
    if forms:
        named.append((code("error_headers"), dict_display(forms)))
    if operation.security:
        named.append((code("security"), _security(operation)))
    return fit(call(code("server.Endpoint"), arguments, named), 4, after=code(","))


def _forms(as_json: list[str], exploded: list[str]) -> Expr:
    """How the headers of one answer are written."""
    lists = [(code("as_json"), as_json), (code("exploded"), exploded)]
    named = [(key, _texts(names)) for key, names in lists if names]
    return call(code("server.HeaderForms"), [], named)


def _texts(texts: list[str]) -> Expr:
    return list_display([Atom(lit(text)) for text in texts])


def _stream(success: Success, stream: Stream) -> Expr:
    """A stream with what is not usual about it."""
    facts = [Atom(lit(success.status)), Atom(lit(stream.media))]
    marks = [
        ("sentinel", stream.sentinel, ""),
        ("selector", stream.selector, ""),
        ("form", stream.form, "json"),
        ("part_media", stream.part_media or "application/json", "application/json"),
    ]
    return call(
        code("server.StreamAnswer"),
        facts,
        [(ident(key), Atom(lit(text))) for key, text, usual in marks if text != usual],
    )


def _answers(operation: Operation) -> list[Expr]:
    found: dict[str, Expr] = {}
    for success in successes(operation):
        status = Atom(lit(success.status))
        for content in success.response.contents:
            arguments = [status, Atom(lit(sent_media(content)))]
            named = []
            if is_nullable(content.use):
                named.append((code("nullable"), Atom(code("True"))))
            answer = call(code("server.Answer"), arguments, named)
            found.setdefault(answer.flat, answer)
        if is_empty(success.response):
            answer = call(code("server.Answer"), [status])
            found.setdefault(answer.flat, answer)
    if not found and not streams_of(operation):
        return [call(code("server.Answer"), [Atom(lit(204))])]
    return list(found.values())


def _conditions(operation: Operation) -> Expr:
    """What requests have that are for this operation and no other of its address."""
    return list_display(
        [
            call(
                code("server.Condition"),
                [
                    Atom(lit(text))
                    for text in (item.place, item.name, *filter(None, [item.value]))
                ],
            )
            for item in operation.conditions
        ]
    )


def _security(operation: Operation) -> Expr:
    """The requirements as the document writes them."""
    return list_display(
        [
            dict_display(
                [
                    (lit(scheme), list_display([Atom(lit(scope)) for scope in scopes]))
                    for scheme, scopes in requirement.schemes
                ]
            )
            for requirement in operation.security
        ]
    )
