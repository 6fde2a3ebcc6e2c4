"""A type that leads back to itself is sent and read."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from case_circles import Client, server

if TYPE_CHECKING:
    from case_circles.models import Nested, Tree
    from starlette.applications import Starlette


class Circles(server.UnimplementedCircles):
    async def search(
        self, *, nested: Nested | None, tree: Tree | None, context: server.Context
    ) -> AsyncIterator[object]:
        return self._told(tree)

    async def _told(self, tree: Tree | None) -> AsyncIterator[object]:
        yield tree


def app() -> Starlette:
    return server.app(circles=Circles())


def check_a_tree_in_brackets(url: str) -> None:
    with Client(base_url=url) as client:
        (tree,) = client.circles.search(tree={"a": 1})
    assert tree == {"a": 1}
