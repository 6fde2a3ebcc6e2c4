"""Pages against a server that gives what it likes: cursors, numbers and circles."""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import Field, create_model

from .client_runtime import Naps, connect, connect_async, load
from .fault_server import FaultServer
from .walking import (
    CURSOR,
    Anything,
    body,
    links,
    listing,
    omit,
    pages,
    paging,
    refused,
    targets,
    walked,
)


@pytest.mark.parametrize(
    "last",
    [body(2), body(2, next=None), body(2, next=""), body(2, next="b", more=False)],
)
def test_a_cursor_that_is_not_there_ends_the_walk(
    server: FaultServer, last: bytes
) -> None:
    server.then(body(1, next="a")).then(last)
    assert walked(server, CURSOR) == [1, 2]
    assert targets(server) == ["/v1/things", "/v1/things?after=a"]


def test_an_empty_page_with_a_cursor_goes_on(server: FaultServer) -> None:
    server.then(body(1, next="a/b&c")).then(body(next=5)).then(b'{"data": null}')
    assert walked(server, CURSOR) == [1]
    assert targets(server)[1:] == [
        "/v1/things?after=a%2Fb%26c",
        "/v1/things?after=5",
    ]


def test_more_without_a_cursor_is_told(server: FaultServer) -> None:
    server.then(body(1, more=True), headers=[("x-request-id", "r1")])
    error = refused(server, CURSOR)
    assert str(error) == (
        "200 there is more, but the response has no cursor (request r1)"
    )
    server.answers.clear()
    server.then(body(1, next=["a"]))
    assert "neither a text nor a number" in str(refused(server, CURSOR))
    server.answers.clear()
    server.then(b'{"data": {"a": 1}}')
    assert "no array" in str(refused(server, CURSOR))


@pytest.mark.parametrize("length", [1, 2, 3, 7])
def test_a_circle_of_cursors_is_found(server: FaultServer, length: int) -> None:
    for turn in range(200):
        server.then(body(turn, next=f"c{turn % length}"))
    error = refused(server, CURSOR)
    assert "leads back" in str(error)
    assert length < len(server.requests) < 4 * length + 3


def test_the_cursor_that_was_sent_is_no_next_one(server: FaultServer) -> None:
    server.then(body(1, next="a"))
    refused(server, CURSOR, query={"after": "a"})
    assert targets(server) == ["/v1/things?after=a"]


def test_long_walks_are_no_circles(server: FaultServer) -> None:
    for turn in range(100):
        server.then(body(turn, next=f"c{turn}"))
    server.then(body())
    assert walked(server, CURSOR) == list(range(100))


def test_options_hold_for_each_page(server: FaultServer) -> None:
    server.then(b"{}", status=503).then(body(1, next="a"))
    server.then(b"{}", status=503).then(body(2, next="b")).then(body())
    options = {
        "max_retries": 1,
        "extra_headers": {"x-trace": "t"},
        "extra_query": {"after": "z", "debug": 1},
        "idempotency_key": "k",
    }
    found = walked(server, CURSOR, query={"limit": 3, "after": omit}, options=options)
    assert found == [1, 2]
    asked = [request.target.partition("?")[2] for request in server.requests]
    assert asked == ["limit=3&after=z&debug=1"] * 2 + [
        "limit=3&after=a&debug=1",
        "limit=3&after=a&debug=1",
        "limit=3&after=b&debug=1",
    ]
    assert {request.headers.get("x-trace") for request in server.requests} == {"t"}
    keys = [request.headers.get("idempotency-key") for request in server.requests]
    assert keys == ["k", "k", None, None, None]


def test_the_deadline_is_that_of_each_page(server: FaultServer) -> None:
    for turn in range(4):
        server.then(body(turn, next=turn), pause=0.3)
    server.then(body())
    assert walked(server, CURSOR, options={"deadline": 1.0}) == [0, 1, 2, 3]


def test_cursors_in_bodies_and_headers(server: FaultServer) -> None:
    server.then(body(1, next=7)).then(body())
    how = paging.Cursor(items="/data", next="/next", into="body:from")
    search = paging.PagedOperation("POST", "/search", pages=how)
    assert walked(server, search, body={"text": "x", "from": 3}) == [1]
    assert [json.loads(request.body) for request in server.requests] == [
        {"text": "x", "from": 3},
        {"text": "x", "from": 7},
    ]
    server.answers.clear()
    server.requests.clear()
    server.then(body(1, next=7)).then(body())
    how = paging.Cursor(items="/data", next="/next", into="header:X-After")
    assert walked(server, how, headers={"X-After": "1", "X-B": "2"}) == [1]
    assert [request.headers["x-after"] for request in server.requests] == ["1", "7"]


