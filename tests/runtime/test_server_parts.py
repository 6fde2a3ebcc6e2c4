"""Multipart bodies that are read part by part, and bodies within their parts.

Source of the rules: OpenAPI 3.2, section 4.15; RFC 2046, section 5.1; RFC 2388, section
4.2. What the standard library writes is read as well.
"""

from __future__ import annotations

from email.message import EmailMessage
from typing import Any

import pytest
from pydantic import BaseModel

from .server_runtime import Violation, load, request, server

Form = load("server_parts").Form
Row = load("server_parts").Row
each = load("server_parts").each
ReadParts = load("server_forms").ReadParts

INTEGER = server.Plain(["integer"])
JSON = b"Content-Type: application/json\r\n"
MIXED = b"Content-Type: multipart/mixed; boundary=I\r\n"
BINARY = b"\x89\r\n\x00\r\n--\xff"


class Note(BaseModel):
    """A part in JSON."""

    text: str


def joined(boundary: str, *parts: bytes) -> bytes:
    """A multipart body of whole parts."""
    delimiter = boundary.encode()
    texts = b"".join(b"--%b\r\n%b\r\n" % (delimiter, part) for part in parts)
    return texts + b"--%b--\r\n" % delimiter


def named(name: str, content: bytes, head: bytes = b"") -> bytes:
    """A part with a name."""
    start = f'Content-Disposition: form-data; name="{name}"\r\n'.encode()
    return start + head + b"\r\n" + content


def answer(body: Any, data: bytes, media: str, **options: Any) -> Any:
    """The answer to one body, and what the handler got."""
    seen: list[Any] = []

    class Handlers:
        async def post(self, request: Any, context: Any) -> None:
            seen.append(request)

    endpoint = server.Endpoint(
        "post",
        "POST",
        "/x",
        "post",
        lambda: server.Codec(bodies={media.partition(";")[0]: body}),
        [server.Answer(204)],
    )
    made = server.ServerOptions(**options)
    routes = server.build_routes([(Handlers(), [endpoint])], options=made)
    app = server.build_app(routes, made)
    found = request(app, "POST", "/x", content=data, headers={"content-type": media})
    return found, seen


def read(body: Any, data: bytes, media: str = "multipart/mixed; boundary=O") -> Any:
    """What the handler gets for a body."""
    found, seen = answer(body, data, media)
    assert found.status_code == 204, found.text
    return seen[0]


def refused(body: Any, data: bytes, **options: Any) -> tuple[int, str, str | None]:
    """Status, message and place of a refusal."""
    media = options.pop("media", "multipart/mixed; boundary=O")
    found, seen = answer(body, data, media, **options)
    assert not seen
    error = found.json()["error"]
    return found.status_code, error["message"], error["param"]


def row(kind: Any, *args: Any, check: Any = None, **facts: Any) -> Any:
    return ReadParts(kind, check, Row(*args, **facts))


def check_row(value: Any) -> list[Any] | None:
    """Stands in for a validator: no text may be empty, and files look so."""
    empty = [f"/{index}" for index, item in enumerate(value) if item == ""]
    return [Violation(path, "minLength", "is too short") for path in empty] or None


def test_parts_in_a_row() -> None:
    data = joined(
        "O",
        b'Content-Type: application/a+json\r\n\r\n{"text":"t"}',
        b"\r\nplain",
        b"Content-Type: image/png\r\n\r\n\xff",
        b"Content-Disposition: attachment; filename=n.txt\r\n\r\nfile",
    )
    body = row(list[Note | str | bytes], check=check_row)
    note, plain, image, file = read(body, data)
    assert (note, plain, image) == (Note(text="t"), "plain", b"\xff")
    assert (file, file.filename) == (b"file", "n.txt")
    assert "too short" in refused(body, joined("O", b"\r\n"))[1]
    broken = joined("O", b"Content-Type: application/json\r\n\r\n{")
    status, message, param = refused(body, broken)
    assert (status, param) == (400, "[0]")
    assert message.startswith("The form is malformed at '[0]': ")


