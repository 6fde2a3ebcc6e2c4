"""Forms arrive with the types of their fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from case_form_bodies import AsyncClient, BadRequestError, Client, server
from case_form_bodies.models import About, CreateAlbumRequest, LogInRequest

if TYPE_CHECKING:
    from starlette.applications import Starlette


class Session(server.SessionHandlers):
    async def log_in(
        self, request: LogInRequest, context: server.Context
    ) -> dict[str, object]:
        return request.to_dict()


class Albums(server.AlbumsHandlers):
    async def create_album(
        self, request: CreateAlbumRequest, context: server.Context
    ) -> dict[str, object]:
        sizes = [len(picture) for picture in request.pictures]
        return {
            "sizes": sizes,
            "about": request.about.to_dict(),
            "places": request.places,
        }


def app() -> Starlette:
    return server.app(session=Session(), albums=Albums())


def check_fields_of_a_form(url: str) -> None:
    with Client(base_url=url) as client:
        found = client.session.log_in(
            user="ä & b=c", attempts=2, remember=True, scopes=["r w", "x"]
        )
    assert found == {
        "user": "ä & b=c",
        "attempts": 2,
        "remember": True,
        "scopes": ["r w", "x"],
    }


def check_bounds_of_a_form(url: str) -> None:
    with Client(base_url=url) as client:
        with pytest.raises(BadRequestError) as caught:
            client.session.log_in(user="a", attempts=0)
        assert caught.value.param == "attempts"
        with pytest.raises(BadRequestError) as missing:
            client.session.log_in(user="", attempts=1, extra_body={"user": None})
        assert missing.value.param == "user"


async def check_files_and_json_in_parts(url: str) -> None:
    async with AsyncClient(base_url=url) as client:
        found = await client.albums.create(
            pictures=[b"one", ("two.png", b"22", "image/png")],
            about=About(title="Both", year=2024),
            places=[1, 2],
        )
    assert found == {
        "sizes": [3, 2],
        "about": {"title": "Both", "year": 2024},
        "places": [1, 2],
    }
