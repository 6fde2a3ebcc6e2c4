"""A type that leads back to itself is sent and read."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from case_circles import Client, server

if TYPE_CHECKING:
    from case_circles.models import Anything, Nested, Tree
    from starlette.applications import Starlette


class Circles(server.UnimplementedCircles):
    async def search(
        self,
        context: server.Context,
        *,
        nested: Nested | None = None,
        tree: Tree = None,
    ) -> AsyncIterator[Anything]:
        return self._told(tree)

    async def _told(self, tree: Tree) -> AsyncIterator[Anything]:
        yield tree


def app() -> Starlette:
    return server.app(circles=Circles())


def check_a_tree_in_brackets(url: str) -> None:
    with Client(base_url=url) as client:
        (tree,) = client.circles.search(tree={"a": 1})
    assert tree == {"a": 1}