@pytest.mark.parametrize(
    ("how", "part", "expected"),
    [
        (INTEGER, b"Content-Type: text/plain\r\n\r\n5", 5),
        (INTEGER, b"\r\n5", 5),
        (INTEGER, JSON + b"\r\n5", 5),
        (INTEGER, b"\r\nfive", "five"),
        (server.Plain(["boolean"]), b"\r\ntrue", True),
        (server.Plain(["number", "string"]), b"\r\n5.5", 5.5),
        (None, b"\r\n5", "5"),
        (server.Plain(), b"Content-Type: application/xml\r\n\r\n<a/>", "<a/>"),
        (None, b"Content-Type: application/xml\r\n\r\n<a/>", b"<a/>"),
    ],
)
def test_the_type_of_a_part_decides(how: Any, part: bytes, expected: object) -> None:
    assert read(row(list[Any], [how]), joined("O", part)) == [expected]
    assert read(row(list[Any], rest=how), joined("O", part)) == [expected]


def test_rows_within_rows() -> None:
    inner = joined(
        "I",
        JSON + b'\r\n{"text":"t"}',
        b"\r\n7",
        b"Content-Disposition: attachment; filename=a.png\r\n"
        b"Content-Type: image/png\r\n\r\n" + BINARY,
    )
    data = joined("O", JSON + b'\r\n{"text":"o"}', MIXED + b"\r\n" + inner)
    kind = tuple[Note, list[Note | int | bytes]]
    head, (note, number, file) = read(
        row(kind, [None, Row([None, INTEGER])]), b"preamble\r\n" + data + b"epilogue"
    )
    assert (head, note, number) == (Note(text="o"), Note(text="t"), 7)
    assert (file, file.filename, file.content_type) == (BINARY, "a.png", "image/png")


def test_what_the_standard_library_writes() -> None:
    outer, inner = EmailMessage(), EmailMessage()
    inner["Content-Type"] = "multipart/mixed"
    for index in range(3):
        part = EmailMessage()
        part.set_content(f"text {index}", cte="8bit")
        inner.attach(part)
    outer["Content-Type"] = "multipart/mixed"
    outer.attach(inner)
    text = outer.as_bytes(policy=outer.policy.clone(linesep="\r\n"))
    _, _, data = text.partition(b"\r\n\r\n")
    media = f'multipart/mixed; boundary="{outer.get_boundary()}"'
    [found] = read(row(list[list[str]], rest=Row()), data, media)
    assert [item.strip() for item in found] == ["text 0", "text 1", "text 2"]


FILES = Form(nested={"files": Row(), "note": Form(server.Fields({"n": INTEGER}))})
FILE = b"Content-Type: image/png\r\n\r\n"


@pytest.mark.parametrize(
    "parts",
    [
        [named("files", joined("I", FILE + b"1", FILE + b"2"), MIXED)],
        [named("files", b"1", FILE[:-2]), named("files", b"2", FILE[:-2])],
        [
            named("files", joined("I", FILE + b"1"), MIXED),
            named("files", b"2", FILE[:-2]),
        ],
    ],
)
def test_several_files_in_one_part_or_in_several(parts: list[bytes]) -> None:
    body = ReadParts(dict[str, Any], None, FILES)
    found = read(body, joined("O", *parts), "multipart/form-data; boundary=O")
    assert found == {"files": [b"1", b"2"]}
    assert {item.content_type for item in found["files"]} == {"image/png"}


def test_no_files_at_all() -> None:
    data = joined("O", named("files", joined("I"), MIXED))
    body = ReadParts(dict[str, Any], None, FILES)
    assert read(body, data, "multipart/form-data; boundary=O") == {"files": []}


def test_an_object_within_an_object() -> None:
    inner = joined("I", named("n", b"5"), named("t", b"x"))
    data = joined("O", named("note", inner, MIXED), named("a[k]", b"v"))
    body = ReadParts(dict[str, Any], None, FILES)
    found = read(body, data, "multipart/form-data; boundary=O")
    assert found == {"note": {"n": 5, "t": "x"}, "a": {"k": "v"}}


def test_a_body_for_each_item() -> None:
    parts = [
        named("pages", joined("I", b"\r\n" + text), MIXED) for text in (b"a", b"b")
    ]
    body = ReadParts(
        dict[str, Any], None, Form(nested={"pages": Row()}, lists=["pages"])
    )
    for count in (1, 2):
        data = joined("O", *parts[:count])
        found = read(body, data, "multipart/form-data; boundary=O")
        assert found == {"pages": [["a"], ["b"]][:count]}


DEEP = Row(rest=Row(rest=Row()))
WHOLE = joined("I", b"\r\na")


