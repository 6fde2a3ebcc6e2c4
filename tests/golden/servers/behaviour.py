"""Where requests go, and that a base URL holds for all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx2
import pytest
from case_servers import AsyncClient, Client, ConfigurationError, server

if TYPE_CHECKING:
    from starlette.applications import Starlette


class Places(server.PlacesHandlers):
    async def here(self, context: server.Context) -> None: ...

    async def upload(self, context: server.Context) -> None: ...

    async def beside(self, context: server.Context) -> None: ...

    async def look(self, context: server.Context) -> None: ...


def app() -> Starlette:
    return server.app(places=Places())


class _Noted:
    """An HTTP client that goes nowhere and notes where it should have gone."""

    def __init__(self) -> None:
        self.urls: list[str] = []
        self.http = httpx2.Client(transport=httpx2.MockTransport(self._answer))

    def _answer(self, request: httpx2.Request) -> httpx2.Response:
        self.urls.append(str(request.url))
        return httpx2.Response(204)


def _call_all(client: Client) -> None:
    client.places.here()
    client.places.upload()
    client.places.beside()


def check_the_first_server_unless_told(url: str) -> None:
    noted = _Noted()
    _call_all(Client(http_client=noted.http))
    assert noted.urls == [
        "https://eu.places.example/live/here",
        "https://files.places.example/files",
        "https://eu.places.example/old/files",
    ]


def check_a_server_by_name_and_its_variables(url: str) -> None:
    noted = _Noted()
    _call_all(Client(server="sandbox", http_client=noted.http))
    client = Client(
        server="production", region="us", stage="test/1", http_client=noted.http
    )
    client.places.here()
    Client(server="/local", base_url=url, http_client=noted.http).places.here()
    assert noted.urls == [
        "https://sandbox.places.example/here",
        "https://files.sandbox.places.example/files",
        "https://sandbox.places.example/old/files",
        "https://us.places.example/test/1/here",
        f"{url}/local/here",
    ]


async def check_a_base_url_holds_for_all(url: str) -> None:
    with Client(base_url=url) as client:
        client.places.here()
        client.places.upload()
    async with AsyncClient(base_url=url) as later:
        await later.places.here()
        await later.places.upload()


def check_operations_have_variables_too(url: str) -> None:
    noted = _Noted()
    Client(http_client=noted.http).places.look()
    Client(index="mine", region="us", http_client=noted.http).places.look()
    assert noted.urls == [
        "https://all.eu.places.example/index",
        "https://mine.us.places.example/index",
    ]


def check_one_place_at_a_time(url: str) -> None:
    with pytest.raises(ConfigurationError, match="takes the place"):
        Client(base_url=url, server="sandbox")
    with pytest.raises(ConfigurationError, match="only /local"):
        Client(server="/local").places.here()
