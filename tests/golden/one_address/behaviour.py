"""Client and server keep operations apart that share a method and a path."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from case_one_address import AsyncClient, Client, server

if TYPE_CHECKING:
    from typing import Literal

    from case_one_address.models import PutRequest
    from starlette.applications import Starlette

ITEMS: list[str] = []


class Queue(server.UnimplementedQueue):
    async def put(
        self,
        request: PutRequest,
        *,
        x_target: Literal["Queue.Put"],
        context: server.Context,
    ) -> None:
        ITEMS.append(request.text)

    async def take(
        self, *, x_target: Literal["Queue.Take"], context: server.Context
    ) -> str:
        return ITEMS.pop(0)


class Items(server.UnimplementedItems):
    async def clear(self, context: server.Context) -> None:
        ITEMS.clear()

    async def drop(
        self, *, id: int, all: Literal["no"], context: server.Context
    ) -> None:
        del ITEMS[id]


def app() -> Starlette:
    ITEMS.clear()
    return server.app(queue=Queue(), items=Items())


def check_a_header_tells(url: str) -> None:
    with Client(base_url=url) as client:
        client.queue.put(text="first")
        client.queue.put(text="second", x_target="Queue.Put")
        assert client.queue.take() == "first"
    assert ITEMS == ["second"]


async def check_a_query_parameter_tells(url: str) -> None:
    async with AsyncClient(base_url=url) as client:
        for text in ("a", "b", "c"):
            await client.queue.put(text=text)
        await client.items.drop(id=1)
        assert ITEMS == ["a", "c"]
        await client.items.clear()
    assert ITEMS == []


def check_a_request_for_none_of_them(url: str) -> None:
    request = Request(f"{url}/", b"{}", {"x-target": "Queue.Stir"})
    with pytest.raises(HTTPError) as refused:
        urlopen(request)
    assert refused.value.code == 404
    refused.value.close()
