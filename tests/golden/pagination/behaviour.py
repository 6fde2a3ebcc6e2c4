"""Lists that are walked page by page, in each of the ways that lead on."""

from __future__ import annotations

import gc
import weakref
from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING, assert_type

import pytest
from case_pagination import (
    AsyncClient,
    BadRequestError,
    Client,
    PaginationError,
    server,
)
from case_pagination.client import (
    AsyncPage,
    AsyncPager,
    Page,
    RawResponse,
)
from case_pagination.models import (
    ListByCursorResponse,
    ListByLinkResponseHeaders,
    ListByOffsetResponse,
    ListByOffsetResponsePagination,
    ListByPageResponse,
    Meta,
    Thing,
    ThingList,
    Wrong,
)

if TYPE_CHECKING:
    from starlette.applications import Starlette

IDS = ["a", "b", "c", "d", "e"]
THINGS = [Thing(id=id) for id in IDS]
CALLS: list[str] = []


class Things(server.ThingsHandlers):
    async def list_by_last_id(
        self, *, after: str | None, limit: int, context: server.Context
    ) -> ThingList:
        CALLS.append(f"after {after}")
        if after == "nobody":
            raise server.BadRequest(Wrong(message="nobody is nothing"))
        begin = IDS.index(after) + 1 if after else 0
        found, more = THINGS[begin : begin + limit], begin + limit < len(IDS)
        last = found[-1].id if found else None
        return ThingList(data=found, last_id=last, has_more=more)

    async def list_by_cursor(
        self, *, cursor: str | None, fault: str | None, context: server.Context
    ) -> ListByCursorResponse:
        """Pages of one; the second is empty, and the cursor after the last is too."""
        pages: dict[str | None, tuple[list[str], str]] = {
            None: (["a"], "to b"),
            "to b": ([], "to c & d"),
            "to c & d": (["c"], "to b" if fault == "circle" else ""),
        }
        items, following = pages[cursor]
        if cursor and fault == "bare":
            return ListByCursorResponse(items=["z"])
        meta = Meta(next_cursor=following)
        return ListByCursorResponse(items=items, meta=meta)

    async def list_by_page(
        self, *, page: int, per_page: int, context: server.Context
    ) -> ListByPageResponse:
        CALLS.append(f"page {page}")
        found = THINGS[(page - 1) * per_page : page * per_page]
        return ListByPageResponse(results=found, total_pages=3)

    async def list_by_offset(
        self, *, offset: int, limit: int, context: server.Context
    ) -> ListByOffsetResponse:
        CALLS.append(f"offset {offset}")
        return ListByOffsetResponse(
            page=THINGS[offset : offset + min(limit, 2)],
            pagination=ListByOffsetResponsePagination(total=len(THINGS)),
        )

    async def list_by_link(
        self, *, page: int | None, fault: str | None, context: server.Context
    ) -> list[Thing]:
        number = page or 0
        if number < 4:
            query = f"?page={number + 1}"
            target = f"https://elsewhere.example.com/{query}" if fault else query
            text = f'</>; rel="first", <{target}>; title="a, b"; rel="last next"'
            context.set_headers(ListByLinkResponseHeaders(link=text))
        return [THINGS[number]]


def app() -> Starlette:
    CALLS.clear()
    return server.app(things=Things(), security={"key": _anybody})


async def _anybody(credential: str, context: server.Context) -> str:
    return credential


def _ids(things: Iterator[Thing] | list[Thing]) -> str:
    return "".join(thing.id for thing in things)


def check_every_way_leads_to_all_items(url: str) -> None:
    with Client(api_key="k", base_url=url) as client:
        things = client.things
        assert _ids(iter(things.list_by_last_id(limit=2))) == "abcde"
        assert list(things.list_by_cursor()) == ["a", "c"]
        assert _ids(iter(things.list_by_page())) == "abcde"
        assert _ids(iter(things.list_by_offset(limit=100))) == "abcde"
        assert _ids(iter(things.list_by_link())) == "abcde"


async def check_without_waiting(url: str) -> None:
    async with AsyncClient(api_key="k", base_url=url) as client:
        things = client.things
        assert [t.id async for t in things.list_by_last_id(limit=2)] == IDS
        assert [name async for name in things.list_by_cursor()] == ["a", "c"]
        assert [t.id async for t in things.list_by_page()] == IDS
        assert [t.id async for t in things.list_by_offset(limit=100)] == IDS
        assert [t.id async for t in things.list_by_link()] == IDS


