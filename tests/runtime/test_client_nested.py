"""Multipart bodies within parts, as the client writes them.

Source of the rules: OpenAPI 3.2, section 4.15; RFC 2046, section 5.1. What is written is
read by the parser of the standard library.
"""

from __future__ import annotations

import asyncio
import io
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, Field

from .client_runtime import Naps, connect, connect_async, errors, load
from .fault_server import FaultServer
from .test_client_bodies import content, messages

Json = load("decoders").Json
Operation = load("operation").Operation
forms = load("forms")
multipart = load("multipart")
omit = load("omit").omit
Nested = load("multipart_nested").Nested

MIXED = "multipart/mixed"
FORM = "multipart/form-data"
BINARY = b"\x89PNG\r\n\x00\r\n--\r\n\r\n--x--\r\n"


class Cover(BaseModel):
    """Bytes, a name of its own on the wire, and a field that was not given."""

    picture: bytes
    from_: str = Field(alias="from")
    copies: int | None = None


def nested(media: str = MIXED, *, is_each: bool = False, **facts: Any) -> Any:
    return Nested(forms.BodyForm(media, **facts), is_each)


def parsed(media: str, data: bytes) -> Any:
    """A body as the standard library reads it."""
    return message_from_bytes(f"Content-Type: {media}\r\n\r\n".encode() + data)


def row(*items: Any, **facts: Any) -> Any:
    """The only part of a body: a row within a row."""
    sent = content([[*items]], MIXED, nested={-1: nested(**facts)})
    [found] = messages(sent)
    return found


def bytes_of(part: Any) -> bytes:
    """The content of a part."""
    found = part.get_payload(decode=True)
    assert isinstance(found, bytes)
    return found


def test_a_row_within_a_row() -> None:
    inner = row(
        {"k": 1},
        "Grüße\r\n",
        ("a.jpg", BINARY),
        BINARY,
        positions=("application/json", ""),
        rest="image/png, image/jpeg",
    )
    assert inner.get_content_type() == MIXED
    assert "content-disposition" not in inner
    found = inner.get_payload()
    assert [(one.get_content_type(), one.get_filename()) for one in found] == [
        ("application/json", None),
        ("text/plain", None),
        ("image/jpeg", "a.jpg"),
        ("image/png", None),
    ]
    contents = [bytes_of(one) for one in found]
    assert contents == [b'{"k":1}', "Grüße\r\n".encode(), BINARY, BINARY]


def test_each_body_has_a_boundary_of_its_own() -> None:
    inner = nested(nested={-1: nested()})
    sent = content([[["x"], ["y"]]], MIXED, nested={-1: inner})
    bodies = [one for one in parsed(sent.media, sent.data).walk() if one.is_multipart()]
    boundaries = [one.get_boundary() for one in bodies]
    assert len(boundaries) == 4 == len(set(boundaries))
    for boundary in boundaries:
        assert sent.data.count(f"--{boundary}--\r\n".encode()) == 1


def test_a_position_tells_what_is_a_body() -> None:
    writers = {0: nested(), -1: nested("multipart/parallel")}
    items = [["a"], ("b.txt", b"b"), ["c"], ["d"]]
    sent = content(items, MIXED, positions=("", ""), nested=writers)
    media = [one.get_content_type() for one in messages(sent)]
    assert media == [MIXED, "application/octet-stream", *["multipart/parallel"] * 2]


def test_a_tuple_of_text_and_bytes_is_two_parts() -> None:
    sent = content([("name", b"content")], MIXED, nested={-1: nested()})
    [inner] = messages(sent)
    assert [bytes_of(one) for one in inner.get_payload()] == [b"name", b"content"]


def test_headers_by_position() -> None:
    inner = nested(positions=("",), headers={0: {"X-A": "1"}, -1: {"X-B": "2"}})
    file = ("b.txt", b"b", "text/plain", {"X-B": "3"})
    headers = {-1: {"X-C": "4"}}
    sent = content([["a", "b", file]], MIXED, headers=headers, nested={-1: inner})
    [part] = messages(sent)
    assert part["x-c"] == "4"
    found = [(one["x-a"], one["x-b"]) for one in part.get_payload()]
    assert found == [("1", None), (None, "2"), (None, "3")]


def test_files_under_one_name() -> None:
    file = io.BytesIO(b"1")
    sent = content(
        {"files": [file, ("b.txt", b"2", "text/plain", {"X-Own": "1"})]},
        FORM,
        headers={"files": {"X-Kind": "k"}},
        nested={"files": nested(rest="image/png")},
    )
    [part] = messages(sent)
    assert part.get_param("name", header="content-disposition") == "files"
    assert (part.get_content_type(), part["x-kind"]) == (MIXED, "k")
    first, second = part.get_payload()
    assert (first.get_content_type(), bytes_of(first)) == ("image/png", b"1")
    assert (second.get_filename(), second["x-own"]) == ("b.txt", "1")


