"""Parameters arrive as they were sent, whatever their place and style."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pytest
from case_parameters import AsyncClient, BadRequestError, Client, server
from case_parameters.models import ListTilesFilter

if TYPE_CHECKING:
    from starlette.applications import Starlette

SEEN: list[object] = []
AWKWARD = "a,b&c=d;e f+g/ä%20"


class Tiles(server.TilesHandlers):
    async def list_tiles(
        self,
        *,
        area: str,
        z: int,
        layers: list[str] | None,
        ids: list[int] | None,
        filter: ListTilesFilter | None,
        order: Literal["asc", "desc"],
        x_trace: str | None,
        session: str | None,
        from_: str,
        context: server.Context,
    ) -> list[int]:
        SEEN[:] = [area, layers, filter, order, x_trace, session, from_]
        return [z, *(ids or [])]


def app() -> Starlette:
    return server.app(tiles=Tiles())


def check_what_must_be_given(url: str) -> None:
    with Client(base_url=url) as client:
        assert client.tiles.list(AWKWARD, 3, from_=AWKWARD) == [3]
    assert SEEN == [AWKWARD, None, None, "asc", None, None, AWKWARD]


def check_every_style(url: str) -> None:
    with Client(base_url=url) as client:
        found = client.tiles.list(
            "north",
            0,
            from_="",
            layers=["roads", AWKWARD],
            ids=[1, 2, 3],
            filter=ListTilesFilter(since=AWKWARD, max=5),
            order="desc",
            x_trace="t 1",
            session="s1",
        )
    assert found == [0, 1, 2, 3]
    wanted = ListTilesFilter(since=AWKWARD, max=5)
    layers = ["roads", AWKWARD]
    assert ["north", layers, wanted, "desc", "t 1", "s1", ""] == SEEN


async def check_a_list_of_one(url: str) -> None:
    async with AsyncClient(base_url=url) as client:
        found = await client.tiles.list("a", 1, from_="x", layers=["one"], ids=[7])
    assert found == [1, 7]
    assert SEEN[1] == ["one"]


def check_bounds_hold_on_the_server(url: str) -> None:
    with Client(base_url=url) as client, pytest.raises(BadRequestError) as caught:
        client.tiles.list("a", -1, from_="x")
    assert caught.value.param == "z"