def check_pages_know_their_response(url: str) -> None:
    with Client(api_key="k", base_url=url) as client:
        page = client.things.list_by_last_id(limit=3)
        assert _ids(page.items) == "abc"
        assert page.response.last_id == "c" and page.response.has_more
        assert page.has_next_page()
        following = page.next_page()
        assert _ids(following.items) == "de" and not following.has_next_page()
        assert _ids(page.next_page().items) == "de"
        with pytest.raises(PaginationError, match="the last page"):
            following.next_page()
        sizes = [len(page.items) for page in client.things.list_by_page().pages()]
        assert sizes == [2, 2, 1]
        assert repr(page) == "<Page of 3 items>"
        with pytest.raises(BadRequestError):
            client.things.list_by_last_id(after="nobody")


async def check_asynchronous_pages(url: str) -> None:
    async with AsyncClient(api_key="k", base_url=url) as client:
        page = await client.things.list_by_last_id(limit=3)
        assert [thing.id async for thing in page] == IDS
        assert page.response.last_id == "c"
        assert _ids((await page.next_page()).items) == "de"
        pages = [page async for page in page.pages()]
        assert [len(page.items) for page in pages] == [3, 2]
        sizes = [len(p.items) async for p in client.things.list_by_page().pages()]
        assert sizes == [2, 2, 1]
        with pytest.raises(BadRequestError):
            await client.things.list_by_last_id(after="nobody")


async def check_nothing_is_asked_for_before_it_is_needed(url: str) -> None:
    with Client(api_key="k", base_url=url) as client:
        for thing in client.things.list_by_page():
            if thing.id == "b":
                break
        assert CALLS == ["page 1"]
        assert _ids(iter(client.things.list_by_page(page=2))) == "cde"
        assert CALLS == ["page 1", "page 2", "page 3"]
    CALLS.clear()
    async with AsyncClient(api_key="k", base_url=url) as client:
        waiting = client.things.list_by_offset()
        assert CALLS == []
        async for thing in waiting:
            if thing.id == "b":
                break
        assert CALLS == ["offset 0"]


def check_pages_walked_past_are_let_go(url: str) -> None:
    with Client(api_key="k", base_url=url) as client:
        seen: list[weakref.ref[Page[Thing, ListByPageResponse]]] = []
        gc.disable()
        try:
            for page in client.things.list_by_page().pages():
                assert [one() for one in seen[:-1]] == [None] * len(seen[:-1])
                seen.append(weakref.ref(page))
        finally:
            gc.enable()
        assert len(seen) == 3


def check_what_must_not_be_followed(url: str) -> None:
    with Client(api_key="k", base_url=url) as client:
        page = client.things.list_by_link(fault="elsewhere")
        assert _ids(page.items) == "a" and page.has_next_page()
        with pytest.raises(PaginationError, match="credentials stay at") as caught:
            page.next_page()
        assert caught.value.status_code == 200
        seen: list[str] = []
        with pytest.raises(PaginationError, match="leads back"):
            seen.extend(client.things.list_by_cursor(fault="circle"))
        assert list(client.things.list_by_cursor(fault="bare")) == ["a", "z"]


async def check_whole_and_streamed_responses_hold_a_page(url: str) -> None:
    with Client(api_key="k", base_url=url) as client:
        raw = client.things.with_raw_response
        answer = raw.list_by_page()
        assert answer.status_code == 200 and b'"total_pages":3' in answer.content
        assert _ids(iter(answer.parse())) == "abcde"
        linked = raw.list_by_link()
        assert "next" in (linked.typed_headers.link or "")
        assert _ids(iter(linked.parse())) == "abcde"
        streaming = client.things.with_streaming_response
        with streaming.list_by_link() as response:
            assert _ids(iter(response.parse())) == "abcde"
    async with AsyncClient(api_key="k", base_url=url) as other:
        found = await other.things.with_raw_response.list_by_page()
        assert [thing.id async for thing in found.parse()] == IDS
        later = other.things.with_streaming_response
        async with later.list_by_link() as waiting:
            assert [thing.id async for thing in await waiting.parse()] == IDS


def check_types(url: str) -> None:
    with Client(api_key="k", base_url=url) as client:
        page = client.things.list_by_last_id()
        assert_type(page, Page[Thing, ThingList])
        assert_type(page.items, list[Thing])
        assert_type(page.response, ThingList)
        assert_type(iter(page), Iterator[Thing])
        assert_type(page.pages(), Iterator[Page[Thing, ThingList]])
        assert_type(client.things.list_by_link().response, list[Thing])
        raw = client.things.with_raw_response.list_by_last_id()
        assert_type(raw, RawResponse[Page[Thing, ThingList], None])


async def check_asynchronous_types(url: str) -> None:
    async with AsyncClient(api_key="k", base_url=url) as client:
        waiting = client.things.list_by_cursor()
        assert_type(waiting, AsyncPager[str, ListByCursorResponse])
        assert_type(await waiting, AsyncPage[str, ListByCursorResponse])
        pages = waiting.pages()
        assert_type(pages, AsyncIterator[AsyncPage[str, ListByCursorResponse]])
        async for name in waiting:
            assert_type(name, str)
