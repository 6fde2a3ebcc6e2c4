"""Validators take what means the same as JSON; client and server work as ever."""

from __future__ import annotations

from collections import OrderedDict, UserDict, UserList
from decimal import Decimal
from enum import Enum, IntEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import httpx2
import pytest
from case_accept_subclasses import Client, RequestValidationError, server, validators
from case_accept_subclasses.middleware import ASGIMiddleware, TrafficFault
from case_accept_subclasses.models import Entry
from case_accept_subclasses.validators import OPERATIONS, SCHEMAS, ValidationError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from case_accept_subclasses.validators import Violation
    from starlette.applications import Starlette

NOTHING: Mapping[str, object] = MappingProxyType({})
ENTRY: dict[str, Any] = {"amount": Decimal("19.99"), "kind": "credit"}


class Name(str):
    """A string of the user's own."""


class Kind(Name, Enum):
    CREDIT = "credit"
    NONE = "none"


class Version(IntEnum):
    FIRST = 1
    SECOND = 2


class Entries(server.EntriesHandlers):
    async def post(
        self, request: Entry, *, year: int, context: server.Context
    ) -> Entry:
        return request


def app() -> Starlette:
    options = server.ServerOptions(validate_responses=True)
    return server.app(entries=Entries(), options=options)


def told(found: Sequence[Violation] | None) -> list[tuple[str, str]]:
    return [(item.path, item.keyword) for item in found or []]


def wrong(**change: object) -> list[tuple[str, str]]:
    """What is wrong with an entry, to which all that the package has agrees."""
    entry: Mapping[str, object] = MappingProxyType({**ENTRY, **change})
    schema = SCHEMAS["Entry"]
    found = told(schema(entry))
    assert told(validators.entry_(entry)) == told(schema.errors(entry)) == found
    assert schema.is_valid(entry) is (not found)
    assert told(schema.response(entry)) == told(schema.request(entry)) == found
    post = OPERATIONS["post"]
    assert told(post.request["application/json"](entry)) == found
    assert told(post.responses["201", "application/json"](entry)) == found
    if found:
        with pytest.raises(ValidationError):
            schema.check(entry)
    return found


def check_what_is_valid() -> None:
    assert wrong() == []
    assert wrong(kind=Kind.CREDIT, version=Version.FIRST, amount=Decimal("1e2")) == []
    assert wrong(**{"x-a": Decimal("0.5"), "x-b": Kind.NONE}) == []
    assert wrong(shares=(1, Decimal(2), Decimal("3.0"), Version.SECOND)) == []
    assert wrong(parts=UserList([1, Decimal("1.5"), 2.5])) == []
    assert wrong(tags=UserDict({Kind.CREDIT: Decimal(7)})) == []
    assert wrong(level=(Decimal("1.0"), OrderedDict([("a", Decimal("0.10"))]))) == []
    assert wrong(note=NOTHING) == wrong(note=()) == []
    assert wrong(memo=Decimal("1e999"), size=Decimal("1.5")) == []
    person = UserDict({"type": "person", "name": Kind.NONE, "friends": ()})
    assert wrong(by={"type": "person", "name": "a", "friends": (person,)}) == []


def check_what_is_not() -> None:
    cases: list[tuple[str, object, str, str]] = [
        ("kind", Kind.NONE, "/kind", "enum"),
        ("version", Version.SECOND, "/version", "const"),
        ("version", Decimal("1.1"), "/version", "const"),
        ("amount", Decimal("NaN"), "/amount", "type"),
        ("amount", Decimal("sNaN"), "/amount", "type"),
        ("amount", Decimal("Infinity"), "/amount", "type"),
        ("amount", Decimal("-0.0"), "/amount", "exclusiveMinimum"),
        ("amount", "19.99", "/amount", "type"),
        ("code", Kind.NONE, "/code", "pattern"),
        ("day", b"2020-01-01", "/day", "type"),
        ("shares", (1, Decimal("1.5")), "/shares/1", "type"),
        ("shares", (1, Decimal("1e30"), "a"), "/shares/2", "type"),
        ("parts", (1, Decimal("1.0")), "/parts", "uniqueItems"),
        ("parts", (Decimal("1e30"), 1e30), "/parts", "uniqueItems"),
        ("parts", (Decimal(10**30), 10**30), "/parts", "uniqueItems"),
        ("parts", (Decimal("0.1"), None), "/parts/1", "type"),
        ("parts", {1, 2}, "/parts", "type"),
        ("place", (1, Decimal(2), 3), "/place/2", "unevaluatedItems"),
        ("size", Decimal("2.0"), "/size", "not"),
        ("size", Decimal("1e999999999"), "/size", "not"),
        ("ratio", Decimal("1.8e308"), "/ratio", "format"),
        ("number", Decimal(2**63), "/number", "format"),
        ("note", b"", "/note", "anyOf"),
        ("note", (1,), "/note/0", "type"),
        ("tags", MappingProxyType({"a/b": Decimal("0.5")}), "/tags/a~1b", "type"),
        ("other", 1, "/other", "unevaluatedProperties"),
        ("x-too-long-", "", "/x-too-long-", "maxLength"),
        ("shares", (Decimal(-1),), "/shares", "x-validations"),
        ("memo", True, "/memo", "x-validations"),
        ("by", UserDict(type="firm", name="too long"), "/by/name", "maxLength"),
        ("by", UserDict(type=Kind.NONE), "/by/type", "enum"),
        ("by", UserDict(name="a"), "/by/type", "required"),
    ]
    for name, value, path, keyword in cases:
        assert wrong(**{name: value}) == [(path, keyword)], (name, value)
    assert told(SCHEMAS["Entry"](())) == [("", "type")]
    assert told(SCHEMAS["Entry"](UserDict(amount=1, code="AB1"))) == [
        ("/kind", "required")
    ]


