"""Bodies in every form, as they travel from client to server."""

from __future__ import annotations

import datetime
import io
import uuid
from email import message_from_bytes
from typing import TYPE_CHECKING, Any

import pytest

from .support import case
from .wire import wired

if TYPE_CHECKING:
    from .wire import Sent

FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"
OCTETS = "application/octet-stream"


def media(sent: Sent) -> str:
    """The media type of a request, without a boundary."""
    return sent.headers.get("content-type", "").partition("; boundary")[0]


def parts(sent: Sent) -> list[tuple[str, str | None, bytes]]:
    """Name, media type where it is told, and content of each part of a form."""
    head = f"Content-Type: {sent.headers['content-type']}\r\n\r\n".encode()
    found: Any = message_from_bytes(head + sent.body).get_payload()
    return [
        (
            part.get_param("name", header="content-disposition"),
            part.get_content_type() if "content-type" in part else None,
            part.get_payload(decode=True),
        )
        for part in found
    ]


def test_one_of_several_forms() -> None:
    made = case("079-body-several-media-types")
    assert made.codes == []
    with wired(made) as wire:
        add = wire.client.notes.add
        add(text="a")
        assert (media(wire.last), wire.last.body) == (
            "application/json",
            b'{"text":"a"}',
        )
        assert wire.body == made.model("Note")(text="a")
        add(text="a b", content_type=FORM)
        assert (media(wire.last), wire.last.body) == (FORM, b"text=a+b")
        assert wire.body == made.model("Note")(text="a b")
        add(text="a", scan=b"\x00", content_type=MULTIPART)
        assert media(wire.last) == MULTIPART
        assert (wire.body.text, wire.body.scan) == ("a", b"\x00")
        add(body=b"\xff")
        assert (media(wire.last), wire.last.body) == (OCTETS, b"\xff")
        assert wire.body == b"\xff"
        wrong = made.module().InvalidArgumentError
        for arguments in (
            {"text": "a", "body": b""},
            {"text": "a", "scan": b""},
            {"body": b"", "content_type": MULTIPART},
        ):
            with pytest.raises(wrong):
                add(**arguments)


def test_a_form_with_nested_values() -> None:
    made = case("080-form-urlencoded-nested")
    with wired(made) as wire:
        wire.client.subscribe.subscribe(
            mail="a@b",
            topics=["x y", "z"],
            packed=[1, 2],
            plan=made.model("SubscribeRequestPlan")(name="p", seats=3),
            plain=made.model("SubscribeRequestPlain")(k="v"),
            since=datetime.date(2024, 2, 29),
            agree=True,
        )
    assert wire.last.body == (
        b"mail=a%40b&topics=x+y&topics=z&packed=1,2&plan%5Bname%5D=p&plan%5Bseats%5D=3"
        b"&plain=%7B%22k%22%3A%22v%22%7D&since=2024-02-29&agree=true"
    )
    assert wire.body.to_dict() == {
        "mail": "a@b",
        "topics": ["x y", "z"],
        "packed": [1, 2],
        "plan": {"name": "p", "seats": 3},
        "plain": {"k": "v"},
        "since": "2024-02-29",
        "agree": True,
    }


def test_parts_of_several_kinds() -> None:
    made = case("082-multipart-mixed-parts")
    owner = uuid.UUID(int=7)
    with wired(made) as wire:
        wire.client.docs.add(
            meta=made.model("DocMeta")(title="t", pages=2),
            file=("scan.png", io.BytesIO(b"png")),
            owner=owner,
            day=datetime.date(2024, 2, 29),
            kind="draft",
            grid=[[1, 2], [3]],
        )
        assert parts(wire.last) == [
            ("meta", "application/json", b'{"title":"t","pages":2}'),
            ("file", "image/png", b"png"),
            ("owner", None, str(owner).encode()),
            ("day", None, b"2024-02-29"),
            ("kind", None, b"draft"),
            ("grid", "application/json", b"[1,2]"),
            ("grid", "application/json", b"[3]"),
        ]
        body = wire.body
        assert body.meta == made.model("DocMeta")(title="t", pages=2)
        assert (body.file, body.file.filename) == (b"png", "scan.png")
        assert body.file.content_type == "image/png"
        assert (body.owner, body.day) == (owner, datetime.date(2024, 2, 29))
        assert (body.kind, body.grid) == ("draft", [[1, 2], [3]])
        wire.client.docs.add(
            meta=made.model("DocMeta")(title="t"), file=b"%PDF", owner=None
        )
        assert parts(wire.last)[1:] == [("file", "application/pdf", b"%PDF")]


@pytest.mark.parametrize(
    "body", [b"abc", io.BytesIO(b"abc"), iter([b"a", b"bc"]), [b"a", b"b", b"c"]]
)
def test_bytes_in_any_shape(body: object) -> None:
    with wired(case("083-binary-bodies")) as wire:
        wire.client.blob.put(body=body)
    assert (media(wire.last), wire.last.body) == (OCTETS, b"abc")
    assert wire.body == b"abc"


def test_a_media_type_with_a_suffix_and_parameters() -> None:
    made = case("085-media-type-variants")
    with wired(made) as wire:
        wire.result = made.model("Note")(t="b")
        wire.client.r.r(t="a")
    assert media(wire.last) == "application/vnd.acme.v2+json"
    assert wire.body == made.model("Note")(t="a")


def test_bodies_that_may_be_left_out() -> None:
    made = case("086-optional-body")
    with wired(made) as wire:
        wire.client.one.one()
        assert (media(wire.last), wire.last.body, wire.body) == ("", b"", None)
        wire.client.one.one(a=1)
        assert (wire.last.body, wire.body.a) == (b'{"a":1}', 1)
        wire.client.two.two(body=None)
        assert (media(wire.last), wire.last.body) == ("application/json", b"null")
        assert wire.body is None
        wire.client.two.two(body="x")
        assert (wire.last.body, wire.body) == (b'"x"', "x")
        wire.client.three.three(body=[datetime.date(2024, 2, 29)])
        assert (wire.last.body, wire.body) == (
            b'["2024-02-29"]',
            [datetime.date(2024, 2, 29)],
        )
    text = made.files["client/three.py"]
    assert "body: list[datetime.date], " in text
    assert "body: str | None, " in made.files["client/two.py"]


def test_a_file_that_may_be_null() -> None:
    made = case("127-conformance-traps")
    with wired(made) as wire:
        wire.result = made.model("TResponse")(id=1)
        for data in (b"\x00\xff{", b"", None):
            wire.client.t.t(data=data)
            assert (wire.body.data or b"") == (data or b"")
    assert "data: FileInput | None | Omit = omit" in made.files["client/t.py"]
