"""Streams by a switch, by themselves and as lines of JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from case_stream import (
    APIConnectionError,
    APIResponseError,
    AsyncClient,
    BadRequestError,
    Client,
    server,
)
from case_stream.models import (
    Count,
    CreateCountRequest,
    FollowLogResponseEvent,
    Tick,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.types import ASGIApp, Message, Receive, Scope, Send


async def _ticks(to: int) -> AsyncIterator[Tick]:
    for number in range(1, to + 1):
        if number == 13:
            raise server.ServiceUnavailable("Thirteen brings bad luck.")
        yield Tick(n=number)


async def _log(first: int) -> AsyncIterator[FollowLogResponseEvent]:
    for number in range(first, 6):
        yield FollowLogResponseEvent(id=str(number), data=Tick(n=number))


class Counts(server.CountsHandlers):
    async def create_count(
        self, request: CreateCountRequest, context: server.Context
    ) -> Count | AsyncIterator[Tick]:
        if request.stream:
            return _ticks(request.to)
        return Count(numbers=list(range(1, request.to + 1)))


class Ticks(server.TicksHandlers):
    async def watch_ticks(self, context: server.Context) -> AsyncIterator[Tick]:
        return _ticks(3)

    async def follow_log(
        self, context: server.Context
    ) -> AsyncIterator[FollowLogResponseEvent]:
        return _log(int(context.headers.get("last-event-id", "0")) + 1)

    async def read_lines(self, context: server.Context) -> AsyncIterator[Tick]:
        return _ticks(4)


class Cut:
    """Breaks the log off after its second event, unless that is where it begins."""

    def __init__(self, inner: ASGIApp) -> None:
        self.inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        if scope["path"] != "/log" or b"last-event-id" in headers:
            await self.inner(scope, receive, send)
            return
        is_cut = False

        async def send_some(message: Message) -> None:
            nonlocal is_cut
            if b"id: 3" in message.get("body", b""):
                is_cut = True
                raise ConnectionError
            await send(message)

        try:
            await self.inner(scope, receive, send_some)
        except Exception:
            if not is_cut:
                raise


def app() -> Cut:
    return Cut(server.app(counts=Counts(), ticks=Ticks()))


def check_whole_or_piece_by_piece(url: str) -> None:
    with Client(base_url=url) as client:
        assert client.counts.create(to=3).numbers == [1, 2, 3]
        assert client.counts.create(to=2, stream=False).numbers == [1, 2]
        with client.counts.create(to=5, stream=True) as stream:
            assert [tick.n for tick in stream] == [1, 2, 3, 4, 5]
        with client.ticks.watch() as watched:
            assert [tick.n for tick in watched] == [1, 2, 3]
        with client.ticks.read_lines() as lines:
            assert [tick.n for tick in lines] == [1, 2, 3, 4]


async def check_without_waiting(url: str) -> None:
    async with AsyncClient(base_url=url) as client:
        assert (await client.counts.create(to=2)).numbers == [1, 2]
        async with await client.counts.create(to=3, stream=True) as stream:
            assert [tick.n async for tick in stream] == [1, 2, 3]
        async with await client.ticks.read_lines() as lines:
            assert [tick.n async for tick in lines] == [1, 2, 3, 4]


def check_a_log_that_breaks_off_goes_on(url: str) -> None:
    with Client(base_url=url) as client, client.ticks.follow_log() as log:
        found = [(event.id, event.data.n) for event in log]
        assert found == [(str(n), n) for n in range(1, 6)]
        assert (log.attempts, log.last_event_id, log.completed) == (2, "5", True)
    with Client(base_url=url, max_retries=0) as client:
        seen: list[int] = []
        with client.ticks.follow_log() as log, pytest.raises(APIConnectionError):
            seen.extend(event.data.n for event in log)
    assert seen == [1, 2]


async def check_it_goes_on_without_waiting(url: str) -> None:
    async with (
        AsyncClient(base_url=url) as client,
        await client.ticks.follow_log() as log,
    ):
        assert [event.data.n async for event in log] == [1, 2, 3, 4, 5]


def check_errors_before_and_within(url: str) -> None:
    with Client(base_url=url) as client:
        with pytest.raises(BadRequestError):
            client.counts.create(to=0, stream=True)
        seen: list[int] = []
        stream = client.counts.create(to=20, stream=True)
        with stream, pytest.raises(APIResponseError, match="bad luck"):
            seen.extend(tick.n for tick in stream)
    assert seen == list(range(1, 13))


def check_leaving_early(url: str) -> None:
    with Client(base_url=url) as client:
        for tick in client.counts.create(to=9, stream=True):
            if tick.n == 4:
                break
        assert client.counts.create(to=1).numbers == [1]