def test_numbers_go_on_from_where_the_caller_begins(server: FaultServer) -> None:
    server.then(body(1)).then(body(2)).then(body())
    how = paging.PageNumber(items="/data", into="query:page")
    assert walked(server, how, query={"page": 4, "size": 1}) == [1, 2]
    assert targets(server) == [f"/v1/things?page={n}&size=1" for n in (4, 5, 6)]
    server.answers.clear()
    server.requests.clear()
    server.then(body(1, 2, total=3)).then(body(3, total=3))
    how = paging.Offset(items="/data", into="query:offset", total="/total")
    assert walked(server, how) == [1, 2, 3]
    assert targets(server) == ["/v1/things", "/v1/things?offset=2"]
    error = refused(server, how, query={"offset": "some"})
    assert "no whole number" in str(error)


def test_a_flag_ends_numbers_too(server: FaultServer) -> None:
    server.then(body(1, more=True)).then(body(more=True)).then(body(2, more=False))
    how = paging.PageNumber(items="/data", into="query:p", start=0, more="/more")
    assert walked(server, how) == [1, 2]
    assert targets(server)[1:] == ["/v1/things?p=1", "/v1/things?p=2"]


def test_a_server_that_ignores_the_number(server: FaultServer) -> None:
    server.then(body({"id": 1}))
    how = paging.PageNumber(items="/data", into="query:page")
    assert "query:page has no effect" in str(refused(server, how))
    assert len(server.requests) == 2
    server.answers.clear()
    server.then(body(0)).then(body(0)).then(body())
    assert walked(server, how) == [0, 0]


def test_nothing_is_asked_for_twice_and_nothing_is_left_open(
    server: FaultServer,
) -> None:
    server.then(body(1, 2, next="a")).then(body(3))
    transport = connect(server.url, Naps())
    page = pages.Page.first(transport, listing(CURSOR), Anything)
    for item in page:
        assert item == 1
        break
    assert page.has_next_page() and page.has_next_page()
    assert len(server.requests) == 1
    assert page.next_page().items == [3] and len(server.requests) == 2
    transport.close()
    assert server.connections == 1


def asynchronously(work: Callable[[Any], Any], server: FaultServer) -> Any:
    """What `work` makes of an asynchronous transport."""

    async def main() -> Any:
        transport = connect_async(server.url, Naps())
        try:
            return await work(transport)
        finally:
            await transport.aclose()

    return asyncio.run(main())


def test_asynchronous_walks(server: FaultServer) -> None:
    server.then(body(1, 2, next="a")).then(body(next="b")).then(body(3))

    async def work(transport: Any) -> None:
        pager = pages.AsyncPager(transport, listing(CURSOR), Anything)
        assert server.requests == []
        assert [item async for item in pager] == [1, 2, 3]
        assert len(server.requests) == 3
        page = await pages.AsyncPager(transport, listing(CURSOR), Anything)
        assert page.items == [3] and not page.has_next_page()
        with pytest.raises(links.PaginationError):
            await page.next_page()

    asynchronously(work, server)


def test_a_loop_that_is_left_or_cancelled(server: FaultServer) -> None:
    server.then(body(1, 2, next="a")).then(body(1, next="b")).then(end="hang")

    async def work(transport: Any) -> None:
        pager = pages.AsyncPager(transport, listing(CURSOR), Anything)
        async for item in pager.pages():
            assert item.items == [1, 2]
            break
        assert len(server.requests) == 1
        seen: list[object] = []

        async def walk() -> None:
            async for item in pager:
                seen.append(item)

        task = asyncio.create_task(walk())
        async with asyncio.timeout(20):
            while len(server.requests) < 3:
                await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert seen == [1]
        gc.collect()

    asynchronously(work, server)


def test_pages_of_models_are_read_by_the_names_of_the_wire() -> None:
    model = load("model")
    inner = create_model(
        "Inner", __base__=model.Model, last=(str, Field(alias="lastId"))
    )
    outer = create_model("Outer", __base__=model.Model, in_=(inner, Field(alias="in")))
    value = outer.model_validate({"in": {"lastId": "x", "a/b~c": 1}, "other": [2]})
    assert paging.member(value, "/in/lastId") == "x"
    assert paging.member(value, "/in/a~1b~0c") == 1
    assert paging.member(value, "/other") == [2]
    for pointer in ("/in/last", "/nothing", "/in/lastId/more", "/other/0"):
        assert paging.member(value, pointer) is None
    assert paging.member(value, "") is value
