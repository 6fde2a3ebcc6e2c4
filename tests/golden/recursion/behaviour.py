"""Nested values come back as they went, however deep."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from case_recursion import AsyncClient, BadRequestError, Client, server
from case_recursion.models import File, Folder, Node

if TYPE_CHECKING:
    from starlette.applications import Starlette


class Trees(server.TreesHandlers):
    async def plant(self, request: Node, context: server.Context) -> Folder:
        return _folder(request)


def _folder(node: Node) -> Folder:
    inside = [
        File(name=str(child.value), folder=_folder(child))
        for child in node.children or []
    ]
    return Folder(files=inside)


def app() -> Starlette:
    return server.app(trees=Trees())


def _leaf(depth: int) -> Node:
    node = Node(value="leaf 0")
    for number in range(1, depth):
        node = Node(value=f"leaf {number}", children=[node])
    return node


def check_trees_and_folders(url: str) -> None:
    with Client(base_url=url) as client:
        forest = client.trees.plant(value="root", children=[_leaf(50)])
    depth = 0
    while forest.files:
        assert forest.files[0].name == f"leaf {49 - depth}"
        inner = forest.files[0].folder
        assert inner is not None
        forest, depth = inner, depth + 1
    assert depth == 50


async def check_a_recursive_union(url: str) -> None:
    value = Node(value={"list": [1.5, "x", [], {"deep": {}}]})
    async with AsyncClient(base_url=url) as client:
        forest = await client.trees.plant(value="root", children=[value])
    assert forest.files is not None
    assert forest.files[0].name == str(value.value)


def check_what_is_wrong_deep_inside(url: str) -> None:
    wrong: dict[str, object] = {
        "children": [{"value": "b", "children": [{"children": []}]}]
    }
    with Client(base_url=url) as client, pytest.raises(BadRequestError) as caught:
        client.trees.plant(value="a", extra_body=wrong)
    assert caught.value.param == "children[0].children[0].value"
