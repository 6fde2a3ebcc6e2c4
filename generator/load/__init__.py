"""Reading a document: `load`.

Takes: a path, an address that the user allows, or standard input.
Gives: a `Document` in the spelling of OpenAPI 3.2, references checked, and places.
Must not: inline references, name anything, or read outside the document's folder
unless the user allows it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .check import check
from .document import Document, SourceFile
from .library import Library, dialect_of
from .parse import parse
from .refs import Resolver, file_scope
from .report import Reporter
from .source import SIZE_LIMIT, Source, fetch_source, read_source
from .state import File, State
from .tables import KINDS, kind_in
from .version import JSON_SCHEMA, version_of
from .walk import Walk

if TYPE_CHECKING:
    from ..diagnostics import Sink

__all__ = ["SIZE_LIMIT", "Document", "Source", "SourceFile", "load"]


def load(source: Source, sink: Sink) -> Document:
    """Read a document and all files that it refers to.

    What is wrong goes to `sink`, everything in one run; a caller that finds errors there
    must not use the document. Raises Fatal when there is nothing to go on with: the
    file cannot be read, is no YAML or JSON, or is not Swagger 2.0, OpenAPI 3.x or JSON Schema.
    """
    text = read_source(source)
    data, places = parse(text, sink)
    overlays: list[SourceFile] = []
    if source.overlays and type(data) is dict:
        from .overlay import apply_overlays

        places, overlays = apply_overlays(data, places, source, sink)
    version = version_of(data, places, sink)
    dialect = dialect_of(data) or "3.1"
    main = File("", data, places, dialect, Reporter(places, sink))
    main.is_schema = version == JSON_SCHEMA
    if source.address:
        main.address = fetch_source(source).address
    state = State(sink, source.strict_nullable)
    library = Library(source, main, sink)
    walk = Walk(state)
    scope = file_scope(main)
    if main.is_schema:
        walk.run(data, KINDS["schema"], None, scope)
    else:
        own_uri = data.get("$self")
        if type(own_uri) is str:
            state.resources[own_uri] = scope
        walk.run(data, KINDS[kind_in("document", dialect)], None, scope)
    resolver = Resolver(state, walk, library, main)
    resolver.run()
    state.report_counted()
    document = Document(source.name, version, library.files, overlays, resolver.scopes)
    check(document, sink)
    return document
