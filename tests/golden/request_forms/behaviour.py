"""Every form of a body reaches the handler as what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from case_request_forms import AsyncClient, BadRequestError, Client, server
from case_request_forms import InvalidArgumentError as Refused
from case_request_forms.models import (
    AddNoteRequestFormData,
    Filter,
    FilterRange,
    Note,
    Question,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from starlette.applications import Starlette

FORM: Final = "application/x-www-form-urlencoded"


class Notes(server.NotesHandlers):
    async def add_note(
        self,
        request: Note | AddNoteRequestFormData | str | bytes,
        *,
        silent: bool | None,
        context: server.Context,
    ) -> list[str]:
        media = context.request.headers["content-type"].partition(";")[0]
        if isinstance(request, Note):
            return [media, request.text, str(request.copies)]
        if isinstance(request, AddNoteRequestFormData):
            told = [
                f"{scan.filename} {scan.content_type} {scan.headers['x-origin']}"
                for scan in request.scan
                if isinstance(scan, server.Upload)
            ]
            return [media, *told, request.about.text if request.about else ""]
        if isinstance(request, str):
            return [media, request]
        return [media, request.hex()]

    async def find_notes(self, request: Filter, context: server.Context) -> list[Note]:
        return [Note(text=tag, copies=1) for tag in request.tags or ()]

    async def purge_notes(self, context: server.Context) -> None:
        assert context.request.method == "PURGE"

    async def import_notes(self, request: list[Note], context: server.Context) -> int:
        return sum(note.copies for note in request)


class Albums(server.AlbumsHandlers):
    async def add_album(
        self, request: list[Note | bytes], context: server.Context
    ) -> list[int]:
        return [len(item.text if isinstance(item, Note) else item) for item in request]


class Answers(server.AnswersHandlers):
    async def answer(
        self, request: Question | str, context: server.Context
    ) -> str | AsyncIterator[str]:
        if isinstance(request, str):
            return request.upper()
        return self.words(request.text) if request.stream else request.text.upper()

    async def words(self, text: str) -> AsyncIterator[str]:
        for word in text.split():
            yield word


class Search(server.SearchHandlers):
    async def search(
        self, *, q: Filter, session: str | None, context: server.Context
    ) -> Filter:
        return Filter(tags=[*(q.tags or ()), session or ""], range=q.range)

    async def search_json(self, *, q: Filter | None, context: server.Context) -> Filter:
        return q or Filter()


def app() -> Starlette:
    return server.app(
        notes=Notes(), albums=Albums(), answers=Answers(), search=Search()
    )


def check_each_form(url: str) -> None:
    with Client(base_url=url) as client:
        add = client.notes.add
        assert add(text="a", copies=2) == ["application/json", "a", "2"]
        assert add(text="a b", content_type=FORM) == [FORM, "a b", "1"]
        assert add(body="ö", silent=True) == ["text/plain", "ö"]
        assert add(body=b"\xff", content_type="image/gif") == ["image/gif", "ff"]
        found = add(
            scan=[("a.jpg", b"1"), ("b", b"2")],
            about=Note(text="t", copies=1),
            content_type="multipart/form-data",
        )
    scans = ["a.jpg image/jpeg scanner", "b image/png scanner"]
    assert found == ["multipart/form-data", *scans, "t"]


async def check_each_form_without_waiting(url: str) -> None:
    async with AsyncClient(base_url=url) as client:
        assert await client.notes.add(text="a") == ["application/json", "a", "1"]

        async def pieces() -> AsyncIterator[bytes]:
            yield b"\x01"
            yield b"\x02"

        found = await client.notes.add(body=pieces(), content_type="image/gif")
        assert found == ["image/gif", "0102"]


def check_one_body_only(url: str) -> None:
    with Client(base_url=url) as client:
        call: Callable[..., object] = client.notes.add
        with pytest.raises(Refused, match="not both"):
            call(text="a", body="b")
        with pytest.raises(Refused, match="'scan' is no property"):
            call(text="a", scan=[])


def check_methods(url: str) -> None:
    with Client(base_url=url) as client:
        assert client.notes.find(tags=["a"]) == [Note(text="a", copies=1)]
        client.notes.purge()


def check_sequences(url: str) -> None:
    notes = [Note(text=str(index), copies=index) for index in range(4)]
    with Client(base_url=url) as client:
        assert client.notes.import_(body=notes) == 6
        lines = (note for note in notes)
        found = client.notes.import_(body=lines, content_type="application/jsonl")
        assert found == 6
        with pytest.raises(BadRequestError, match=r"Item 2: .*text"):
            client.notes.import_(
                body=[notes[0], Note.model_construct(copies=1)],
                content_type="application/jsonl",
            )


def check_parts_in_a_row(url: str) -> None:
    with Client(base_url=url) as client:
        found = client.albums.add(
            body=[Note(text="four", copies=1), b"12", ("n.png", b"123")]
        )
    assert found == [4, 2, 3]


def check_a_stream_among_forms(url: str) -> None:
    with Client(base_url=url) as client:
        answer = client.answers.answer
        assert answer(text="a b") == "A B"
        assert answer(body="c") == "C"
        assert list(answer(text="a b", stream=True)) == ["a", "b"]
        assert list(answer(text="a b", stream=True, content_type=FORM)) == ["a", "b"]


def check_the_whole_query(url: str) -> None:
    given = Filter(tags=["a b", "c"], range=FilterRange(from_=1, to=2))
    with Client(base_url=url) as client:
        found = client.search.search(q=given, session="s=1%20")
        assert found == Filter(tags=["a b", "c", "s=1%20"], range=given.range)
        assert client.search.json(q=given) == given
        assert client.search.json() == Filter()
