"""What goes one way is taken out of items, one by one, and out of forms."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any
from urllib.request import Request, urlopen

from case_one_way_stripped_items import AsyncClient, Client, server
from case_one_way_stripped_items.models import Person

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from case_one_way_stripped_items.models import IntroduceRequest
    from starlette.applications import Starlette

PEOPLE = [Person(id=1, name="a", password="p"), Person(name="b")]
got: list[Any] = []
"""What handlers got, as plain data."""


async def _each(people: list[Person]) -> AsyncIterator[Person]:
    for item in people:
        yield item


class People(server.PeopleHandlers):
    async def feed(
        self, request: list[Person], context: server.Context
    ) -> AsyncIterator[Person]:
        got.append([item.to_dict() for item in request])
        return _each(request)

    async def register(self, request: Person, context: server.Context) -> Person:
        got.append(request.to_dict())
        return request

    async def introduce(
        self, request: IntroduceRequest, context: server.Context
    ) -> Person:
        assert request.seen is None and request.photo is not None
        got.append(request.person.to_dict())
        return request.person


def app() -> Starlette:
    return server.app(people=People())


def _sent(url: str, body: bytes, media: str) -> bytes:
    """The answer to a request of somebody who takes nothing out."""
    with urlopen(Request(url, body, {"content-type": media})) as answer:
        found: bytes = answer.read()
        return found


def check_a_server(url: str) -> None:
    got.clear()
    lines = b'{"id": 1, "name": "a", "password": "p"}\n{"name": "b"}\n'
    told = _sent(f"{url}/feed", lines, "application/jsonl")
    assert got == [[{"name": "a", "password": "p"}, {"name": "b"}]]
    assert told == b'{"name":"a"}\n{"name":"b"}\n'
    form = b"id=odd&name=Ada&password=secret"
    told = _sent(f"{url}/form", form, "application/x-www-form-urlencoded")
    assert got[1] == {"name": "Ada", "password": "secret"}
    assert told == b'{"name":"Ada"}'


def check_parts(url: str) -> None:
    got.clear()
    parts = (
        ("person", b'{"id": "odd", "name": "a", "password": "p"}'),
        ("photo", b"\x00"),
        ("seen", b"today"),
    )
    head = b'--X\r\ncontent-disposition: form-data; name="%b"%b\r\n\r\n%b\r\n'
    body = b"".join(
        head % (name.encode(), b'; filename="a"' if name == "photo" else b"", data)
        for name, data in parts
    )
    told = _sent(f"{url}/parts", body + b"--X--", "multipart/form-data; boundary=X")
    assert told == b'{"name":"a"}'
    with Client(base_url=url) as client:
        client.people.introduce(person=PEOPLE[0], photo=b"\x00")
    assert got == [{"name": "a", "password": "p"}] * 2


def check_a_client_of_each_flavour(url: str) -> None:
    got.clear()
    with Client(base_url=url) as client, client.people.feed(body=PEOPLE) as stream:
        assert [item.to_dict() for item in stream] == [{"name": "a"}, {"name": "b"}]

    async def run() -> None:
        async with (
            AsyncClient(base_url=url) as client,
            await client.people.feed(body=iter(PEOPLE)) as stream,
        ):
            told = [item.to_dict() async for item in stream]
        assert told == [{"name": "a"}, {"name": "b"}]

    asyncio.run(run())
    assert got == [[{"name": "a", "password": "p"}, {"name": "b"}]] * 2
    assert PEOPLE[0].id == 1
