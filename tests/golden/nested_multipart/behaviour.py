"""Multipart bodies within parts arrive as the values that were sent."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest
from case_nested_multipart import (
    AsyncClient,
    BadRequestError,
    Client,
    InvalidArgumentError,
    server,
)
from case_nested_multipart.models import AddAlbumRequest, Cover, Head

if TYPE_CHECKING:
    from starlette.applications import Starlette

PICTURE = b"\x89PNG\r\n\x00\r\n--\xff"
SENT = datetime(2026, 1, 2, tzinfo=UTC)


def told(value: object) -> str:
    """A part in words."""
    if isinstance(value, server.Upload):
        origin = value.headers.get("x-origin", "")
        return f"{origin}{value.filename} {value.content_type} {value.hex()}"
    return value.subject if isinstance(value, Head) else repr(value)


class Mails(server.MailsHandlers):
    async def send_mail(
        self,
        request: tuple[Head, list[Head | str | int | bytes]],
        context: server.Context,
    ) -> list[str]:
        head, parts = request
        return [told(head), *map(told, parts)]

    async def add_digest(
        self, request: list[list[list[list[Head]]]], context: server.Context
    ) -> list[str]:
        return [
            " ".join(told(head) for head in thread)
            for mail in request
            for threads in mail
            for thread in threads
        ]


class Albums(server.AlbumsHandlers):
    async def add_album(
        self, request: AddAlbumRequest, context: server.Context
    ) -> list[str]:
        pages = [[told(part) for part in page] for page in request.pages or ()]
        found = [request.title, *map(told, request.photos), *map(str, pages)]
        cover = request.cover
        if cover is None:
            return found
        made = cover.made.subject if cover.made else ""
        return [*found, f"{cover.caption} {cover.copies} {made} {told(cover.picture)}"]


def app() -> Starlette:
    return server.app(mails=Mails(), albums=Albums())


def check_positions(url: str) -> None:
    with Client(base_url=url) as client:
        found = client.mails.send(
            body=(
                Head(subject="outer", sent=SENT),
                [Head(subject="inner"), "Grüße\r\n", 3, ("a.png", PICTURE), b"\x00"],
            )
        )
    picture = f"pressa.png image/png {PICTURE.hex()}"
    assert found == [
        "outer",
        "inner",
        "'Grüße\\r\\n'",
        "3",
        picture,
        "press image/png 00",
    ]


def check_names(url: str) -> None:
    with Client(base_url=url) as client:
        found = client.albums.add(
            title="Summer",
            photos=[("a.jpg", PICTURE), io.BytesIO(b"1"), b"2"],
            pages=[[Head(subject="first"), b"x", ("b.bin", b"y")], []],
            cover=Cover(
                caption="c", copies=2, made=Head(subject="m"), picture=b"\xff\x00"
            ),
        )
    binary = "application/octet-stream"
    assert found == [
        "Summer",
        f"a.jpg image/jpeg {PICTURE.hex()}",
        " image/png 31",
        " image/png 32",
        str(["{'subject': 'first'}", f" {binary} 78", f"b.bin {binary} 79"]),
        "[]",
        "c 2 m picture image/png ff00",
    ]


def check_bodies_within_bodies_within_bodies(url: str) -> None:
    heads = [Head(subject=str(index)) for index in range(5)]
    with Client(base_url=url) as client:
        mails = [[[heads, heads[:2]], []], [[heads[:1]]]]
        found = client.mails.add_digest(body=iter(mails))
    assert found == ["0 1 2 3 4", "0 1", "0"]


async def check_without_waiting(url: str) -> None:
    async with AsyncClient(base_url=url) as client:
        found = await client.mails.send(
            body=(Head(subject="o"), [Head(subject="i"), "t", 1, Path(__file__)])
        )
        content = Path(__file__).read_bytes().hex()
        assert found == [
            "o",
            "i",
            "'t'",
            "1",
            f"press{Path(__file__).name} image/png {content}",
        ]
        found = await client.albums.add(
            title="t", photos=[b"1"], cover=Cover(caption="c", copies=1)
        )
        assert found == ["t", " image/png 31", "c 1  None"]
        assert await client.mails.add_digest(body=[[[[Head(subject="s")]]]]) == ["s"]


def check_what_is_not_valid(url: str) -> None:
    with Client(base_url=url) as client:
        with pytest.raises(BadRequestError, match=r"'\[1\]\[0\]\.subject'"):
            parts: list[Any] = [Head.model_construct(subject=""), "t", 1]
            client.mails.send(body=(Head(subject="o"), parts))
        with pytest.raises(BadRequestError, match=r"'\[1\]\[2\]'") as caught:
            parts = [Head(subject="i"), "t", "one"]
            client.mails.send(body=(Head(subject="o"), parts))
        assert caught.value.param == "[1][2]"
        with pytest.raises(BadRequestError, match=r"'\[0\]\[0\]\[0\]\[1\]\.subject'"):
            empty = Head.model_construct(subject="")
            client.mails.add_digest(body=[[[[Head(subject="s"), empty]]]])
        with pytest.raises(BadRequestError, match=r"'cover\.copies'"):
            cover = Cover.model_construct(
                _fields_set={"caption", "copies"}, caption="c", copies=0
            )
            client.albums.add(title="t", photos=[b"1"], cover=cover)


def check_what_holds_no_parts(url: str) -> None:
    with Client(base_url=url) as client:
        add = cast("Any", client.albums.add)
        for wrong in (b"raw", "text", 5):
            with pytest.raises(InvalidArgumentError, match="photos: give an array or"):
                add(title="t", photos=wrong)
        with pytest.raises(InvalidArgumentError, match="pages: give an array, a part"):
            add(title="t", photos=[], pages={"a": 1})
