"""Swagger 2.0: addresses, arrays, files and nullable members, as the document says."""

from __future__ import annotations

import datetime
import typing
from typing import Any

import httpx2

from ..e2e.serving import serve
from .support import case

NAME = "124-swagger2-mix"


def sent_by(call: str, *values: Any, **named: Any) -> httpx2.Request:
    """The request that a method of the client makes, at the address of the document."""
    seen: list[httpx2.Request] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        request.read()
        seen.append(request)
        status = 201 if request.method == "POST" else 200
        return httpx2.Response(status, json=[], headers={"X-Total": "0"})

    transport = httpx2.MockTransport(answer)
    client = case(NAME).module().Client(http_client=httpx2.Client(transport=transport))
    getattr(client.things, call)(*values, **named)
    return seen[0]


def test_only_the_format_that_is_no_style_is_warned_of() -> None:
    assert case(NAME).codes == ["W181"]


def test_the_address_comes_from_three_members() -> None:
    url = str(sent_by("list").url)
    assert url == "https://api.example/v1/things"


def test_arrays_are_written_in_their_format() -> None:
    request = sent_by("list", ids=[1, 2], tags=["a", "b"], tabs=["c", "d"])
    assert request.url.query == b"ids=1&ids=2&tags=a%7Cb&tabs=c%20d"


def test_the_body_is_json_and_a_member_may_be_null() -> None:
    request = sent_by("add", name=None, made=datetime.date(2024, 5, 6))
    assert request.headers["content-type"] == "application/json"
    assert request.content == b'{"name":null,"made":"2024-05-06"}'
    thing = case(NAME).model("Thing")
    assert thing(name=None).to_dict() == {"name": None}
    assert typing.get_type_hints(thing)["name"] == str | None
    check = case(NAME).module("validators").SCHEMAS["Thing"]
    assert not check({"name": None})
    assert [item.path for item in check({"name": 1, "made": "no"})] == [
        "/name",
        "/made",
    ]


def test_the_file_is_a_part_of_a_form() -> None:
    request = sent_by("add_photo", 7, photo=("a.png", b"\x89PNG"), note="n")
    assert request.headers["content-type"].startswith("multipart/form-data; boundary=")
    assert b'name="photo"; filename="a.png"' in request.content
    assert b"\x89PNG" in request.content
    assert str(request.url).endswith("/v1/things/7/photo")


def test_client_and_server_agree() -> None:
    made = case(NAME)
    seen: list[object] = []
    thing = made.model("Thing")

    class Handlers:
        async def list_things(self, **given: Any) -> list[Any]:
            given.pop("context")
            seen.append(given)
            return [thing(name=None)]

        async def add_thing(self, request: Any, **given: Any) -> None:
            seen.append(request.to_dict())

        async def add_photo(self, request: Any, *, id: int, **given: Any) -> None:
            seen.append((id, bytes(request.photo), request.note))

    with serve(made.module("server").app(things=Handlers())) as served:
        client = made.module().Client(base_url=served.url)
        found = client.things.list(ids=[1, 2], tags=["a", "b c"], tabs=["d"])
        client.things.add(name="n")
        client.things.add_photo(7, photo=b"\x89PNG", note="n")
        client.close()
    assert [item.name for item in found] == [None]
    assert seen == [
        {"ids": [1, 2], "tags": ["a", "b c"], "tabs": ["d"]},
        {"name": "n"},
        (7, b"\x89PNG", "n"),
    ]
