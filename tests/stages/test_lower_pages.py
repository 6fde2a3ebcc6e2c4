"""Pages that are inferred by the shape of an operation, or are not."""

from __future__ import annotations

from typing import Any

import pytest

from generator.config.pagination import Pagination as Rules

from .pages_support import (
    INTEGER,
    NULLABLE,
    STRING,
    THINGS,
    operation,
    pages,
    read,
    ruled,
    told,
)

LIST = {"data": THINGS, "has_more": "{type: boolean}"}
LINK = "headers: {Link: {schema: {type: string}}}"
PAGE = "{type: integer, default: 1}"
URI = "{type: [string, 'null'], format: uri}"

INFERRED: dict[str, tuple[dict[str, str], Any, str]] = {
    "openai": (
        {"after": STRING, "limit": INTEGER},
        {**LIST, "first_id": NULLABLE, "last_id": NULLABLE},
        "cursor data: last_id -> query after if has_more",
    ),
    "openai without last_id": (
        {"after": STRING, "limit": INTEGER},
        LIST,
        "cursor data: item id -> query after if has_more",
    ),
    "openai groups": (
        {"after": STRING, "limit": INTEGER},
        {**LIST, "next": NULLABLE},
        "cursor data: next -> query after if has_more",
    ),
    "openai usage": (
        {"page": STRING},
        {**LIST, "next_page": NULLABLE},
        "cursor data: next_page -> query page if has_more",
    ),
    "anthropic": (
        {"after_id": STRING, "before_id": STRING},
        {**LIST, "last_id": NULLABLE},
        "cursor data: last_id -> query after_id if has_more",
    ),
    "stripe": (
        {"starting_after": STRING, "ending_before": STRING, "limit": INTEGER},
        {**LIST, "url": STRING},
        "cursor data: item id -> query starting_after if has_more",
    ),
    "next_cursor": (
        {"cursor": STRING},
        {"things": THINGS, "next_cursor": NULLABLE},
        "cursor things: next_cursor -> query cursor",
    ),
    "notion": (
        {"start_cursor": STRING, "page_size": INTEGER},
        {"results": THINGS, "has_more": "{type: boolean}", "next_cursor": NULLABLE},
        "cursor results: next_cursor -> query start_cursor if has_more",
    ),
    "slack": (
        {"cursor": STRING},
        {
            "members": THINGS,
            "response_metadata": f"{{type: object, properties: {{next_cursor: {STRING}}}}}",
        },
        "cursor members: response_metadata/next_cursor -> query cursor",
    ),
    "google": (
        {"pageToken": STRING, "pageSize": INTEGER},
        {"things": THINGS, "nextPageToken": STRING},
        "cursor things: nextPageToken -> query pageToken",
    ),
    "amazon": (
        {"NextToken": STRING, "MaxResults": INTEGER},
        {"Things": THINGS, "NextToken": STRING},
        "cursor Things: NextToken -> query NextToken",
    ),
    "next page by number": (
        {"page": INTEGER},
        {"things": THINGS, "next_page": "{type: [integer, 'null']}"},
        "cursor things: next_page -> query page",
    ),
    "odata": (
        {"$top": INTEGER},
        {"value": THINGS, '"@odata.nextLink"': STRING},
        "url value: @odata.nextLink",
    ),
    "azure": ({}, {"value": THINGS, "nextLink": STRING}, "url value: nextLink"),
    "django": (
        {"page": PAGE, "page_size": INTEGER},
        {"count": INTEGER, "next": URI, "previous": URI, "results": THINGS},
        "url results: next",
    ),
    "json:api": (
        {"page_size": INTEGER},
        {"data": THINGS, "links": f"{{type: object, properties: {{next: {URI}}}}}"},
        "url data: links/next",
    ),
    "pages in all": (
        {"page": PAGE, "per_page": INTEGER},
        {"items": THINGS, "total_pages": INTEGER, "errors": THINGS},
        "page items: -> query page from 1 of total_pages",
    ),
    "spring": (
        {"page": "{type: integer, minimum: 0}", "size": INTEGER},
        {"content": THINGS, "totalPages": INTEGER},
        "page content: -> query page from 0 of totalPages",
    ),
    "more pages": (
        {"page": PAGE, "pageSize": INTEGER},
        {"things": THINGS, "hasMore": "{type: boolean}"},
        "page things: -> query page from 1 if hasMore",
    ),
    "offset": (
        {"offset": INTEGER, "limit": INTEGER},
        {"things": THINGS, "total": INTEGER},
        "offset things: -> query offset from 0 of total",
    ),
    "offset beside meta": (
        {"offset": "{type: integer, default: 0}", "limit": INTEGER},
        {
            "things": THINGS,
            "meta": f"{{type: object, properties: {{total_count: {INTEGER}}}}}",
        },
        "offset things: -> query offset from 0 of meta/total_count",
    ),
}


@pytest.mark.parametrize("name", INFERRED)
def test_shapes_that_leave_no_doubt(name: str) -> None:
    parameters, result, expected = INFERRED[name]
    found = pages(operation(parameters, result))
    assert told(found) == expected
    assert found is not None and found.is_inferred