@pytest.mark.parametrize(
    ("part", "told", "param"),
    [
        (MIXED[:-14] + b"\r\n\r\n" + WHOLE, "the boundary is missing", "[1]"),
        (MIXED + b"\r\n" + WHOLE[:-4], "the last boundary is missing", "[1]"),
        (MIXED + b"\r\n--J\r\n\r\na\r\n--J--", "the last boundary is missing", "[1]"),
        (MIXED + b"\r\n", "the last boundary is missing", "[1]"),
        (MIXED[:-3] + b"I" * 2000 + b"\r\n\r\n", "the media type is too", "[1]"),
        (MIXED + b"\r\n--I\r\nno blank line\r\n--I--", "a part without", "[1]"),
        (JSON + b"\r\n[1]", "a multipart body must stand here", "[1]"),
        (b"\r\ntext", "a multipart body must stand here", "[1]"),
        (
            MIXED + b"\r\n" + joined("I", MIXED.replace(b"=I", b"=X") + b"\r\n--X"),
            "the last boundary is missing",
            "[1][0]",
        ),
        (MIXED + b"\r\n" + joined("I", b"\r\n\xff"), "must stand here", "[1][0]"),
    ],
)
def test_a_body_within_that_is_malformed(part: bytes, told: str, param: str) -> None:
    good = MIXED + b"\r\n" + joined("I")
    body = row(list[Any], rest=DEEP)
    status, message, place = refused(body, joined("O", good, part))
    assert (status, place) == (400, param)
    assert told in message


@pytest.mark.parametrize(
    ("parts", "param"),
    [
        ([named("note", b"x")], "note"),
        ([named("note", joined("I", b"\r\nx"), MIXED)], "note"),
        ([named("files", joined("I", JSON + b"\r\n{"), MIXED)], "files[0]"),
        ([named("note", joined("I", named("t", b"\xff")), MIXED)], "note.t"),
        ([b"\r\nx"], None),
    ],
)
def test_a_form_within_that_is_malformed(parts: list[bytes], param: str | None) -> None:
    body = ReadParts(dict[str, Any], None, FILES)
    media = "multipart/form-data; boundary=O"
    status, message, place = refused(body, joined("O", *parts), media=media)
    assert (status, place) == (400, param)
    assert "malformed" in message


def test_only_what_is_described_is_opened() -> None:
    """A body that goes on and on is a file where the document ends."""
    data = b"\r\nx"
    for number in range(500):
        name = f"I{number:03}"
        head = f"Content-Type: multipart/mixed; boundary={name}\r\n\r\n".encode()
        data = head + joined(name, data)
    body = row(list[Any], rest=Row())
    [[opened]] = read(body, joined("O", data))
    assert (type(opened), opened.content_type[-4:]) == (server.Upload, "I498")
    status, _, param = refused(row(list[list[int]], rest=Row()), joined("O", data))
    assert (status, param) == (400, "[0][0]")


def test_parts_are_counted_together() -> None:
    body = row(list[list[str]], rest=Row())
    inner = MIXED + b"\r\n" + joined("I", *[b"\r\nx"] * 99)
    assert len(read(body, joined("O", *[inner] * 10))) == 10
    status, message, param = refused(body, joined("O", *[inner] * 11))
    assert (status, param) == (400, "[9]")
    assert "too many parts" in message
    status, message, param = refused(body, joined("O", *[inner] * 1001))
    assert (status, param) == (400, None)


def test_values_within_parts_count_as_nested() -> None:
    text = b"[" * 20 + b"]" * 20
    data = joined("O", MIXED + b"\r\n" + joined("I", JSON + b"\r\n" + text))
    body = row(list[Any], rest=Row())
    assert read(body, data)
    found = refused(body, data, max_json_depth=10)
    assert found[:2] == (400, "The form is nested too deeply.")


def test_the_whole_body_is_counted() -> None:
    data = joined("O", MIXED + b"\r\n" + joined("I", b"\r\n" + b"x" * 5000))
    body = row(list[list[str]], rest=Row())
    assert refused(body, data, max_body_bytes=4000)[0] == 413
    assert read(body, data)


def test_each_item_of_a_row_is_checked() -> None:
    def check(value: Any) -> list[Any] | None:
        return [Violation("/a", "type", "is wrong")] if value == "bad" else None

    body = row(list[str], check=each(check))
    assert read(body, joined("O", b"\r\nx")) == ["x"]
    data = joined("O", b"\r\nx", b"\r\nbad")
    assert refused(body, data) == (400, "Invalid value for '[1].a': is wrong.", "[1].a")
    found = each(lambda value: [Violation("", "type", "is wrong")] * 600)(["x"] * 900)
    assert (len(found), found[-1].path) == (1000, "/1")
