"""Pages that are declared: by rules of the configuration, and by extensions."""

from __future__ import annotations

import json

import pytest

from generator.config.pagination import Pagination as Rules
from generator.config.pagination import PaginationRule
from generator.diagnostics import Span
from generator.ir import Operation

from .pages_support import (
    INTEGER,
    STRING,
    THINGS,
    operation,
    pages,
    read,
    ruled,
    told,
)

SOMETHING = operation(
    {"at": STRING, "n": INTEGER, "b": "{type: boolean}"},
    {
        "list": THINGS,
        "other": f"{{type: array, items: {STRING}}}",
        "next/one": STRING,
        "more": "{type: boolean}",
        "count": INTEGER,
        "meta": "{type: object, additionalProperties: true}",
    },
)

DECLARED: dict[str, tuple[dict[str, object], str]] = {
    "cursor": (
        {"type": "cursor", "items": "list", "parameter": "at", "next": "/next~1one"},
        "cursor list: next/one -> query at",
    ),
    "last item": (
        {
            "type": "cursor",
            "items": "/list",
            "parameter": "query:at",
            "last_item": "id",
        },
        "cursor list: item id -> query at",
    ),
    "page": (
        {"type": "page", "items": "list", "parameter": "n", "has_more": "more"},
        "page list: -> query n from 1 if more",
    ),
    "page from nought": (
        {"type": "page", "items": "list", "parameter": "n", "start": 0},
        "page list: -> query n from 0",
    ),
    "offset": (
        {"type": "offset", "items": "list", "parameter": "n", "total": "count"},
        "offset list: -> query n from 0 of count",
    ),
    "link": ({"type": "link", "items": "other"}, "link other:"),
    "url": (
        {"type": "url", "items": "list", "next": "/next~1one"},
        "url list: next/one",
    ),
}


@pytest.mark.parametrize("name", DECLARED)
def test_declared_by_a_rule_or_an_extension(name: str) -> None:
    declared, expected = DECLARED[name]
    assert told(pages(SOMETHING, ruled("listThings", declared))) == expected
    assert told(pages(SOMETHING, ruled("GET /th*", declared))) == expected
    written = ", ".join(f"{key}: {value}" for key, value in declared.items())
    extended = SOMETHING.replace(
        "operationId", f"x-pagination: {{{written}}}\n      operationId"
    )
    found = pages(extended)
    assert told(found) == expected and found is not None and not found.is_inferred


MISFITS: dict[str, tuple[dict[str, object], str]] = {
    "no type": ({}, "type is one of cursor, page, offset, link, url"),
    "unknown type": ({"type": "pages"}, "type is one of cursor"),
    "unknown key": (
        {"type": "link", "item": "list"},
        "link has no key item; did you mean items?",
    ),
    "no text": ({"type": "link", "items": 1}, "items is a text"),
    "no number": (
        {"type": "page", "parameter": "n", "start": "1"},
        "start is a whole number",
    ),
    "no parameter given": ({"type": "page"}, "page needs parameter"),
    "no cursor": (
        {"type": "cursor", "parameter": "at"},
        "cursor needs either next or last_item",
    ),
    "two cursors": (
        {"type": "cursor", "parameter": "at", "next": "more", "last_item": "id"},
        "cursor needs either next or last_item",
    ),
    "no url": ({"type": "url"}, "url needs next"),
    "no such parameter": (
        {"type": "offset", "items": "list", "parameter": "offset"},
        "the operation has no parameter offset that could take it",
    ),
    "a parameter that takes no number": (
        {"type": "offset", "items": "list", "parameter": "b"},
        "the parameter b takes no number",
    ),
    "no such property": (
        {"type": "url", "items": "list", "next": "/meta2/next"},
        "the response has no /meta2/next",
    ),
    "no array": (
        {"type": "link", "items": "more"},
        "/more of the response is no array",
    ),
    "several arrays": ({"type": "link"}, "the response has several arrays"),
    "no boolean": (
        {"type": "link", "items": "list", "has_more": "count"},
        "/count is not a boolean",
    ),
    "a cursor that is none": (
        {"type": "cursor", "items": "list", "parameter": "at", "next": "list"},
        "/list is not a text or a number",
    ),
}


@pytest.mark.parametrize("name", MISFITS)
def test_declarations_that_do_not_fit(name: str) -> None:
    declared, reason = MISFITS[name]
    api, sink = read(SOMETHING, ruled("listThings", declared))
    [finding] = sink.found
    assert finding.code == "E280" and reason in finding.message
    assert finding.span == Span("x.toml", 3, 1) and api.operations[0].pagination is None
    written = json.dumps(declared).strip("{}")
    extended = SOMETHING.replace(
        "operationId", f"x-pagination: {{{written}}}\n      operationId"
    )
    api, sink = read(extended)
    [finding] = sink.found
    assert finding.code == "W281" and reason in finding.message
    assert finding.span is not None and finding.span.line > 1


def test_links_are_followed_with_get_only() -> None:
    text = operation({}, THINGS, method="post")
    _, sink = read(text, ruled("listThings", {"type": "link"}))
    assert "links are followed with GET" in sink.found[0].message


