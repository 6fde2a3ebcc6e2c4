"""What is defined in other files is as good as what is defined in the first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from case_several_files import Client, server
from case_several_files.models import Dog, Owner

if TYPE_CHECKING:
    from starlette.applications import Starlette


class Dogs(server.DogsHandlers):
    async def get_dog(self, *, name: str, context: server.Context) -> Dog:
        owner = Owner(name="Ada", dogs=[Dog(name="Rex", bark="quiet")])
        return Dog(name=name, owner=owner, bark="loud")


def app() -> Starlette:
    return server.app(dogs=Dogs())


def check_a_circle_through_files(url: str) -> None:
    with Client(base_url=url) as client:
        dog = client.dogs.get("Laika")
    assert dog.owner is not None and dog.owner.dogs is not None
    assert dog.owner.dogs[0] == Dog(name="Rex", bark="quiet")
