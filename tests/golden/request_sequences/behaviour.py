"""Items and parts arrive in their order, each with its type."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from case_request_sequences import BadRequestError, Client, server
from case_request_sequences.models import Note

if TYPE_CHECKING:
    from starlette.applications import Starlette


class Notes(server.NotesHandlers):
    async def import_notes(self, request: list[Note], context: server.Context) -> int:
        return sum(note.copies for note in request)


class Albums(server.AlbumsHandlers):
    async def add_album(
        self, request: list[Note | bytes], context: server.Context
    ) -> list[int]:
        return [len(item.text if isinstance(item, Note) else item) for item in request]


def app() -> Starlette:
    return server.app(notes=Notes(), albums=Albums())


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
