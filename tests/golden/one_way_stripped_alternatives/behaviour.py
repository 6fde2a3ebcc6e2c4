"""What goes one way is taken out as the alternatives say that the value is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from case_one_way_stripped_alternatives import Client, server
from case_one_way_stripped_alternatives.models import Thing, ThingLine
from case_one_way_stripped_alternatives.validators import SCHEMAS

if TYPE_CHECKING:
    from starlette.applications import Starlette

REQUESTS: list[tuple[str, Any, Any]] = [
    ("Thing", {"sku": "s", "price": 1, "id": 2}, {"sku": "s", "id": 2}),
    ("Thing", {"name": "n", "price": 1, "id": 2}, {"name": "n", "price": 1}),
    (
        "Thing",
        {"name": "n", "sku": "s", "price": 1, "id": 2},
        {"name": "n", "sku": "s"},
    ),
    ("Thing", {"sku": "s", "seal": "x"}, {"sku": "s", "seal": "x"}),
    ("Thing", {"sku": "s", "seal": 1, "sealed": 1}, {"sku": "s", "sealed": 1}),
    (
        "Thing",
        {"sku": "s", "parts": [{"sku": "t", "price": 1}, {"name": "n", "id": 1}]},
        {"sku": "s", "parts": [{"sku": "t"}, {"name": "n"}]},
    ),
    (
        "Thing",
        {"sku": "s", "pair": [{"price": 1}, {"sku": "p", "price": 1}, {"price": 1}]},
        {"sku": "s", "pair": [{"price": 1}, {"sku": "p"}, {"price": 1}]},
    ),
    (
        "Thing",
        {"sku": "s", "tagged": {"kept": "k", "x-a": 1, "b": {"sku": "b", "price": 1}}},
        {"sku": "s", "tagged": {"kept": "k", "b": {"sku": "b"}}},
    ),
    ("Thing", {"sku": "s", "meta": {"a": 1, "b": None}}, {"sku": "s", "meta": {}}),
    ("Thing", {"price": 1, "id": 2}, {"price": 1, "id": 2}),
    ("Payment", {"kind": "Card", "last": "1"}, {"kind": "Card"}),
    ("Payment", {"kind": "Transfer", "last": "1"}, {"kind": "Transfer", "last": "1"}),
    ("Payment", {"kind": "?", "last": "1"}, {"kind": "?", "last": "1"}),
    ("Payment", [{"last": 1}], [{"last": 1}]),
]
RESPONSES: list[tuple[str, Any, Any]] = [
    ("Thing", {"name": "n", "password": "p"}, {"name": "n"}),
    ("Thing", {"sku": "s", "password": "p"}, {"sku": "s", "password": "p"}),
    ("Thing", {"name": 1, "password": "p"}, {"name": 1}),
    (
        "Thing",
        {"sku": "s", "audited": 1, "auditor": "x"},
        {"sku": "s", "audited": 1},
    ),
    ("Thing", {"sku": "s", "auditor": "x"}, {"sku": "s", "auditor": "x"}),
    (
        "Payment",
        {"kind": "Card", "number": "1", "iban": "2"},
        {"kind": "Card", "iban": "2"},
    ),
    (
        "Payment",
        {"kind": "?", "number": "1", "iban": "2", "last": "3"},
        {"kind": "?", "last": "3"},
    ),
    ("Payment", {"number": "1", "iban": "2"}, {}),
]


class Things(server.ThingsHandlers):
    async def send_thing(self, request: Thing, context: server.Context) -> Thing:
        assert getattr(request, "price", None) is None
        return request


def app() -> Starlette:
    return server.app(things=Things())


def check_over_the_wire(url: str) -> None:
    with Client(base_url=url) as client:
        told = client.things.send(body=ThingLine(sku="s", price=1))
    assert told.to_dict() == {"sku": "s"}


def check_requests_and_responses(url: str) -> None:
    del url
    for way, known in (("request", REQUESTS), ("response", RESPONSES)):
        for name, value, left in known:
            schema = getattr(SCHEMAS[name], way)
            before = repr(value)
            found = schema.strip(value)
            assert found == left, (way, name, value)
            assert (found is value) == (value == left)
            assert schema.strip(found) is found and repr(value) == before
