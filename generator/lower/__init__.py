"""Lowering: a document becomes the intermediate model.

Takes: a `Document` in OpenAPI 3.2 spelling, references checked.
Gives: an `Api`; what a type cannot express is the nearest wider type and a warning.
Must not: know document versions, make identifiers, read files.
"""

from __future__ import annotations

from ..diagnostics import Fatal, Sink, diagnostic
from ..ir import Api, Origins
from ..load.document import Document
from .assertions import AssertionTable
from .defaults import Defaults
from .error_shape import error_shape
from .examples import Examples
from .families import Families
from .filters import Selection, relevant, select
from .finite import endless
from .graph import circles, longest_chain
from .loops import loops
from .notes import text_of
from .operations import Operations
from .pages import NO_RULES, Rules, paginated, tell_inferred
from .reading import COMPONENTS
from .ruled import with_rules
from .schemas import Schemas
from .services import Services, contact_of, tags_of
from .slips import tell_slips
from .suspicious import report_suspicious
from .tags import tell_apart
from .told import tell
from .view import escape
from .webhooks import received, signature_scheme

__all__ = ["Selection", "lower", "relevant", "select", "tell_inferred"]

CHAIN = 100
"""Components in a row that refer to the next one; Python imports no longer chains."""


def lower(document: Document, sink: Sink, pages: Rules = NO_RULES) -> Api:
    """The intermediate model of a document; findings go to the sink.

    `pages` is what the user says of results in pages. What is inferred of them is not
    reported: `tell_inferred` does, of the part of the model that is generated.

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
    services = Services(document, sink)
    operations = Operations(document, schemas, table, services, sink)
    called = tuple(operations.of_paths(root.get("paths") or {}, "paths"))
    webhooks = tuple(received(document, operations))
    defaults = Defaults(document, schemas.shapes, sink)
    schemas.shapes.update(defaults.of_shapes())
    examples = Examples(document, defaults, sink)
    examples.check_components(schemas.components.values())
    examples.check_fields()
    for operation in (*called, *webhooks):
        examples.check_operation(operation)
    discriminators = tell_apart(schemas, table)
    ruled = with_rules(document, table, operations.ruled, sink)
    for circle in endless(schemas.shapes):
        schemas.report("W243", circle[0], ids=" -> ".join([*circle, circle[0]]))
    tell(table.found, document, sink)
    tell_slips(table.found, document, sink)
    if document.scopes is not None:
        _make_static(table, document)
    info = root.get("info") or {}
    complete = (ruled(defaults.of_operation(item)) for item in called)
    api = Api(
        title=text_of(info.get("title")),
        version=text_of(info.get("version")),
        description=text_of(info.get("description")),
        summary=text_of(info.get("summary")),
        contact=contact_of(info.get("contact")),
        servers=services.servers(root, "#"),
        tags=tuple(tags_of(root.get("tags") or ())),
        components=schemas.components,
        shapes=schemas.shapes,
        assertions=table.found,
        operations=paginated(
            complete, operations.extended, schemas.shapes, document, pages, sink
        ),
        webhooks=tuple(ruled(defaults.of_operation(item)) for item in webhooks),
        callbacks=tuple(
            ruled(defaults.of_operation(item)) for item in operations.callbacks
        ),
        security_schemes=services.schemes(),
        groups=circles(schemas.shapes),
        errors=error_shape(document, sink),
        webhook_signature=signature_scheme(document, sink),
        origins=Origins(table.moved, tuple(table.made), discriminators),
    )
    report_suspicious(api, document, sink)
    return api


def _make_static(table: AssertionTable, document: Document) -> None:
    """Let the assertions hold no dynamic references any more. Raises Fatal."""
    from .dynamic import LIMIT, TooManyScopes, resolved

    try:
        table.found.update(resolved(table.found, document))
    except TooManyScopes as problem:
        place = document.locate(problem.schema)
        raise Fatal(diagnostic("E231", place, count=LIMIT)) from None
    table.found.update(loops(table.found).replaced)
