"""Rules of operations: of a request, of an answer, and of both together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx2
from case_rules_of_calls import server
from case_rules_of_calls.models import BookRequest, BookResponse, Room, SearchRequest
from case_rules_of_calls.validators import OPERATIONS, Violation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.applications import Starlette

COUPLE: dict[str, Any] = {"guests": 2, "kind": "private"}
BOOKED: dict[str, Any] = {"rooms": [{"beds": 2}], "total": 7}


class Rooms(server.RoomsHandlers):
    """One room for whatever is booked; two for a search with a limit, else three."""

    async def book(self, request: BookRequest, context: server.Context) -> BookResponse:
        return BookResponse(rooms=[Room(beds=2)], total=request.guests * 3 + 1)

    async def search(
        self, request: SearchRequest | None, context: server.Context
    ) -> list[Room]:
        return [Room(beds=1)] * (3 if request is None else 2)


def app() -> Starlette:
    options = server.ServerOptions(validate_responses=True)
    return server.app(rooms=Rooms(), options=options)


def paths(found: Sequence[Violation] | None) -> list[str]:
    """Where rules are broken; nothing else is."""
    assert all(item.keyword == "x-validations" and item.rule for item in found or [])
    return [item.path for item in found or []]


def check_one_body(url: str) -> None:
    book = OPERATIONS["book"]
    request = book.request["application/json"]
    assert paths(request({**COUPLE, "guests": 21})) == ["/guests"]
    assert request({"guests": 21, "kind": "group"}) is None
    answer = book.responses["201", "application/json"]
    assert answer(BOOKED) is None
    assert paths(answer({**BOOKED, "rooms": [{"beds": 0}]})) == ["/rooms"]


def check_both_bodies(url: str) -> None:
    exchange = OPERATIONS["book"].exchange
    assert exchange is not None
    assert exchange(COUPLE, BOOKED) is None
    assert paths(exchange(COUPLE, {**BOOKED, "total": 8})) == ["/response/total"]
    three = {**COUPLE, "guests": 3}
    assert paths(exchange(three, {**BOOKED, "total": 10})) == ["/response/rooms"]
    assert paths(exchange({**COUPLE, "guests": 30}, BOOKED)) == [
        "/request/guests",
        "/response/rooms",
        "/response/total",
    ]
    wrong = exchange({"guests": "2"}, []) or []
    assert [item.path for item in wrong] == [
        "/request/guests",
        "/request/kind",
        "/response",
    ]


def check_a_body_that_may_be_missing(url: str) -> None:
    exchange = OPERATIONS["search"].exchange
    assert exchange is not None
    rooms = [{"beds": 1}] * 3
    assert exchange(None, rooms) is None
    assert exchange({"limit": 3}, rooms) is None
    assert paths(exchange({"limit": 2}, rooms)) == ["/response"]


def check_the_server(url: str) -> None:
    answer = httpx2.post(f"{url}/rooms", json={**COUPLE, "guests": 21})
    error = answer.json()["error"]
    assert answer.status_code == 400
    assert (error["param"], error["code"]) == ("guests", "too_many_guests")
    assert httpx2.post(f"{url}/rooms", json=COUPLE).status_code == 201
    answer = httpx2.post(f"{url}/rooms", json={**COUPLE, "guests": 3})
    assert answer.status_code == 500
    search = f"{url}/rooms/search"
    assert httpx2.post(search).status_code == 200
    assert httpx2.post(search, json={"limit": 2}).status_code == 200
    assert httpx2.post(search, json={"limit": 1}).status_code == 500
