"""The whole query is one value, and methods are sent as they are written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from case_request_queries import Client, server
from case_request_queries.models import Filter, FilterRange, Note

if TYPE_CHECKING:
    from starlette.applications import Starlette


class Notes(server.NotesHandlers):
    async def find_notes(self, request: Filter, context: server.Context) -> list[Note]:
        return [Note(text=tag) for tag in request.tags or ()]

    async def purge_notes(self, context: server.Context) -> None:
        assert context.request.method == "PURGE"


class Search(server.SearchHandlers):
    async def search(
        self, *, q: Filter, session: str | None, context: server.Context
    ) -> Filter:
        return Filter(tags=[*(q.tags or ()), session or ""], range=q.range)

    async def search_json(self, *, q: Filter | None, context: server.Context) -> Filter:
        return q or Filter()


def app() -> Starlette:
    return server.app(notes=Notes(), search=Search())


def check_methods(url: str) -> None:
    with Client(base_url=url) as client:
        assert client.notes.find(tags=["a"]) == [Note(text="a")]
        client.notes.purge()


def check_the_whole_query(url: str) -> None:
    given = Filter(tags=["a b", "c"], range=FilterRange(from_=1, to=2))
    with Client(base_url=url) as client:
        found = client.search.search(q=given, session="s=1%20")
        assert found == Filter(tags=["a b", "c", "s=1%20"], range=given.range)
        assert client.search.search_json(q=given) == given
        assert client.search.search_json() == Filter()
