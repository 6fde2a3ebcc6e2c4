"""Lists that are walked as the configuration or an extension says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from case_pagination_declared import AsyncClient, Client, PaginationError, server
from case_pagination_declared.client import AsyncPage, Page, RawResponse
from case_pagination_declared.models import (
    Hits,
    ListByUrlResponse,
    ListOldResponse,
    ListOldResponseHeaders,
    ListWholeResponse,
    SearchThingsResponse,
    Thing,
)
from case_pagination_declared.models import Page as PageModel

if TYPE_CHECKING:
    from collections.abc import Iterable

    from case_pagination_declared.models import SearchThingsRequest
    from starlette.applications import Starlette

THINGS = [Thing(id=id) for id in "abcde"]
KEYS: list[str | None] = []


class Things(server.ThingsHandlers):
    async def list_by_url(
        self, *, page: int, context: server.Context
    ) -> ListByUrlResponse:
        following = f"/by-url?page={page + 1}" if page < 3 else None
        found = THINGS[2 * page - 2 : 2 * page]
        return ListByUrlResponse(value=found, next=following)

    async def list_by_number(
        self, *, number: int | None, fault: str | None, context: server.Context
    ) -> list[Thing]:
        first = 0 if fault else 2 * (number or 0)
        return THINGS[first : first + 2]

    async def search_things(
        self, request: SearchThingsRequest, context: server.Context
    ) -> SearchThingsResponse:
        KEYS.append(context.headers.get("idempotency-key"))
        begin = request.from_ or 0
        found = [thing for thing in THINGS if thing.id in request.text]
        hits = Hits(list=found[begin : begin + 2])
        if begin + 2 < len(found):
            hits.next_from = begin + 2
        return SearchThingsResponse(hits=hits)

    async def list_old(
        self, *, start: str | None, context: server.Context
    ) -> ListOldResponse:
        context.set_headers(ListOldResponseHeaders(x_count=2))
        number = int(start or "0") + 1
        return ListOldResponse(more=number < 2, found=[PageModel(n=str(number))])

    async def list_whole(
        self, *, page: int, per_page: int | None, context: server.Context
    ) -> ListWholeResponse:
        return ListWholeResponse(items=THINGS, has_more=False)


def app() -> Starlette:
    KEYS.clear()
    return server.app(things=Things())


def _ids(things: Iterable[Thing]) -> str:
    return "".join(thing.id for thing in things)


def check_what_is_declared(url: str) -> None:
    with Client(base_url=url) as client:
        things = client.things
        assert _ids(things.list_by_url()) == "abcde"
        assert _ids(things.list_by_number()) == "abcde"
        assert _ids(things.list_by_number(number=1)) == "cde"
        assert _ids(things.search(text="abce", idempotency_key="k")) == "abce"
        assert KEYS == ["k", None]
        assert _ids(things.list_whole().items) == "abcde"


async def check_without_waiting(url: str) -> None:
    async with AsyncClient(base_url=url) as client:
        things = client.things
        for pager in (
            things.list_by_url(),
            things.list_by_number(),
            things.search(text="abcde"),
        ):
            assert _ids([thing async for thing in pager]) == "abcde"


def check_a_number_without_effect(url: str) -> None:
    with Client(base_url=url) as client:
        seen: list[Thing] = []
        with pytest.raises(PaginationError, match="query:number has no effect"):
            seen.extend(client.things.list_by_number(fault="same"))
    assert _ids(seen) == "abab"


OLD = "list_old"
"""A deprecated method, asked for by its name, as checkers report its use."""


async def check_a_deprecated_method(url: str) -> None:
    with Client(base_url=url) as client, pytest.warns(DeprecationWarning):
        page: Page[PageModel, ListOldResponse] = getattr(client.things, OLD)()
        assert [item.n for item in page] == ["1", "2"]
        answer: RawResponse[Page[PageModel, ListOldResponse], ListOldResponseHeaders]
        answer = getattr(client.things.with_raw_response, OLD)()
        assert answer.typed_headers.x_count == 2
        assert [item.n for item in answer.parse()] == ["1", "2"]
    async with AsyncClient(base_url=url) as other:
        with pytest.warns(DeprecationWarning):
            making = getattr(other.things.with_raw_response, OLD)()
        found: AsyncPage[PageModel, ListOldResponse] = (await making).parse()
        assert [item.n async for item in found] == ["1", "2"]
