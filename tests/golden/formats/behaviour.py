"""Dates, times and ids are Python's own on both sides."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING
from uuid import UUID

import pytest
from case_formats import BadRequestError, Client, server
from case_formats.models import Event

if TYPE_CHECKING:
    from starlette.applications import Starlette

DAY = datetime.date(2024, 2, 29)
ID = UUID("12345678-1234-5678-1234-567812345678")
WHEN = datetime.datetime(2024, 2, 29, 23, 59, tzinfo=datetime.UTC)
CLOCK = datetime.time(9, 30, tzinfo=datetime.UTC)


class Events(server.EventsHandlers):
    async def put_event(
        self, request: Event, *, day: datetime.date, context: server.Context
    ) -> Event:
        assert (day, request.id, request.at) == (DAY, ID, WHEN)
        return request


def app() -> Starlette:
    return server.app(events=Events())


def check_there_and_back(url: str) -> None:
    with Client(base_url=url) as client:
        event = client.events.put(
            DAY, id=ID, at=WHEN, clock=CLOCK, takes="PT5M", big=2**62, ratio=1
        )
    assert event.clock == CLOCK
    assert event.to_dict() == {
        "id": str(ID),
        "at": "2024-02-29T23:59:00Z",
        "clock": "09:30:00Z",
        "takes": "PT5M",
        "big": 2**62,
        "ratio": 1,
    }


def check_what_is_no_such_thing(url: str) -> None:
    for wrong in ({"id": "no"}, {"at": "2024-02-30T00:00:00Z"}, {"big": 2**63}):
        with Client(base_url=url) as client, pytest.raises(BadRequestError) as caught:
            client.events.put(DAY, id=ID, at=WHEN, extra_body=wrong)
        assert caught.value.param == next(iter(wrong))
