"""Client and server with all that OpenAPI 3.2 adds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx2
import pytest
from case_openapi_3_2 import AsyncClient, Client, StreamTruncatedError, server
from case_openapi_3_2.models import (
    Entry,
    FilterArchiveFilter,
    OtherEntry,
    Tick,
    TickEntry,
    WatchNewsResponseEventHeadline,
    WatchNewsResponseEventTick,
    WatchPlacesResponseEvent,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.applications import Starlette

News = WatchNewsResponseEventHeadline | WatchNewsResponseEventTick


async def _ticks() -> AsyncIterator[Tick]:
    for number in (1, 2):
        yield Tick(n=number)


async def _words() -> AsyncIterator[str]:
    for word in ("two\nlines", '"quoted"', " "):
        yield word


async def _news() -> AsyncIterator[News]:
    yield WatchNewsResponseEventHeadline(event="headline", data="12 geese", id="a")
    yield WatchNewsResponseEventTick(event="tick", data=Tick(n=3), retry=5)


async def _places() -> AsyncIterator[WatchPlacesResponseEvent]:
    yield WatchPlacesResponseEvent(at=[1.5, 2.0])


async def _pictures() -> AsyncIterator[bytes]:
    yield b"\x89PNG\r\n\r\n"
    yield b""


class Feeds(server.FeedsHandlers):
    async def watch_ticks(self, context: server.Context) -> AsyncIterator[Tick]:
        return _ticks()

    async def watch_words(self, context: server.Context) -> AsyncIterator[str]:
        return _words()

    async def watch_news(self, context: server.Context) -> AsyncIterator[News]:
        return _news()

    async def watch_records(self, context: server.Context) -> AsyncIterator[Tick]:
        return _ticks()

    async def watch_places(
        self, context: server.Context
    ) -> AsyncIterator[WatchPlacesResponseEvent]:
        return _places()

    async def watch_pictures(self, context: server.Context) -> AsyncIterator[bytes]:
        return _pictures()

    async def watch_reports(self, context: server.Context) -> AsyncIterator[Tick]:
        return _ticks()


class Archive(server.ArchiveHandlers):
    async def search_archive(
        self, request: Tick, *, session: str | None, context: server.Context
    ) -> list[Entry]:
        return [TickEntry(kind="tick", n=request.n), OtherEntry(text=session)]

    async def filter_archive(
        self, *, filter: FilterArchiveFilter, context: server.Context
    ) -> list[int]:
        return list(range(filter.from_ or 0, filter.to or 0))

    async def copy_archive(self, context: server.Context) -> None: ...


async def _device(token: str, context: server.Context) -> str | None:
    return "device" if token == "t" and context.scopes == ("read",) else None


async def _old(key: str, context: server.Context) -> str | None:
    return "old" if key == "k" else None


def app() -> Starlette:
    return server.app(
        feeds=Feeds(),
        archive=Archive(),
        security={"device": _device, "old": _old},
        options=server.ServerOptions(validate_responses=True),
    )


def check_every_sequence(url: str) -> None:
    with Client(base_url=url, api_key="t") as client:
        feeds = client.feeds
        for ticks in (
            feeds.watch_ticks(),
            feeds.watch_records(),
            feeds.watch_reports(),
        ):
            assert [tick.n for tick in ticks] == [1, 2]
            assert ticks.completed
        lines = feeds.watch_ticks(extra_headers={"accept": "application/jsonl"})
        assert [tick.n for tick in lines] == [1, 2]
        assert list(feeds.watch_words()) == ["two\nlines", '"quoted"', " "]
        assert [place.at for place in feeds.watch_places()] == [[1.5, 2.0]]
        assert list(feeds.watch_pictures()) == [b"\x89PNG\r\n\r\n", b""]


async def check_whole_events(url: str) -> None:
    async with AsyncClient(base_url=url, credentials={"old": "k"}) as client:
        headline, tick = [item async for item in await client.feeds.watch_news()]
    assert isinstance(headline, WatchNewsResponseEventHeadline)
    assert (headline.data, headline.id) == ("12 geese", "a")
    assert isinstance(tick, WatchNewsResponseEventTick)
    assert (tick.data, tick.retry) == (Tick(n=3), 5)


def check_parts_have_headers_and_an_end(url: str) -> None:
    with Client(base_url=url, api_key="t") as client:
        first, *_ = client.feeds.watch_pictures().events()
    assert dict(first.headers) == {"content-type": "image/png"}
    cut = httpx2.Response(
        200,
        content=b"--x\r\n\r\none\r\n--x\r\n\r\ntw",
        headers={"content-type": 'multipart/mixed; boundary="x"'},
    )
    http = httpx2.Client(transport=httpx2.MockTransport(lambda request: cut))
    seen: list[bytes] = []
    client = Client(base_url=url, api_key="t", http_client=http)
    with client, pytest.raises(StreamTruncatedError):
        seen.extend(client.feeds.watch_pictures())
    assert seen == [b"one"]


def check_methods_parameters_and_a_union_with_a_default(url: str) -> None:
    with Client(base_url=url, api_key="t") as client:
        found = client.archive.search(n=4, session="st")
        assert found == [TickEntry(kind="tick", n=4), OtherEntry(text="st")]
        asked = FilterArchiveFilter.model_validate({"from": 2, "to": 5})
        assert client.archive.filter(filter=asked) == [2, 3, 4]
    with Client(base_url=url) as client:
        client.archive.copy()


def check_servers_have_names(url: str) -> None:
    urls: list[str] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        urls.append(str(request.url))
        return httpx2.Response(200, json=[])

    http = httpx2.Client(transport=httpx2.MockTransport(answer))
    for client in (
        Client(api_key="t", region="us", http_client=http),
        Client(api_key="t", server="sandbox", http_client=http),
    ):
        client.archive.filter(filter=FilterArchiveFilter())
    assert urls == [
        "https://us.feeds.example/ticks/archive",
        "https://sandbox.feeds.example/ticks/archive",
    ]
