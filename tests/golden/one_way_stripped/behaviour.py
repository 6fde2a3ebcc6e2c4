"""What goes one way only is taken out of what goes the other way, by client and server."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any
from urllib.request import Request, urlopen

import pytest
from case_one_way_stripped import AsyncClient, BadRequestError, Client, server
from case_one_way_stripped.models import Customer, Line, Order, Person, Thing
from case_one_way_stripped.validators import OPERATIONS, SCHEMAS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from case_one_way_stripped.models.put_orders import PutOrdersResponse
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
THING: dict[str, Any] = {"sku": "s", "price": 1, "sealed": 1, "seal": "x"}

got: list[Any] = []
"""What handlers got, as plain data."""


class Orders(server.OrdersHandlers):
    async def create_order(self, request: Order, context: server.Context) -> Order:
        got.append(request.to_dict())
        customer = Customer(id=1, name="Ada", password="leaked", rank=3)
        answer = Order(id=1, customer=customer, replaces=None)
        if request.payment is not None:
            answer.payment = request.payment
        return answer

    async def put_orders(
        self, request: list[Order], context: server.Context
    ) -> PutOrdersResponse:
        from case_one_way_stripped.models.put_orders import PutOrdersResponse

        got.append([item.to_dict() for item in request])
        for item in request:
            item.id = 1
            if item.replaces is not None:
                item.replaces.id = 0
        return PutOrdersResponse(put=request)


class People(server.PeopleHandlers):
    async def feed(
        self, request: list[Person], context: server.Context
    ) -> AsyncIterator[Person]:
        got.append([item.to_dict() for item in request])
        for item in request:
            yield item

    async def register(self, request: Person, context: server.Context) -> Person:
        got.append(request.to_dict())
        return request


class Things(server.ThingsHandlers):
    async def send_thing(self, request: Thing, context: server.Context) -> Thing:
        got.append(request.to_dict())
        return request


def app() -> Starlette:
    return server.app(
        orders=Orders(),
        people=People(),
        things=Things(),
        options=server.ServerOptions(validate_responses=True),
    )


def _posted(url: str, body: bytes, media: str = "application/json") -> Any:
    method = "PUT" if url.endswith("/many") else "POST"
    request = Request(url, body, {"content-type": media}, method=method)
    with urlopen(request) as answer:
        return json.loads(answer.read())


def check_a_server_takes_out_what_is_only_read(url: str) -> None:
    got.clear()
    _posted(f"{url}/orders", json.dumps(ORDER).encode())
    _posted(f"{url}/orders/many", json.dumps([ORDER, SENT]).encode())
    _posted(f"{url}/things", json.dumps({**THING, "parts": [THING]}).encode())
    form = b"id=odd&name=Ada&password=secret"
    _posted(f"{url}/people/form", form, "application/x-www-form-urlencoded")
    thing = {"sku": "s", "sealed": 1}
    assert got == [
        SENT,
        [SENT, SENT],
        {**thing, "parts": [thing]},
        {"name": "Ada", "password": "secret"},
    ]


def check_a_server_takes_out_what_is_only_written(url: str) -> None:
    order = _posted(f"{url}/orders", json.dumps(ORDER).encode())
    assert order["customer"] == {"id": 1, "name": "Ada", "rank": 3}
    assert order["payment"] == {"kind": "Card"}
    put = _posted(f"{url}/orders/many", json.dumps([ORDER]).encode())
    assert put["put"][0]["customer"] == {"name": "Ada", "mail": "a@b"}
    thing = {"name": "n", "password": "p", "audited": True, "auditor": "x"}
    told = _posted(f"{url}/things", json.dumps(thing).encode())
    assert told == {"name": "n", "audited": True}


def check_what_is_left_must_be_valid(url: str) -> None:
    with Client(base_url=url) as client, pytest.raises(BadRequestError) as caught:
        client.orders.create(customer=Customer(name="Ada"), extra_body={"lines": [{}]})
    assert caught.value.param == "lines[0].sku"


def check_a_stream_loses_it_item_by_item(url: str) -> None:
    got.clear()
    people = [Person(id=1, name="a", password="p"), Person(name="b")]
    with Client(base_url=url) as client, client.people.feed(body=people) as stream:
        told = [item.to_dict() for item in stream]
    assert got == [[{"name": "a", "password": "p"}, {"name": "b"}]]
    assert told == [{"name": "a"}, {"name": "b"}]


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
    line = SCHEMAS["Line"].response
    assert line.strip({"sku": "a", "price": 1}) == {"sku": "a", "price": 1}


def check_alternatives_that_an_answer_is_not(url: str) -> None:
    """A mistake elsewhere in an answer does not give a secret away."""
    del url
    payment = SCHEMAS["Payment"].response
    secret = {"kind": "?", "number": "4111", "iban": "DE", "last": "11"}
    assert payment.strip(secret) == {"kind": "?", "last": "11"}
    assert SCHEMAS["Payment"].request.strip(secret) == secret
    person = {"name": 1, "password": "p"}
    assert SCHEMAS["Thing"].response.strip(person) == {"name": 1}
    assert SCHEMAS["Thing"].request.strip({"price": 1}) == {"price": 1}
