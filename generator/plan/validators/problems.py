"""What a document asks of validators that they do not do, told before any code is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...diagnostics import Span, report
from ...ir.vocabulary import ONE_SCHEMA, SCHEMA_LIST, SCHEMA_MAP
from .patterns import Untranslatable, translate
from .schemas import pairs

if TYPE_CHECKING:
    from ...diagnostics import Sink
    from ...ir import Api, Id

CHECKED = frozenset(
    (
        *ONE_SCHEMA,
        *SCHEMA_LIST,
        *SCHEMA_MAP,
        *"""$ref always const dependentRequired enum exclusiveMaximum exclusiveMinimum
        format maxContains maxItems maxLength maxProperties maximum minContains minItems
        minLength minProperties minimum multipleOf pattern required type
        uniqueItems""".split(),
    )
)
ANNOTATIONS = frozenset(
    """$anchor $comment $defs $id $schema $dynamicAnchor $vocabulary contentEncoding
    contentMediaType contentSchema default deprecated description discriminator example
    examples externalDocs readOnly title writeOnly xml""".split()
)


def report_problems(api: Api, sink: Sink) -> None:
    """Report each keyword that is not checked and each pattern that cannot be.

    The spans have the document part of an id as their file, and the line 0: only the
    document knows where a pointer leads.
    """
    for schema, entry in api.assertions.items():
        for keyword, value in entry.keywords:
            if keyword == "pattern":
                _pattern(value, f"{schema}/pattern", sink)
            elif keyword == "patternProperties":
                for pattern, place in pairs(value):
                    _pattern(pattern, place, sink)
            elif not _is_known(keyword):
                span = span_of(f"{schema}/{keyword}")
                report(sink, "W350", span, keyword=keyword)


def _is_known(keyword: str) -> bool:
    return keyword in CHECKED or keyword in ANNOTATIONS or keyword.startswith("x-")


def _pattern(value: object, place: Id, sink: Sink) -> None:
    if not isinstance(value, str):
        return
    try:
        translate(value)
    except Untranslatable as error:
        span = span_of(place)
        report(sink, "W351", span, pattern=value, reason=str(error))


def span_of(schema: Id) -> Span:
    """A span of an id, with the line still open."""
    document, _, pointer = schema.partition("#")
    return Span(document, 0, 0, pointer)
