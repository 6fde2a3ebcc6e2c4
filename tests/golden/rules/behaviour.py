"""Rules hold in validators, in the server and in a client that checks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx2
import pytest
from case_rules import BadRequestError, Client, RequestValidationError, server
from case_rules.models import Booking, Receipt, ReceiptRoomsItem, SearchRequest
from case_rules.validators import OPERATIONS, SCHEMAS

if TYPE_CHECKING:
    from starlette.applications import Starlette

BOOKING: dict[str, Any] = {"guests": 2, "from": 3, "to": 5, "kind": "private"}
RECEIPT: dict[str, Any] = {"number": "AB1", "rooms": [{"beds": 2}], "total": 7}


class Bookings(server.BookingsHandlers):
    """Answers with as many rooms, or items, as asked for; `from` 100 gets none."""

    async def book(self, request: Booking, context: server.Context) -> Receipt:
        count = 0 if request.from_ == 100 else request.guests
        rooms = [ReceiptRoomsItem(beds=1)] * count
        return Receipt(number="AB1", rooms=rooms, total=request.guests * 3 + 1)

    async def search(
        self, request: SearchRequest | None, context: server.Context
    ) -> list[Booking]:
        booking = Booking.model_validate({**BOOKING, "number": "AB1"})
        return [booking] * (3 if request is None else 2)


def app() -> Starlette:
    options = server.ServerOptions(validate_responses=True)
    return server.app(bookings=Bookings(), options=options)


def paths(found: Any) -> list[str]:
    """Where rules are broken; nothing else is."""
    assert all(item.keyword == "x-validations" and item.rule for item in found or [])
    return [item.path for item in found or []]


def check_rules_of_schemas(url: str) -> None:
    booking = SCHEMAS["Booking"]
    assert booking(BOOKING) is None
    assert paths(booking({**BOOKING, "from": 5})) == ["/to"]
    assert paths(booking({**BOOKING, "from": 5.0})) == ["/to"]
    group = {**BOOKING, "kind": "group"}
    assert booking({**group, "leader": None}) is None
    assert booking({**group, "leader": {"name": "a"}}) is None
    assert booking({**BOOKING, "leader": {"name": "a", "phone": "a"}}) is None
    same = {**group, "leader": {"name": "a", "phone": "a"}}
    assert paths(booking(same)) == ["/leader/phone"]
    wrong = booking({**same, "guests": 0, "from": 9}) or []
    assert [item.keyword for item in wrong] == ["minimum"]


def check_what_needs_something_else(url: str) -> None:
    booking = SCHEMAS["Booking"]
    assert paths(booking({**BOOKING, "pet-name": "a"})) == ["/pet-name"]
    assert paths(booking({**BOOKING, "pet-name": "a", "pets": False})) == ["/pet-name"]
    assert booking({**BOOKING, "pet-name": "a", "pets": True}) is None
    assert booking({**BOOKING, "note": None}) is None
    assert paths(booking({**BOOKING, "note": "a"})) == ["/note", "/note"]
    beside: dict[str, Any] = {"leader": {"name": "a"}, "with note": True}
    assert booking({**BOOKING, "note": "a", **beside}) is None
    beside["leader"] = None
    assert paths(booking({**BOOKING, "note": "a", **beside})) == ["/note"]


def check_rules_of_one_way(url: str) -> None:
    booking = SCHEMAS["Booking"]
    numbered = {**BOOKING, "number": "AB1"}
    assert booking(numbered) is None
    assert paths(booking.request(numbered)) == ["/number"]
    assert booking.response(numbered) is None
    assert paths(booking.response(BOOKING)) == [""]


def check_rules_in_unions_and_below_all_of(url: str) -> None:
    stay, receipt = SCHEMAS["Stay"], SCHEMAS["Receipt"]
    assert stay({"place": "Paris", "nights": 14}) is None
    assert paths(stay({"place": "Paris", "nights": 8})) == ["/nights"]
    assert paths(stay({"place": "", "nights": 7})) == ["/place"]
    assert paths(stay({"place": "a", "hours": 2.5})) == ["/place"]
    assert receipt(RECEIPT) is None
    assert paths(receipt({**RECEIPT, "total": 0})) == ["/total"]
    assert paths(receipt({**RECEIPT, "number": "1"})) == ["/number"]
    stays = {**BOOKING, "stays": {"a/b": {"place": "Rome", "nights": 1}}}
    assert paths(SCHEMAS["Booking"](stays)) == ["/stays/a~1b/nights"]


def check_rules_of_operations(url: str) -> None:
    book = OPERATIONS["book"]
    request = book.request["application/json"]
    assert paths(request({**BOOKING, "guests": 21})) == ["/guests"]
    assert request({**BOOKING, "guests": 21, "kind": "group"}) is None
    answer = book.responses["201", "application/json"]
    assert paths(answer({**RECEIPT, "rooms": [{"beds": 0}]})) == ["/rooms"]
    exchange = book.exchange
    assert exchange is not None
    assert exchange(BOOKING, RECEIPT) is None
    assert paths(exchange(BOOKING, {**RECEIPT, "total": 8})) == ["/response/total"]
    more = {**BOOKING, "guests": 3}
    assert paths(exchange(more, {**RECEIPT, "total": 10})) == ["/response/rooms"]
    assert paths(exchange({**BOOKING, "from": 6}, RECEIPT)) == ["/request/to"]
    search = OPERATIONS["search"].exchange
    assert search is not None
    booked = {**BOOKING, "number": "AB1"}
    assert search(None, [booked] * 3) is None
    assert search({"limit": 3}, [booked] * 3) is None
    assert paths(search({"limit": 2}, [booked] * 3)) == ["/response"]


def check_the_server(url: str) -> None:
    body = {**BOOKING, "guests": 21}
    error = httpx2.post(f"{url}/bookings", json=body).json()["error"]
    assert (error["param"], error["code"]) == ("guests", "too_many_guests")
    assert error["message"] == (
        "Invalid value for 'guests': needs a group booking above 20."
    )
    body = {**BOOKING, "number": "AB1"}
    error = httpx2.post(f"{url}/bookings", json=body).json()["error"]
    assert (error["param"], error["code"]) == ("number", "invalid_value")
    body = {"words": ["a", "-b"]}
    error = httpx2.post(f"{url}/bookings/search", json=body).json()["error"]
    assert error["param"] == "words[1]"
    error = httpx2.post(f"{url}/bookings/search", json={}).json()["error"]
    assert (error["param"], error["code"]) == (None, "FieldValueRequired")


def check_answers(url: str) -> None:
    assert httpx2.post(f"{url}/bookings", json=BOOKING).status_code == 201
    body = {**BOOKING, "from": 100, "to": 101}
    assert httpx2.post(f"{url}/bookings", json=body).status_code == 500
    search = f"{url}/bookings/search"
    assert httpx2.post(search).status_code == 200
    assert httpx2.post(search, json={"limit": 2}).status_code == 200
    assert httpx2.post(search, json={"limit": 1}).status_code == 500


def check_a_client_that_checks(url: str) -> None:
    with Client(base_url=url) as client:
        with pytest.raises(BadRequestError) as refused:
            client.bookings.book(guests=2, from_=5, to=3, kind="private")
        assert refused.value.param == "to"
        careful = client.with_options(validate_requests=True)
        with pytest.raises(RequestValidationError) as caught:
            careful.bookings.book(guests=2, from_=5, to=3, kind="private")
        assert paths(caught.value.violations) == ["/to"]
        receipt = careful.bookings.book(guests=2, from_=3, to=5, kind="private")
        assert receipt.total == 7
        assert len(careful.bookings.search()) == 3
