"""Which form of a body is sent, and how its properties and parts are written.

Source of the rules: OpenAPI 3.2, section 4.15.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import httpx2
import pytest

from .client_runtime import errors, load, settings_for, transport
from .test_client_bodies import content, encode, messages

chunks = load("chunks")
forms = load("forms")
omit = load("omit").omit
urlencoded = load("urlencoded")

FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"
BINARY = "application/octet-stream"


def form(media: str, **facts: Any) -> Any:
    return forms.BodyForm(media, **facts)


SEVERAL = (
    form("application/json", fields=("text",)),
    form(FORM, fields=("text",)),
    form(MULTIPART, fields=("text", "scan")),
    form(BINARY, is_whole=True, files=("body",)),
    form("text/plain", is_whole=True),
)


@pytest.mark.parametrize(
    ("fields", "body", "content_type", "media"),
    [
        ({"text": "x"}, omit, omit, "application/json"),
        ({"text": "x"}, omit, FORM, FORM),
        ({"text": omit, "scan": b""}, omit, MULTIPART, MULTIPART),
        ({"text": omit}, b"raw", omit, BINARY),
        ({"text": omit}, "raw", "text/plain", "text/plain"),
        ({"text": omit}, "raw", "Text/Plain; charset=ascii", "text/plain"),
        ({"text": omit}, omit, omit, "application/json"),
    ],
)
def test_the_arguments_choose(
    fields: Any, body: object, content_type: Any, media: str
) -> None:
    chosen = forms.choose(SEVERAL, fields, body, content_type)
    assert chosen.form.media == media
    assert chosen.media == (media if content_type is omit else content_type)


@pytest.mark.parametrize(
    ("fields", "body", "content_type", "told"),
    [
        ({"text": "x"}, b"y", omit, "give either the whole body or 'text'"),
        ({"scan": b"x"}, omit, omit, "'scan' is no property of application/json"),
        ({"text": "x"}, omit, "image/png", "'image/png' is not one of"),
        ({"text": "x"}, omit, BINARY, "is not one of"),
        ({"text": omit}, b"x", "text/plain\r\nX: 1", "not a media type"),
    ],
)
def test_arguments_that_fit_no_form(
    fields: Any, body: object, content_type: Any, told: str
) -> None:
    with pytest.raises(errors.InvalidArgumentError, match=told):
        forms.choose(SEVERAL, fields, body, content_type)


@pytest.mark.parametrize(
    ("media", "body", "content_type", "expected"),
    [
        ("*/*", b"x", omit, BINARY),
        ("*/*", Path("cat.png"), omit, "image/png"),
        ("image/*", Path("cat.png"), omit, "image/png"),
        ("image/*", b"x", "image/jpeg", "image/jpeg"),
        ("*/*", b"x", "text/csv", "text/csv"),
        ("application/*+json", b"x", "application/a+json", "application/a+json"),
    ],
)
def test_ranges(media: str, body: object, content_type: Any, expected: str) -> None:
    chosen = forms.choose((form(media),), {}, body, content_type)
    assert (chosen.form.media, chosen.media) == (media, expected)


@pytest.mark.parametrize("body", [b"x", Path("cat.mp3")])
def test_a_range_that_nothing_decides(body: object) -> None:
    with pytest.raises(errors.InvalidArgumentError, match=r"which image/\*"):
        forms.choose((form("image/*"),), {}, body, omit)


@pytest.mark.parametrize(
    ("encoding", "value", "expected"),
    [
        ("", [1, True], b"a=1&a=true"),
        ("", {"k": [1]}, b"a=%7B%22k%22%3A%5B1%5D%7D"),
        ("", [[1], {"k": 2}], b"a=%5B1%5D&a=%7B%22k%22%3A2%7D"),
        ("", None, b""),
        ("form", [1, 2], b"a=1,2"),
        ("form explode", {"k": 1, "l": 2}, b"k=1&l=2"),
        ("form", {"k": 1, "l": 2}, b"a=k,1,l,2"),
        ("spaceDelimited", [1, 2], b"a=1%202"),
        ("pipeDelimited", [1, 2], b"a=1%7C2"),
        ("deepObject explode", {"k": 1}, b"a%5Bk%5D=1"),
        ("form explode reserved", "x/y", b"a=x/y"),
        ("application/json", [1, 2], b"a=%5B1%2C2%5D"),
        ("application/json", "x", b"a=%22x%22"),
        ("text/plain", "x y", b"a=x+y"),
    ],
)
def test_properties_of_a_form(encoding: str, value: object, expected: bytes) -> None:
    assert encode({"a": value}, FORM, encoding={"a": encoding}) == expected


def test_a_form_given_as_text() -> None:
    assert encode("a=1&b=2", FORM) == b"a=1&b=2"


def part(value: object, encoding: str = "", **facts: Any) -> tuple[str, bytes]:
    """Media type and content of the only part of a form."""
    sent = content({"a": value}, MULTIPART, encoding={"a": encoding}, **facts)
    [found] = messages(sent)
    media = found.get_content_type() if "content-type" in found else ""
    return media, found.get_payload(decode=True)


@pytest.mark.parametrize(
    ("value", "encoding", "expected"),
    [
        ({"k": 1}, "", ("application/json", b'{"k":1}')),
        ({"k": 1}, "application/a+json", ("application/a+json", b'{"k":1}')),
        ("x", "application/json", ("application/json", b'"x"')),
        ("<a/>", "application/xml, text/xml", ("application/xml", b"<a/>")),
        ([[1, 2]], "", ("application/json", b"[1,2]")),
        (b"x", "", (BINARY, b"x")),
        (b"x", "image/png, image/*", ("image/png", b"x")),
        (("a.jpg", b"x"), "image/png, image/*", ("image/jpeg", b"x")),
        (("a.txt", b"x"), "image/*", (BINARY, b"x")),
        (("a.txt", b"x", "text/csv"), "image/*", ("text/csv", b"x")),
        ([1, 2], "form", ("", b"1,2")),
    ],
)
def test_parts(value: object, encoding: str, expected: tuple[str, bytes]) -> None:
    assert part(value, encoding) == expected


def test_names_of_parts_in_a_style() -> None:
    value = {"a": {"k": 1, "l": [2]}}
    sent = content(value, MULTIPART, encoding={"a": "deepObject explode"})
    names = [
        item.get_param("name", header="content-disposition") for item in messages(sent)
    ]
    assert names == ["a[k]", "a[l][0]"]


def test_an_object_in_a_part_of_another_media_type() -> None:
    with pytest.raises(errors.InvalidArgumentError, match="give text or bytes"):
        part({"k": 1}, "application/xml")


def test_headers_of_parts() -> None:
    value = ("n.txt", b"", "text/plain", {"X-Own": "2"})
    sent = content({"a": value, "b": "x"}, MULTIPART, headers={"a": {"X-Kind": "1"}})
    first, second = messages(sent)
    assert (first["x-kind"], first["x-own"], second["x-kind"]) == ("1", "2", None)
    for wrong in ({"X: 1\r\nY": ""}, {"X": "1\r\nY: 2"}):
        with pytest.raises(errors.InvalidArgumentError):
            content({"a": ("n", b"", "text/plain", wrong)}, MULTIPART)


def test_parts_in_a_row() -> None:
    items = [{"k": 1}, b"\x00", "text", ("a.png", b"y")]
    facts = {"positions": ("application/json",), "rest": "image/png"}
    sent = content(items, "multipart/mixed", **facts)
    assert sent.media.startswith("multipart/mixed; boundary=")
    found = [(p.get_content_type(), p.get_filename()) for p in messages(sent)]
    assert found == [
        ("application/json", None),
        ("image/png", None),
        ("image/png", None),
        ("image/png", "a.png"),
    ]
    assert all("content-disposition" not in part for part in messages(sent)[:3])


@pytest.mark.parametrize(
    ("media", "expected"),
    [
        ("application/jsonl", b'{"a":1}\n"x"\n'),
        ("application/json-seq", b'\x1e{"a":1}\n\x1e"x"\n'),
        ("text/event-stream", b'data: {"a":1}\n\ndata: "x"\n\n'),
    ],
)
def test_sequences(media: str, expected: bytes) -> None:
    items = iter([{"a": 1}, "x"])
    assert encode(items, media, is_sequence=True) == expected
    with pytest.raises(errors.InvalidArgumentError, match="iterable of items"):
        encode({"a": 1}, media, is_sequence=True)


def test_a_sequence_of_parts() -> None:
    sent = content(
        iter([b"1", b"2"]), "multipart/mixed", is_sequence=True, rest="image/png"
    )
    assert [item.get_content_type() for item in messages(sent)] == ["image/png"] * 2


def test_defaults_of_what_must_be_there() -> None:
    facts = {"defaults": {"n": 3, "tags": []}}
    assert encode({"a": 1, "n": omit}, **facts) == b'{"a":1,"n":3,"tags":[]}'
    assert encode({"n": 4, "tags": ["x"]}, **facts) == b'{"n":4,"tags":["x"]}'


@pytest.mark.parametrize(
    ("media", "expected"),
    [
        ("text/plain", ("é".encode(), "text/plain; charset=utf-8")),
        ("text/plain; charset=latin-1", (b"\xe9", "text/plain; charset=latin-1")),
        ("application/sql", ("é".encode(), "application/sql")),
    ],
)
def test_the_charset_of_text(media: str, expected: tuple[bytes, str]) -> None:
    assert tuple(content("é", media)) == expected


@pytest.mark.parametrize("charset", ["ascii", "nonsense"])
def test_text_that_a_charset_cannot_hold(charset: str) -> None:
    with pytest.raises(errors.InvalidArgumentError, match=charset):
        content("é", f"text/plain; charset={charset}")


@pytest.mark.parametrize(
    ("words", "value", "expected"),
    [
        ("querystring", {"a": [1, 2], "b": {"k": 1}}, "a=1&a=2&b=%7B%22k%22%3A1%7D"),
        ("querystring json", {"a": [1]}, "%7B%22a%22%3A%5B1%5D%7D"),
        ("querystring text", "a b&c", "a%20b%26c"),
    ],
)
def test_a_query_that_is_one_value(words: str, value: object, expected: str) -> None:
    assert urlencoded.whole_query(value, words, {}) == expected


def test_a_query_that_must_be_an_object() -> None:
    assert urlencoded.whole_query({"a": [1, 2]}, "querystring", {"a": "form"}) == (
        "a=1,2"
    )
    with pytest.raises(errors.InvalidArgumentError):
        urlencoded.whole_query([1], "querystring", {})


def test_large_files_are_read_while_they_are_sent(tmp_path: Path) -> None:
    data = bytes(chunks.HELD + 1)
    path = tmp_path / "large.bin"
    path.write_bytes(data)
    found = chunks.body_content(path)
    assert (found.size, b"".join(found), b"".join(found)) == (len(data), data, data)
    file = io.BytesIO(bytes(chunks.HELD + 2))
    file.seek(1)
    opened = chunks.body_content(file)
    assert opened.size == chunks.HELD + 1
    assert [len(b"".join(opened)) for _ in range(2)] == [chunks.HELD + 1] * 2
    assert not opened.is_spent


def test_pieces_that_come_only_once() -> None:
    once = chunks.body_content(iter([b"a", b"b"]))
    assert not once.is_spent
    assert b"".join(once) == b"ab"
    assert once.is_spent
    again = chunks.body_content([b"a", b"b"])
    assert b"".join(again) + b"".join(again) == b"abab"
    assert not again.is_spent


def test_pieces_that_are_no_bytes() -> None:
    for wrong in (["text"], [1]):
        with pytest.raises(errors.InvalidArgumentError, match="as bytes"):
            list(chunks.body_content(wrong))
    for wrong in ("text", {"a": 1}, 1, None):
        assert chunks.body_content(wrong) is None


def test_asynchronous_pieces() -> None:
    async def pieces() -> AsyncIterator[bytes]:
        yield b"a"
        yield b"b"

    async def gathered(source: object) -> bytes:
        return b"".join([piece async for piece in chunks.body_content(source)])

    assert asyncio.run(gathered(pieces())) == b"ab"
    assert asyncio.run(gathered([b"c", b"d"])) == b"cd"
    with pytest.raises(errors.InvalidArgumentError, match="asynchronous client"):
        list(chunks.body_content(pieces()))


@pytest.mark.parametrize(
    ("body", "times"), [(b"ab", 3), ([b"a", b"b"], 3), (iter([b"a", b"b"]), 1)]
)
def test_what_comes_only_once_is_sent_once(body: Any, times: int) -> None:
    sent: list[bytes] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        sent.append(b"".join(cast("httpx2.SyncByteStream", request.stream)))
        return httpx2.Response(503)

    client = httpx2.Client(transport=httpx2.MockTransport(answer))
    raw = form(BINARY, files=("body",))
    call = load("operation").Operation("PUT", "/x", forms=(raw,))
    connected = transport.Transport(
        settings_for("http://x.test"), client, sleep=lambda seconds: None
    )
    with pytest.raises(errors.APIError):
        connected.call(call, load("decoders").Empty, body=body)
    assert sent == [b"ab"] * times
