"""Sequences with a schema for each item."""

from __future__ import annotations

import asyncio
import typing
from collections.abc import AsyncIterator
from typing import Any

import httpx2

from ..e2e.serving import serve
from .support import case

NAME = "119-oas32-itemschema"


def test_items_have_the_type_of_the_event_data() -> None:
    made = case(NAME)
    assert made.found == []
    module = made.module("client.ticks")
    hints = typing.get_type_hints(module.Ticks.ticks)
    tick = made.model("Tick")
    assert typing.get_args(hints["return"]) == (tick,)
    assert set(tick.model_fields) == {"n"}


def test_events_and_lines_come_as_asked() -> None:
    made = case(NAME)
    tick = made.model("Tick")

    class Ticks:
        async def ticks(self, context: Any) -> AsyncIterator[Any]:
            return self._some()

        async def _some(self) -> AsyncIterator[Any]:
            for number in range(3):
                yield tick(n=number)

    async def later(url: str) -> list[int]:
        async with made.module().AsyncClient(base_url=url) as client:
            return [item.n async for item in await client.ticks.ticks()]

    with serve(made.module("server").app(ticks=Ticks())) as served:
        lines = {"extra_headers": {"accept": "application/jsonl"}}
        with made.module().Client(base_url=served.url) as client:
            for options, media in (({}, "text/event-stream"), (lines, "jsonl")):
                with client.ticks.ticks(**options) as stream:
                    assert media in stream.response.headers["content-type"]
                    found = list(stream)
                assert [item.n for item in found] == [0, 1, 2]
                assert all(isinstance(item, tick) for item in found)
        assert asyncio.run(later(served.url)) == [0, 1, 2]


def test_the_rest_of_an_event_is_there_too() -> None:
    made = case(NAME)
    body = b'event: tick\nid: 7\nretry: 10\ndata: {"n": 4}\n\n'
    headers = {"content-type": "text/event-stream"}
    transport = httpx2.MockTransport(
        lambda request: httpx2.Response(200, content=body, headers=headers)
    )
    client = made.module().Client(
        base_url="http://test", http_client=httpx2.Client(transport=transport)
    )
    (event,) = client.ticks.ticks().events()
    assert (event.event, event.id, event.retry) == ("tick", "7", 10)
    assert event.text == '{"n": 4}'
