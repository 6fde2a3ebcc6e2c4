"""What a document of version 2.0 says travels as it says it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal
from urllib.request import Request, urlopen

from case_swagger_2 import Client, server
from case_swagger_2.models import (
    AnyPet,
    Cat,
    DescribePhotoRequest,
    Pet,
    SetPhotoRequest,
)

if TYPE_CHECKING:
    from starlette.applications import Starlette

CREDENTIALS = {"Key": "k", "Login": "t"}
SEEN: list[object] = []
BYTES = bytes(range(256))


class Pets(server.PetsHandlers):
    async def find_pets(
        self,
        *,
        x_trace: list[str] | None,
        commas: list[str] | None,
        spaces: list[int] | None,
        pipes: list[Literal["cat", "dog"]] | None,
        several: list[float] | None,
        limit: int,
        context: server.Context,
    ) -> list[AnyPet]:
        SEEN.append((x_trace, commas, spaces, pipes, several, limit))
        return [Pet(kind="cat", name="Minka")]

    async def add_pet(
        self, request: AnyPet, *, x_trace: list[str] | None, context: server.Context
    ) -> AnyPet:
        return request

    async def set_photo(
        self, request: SetPhotoRequest, *, id: int, context: server.Context
    ) -> None:
        SEEN.append((id, request.photo, request.words))

    async def get_photo(self, *, id: int, context: server.Context) -> bytes:
        return BYTES

    async def describe_photo(
        self, request: DescribePhotoRequest, *, id: int, context: server.Context
    ) -> str:
        SEEN.append((request.words, request.codes))
        return f"{request.title} {request.rating}"


async def _key(key: str, context: server.Context) -> str | None:
    return "holder" if key == "k" else None


async def _token(token: str, context: server.Context) -> str | None:
    return "user" if token == "t" else None


def app() -> Starlette:
    SEEN.clear()
    return server.app(pets=Pets(), security={"Key": _key, "Login": _token})


def check_arrays_in_each_format(url: str) -> None:
    with Client(base_url=url, credentials=CREDENTIALS) as client:
        found = client.pets.find(
            x_trace=["x", "y"],
            commas=["a", "b c"],
            spaces=[1, 2],
            pipes=["cat", "dog"],
            several=[1.5, 2],
        )
    assert [pet.name for pet in found] == ["Minka"]
    assert SEEN == [
        (["x", "y"], ["a", "b c"], [1, 2], ["cat", "dog"], [1.5, 2.0], 10),
    ]


def check_arrays_on_the_wire(url: str) -> None:
    query = "commas=a,b&spaces=1%202&pipes=cat%7Cdog&several=1.5&several=2&limit=3"
    head = {"Authorization": "Bearer t", "X-Trace": "x,y"}
    with urlopen(Request(f"{url}/pets?{query}", headers=head)) as answer:
        assert answer.status == 200
    assert SEEN == [(["x", "y"], ["a", "b"], [1, 2], ["cat", "dog"], [1.5, 2.0], 3)]


def check_the_body_and_its_nullable_member(url: str) -> None:
    with Client(base_url=url, credentials=CREDENTIALS) as client:
        added = client.pets.add(body=Cat(name="Minka", nick=None))
    assert type(added) is Cat
    assert added.to_dict() == {"kind": "cat", "name": "Minka", "nick": None}


def check_forms(url: str) -> None:
    with Client(base_url=url, credentials=CREDENTIALS) as client:
        client.pets.set_photo(7, photo=("a.png", BYTES), words=["x", "y z"])
        assert client.pets.get_photo(7) == BYTES
        told = client.pets.describe_photo(
            7, title="ä & b", rating=2, words=["x", "y z"], codes=[1, 2]
        )
    assert told == "ä & b 2"
    assert SEEN == [(7, BYTES, ["x", "y z"]), (["x", "y z"], [1, 2])]


def check_a_form_on_the_wire(url: str) -> None:
    form = b"title=t&words=x%7Cy&codes=1,2"
    head = {"X-Key": "k", "Content-Type": "application/x-www-form-urlencoded"}
    with urlopen(Request(f"{url}/pets/7/photo", form, head)) as answer:
        assert answer.read() == b'"t None"'
    assert SEEN == [(["x", "y"], [1, 2])]