def test_a_rule_may_hold_for_many_operations_and_must_for_one() -> None:
    one = operation({}, {"value": THINGS, "nextLink": STRING})
    other = (
        one.split("paths:\n")[1]
        .replace("/things", "/thing")
        .replace("listThings", "getThing")
    )
    both = one + other.replace(THINGS, STRING)
    api, sink = read(both, ruled("GET /**", {"type": "url", "next": "nextLink"}))
    assert [bool(item.pagination) for item in api.operations] == [True, False]
    assert sink.found == []
    exact = PaginationRule("getThing", {"type": "link"})
    general = PaginationRule("*", {"type": "url", "next": "nextLink"})
    _, sink = read(both, Rules(rules=(general, exact)))
    assert [item.code for item in sink.found] == ["E280"]


def test_a_rule_that_matches_nothing() -> None:
    _, sink = read(SOMETHING, ruled("listThing", {"type": "link"}))
    [finding] = sink.found
    assert finding.code == "W280" and "did you mean 'listThings'?" in finding.message


def test_a_property_of_the_body_can_take_a_cursor() -> None:
    body = (
        "requestBody: {content: {application/json: {schema: {type: object, "
        "properties: {from: {type: string}}}}}}"
    )
    text = operation({}, {"d": THINGS, "next": STRING}, method="post", extra=body)
    rule = {"type": "cursor", "parameter": "from", "next": "next"}
    assert told(pages(text, ruled("listThings", rule))) == "cursor d: next -> body from"


EXTENSIONS: dict[str, tuple[str, str]] = {
    "azure": ("x-ms-pageable: {nextLinkName: next}", "url value: next"),
    "azure with items": (
        "x-ms-pageable: {nextLinkName: odata\\.next, itemName: others}",
        "url others: odata.next",
    ),
    "azure with one page": ("x-ms-pageable: {nextLinkName: null}", "none"),
    "azure with another operation": (
        "x-ms-pageable: {nextLinkName: next, operationName: A_ListNext}",
        "none",
    ),
    "speakeasy cursor": (
        "x-speakeasy-pagination: {type: cursor, inputs: [{name: at, in: parameters, "
        "type: cursor}], outputs: {results: $.value, nextCursor: $.inner.next}}",
        "cursor value: inner/next -> query at",
    ),
    "speakeasy last item": (
        "x-speakeasy-pagination: {type: cursor, inputs: [{name: at, in: parameters, "
        "type: cursor}], outputs: {nextCursor: '$.value[-1].id'}}",
        "cursor value: item id -> query at",
    ),
    "speakeasy pages": (
        "x-speakeasy-pagination: {type: offsetLimit, inputs: [{name: n, in: parameters, "
        "type: page}], outputs: {results: $.value, numPages: $.count}}",
        "page value: -> query n from 1 of count",
    ),
    "speakeasy offset": (
        "x-speakeasy-pagination: {type: offsetLimit, inputs: [{name: n, in: parameters, "
        "type: offset}, {name: at, in: parameters, type: limit}], "
        "outputs: {results: $.value}}",
        "offset value: -> query n from 0",
    ),
    "speakeasy url": (
        "x-speakeasy-pagination: {type: url, outputs: {results: $.value, nextUrl: $.next}}",
        "url value: next",
    ),
    "fern": (
        "x-fern-pagination: {cursor: $request.at, next_cursor: $response.inner.next, "
        "results: $response.value}",
        "cursor value: inner/next -> query at",
    ),
    "fern offset, which depends on settings": (
        "x-fern-pagination: {offset: $request.n, results: $response.value}",
        "none",
    ),
    "ours wins": (
        "x-ms-pageable: {nextLinkName: next}\n          x-pagination: false",
        "none",
    ),
}


@pytest.mark.parametrize("name", EXTENSIONS)
def test_extensions_of_other_tools(name: str) -> None:
    extension, expected = EXTENSIONS[name]
    inner = f"{{type: object, properties: {{next: {STRING}}}}}"
    result = {"value": THINGS, "others": THINGS, "next": STRING, "odata.next": STRING}
    result |= {"inner": inner, "count": INTEGER}
    text = operation({"at": STRING, "n": INTEGER}, result, extra=extension)
    api, sink = read(text)
    assert told(api.operations[0].pagination) == expected and sink.found == []


def test_an_extension_that_cannot_be_read() -> None:
    for extension in (
        "x-speakeasy-pagination: {type: cursor}",
        "x-speakeasy-pagination: {type: url, outputs: {nextUrl: '$..next'}}",
        "x-speakeasy-pagination: {type: url, outputs: 3}",
        "x-pagination: yes please",
        "x-pagination: [link]",
        "x-ms-pageable: {nextLinkName: none}",
    ):
        text = operation({"at": STRING}, {"value": THINGS}, extra=extension)
        api, sink = read(text)
        assert [item.code for item in sink.found] == ["W281"], extension
        assert api.operations[0].pagination is None


def test_an_unknown_document_of_extensions_does_no_harm() -> None:
    for value in ("1", "[]", "{}", "{type: 1, inputs: 3}", "{inputs: [1]}", "null"):
        for name in ("x-ms-pageable", "x-speakeasy-pagination", "x-fern-pagination"):
            text = operation({}, {"value": THINGS}, extra=f"{name}: {value}")
            found: tuple[Operation, ...] = read(text)[0].operations
            assert found[0].pagination is None
