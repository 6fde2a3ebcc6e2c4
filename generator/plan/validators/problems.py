"""What a document asks of validators that they do not do, told before any code is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...diagnostics import Span, report
from ...ir.vocabulary import ONE_SCHEMA, SCHEMA_LIST, SCHEMA_MAP
from .patterns import Unsupported, Untranslatable, matcher
from .schemas import pairs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...diagnostics import Sink
    from ...ir import Api, Assertions, Id

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
    """Report each keyword that is not checked (E350) and each pattern that cannot be.

    A pattern that nobody can use is a mistake of the document (W351), one that we cannot
    use a limit of ours (W352). The spans have the document part of an id as their file, and the
    line 0: only the document knows where a pointer leads.
    """
    for schema, entry in api.assertions.items():
        if entry.origin:
            continue
        for keyword, _ in entry.keywords:
            if not _is_known(keyword):
                span = span_of(f"{schema}/{keyword}")
                report(sink, "E350", span, keyword=keyword)
        for pattern, place in patterns(entry):
            _pattern(pattern, place, sink)
    if api.has_rules:
        from .rules import unsafe_patterns

        advice = "make the pattern simpler"
        for rule, reason in unsafe_patterns(api):
            span = span_of(f"{rule.origin}/rule")
            report(sink, "E291", span, reason=reason, advice=advice)


def patterns(entry: Assertions) -> Iterator[tuple[str, Id]]:
    """The patterns of a schema, each with the place where it stands."""
    for keyword, value in entry.keywords:
        if keyword == "pattern" and isinstance(value, str):
            yield value, f"{entry.id}/pattern"
        elif keyword == "patternProperties":
            yield from pairs(value)


def _is_known(keyword: str) -> bool:
    return keyword in CHECKED or keyword in ANNOTATIONS or keyword.startswith("x-")


def _pattern(value: str, place: Id, sink: Sink) -> None:
    try:
        matcher(value)
    except Untranslatable as error:
        code = "W352" if isinstance(error, Unsupported) else "W351"
        report(sink, code, span_of(place), pattern=value, reason=str(error))


def span_of(schema: Id) -> Span:
    """A span of an id, with the line still open."""
    document, _, pointer = schema.partition("#")
    return Span(document, 0, 0, pointer)
