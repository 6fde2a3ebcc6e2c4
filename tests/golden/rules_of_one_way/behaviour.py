"""Rules of one way know what is required there; null has none; names are of any kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx2
from case_rules_of_one_way import server
from case_rules_of_one_way.models import Ticket
from case_rules_of_one_way.validators import SCHEMAS, Violation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.applications import Starlette

TICKET: dict[str, Any] = {"price": 2, "rows": [[1], [2, 3]]}


class Tickets(server.TicketsHandlers):
    """The number of a ticket is that of its rows, less one."""

    async def buy(self, request: Ticket, context: server.Context) -> Ticket:
        number = len(request.rows) - 1
        return Ticket.model_validate({**request.to_dict(), "id": number})


def app() -> Starlette:
    options = server.ServerOptions(validate_responses=True)
    return server.app(tickets=Tickets(), options=options)


def paths(found: Sequence[Violation] | None) -> list[str]:
    """Where rules are broken; nothing else is."""
    assert all(item.keyword == "x-validations" and item.rule for item in found or [])
    return [item.path for item in found or []]


def check_names_and_ways(url: str) -> None:
    ticket = SCHEMAS["Ticket"]
    assert ticket.request(TICKET) is None
    assert paths(ticket.request({**TICKET, "rows": [[1, 0]]})) == ["/rows"]
    assert paths(ticket.request({**TICKET, "$top": "a"})) == ["/$top"]
    dear = {**TICKET, "price": 7, "in": "x"}
    assert paths(ticket.request({**dear, "$top": "a"})) == ["/in"]
    assert paths(ticket.response({**dear, "id": 0})) == ["/in", "/id"]


def check_null(url: str) -> None:
    gift = SCHEMAS["Gift"].request
    assert gift(None) is None
    assert gift(TICKET) is None
    assert paths(gift({**TICKET, "price": 3})) == ["/price"]
    assert paths(gift({**TICKET, "price": 7, "in": "x"})) == ["/in", "/price"]


def check_what_is_no_number(url: str) -> None:
    for value in (float("nan"), float("inf"), float("-inf")):
        (wrong,) = SCHEMAS["Ticket"].request({**TICKET, "price": value}) or []
        assert (wrong.keyword, wrong.path) == ("type", "/price")


def check_the_server(url: str) -> None:
    assert httpx2.post(f"{url}/tickets", json=TICKET).status_code == 201
    answer = httpx2.post(f"{url}/tickets", json={**TICKET, "$top": "a"})
    assert answer.status_code == 400
    assert answer.json()["error"]["param"] == "$top"
    answer = httpx2.post(f"{url}/tickets", json={**TICKET, "rows": [[1]]})
    assert answer.status_code == 500
