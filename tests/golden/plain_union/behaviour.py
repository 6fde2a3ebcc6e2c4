"""Each alternative arrives as what it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from case_plain_union import BadRequestError, Client, server
from case_plain_union.models import (
    SearchRequest,
    SearchRequestQueryAll,
    SearchRequestQueryNone,
)

if TYPE_CHECKING:
    from starlette.applications import Starlette


class Search(server.SearchHandlers):
    async def search(
        self, request: SearchRequest, context: server.Context
    ) -> list[str]:
        query = request.query
        if isinstance(query, str):
            return ["text", query]
        if isinstance(query, list):
            return ["list", *query]
        if isinstance(query, SearchRequestQueryAll):
            return ["all", *query.all]
        return ["none", *query.none, str(request.limit)]


def app() -> Starlette:
    return server.app(search=Search())


def check_each_alternative(url: str) -> None:
    with Client(base_url=url) as client:
        search = client.search.search
        assert search(query="a") == ["text", "a"]
        assert search(query=["a", "b"]) == ["list", "a", "b"]
        assert search(query=SearchRequestQueryAll(all=["x"])) == ["all", "x"]
        nothing = SearchRequestQueryNone(none=["x"])
        assert search(query=nothing, limit=None) == ["none", "x", "None"]
        assert search(query=nothing, limit=2) == ["none", "x", "2"]


def check_what_fits_none(url: str) -> None:
    with Client(base_url=url) as client, pytest.raises(BadRequestError) as caught:
        client.search.search(query=[])
    assert caught.value.param == "query"