def test_a_body_for_each_item() -> None:
    writer = nested('multipart/related; type="text/plain"', is_each=True)
    sent = content({"pages": [["a"], ["b", "c"]]}, FORM, nested={"pages": writer})
    names = [
        one.get_param("name", header="content-disposition") for one in messages(sent)
    ]
    assert names == ["pages", "pages"]
    assert [len(one.get_payload()) for one in messages(sent)] == [1, 2]
    for one in messages(sent):
        assert one.get_param("type") == "text/plain"
        assert one.get_boundary()


@pytest.mark.parametrize(
    "cover",
    [
        Cover.model_validate({"picture": b"\xff\x00", "from": "x"}),
        {"picture": ("picture", b"\xff\x00"), "from": "x", "copies": omit},
        {"picture": b"\xff\x00", "from": "x", "copies": None},
    ],
)
def test_an_object_has_parts_with_names(cover: object) -> None:
    writer = nested(FORM, encoding={"picture": "image/png"}, defaults={"kind": "k"})
    sent = content({"cover": cover}, FORM, nested={"cover": writer})
    [part] = messages(sent)
    assert part.get_content_type() == FORM
    found = {
        one.get_param("name", header="content-disposition"): (
            one.get_filename(),
            bytes_of(one),
        )
        for one in part.get_payload()
    }
    assert found == {
        "picture": ("picture", b"\xff\x00"),
        "from": (None, b"x"),
        "kind": (None, b"k"),
    }


@pytest.mark.parametrize("value", [None, omit])
def test_nothing_is_no_part(value: object) -> None:
    sent = content({"a": value, "b": "x"}, FORM, nested={"a": nested()})
    assert len(messages(sent)) == 1


def test_many_bodies_within_each_other() -> None:
    writer = nested(rest="text/plain")
    value: list[Any] = ["innermost"]
    for _ in range(7):
        writer = nested(nested={-1: writer})
        value = [value]
    sent = content([value], MIXED, nested={-1: writer})
    found = parsed(sent.media, sent.data)
    for _ in range(9):
        assert found.get_content_type() == MIXED
        [found] = found.get_payload()
    assert bytes_of(found) == b"innermost"


def test_a_boundary_occurs_in_no_part(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["aa", "bb", "cc", "bb", "cc", "dd"])
    monkeypatch.setattr(multipart.secrets, "token_hex", lambda size: next(drawn))
    sent = content([["--aa", "x"]], MIXED, nested={-1: nested()})
    # inside neither aa, which the text holds; outside neither cc nor bb, drawn inside
    assert sent.media == f"{MIXED}; boundary=cc"
    [inner] = messages(sent)
    assert inner.get_boundary() == "bb"


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (b"raw", "a part: give an array or an object for multipart/mixed"),
        ("text", "a part: give an array or an object"),
        (5, "a part: give an array or an object"),
        (None, "a part in a row cannot be null"),
        ([{"a": {}}], "give text or bytes in image/png"),
    ],
)
def test_what_is_no_body(value: object, told: str) -> None:
    writer = nested(rest="image/png")
    with pytest.raises(errors.InvalidArgumentError, match=told):
        content([value], MIXED, nested={-1: writer})


def test_what_has_no_items() -> None:
    writer = nested(is_each=True)
    with pytest.raises(errors.InvalidArgumentError, match="pages: give an array, a"):
        content({"pages": {"a": 1}}, FORM, nested={"pages": writer})


def test_a_media_type_of_the_document_is_no_header() -> None:
    with pytest.raises(errors.InvalidArgumentError, match="not a media type"):
        content([["x"]], MIXED, nested={-1: nested("multipart/mixed\r\nX-Own: 1")})


UPLOAD = Operation(
    "PUT",
    "/x",
    forms=(forms.BodyForm(FORM, nested={"files": nested(rest="image/png")}),),
)


def uploads(tmp_path: Path) -> list[Any]:
    """Files that can be read once, and a path."""
    path = tmp_path / "b.png"
    path.write_bytes(BINARY)
    return [io.BytesIO(b"once"), path]


def check_each_attempt(server: FaultServer) -> None:
    """Every attempt sent the same, with all that the files hold."""
    assert len(server.requests) == 3
    assert len({request.body for request in server.requests}) == 1
    last = server.requests[-1]
    [part] = parsed(last.headers["content-type"], last.body).get_payload()
    assert [bytes_of(one) for one in part.get_payload()] == [b"once", BINARY]


def test_what_is_sent_again_is_the_same(server: FaultServer, tmp_path: Path) -> None:
    server.then(status=503).then(status=503).then(b"1")
    transport = connect(server.url, Naps())
    body = {"files": uploads(tmp_path)}
    assert transport.call(UPLOAD, Json[int], body=body) == 1
    transport.close()
    check_each_attempt(server)


def test_it_is_without_waiting(server: FaultServer, tmp_path: Path) -> None:
    server.then(status=503).then(status=503).then(b"1")

    async def main() -> None:
        transport = connect_async(server.url, Naps())
        body = {"files": uploads(tmp_path)}
        assert await transport.call(UPLOAD, Json[int], body=body) == 1
        await transport.aclose()

    asyncio.run(main())
    check_each_attempt(server)
