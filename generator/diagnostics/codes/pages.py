"""Codes of results that come in pages (x28x)."""

from __future__ import annotations

from ..entry import Entry

_PATHS = (
    "Paths are JSON Pointers, such as /meta/next_cursor, or the name of one property. A "
    "declaration of the type cursor needs a parameter and `next` or `last_item`; page and "
    "offset need a parameter; url needs `next`; link needs nothing."
)

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "E280",
        "error",
        "A rule of pagination that does not fit",
        "this rule does not fit {name}: {reason}",
        "correct the rule, or set it to false",
        "A rule of the table `pagination.operations` of the configuration says how the "
        "results of the operations that it matches come in pages. It must fit one of them "
        f"at least, and others it leaves alone. {_PATHS}",
    ),
    Entry(
        "W280",
        "warning",
        "A rule of pagination that matches nothing",
        "no operation matches '{pattern}' of pagination{suggestion}",
        "patterns match the operationId, or method and path, such as GET /pets; * ends at "
        "a /, ** does not",
        "A rule is matched against the whole text and its case. What a filter leaves out "
        "can be matched as well.",
    ),
    Entry(
        "W281",
        "warning",
        "An extension for pages that does not fit",
        "{extension} is ignored: {reason}",
        "correct it with an overlay, or declare pages in the configuration",
        "Extensions of an operation can say how its results come in pages. The method is "
        f"generated, and gives one response. {_PATHS}",
    ),
    Entry(
        "N282",
        "note",
        "Pages that were inferred",
        "results in pages, by the shape of operations ({count}): {names}",
        "the methods give pages; `infer = false` below `pagination` switches this off, and "
        'a rule of `pagination.operations`, such as "{first}" = false, one of them',
        "Names and types of the parameters and of the response are those of a widely used "
        "way to divide lists into pages. Methods of such operations give a page, which "
        "iterates over the items of all pages. The place is the first one.",
    ),
)
