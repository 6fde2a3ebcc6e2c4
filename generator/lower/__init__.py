"""Lowering: a document becomes the intermediate model.

Takes: a `Document` in OpenAPI 3.2 spelling, references checked.
Gives: an `Api`; what a type cannot express is the nearest wider type and a warning.
Must not: know document versions, make identifiers, read files.
"""

from __future__ import annotations

from typing import Any

from ..diagnostics import Fatal, Sink, diagnostic
from ..ir import Api, Contact, SecurityScheme, Server, Tag
from ..load.document import Document
from .assertions import AssertionTable
from .defaults import Defaults
from .families import Families
from .filters import Selection, relevant, select
from .finite import endless
from .graph import circles, longest_chain
from .loops import loops
from .operations import Operations
from .reading import COMPONENTS
from .schemas import Schemas
from .suspicious import report_suspicious
from .tags import tell_apart
from .told import tell
from .view import escape

__all__ = ["Selection", "lower", "relevant", "select"]

CHAIN = 100
"""Components in a row that refer to the next one; Python imports no longer chains."""


def lower(document: Document, sink: Sink) -> Api:
    """The intermediate model of a document; findings go to the sink.

    Raises Fatal for schemas that refer to one another in too long a chain.
    """
    root = document.root
    components = root.get("components") or {}
    table = AssertionTable(document)
    named = components.get("schemas") or {}
    for key, node in named.items():
        table.add(node, COMPONENTS + escape(key))
    count, first = longest_chain(table.found)
    if count > CHAIN:
        raise Fatal(diagnostic("E230", document.locate(first), count=count))
    listed = [COMPONENTS + escape(key) for key in named]
    families = Families(document, dict.fromkeys([*listed, *table.found]))
    table.join(families)
    cut = loops(table.found)
    table.found.update(cut.replaced)
    schemas = Schemas(document, sink, families, cut.booleans)
    schemas.lower_components(named)
    operations = Operations(document, schemas, table, sink)
    called = tuple(operations.of_paths(root.get("paths") or {}, "paths"))
    webhooks = tuple(operations.of_paths(root.get("webhooks") or {}, "webhooks"))
    if webhooks:
        sink.add(diagnostic("W208", document.locate("#/webhooks"), what="webhooks"))
    defaults = Defaults(document, schemas.shapes, sink)
    schemas.shapes.update(defaults.of_shapes())
    tell_apart(schemas, table)
    for circle in endless(schemas.shapes):
        schemas.report("W243", circle[0], ids=" -> ".join([*circle, circle[0]]))
    tell(table.found, document, sink)
    info = root.get("info") or {}
    api = Api(
        title=_text(info.get("title")),
        version=_text(info.get("version")),
        description=_text(info.get("description")),
        summary=_text(info.get("summary")),
        contact=_contact(info.get("contact")),
        servers=tuple(_server(node) for node in root.get("servers") or ()),
        tags=tuple(
            Tag(_text(node.get("name")), _text(node.get("description")))
            for node in root.get("tags") or ()
        ),
        components=schemas.components,
        shapes=schemas.shapes,
        assertions=table.found,
        operations=tuple(defaults.of_operation(item) for item in called),
        webhooks=tuple(defaults.of_operation(item) for item in webhooks),
        security_schemes={
            key: _scheme(document, key, node)
            for key, node in (components.get("securitySchemes") or {}).items()
        },
        groups=circles(schemas.shapes),
    )
    report_suspicious(api, document, sink)
    return api


def _contact(node: Any) -> Contact:
    if not isinstance(node, dict):
        return Contact()
    return Contact(
        _text(node.get("name")), _text(node.get("url")), _text(node.get("email"))
    )


def _server(node: dict[str, Any]) -> Server:
    variables = tuple(
        (
            name,
            str(variable.get("default", "")),
            tuple(map(str, variable.get("enum", ()))),
        )
        for name, variable in (node.get("variables") or {}).items()
    )
    return Server(_text(node.get("url")), _text(node.get("description")), variables)


def _scheme(document: Document, key: str, node: dict[str, Any]) -> SecurityScheme:
    node_id = f"#/components/securitySchemes/{escape(key)}"
    while isinstance(node.get("$ref"), str):
        node_id = node["$ref"]
        node = document.node(node_id)
    return SecurityScheme(
        node_id,
        key,
        kind=node["type"],
        place=_text(node.get("in")),
        key=_text(node.get("name")),
        http_scheme=_text(node.get("scheme")).lower(),
        description=_text(node.get("description")),
    )


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""
