"""Bodies that are spread over parts: styles of fields, parts in a row, sequences."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel

from .server_runtime import request, server

FORM = "application/x-www-form-urlencoded"
INTEGERS = server.Items(server.Plain(["integer"]))
POINT = server.Fields({"x": server.Plain(["integer"])})


class Note(BaseModel):
    """An item of a sequence."""

    text: str


def read(body: Any, data: bytes, media: str) -> Any:
    """What the handler gets for one body, or the message of the refusal."""
    seen: list[Any] = []

    class Handlers:
        async def post(self, request: Any, context: Any) -> None:
            seen.append(request)

    main = media.partition(";")[0]
    endpoint = server.Endpoint(
        "post",
        "POST",
        "/x",
        "post",
        lambda: server.Codec(bodies={main: body}),
        [server.Answer(204)],
    )
    app = server.build_app(server.build_routes([(Handlers(), [endpoint])]))
    headers = {"content-type": media} if media else {}
    answer = request(app, "POST", "/x", content=data, headers=headers)
    if answer.status_code == 204:
        return seen[0]
    assert answer.status_code == 400
    return answer.json()["error"]["message"]


def form(reads: Any, **style: Any) -> Any:
    """A form whose field `a` is written in a style."""
    styled = [server.Styled("a", reads, **style)]
    return server.FormBody(dict[str, Any], styled=styled)


@pytest.mark.parametrize(
    ("body", "data", "expected"),
    [
        (form(INTEGERS), b"a=1,2&b=3", {"a": [1, 2], "b": "3"}),
        (form(server.Items()), b"a=x%2Cy,z", {"a": ["x,y", "z"]}),
        (form(INTEGERS, explode=True), b"a=1&a=2", {"a": [1, 2]}),
        (form(INTEGERS, style="pipeDelimited"), b"a=1%7C2", {"a": [1, 2]}),
        (form(INTEGERS, style="spaceDelimited"), b"a=1+2", {"a": [1, 2]}),
        (form(POINT), b"a=x,1", {"a": {"x": 1}}),
        (form(POINT, explode=True), b"x=1&y=2", {"a": {"x": 1}, "y": "2"}),
        (form(POINT, style="deepObject"), b"a[x]=1&b=2", {"a": {"x": 1}, "b": "2"}),
        (form(INTEGERS, style="deepObject"), b"a[1]=2&a[0]=1", {"a": [1, 2]}),
        (form(INTEGERS, style="deepObject"), b"a[]=1&a[]=2", {"a": [1, 2]}),
        (
            form(server.Items(POINT), style="deepObject"),
            b"a[0][x]=1&a[10][x]=3&a[2][x]=2",
            {"a": [{"x": 1}, {"x": 2}, {"x": 3}]},
        ),
        (form(INTEGERS), b"b=1", {"b": "1"}),
    ],
)
def test_fields_in_a_style(body: Any, data: bytes, expected: object) -> None:
    assert read(body, data, FORM) == expected


def test_an_object_that_takes_all_other_fields() -> None:
    styled = server.Styled("a", server.Fields({}), explode=True, others=frozenset("b"))
    body = server.FormBody(dict[str, Any], styled=[styled])
    assert read(body, b"b=1&c=2&d=3", FORM) == {"a": {"c": "2", "d": "3"}, "b": "1"}


def multipart(*parts: bytes) -> bytes:
    joined = b"".join(b"--B\r\n%b\r\n" % part for part in parts)
    return b"%b--B--\r\n" % joined


NAMED = b'Content-Disposition: form-data; name="a"\r\n'


def test_parts_in_a_style() -> None:
    data = multipart(NAMED + b"\r\n1,2")
    assert read(form(INTEGERS), data, "multipart/form-data; boundary=B") == {
        "a": [1, 2]
    }


def test_headers_of_a_file() -> None:
    part = NAMED + b"Content-Type: image/png\r\nX-Kind: scan\r\n\r\n\x00"
    found = read(
        server.FormBody(dict[str, Any]),
        multipart(part),
        'multipart/related; boundary="B"',
    )
    assert (found["a"], found["a"].content_type) == (b"\x00", "image/png")
    assert found["a"].headers["x-kind"] == "scan"


@pytest.mark.parametrize(
    ("media", "data"),
    [
        ("application/jsonl", b'{"text":"a"}\r\n\n{"text":"b"}'),
        ("application/json-seq", b'\x1e{"text":"a"}\n\x1e{"text":\n"b"}\n'),
        (
            "text/event-stream",
            b': hi\n\ndata: {"text":\ndata: "a"}\r\n\r\nid: 1\ndata:{"text":"b"}\r\r',
        ),
    ],
)
def test_sequences(media: str, data: bytes) -> None:
    body = server.ItemsBody(Note)
    assert read(body, data, media) == [Note(text="a"), Note(text="b")]


@pytest.mark.parametrize("line", [b"{", b'{"text":1}', b"[]"])
def test_an_item_that_is_wrong(line: bytes) -> None:
    data = b'{"text":"a"}\n' + line
    message = read(server.ItemsBody(Note), data, "application/jsonl")
    assert message.startswith("Item 2: ")


def test_an_optional_body_of_bytes() -> None:
    body = server.RawBody()
    assert read(body, b"", "") is None
    assert read(body, b"", "application/octet-stream") == b""


def test_a_field_may_be_json_or_a_plain_text() -> None:
    way = server.JsonText(server.Plain(["integer", "string"]))
    body = server.FormBody(
        dict[str, Any], server.Fields({"a": way, "b": way, "c": way})
    )
    assert read(body, b"a=auto&b=%7B%22x%22%3A1%7D&c=12", FORM) == {
        "a": "auto",
        "b": {"x": 1},
        "c": 12,
    }
    strict = server.FormBody(dict[str, Any], server.Fields({"a": server.JsonText()}))
    assert "malformed" in str(read(strict, b"a=auto", FORM))


def test_text_under_a_media_type_of_its_own() -> None:
    """RFC 7578, section 4.2: what has no file name is no file."""
    part = b'--x\r\ncontent-disposition: form-data; name="sdp"\r\n'
    data = part + b"content-type: application/sdp\r\n\r\nv=0\r\n--x--\r\n"
    media = "multipart/form-data; boundary=x"
    plain = server.FormBody(dict[str, Any], texts=["sdp"])
    assert read(plain, data, media) == {"sdp": "v=0"}
    assert read(server.FormBody(dict[str, Any]), data, media) == {"sdp": b"v=0"}
