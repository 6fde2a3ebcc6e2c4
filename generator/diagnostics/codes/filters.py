"""Codes of filters, which choose the operations that are generated (E22x, W22x)."""

from __future__ import annotations

from ..entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "E220",
        "error",
        "The filters leave nothing",
        "the filters leave none of the {count} operations of the document",
        "an operation needs a match in each list of includes, and none in the excludes",
        "Lists of includes narrow each other down: with `include_tags` and "
        "`include_paths`, an operation needs one of the tags and one of the paths. An "
        "exclude wins over every include.",
    ),
    Entry(
        "W220",
        "warning",
        "A pattern of a filter matches nothing",
        "no operation has a {subject} that matches '{pattern}' of {option}{suggestion}",
        "patterns match the whole text and its case; * ends at a /, ** does not",
        "A tag is matched by its name, a path as it stands in the document, an operation by "
        "its `operationId` or by its method and path, such as GET /pets. The wildcard * "
        "stands for any characters but /, and ** for any; /pets/** matches /pets and all "
        "below it.",
    ),
)
