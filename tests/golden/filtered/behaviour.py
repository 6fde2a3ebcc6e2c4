"""One operation is there, and nothing that only the others need."""

from __future__ import annotations

from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from case_filtered import Client, models, server, validators
from case_filtered.models import Pet
from starlette.applications import Starlette


class Pets(server.PetsHandlers):
    async def get_pet(self, *, id: str, context: server.Context) -> Pet:
        return Pet(name=f"{id} of {context.principal}", species="cat")


async def _token(token: str, context: server.Context) -> str | None:
    return "Ann" if token == "t" else None


def app() -> Starlette:
    return server.app(pets=Pets(), security={"token": _token})


def check_what_stays_works(url: str) -> None:
    with Client(base_url=url, api_key="t") as client:
        assert client.pets.get("Tom").name == "Tom of Ann"
        assert not hasattr(client.pets, "delete")
        assert not hasattr(client, "bills")


def check_the_rest_is_not_served(url: str) -> None:
    for method, path, status in (("GET", "/bills", 404), ("DELETE", "/pets/Tom", 405)):
        request = Request(url + path, method=method)
        with pytest.raises(HTTPError) as refused, urlopen(request):
            pass
        assert refused.value.code == status
        refused.value.close()


def check_schemas_are_those_that_are_needed() -> None:
    assert {"Pet", "Species"} <= set(dir(models))
    assert not hasattr(models, "Bill")
    assert sorted(validators.SCHEMAS) == ["Pet", "Species"]