DOUBTFUL: dict[str, tuple[dict[str, str], Any]] = {
    "no array": ({"cursor": STRING}, {"thing": STRING, "next_cursor": STRING}),
    "two arrays": (
        {"cursor": STRING},
        {"cats": THINGS, "dogs": THINGS, "next_cursor": STRING},
    ),
    "no parameter": ({}, {"data": THINGS, "next_cursor": STRING}),
    "a cursor of another type": (
        {"cursor": INTEGER},
        {"data": THINGS, "next_cursor": STRING},
    ),
    "a cursor that is a URL": (
        {"cursor": STRING},
        {"data": THINGS, "next_cursor": URI},
    ),
    "the cursor of this page": ({"cursor": STRING}, {"data": THINGS, "cursor": STRING}),
    "two spellings": (
        {"nextToken": STRING, "NextToken": STRING},
        {"data": THINGS, "nextToken": STRING},
    ),
    "a list": ({"limit": INTEGER}, THINGS),
    "an offset without total": ({"offset": INTEGER, "limit": INTEGER}, THINGS),
    "an offset that counts from one": (
        {"offset": "{type: integer, default: 1}", "limit": INTEGER},
        {"data": THINGS, "total": INTEGER},
    ),
    "an offset of time": (
        {"offset": STRING, "limit": INTEGER},
        {"data": THINGS, "total": INTEGER},
    ),
    "an offset without limit": (
        {"offset": INTEGER},
        {"data": THINGS, "total": INTEGER},
    ),
    "pages without an end": (
        {"page": PAGE, "per_page": INTEGER},
        {"data": THINGS, "total": INTEGER},
    ),
    "pages without a beginning": (
        {"page": INTEGER, "per_page": INTEGER},
        {"data": THINGS, "total_pages": INTEGER},
    ),
    "the page of a book": ({"page": PAGE}, {"data": THINGS, "total_pages": INTEGER}),
    "after a time": (
        {"after": "{type: string, format: date-time}", "limit": INTEGER},
        LIST,
    ),
    "after, without a flag": (
        {"after": STRING, "limit": INTEGER},
        {"data": THINGS, "last_id": STRING},
    ),
    "after something without an id": (
        {"after": STRING, "limit": INTEGER},
        {**LIST, "data": "{type: array, items: {$ref: '#/components/schemas/Loose'}}"},
    ),
    "a link beside other things": ({}, {"things": THINGS, "nextLink": STRING}),
    "the next lesson": ({}, {"exercises": THINGS, "next": URI}),
    "a next thing": ({"page": PAGE}, {"results": THINGS, "next": STRING}),
    "one of two": (
        {"cursor": STRING},
        f"{{oneOf: [{THINGS}, {{type: object, properties: {{next_cursor: {STRING}}}}}]}}",
    ),
    "anything": ({"cursor": STRING}, "{}"),
}


@pytest.mark.parametrize("name", DOUBTFUL)
def test_shapes_that_leave_a_doubt(name: str) -> None:
    assert pages(operation(*DOUBTFUL[name])) is None


def test_links_in_a_header() -> None:
    assert told(pages(operation({}, THINGS, headers=LINK))) == "link :"
    shape = {"things": THINGS}
    paged = operation({"per_page": INTEGER}, shape, headers=LINK)
    assert told(pages(paged)) == "link things:"
    assert pages(operation({}, shape, headers=LINK)) is None
    about = LINK.replace("{schema", "{description: Pagination links., schema")
    assert told(pages(operation({}, shape, headers=about))) == "link things:"


def test_only_what_is_safe_and_certain_is_inferred() -> None:
    parameters, result, _ = INFERRED["google"]
    assert pages(operation(parameters, result, method="post")) is None
    required = operation(parameters, result).replace(
        "in: query", "required: true, in: query"
    )
    assert pages(required) is None
    other = "        '202': {description: Later.}\n"
    assert pages(operation(parameters, result) + other) is None
    csv = operation(parameters, result).replace(
        "content: {", "content: {text/csv: {schema: {type: string}}, "
    )
    assert pages(csv) is None


def test_what_is_inferred_is_told_once() -> None:
    parameters, result, _ = INFERRED["stripe"]
    one = operation(parameters, result)
    two = one + one.split("paths:\n")[1].replace("/things", "/more").replace(
        "listThings", "listMore"
    )
    api, sink = read(two)
    assert all(item.pagination for item in api.operations)
    [note] = sink.found
    assert note.code == "N282" and note.severity == "note"
    assert note.message.startswith("results in pages, by the shape of operations (2)")
    assert note.message.endswith("listThings, listMore") and note.span is not None
    assert '"listThings" = false' in note.hint


def test_switched_off() -> None:
    parameters, result, _ = INFERRED["openai"]
    text = operation(parameters, result)
    for rules in (Rules(infer=False), Rules(enabled=False), ruled("listThings", None)):
        api, sink = read(text, rules)
        assert api.operations[0].pagination is None and sink.found == []
    declared = operation(parameters, result, extra="x-pagination: {type: link}")
    assert pages(declared, Rules(enabled=False)) is None
    assert told(pages(declared, Rules(infer=False))) == "link data:"
