"""Operations can be called whatever their tags and ids look like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from case_odd_tags import Client, server

if TYPE_CHECKING:
    from starlette.applications import Starlette

SEEN: list[str] = []


class Odd(
    server.DHandlers, server.EvilHandlers, server.FishHandlers, server.FishTankHandlers
):
    async def http_get_ids_by_url(self, context: server.Context) -> None:
        SEEN.append(context.path)

    async def init(self, context: server.Context) -> None:
        SEEN.append(context.path)

    async def get_fish(self, *, fish_id: str, context: server.Context) -> None:
        SEEN.append(fish_id)

    async def repos_list_all(self, context: server.Context) -> None:
        SEEN.append(context.path)

    async def get_user_v2(self, context: server.Context) -> None:
        SEEN.append(context.path)


def app() -> Starlette:
    odd = Odd()
    return server.app(d=odd, evil=odd, fish=odd, fish_tank=odd)


def check_each_operation(url: str) -> None:
    with Client(base_url=url) as client:
        client.fish.get("../trout")
        client.fish_tank.repos_list_all()
        client.fish_tank.get_user_v2()
        client.evil.init()
        client.d.http_get_ids_by_url()
    assert SEEN == ["../trout", "/a", "/b", "/c", "/d"]
