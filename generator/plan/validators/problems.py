"""What a document asks of validators that they do not do, told before any code is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...diagnostics import Span, report
from .patterns import Untranslatable, translate
from .schemas import MANY, NAMED, ONE, pairs

if TYPE_CHECKING:
    from ...diagnostics import Sink
    from ...ir import Api, Id

CHECKED = frozenset(
    (
        *ONE,
        *MANY,
        *NAMED,
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


def report_problems(api: Api, source: str, sink: Sink) -> None:
    """Report each keyword that is not checked and each pattern that cannot be.

    The spans have the line 0: only the document knows the lines of a pointer.
    """
    for schema, entry in api.assertions.items():
        for keyword, value in entry.keywords:
            if keyword == "pattern":
                _pattern(value, f"{schema}/pattern", source, sink)
            elif keyword == "patternProperties":
                for pattern, place in pairs(value):
                    _pattern(pattern, place, source, sink)
            elif not _is_known(keyword):
                span = span_of(f"{schema}/{keyword}", source)
                report(sink, "W350", span, keyword=keyword)


def _is_known(keyword: str) -> bool:
    return keyword in CHECKED or keyword in ANNOTATIONS or keyword.startswith("x-")


def _pattern(value: object, place: Id, source: str, sink: Sink) -> None:
    if not isinstance(value, str):
        return
    try:
        translate(value)
    except Untranslatable as error:
        span = span_of(place, source)
        report(sink, "W351", span, pattern=value, reason=str(error))


def span_of(schema: Id, source: str) -> Span:
    """A span that names the document and the pointer of an id, with the line still open."""
    document, _, pointer = schema.partition("#")
    return Span(document or source, 0, 0, pointer)
