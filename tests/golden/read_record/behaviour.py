"""What is null, what is left out and what is given stay three different things."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

import pytest
from case_read_record import AsyncClient, BadRequestError, Client, server
from case_read_record.models import Animal

if TYPE_CHECKING:
    from starlette.applications import Starlette

BORN = datetime.datetime(2020, 2, 29, 12, 30, tzinfo=datetime.UTC)


class Zoo(server.AnimalsHandlers):
    async def get_animal(self, *, animal_id: str, context: server.Context) -> Animal:
        if animal_id == "nobody's":
            return Animal(name="Stray", keeper=None, born_at=None)
        if animal_id == "a/b?c=ä%2F":
            return Animal(name=animal_id, keeper="Ada", age=3, born_at=BORN)
        raise server.BadRequest("No such animal.", param="animalId")


def app() -> Starlette:
    return server.app(animals=Zoo())


def check_null_is_not_absent(url: str) -> None:
    with Client(base_url=url) as client:
        animal = client.animals.get("nobody's")
    assert animal.keeper is None and animal.born_at is None and animal.age is None
    assert animal.model_fields_set == {"name", "keeper", "born_at"}
    assert animal.to_dict() == {"name": "Stray", "keeper": None, "bornAt": None}


async def check_path_parameters_arrive_as_sent(url: str) -> None:
    async with AsyncClient(base_url=url) as client:
        animal = await client.animals.get("a/b?c=ä%2F")
    assert animal == Animal(name="a/b?c=ä%2F", keeper="Ada", age=3, born_at=BORN)


def check_refusals_are_typed(url: str) -> None:
    with Client(base_url=url) as client, pytest.raises(BadRequestError) as caught:
        client.animals.get("else")
    assert caught.value.param == "animalId"
    assert caught.value.request_id is not None
