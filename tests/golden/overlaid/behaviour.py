"""The client and the server follow the document as the overlays leave it."""

from __future__ import annotations

import inspect
from datetime import date
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from case_overlaid import Client, server
from case_overlaid.models import Dog, Puppy
from case_overlaid.validators import SCHEMAS
from starlette.applications import Starlette

SEEN: list[Puppy] = []


class Dogs(server.DogsHandlers):
    async def list_dogs(
        self, *, limit: int | None, context: server.Context
    ) -> list[Dog]:
        return [Dog(name=f"dog {limit}", born=date(2026, 1, 2))]

    async def add_puppy(self, request: Puppy | None, context: server.Context) -> None:
        assert request is not None
        SEEN.append(request)


def app() -> Starlette:
    return server.app(dogs=Dogs())


def check_what_was_put_right(url: str) -> None:
    with Client(base_url=url) as client:
        parameters = inspect.signature(client.dogs.list).parameters
        assert "limit" in parameters and "debug" not in parameters
        (dog,) = client.dogs.list(limit=2)
        assert dog.name == "dog 2" and dog.born == date(2026, 1, 2)
    with pytest.raises(HTTPError) as refused, urlopen(f"{url}/internal", b""):
        pass
    assert refused.value.code == 404
    refused.value.close()


def check_what_was_added(url: str) -> None:
    with Client(base_url=url) as client:
        client.dogs.add_puppy(name="Rex", mother=Dog(name=None))
    (puppy,) = SEEN
    assert puppy.mother and puppy.mother.name is None


def check_a_copy_goes_its_own_way() -> None:
    assert not SCHEMAS["Dog"]({"name": None})
    assert SCHEMAS["Puppy"]({"name": None})
    assert SCHEMAS["Puppy"]({})
