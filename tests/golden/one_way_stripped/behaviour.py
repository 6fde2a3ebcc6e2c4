"""What goes one way only is taken out of what goes the other way, by client and server."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any
from urllib.request import Request, urlopen

import pytest
from case_one_way_stripped import AsyncClient, BadRequestError, Client, server
from case_one_way_stripped.models import Customer, Line, Order
from case_one_way_stripped.validators import OPERATIONS, SCHEMAS

if TYPE_CHECKING:
    from starlette.applications import Starlette

CUSTOMER = {"id": 7, "name": "Ada", "password": "secret", "rank": 1, "mail": "a@b"}
SENT_CUSTOMER = {"name": "Ada", "password": "secret", "mail": "a@b"}
ORDER: dict[str, Any] = {
    "id": "no number",
    "created_at": "no date",
    "customer": CUSTOMER,
    "lines": [{"sku": "a", "price": 1.5}, {"sku": "b"}],
    "replaces": {"id": 1, "customer": CUSTOMER, "replaces": None},
    "labels": {"price": {"sku": "c", "price": 2}},
    "payment": {"kind": "Card", "number": "4111", "last": "11"},
    "more": {"id": 1},
}
SENT: dict[str, Any] = {
    "customer": SENT_CUSTOMER,
    "lines": [{"sku": "a"}, {"sku": "b"}],
    "replaces": {"customer": SENT_CUSTOMER, "replaces": None},
    "labels": {"price": {"sku": "c"}},
    "payment": {"kind": "Card", "number": "4111"},
    "more": {"id": 1},
}

got: list[Any] = []
"""What handlers got, as plain data."""


class Orders(server.OrdersHandlers):
    async def create_order(self, request: Order, context: server.Context) -> Order:
        got.append(request.to_dict())
        request.id = 1
        if request.replaces is not None:
            request.replaces.id = 0
        return request

    async def put_orders(
        self, request: list[Order], context: server.Context
    ) -> list[Order]:
        return [await self.create_order(item, context) for item in request]


def app() -> Starlette:
    options = server.ServerOptions(validate_responses=True)
    return server.app(orders=Orders(), options=options)


def _sent(url: str, body: object, method: str = "POST") -> Any:
    """The answer to a request of somebody who takes nothing out."""
    data, headers = json.dumps(body).encode(), {"content-type": "application/json"}
    with urlopen(Request(url, data, headers, method=method)) as answer:
        return json.loads(answer.read())


def check_a_server_takes_out_what_is_only_read(url: str) -> None:
    got.clear()
    _sent(f"{url}/orders", ORDER)
    _sent(f"{url}/orders/many", [ORDER, SENT], "PUT")
    assert got == [SENT, SENT, SENT]


def check_a_server_takes_out_what_is_only_written(url: str) -> None:
    told = _sent(f"{url}/orders", ORDER)
    customer = {"name": "Ada", "mail": "a@b"}
    assert told == {
        **SENT,
        "id": 1,
        "customer": customer,
        "replaces": {"id": 0, "customer": customer, "replaces": None},
        "payment": {"kind": "Card"},
    }
    assert _sent(f"{url}/orders/many", [ORDER], "PUT") == [told]


def check_what_is_left_must_be_valid(url: str) -> None:
    lines: list[dict[str, int]] = [{"price": 1}]
    with Client(base_url=url) as client, pytest.raises(BadRequestError) as caught:
        client.orders.create(customer=Customer(name="Ada"), extra_body={"lines": lines})
    assert caught.value.param == "lines[0].sku"


def check_a_client_of_each_flavour(url: str) -> None:
    got.clear()
    line = Line(sku="a", price=1.5)
    customer = Customer(id=1, name="Ada", rank=3)
    with Client(base_url=url) as client:
        client.orders.create(customer=customer, lines=[line])

    async def run() -> None:
        async with AsyncClient(base_url=url) as client:
            await client.orders.create(customer=customer, lines=[line])

    asyncio.run(run())
    assert got == [{"customer": {"name": "Ada"}, "lines": [{"sku": "a"}]}] * 2
    assert customer.id == 1 and line.price == 1.5


def check_what_tables_say(url: str) -> None:
    del url
    before = json.dumps(ORDER)
    order = SCHEMAS["Order"]
    assert order.request.errors(ORDER) == []
    assert order.request.strip(ORDER) == SENT
    assert order.request.strip(SENT) is SENT
    assert order.strip(ORDER) is ORDER
    assert json.dumps(ORDER) == before
    create = OPERATIONS["createOrder"].request["application/json"]
    assert create.strip(ORDER) == SENT
    line = {"sku": "a", "price": 1}
    assert SCHEMAS["Line"].response.strip(line) is line
    with pytest.raises(RecursionError):
        endless: dict[str, Any] = {}
        endless["replaces"] = endless
        order.request.strip(endless)
