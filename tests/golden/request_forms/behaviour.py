"""Every form of a body reaches the handler as what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

import pytest
from case_request_forms import AsyncClient, Client, InvalidArgumentError, server
from case_request_forms.models import AddNoteRequestFormData, Note

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


def app() -> Starlette:
    return server.app(notes=Notes())


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
        call = cast("Callable[..., object]", client.notes.add)
        with pytest.raises(InvalidArgumentError, match="not both"):
            call(text="a", body="b")
        with pytest.raises(InvalidArgumentError, match="'scan' is no property"):
            call(text="a", scan=[])
