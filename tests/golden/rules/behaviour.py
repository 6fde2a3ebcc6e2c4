"""Rules of schemas hold in validators, in the server and in a client that checks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx2
import pytest
from case_rules import BadRequestError, Client, RequestValidationError, server
from case_rules.models import Booking
from case_rules.validators import SCHEMAS, Violation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.applications import Starlette

BOOKING: dict[str, Any] = {"guests": 2, "from": 3, "to": 5, "kind": "private"}


class Bookings(server.BookingsHandlers):
    async def book(self, request: Booking, context: server.Context) -> Booking:
        number = {"number": "1"} if request.guests < 10 else {}
        return Booking.model_validate({**request.to_dict(), **number})


def app() -> Starlette:
    options = server.ServerOptions(validate_responses=True)
    return server.app(bookings=Bookings(), options=options)


def paths(found: Sequence[Violation] | None) -> list[str]:
    """Where rules are broken; nothing else is."""
    assert all(item.keyword == "x-validations" and item.rule for item in found or [])
    return [item.path for item in found or []]


def check_validators(url: str) -> None:
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
    numbered = {**BOOKING, "number": "1"}
    assert booking(numbered) is None
    assert paths(booking.request(numbered)) == ["/number"]
    assert booking.response(numbered) is None
    assert paths(booking.response(BOOKING)) == [""]


def check_the_server(url: str) -> None:
    assert httpx2.post(f"{url}/bookings", json=BOOKING).status_code == 201
    answer = httpx2.post(f"{url}/bookings", json={**BOOKING, "from": 5})
    assert answer.status_code == 400
    error = answer.json()["error"]
    assert error["message"] == "Invalid value for 'to': must be after `from`."
    assert (error["param"], error["code"]) == ("to", "too_early")
    answer = httpx2.post(f"{url}/bookings", json={**BOOKING, "number": "1"})
    error = answer.json()["error"]
    assert (error["param"], error["code"]) == ("number", "invalid_value")
    answer = httpx2.post(f"{url}/bookings", json={**BOOKING, "guests": 10})
    assert answer.status_code == 500


def check_a_client_that_checks(url: str) -> None:
    with Client(base_url=url) as client:
        with pytest.raises(BadRequestError) as refused:
            client.bookings.book(guests=2, from_=5, to=3, kind="private")
        assert refused.value.param == "to"
        careful = client.with_options(validate_requests=True)
        with pytest.raises(RequestValidationError) as caught:
            careful.bookings.book(guests=2, from_=5, to=3, kind="private")
        assert [item.path for item in caught.value.violations] == ["/to"]
        booked = careful.bookings.book(guests=2, from_=3, to=5, kind="private")
        assert booked.number == "1"
