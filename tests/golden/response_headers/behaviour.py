"""A server sends headers with types, and a client reads them so."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

import pytest
from case_response_headers import AsyncClient, Client, RateLimitError, server
from case_response_headers.models import (
    AddBookResponse202Headers,
    AddBookResponseHeaders,
    ListBooksResponseHeaders,
    TooMany,
    TooManyHeaders,
)

if TYPE_CHECKING:
    from case_response_headers.models import AddBookRequest
    from starlette.applications import Starlette

DAY = datetime.datetime(2027, 1, 2, 3, 4, tzinfo=datetime.UTC)
HEADERS = {
    "X-Total-Count": 2,
    "X-Reset": DAY,
    "X-Tags": ["a b", "c"],
    "X-Weights": [1.5, 2],
    "X-Flag": True,
    "X-Owner": {"name": "Ada", "age": 36},
    "X-Meta": {"a": [1, 2]},
}
LIMITED: list[bool] = []


class Books(server.BooksHandlers):
    async def list_books(self, context: server.Context) -> list[str]:
        if LIMITED:
            body, headers = TooMany(why="busy"), TooManyHeaders.model_validate(
                {"X-Limit": 5}
            )
            raise server.TooManyRequests(body, headers=headers)
        context.set_headers(ListBooksResponseHeaders.model_validate(HEADERS))
        return ["Emma", "Dracula"]

    async def add_book(self, request: AddBookRequest, context: server.Context) -> None:
        if request.title == "Emma":
            context.status = 204
        elif request.later:
            context.status = 202
            context.set_headers(AddBookResponse202Headers(x_wait=9))
        else:
            context.set_headers(
                AddBookResponseHeaders(location=f"/books/{request.title}")
            )


def app() -> Starlette:
    LIMITED.clear()
    return server.app(books=Books())


def check_types_survive_the_way(url: str) -> None:
    with Client(base_url=url) as client:
        answer = client.books.with_raw_response.list()
    assert answer.status_code == 200
    assert answer.parse() == ["Emma", "Dracula"]
    headers = answer.typed_headers
    assert headers.x_total_count == 2
    assert headers.x_reset == DAY
    assert headers.x_tags == ["a b", "c"]
    assert headers.x_weights == [1.5, 2.0]
    assert headers.x_flag is True
    assert headers.x_owner is not None and headers.x_owner.age == 36
    assert headers.x_meta is not None and headers.x_meta.a == [1, 2]
    assert answer.headers["X-TAGS"] == "a b, c"


async def check_the_status_chooses(url: str) -> None:
    async with AsyncClient(base_url=url) as client:
        raw = client.books.with_raw_response
        added = await raw.add(title="It")
        later = await raw.add(title="It", later=True)
        known = await raw.add(title="Emma")
    assert isinstance(added.typed_headers, AddBookResponseHeaders)
    assert added.typed_headers.location == "/books/It"
    assert isinstance(later.typed_headers, AddBookResponse202Headers)
    assert later.typed_headers.x_wait == 9
    assert known.typed_headers is None
    assert [item.status_code for item in (added, later, known)] == [201, 202, 204]


def check_errors_have_headers(url: str) -> None:
    LIMITED.append(True)
    client = Client(base_url=url, max_retries=0)
    with client, pytest.raises(RateLimitError) as caught:
        client.books.with_raw_response.list()
    assert caught.value.body == TooMany(why="busy")
    assert caught.value.headers_as(TooManyHeaders).x_limit == 5