def check_numbers_are_exact() -> None:
    assert wrong(exact=Decimal("0.1")) == wrong(exact=Decimal("0.3")) == []
    assert wrong(exact=0.1) == wrong(exact=0.3) == []
    low, high = Decimal("0.09999999999999999999"), Decimal("0.30000000000000000001")
    assert wrong(exact=low) == [("/exact", "minimum")]
    assert wrong(exact=high) == [("/exact", "maximum")]
    assert wrong(amount=Decimal("0.010000000000000000001")) == [
        ("/amount", "multipleOf")
    ]
    assert wrong(count=Decimal(3 * 10**40)) == []
    assert wrong(count=Decimal(3 * 10**40 + 1)) == [("/count", "multipleOf")]
    assert wrong(count=Decimal("3e999999999")) == []
    assert wrong(count=Decimal("1e999999999")) == [("/count", "multipleOf")]
    assert wrong(rate=Decimal("0.100")) == wrong(rate=Decimal("2.00")) == []
    assert wrong(rate=Decimal("1e23")) == wrong(rate=Decimal(10**23)) == []
    assert wrong(rate=Decimal("0.1000000000000000055511151231257827")) == [
        ("/rate", "enum")
    ]
    amount = Decimal("0.13")
    assert wrong(amount=amount, exact=Decimal("0.13")) == []
    assert wrong(amount=amount, exact=Decimal("0.13000000000000000001")) == [
        ("/exact", "x-validations")
    ]
    assert wrong(parts=(Decimal("0.1"), Decimal("0.10000000000000000001"))) == []


def check_parameters_and_exchanges() -> None:
    post = OPERATIONS["post"]
    year = post.parameters["path", "year"]
    assert year(Decimal("2020.0")) is None
    assert told(year(Decimal("2020.5"))) == [("", "type")]
    exchange = post.exchange
    assert exchange is not None
    entry = MappingProxyType(ENTRY)
    assert exchange(entry, {"amount": 19.99, "kind": "credit"}) is None
    other = UserDict({**ENTRY, "amount": Decimal("19.98")})
    assert told(exchange(entry, other)) == [("/response/amount", "x-validations")]


def check_the_server_and_a_client_that_checks(url: str) -> None:
    body = {"amount": 19.99, "kind": "credit"}
    assert httpx2.post(f"{url}/entries/2020", json=body).status_code == 201
    answer = httpx2.post(f"{url}/entries/2020", json={**body, "amount": 0.001})
    assert answer.status_code == 400
    with Client(base_url=url) as client:
        careful = client.with_options(validate_requests=True)
        assert careful.entries.post(2020, amount=19.99, kind="credit").amount == 19.99
        with pytest.raises(RequestValidationError):
            careful.entries.post(2020, amount=0.001, kind="credit")


async def check_the_middleware() -> None:
    faults: list[TrafficFault] = []
    guarded = ASGIMiddleware(app(), on_fault=faults.append)
    transport = httpx2.ASGITransport(app=guarded)
    async with httpx2.AsyncClient(transport=transport, base_url="http://a") as client:
        body = {"amount": 19.99, "kind": "credit"}
        answer = await client.post("/entries/2020", json=body)
        assert answer.status_code == 201 and not faults
        answer = await client.post("/entries/2020", json={**body, "count": 4})
        assert answer.status_code == 400
        [fault] = faults
        assert str(fault) == "post: request, body /count: expected a multiple of 3"
