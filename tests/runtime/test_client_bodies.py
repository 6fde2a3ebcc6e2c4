"""Request bodies: JSON, forms, files, text and bytes."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from email import message_from_bytes
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, Field

from .client_runtime import errors, load

body = load("body")
forms = load("forms")
omit = load("omit").omit


class Colour(Enum):
    """A choice."""

    RED = "red"


class Owner(BaseModel):
    """A model with a name of its own on the wire, and a field that was not given."""

    model_config = ConfigDict(populate_by_name=True)

    since: datetime | None = None
    from_: str = Field(alias="from")


def owner(name: str) -> Owner:
    return Owner.model_validate({"from": name})


def encode(
    value: object,
    media: str = "application/json",
    extra: Any = None,
    **facts: Any,
) -> Any:
    return content(value, media, extra, **facts).data


def content(
    value: object, media: str = "application/json", extra: Any = None, **facts: Any
) -> Any:
    """A body with the media type that it names; `facts` are those of its form."""
    form = forms.BodyForm(media, **facts)
    return body.encode_body(forms.choose((form,), {}, value, omit), extra)


def test_json() -> None:
    value = {
        "a": omit,
        "b": None,
        "c": owner("é"),
        "d": datetime(2024, 2, 29, tzinfo=UTC),
        "e": Colour.RED,
    }
    assert encode(value) == (
        '{"b":null,"c":{"from":"é"},"d":"2024-02-29T00:00:00Z","e":"red"}'.encode()
    )
    assert encode([1, "x"]) == b'[1,"x"]'
    assert encode({"a": 1}, extra={"b": 2, "c": omit}) == b'{"a":1,"b":2}'
    assert encode(owner("x"), extra={"b": 2}) == b'{"from":"x","b":2}'
    assert encode(None) == b"null"
    assert encode(omit) == b""
    assert encode({"NaN": "NaN Infinity"}) == b'{"NaN":"NaN Infinity"}'
    assert encode({}, "application/merge-patch+json") == b"{}"


@pytest.mark.parametrize(
    "value", [float("nan"), [float("-inf")], {"a": object()}, b"\xff"]
)
def test_what_json_has_no_form_for(value: object) -> None:
    with pytest.raises(errors.InvalidArgumentError):
        encode(value)


def test_form() -> None:
    value = {"a b": "x&y", "list": [1, True], "none": None, "obj": {"k": 1}, "o": omit}
    assert encode(value, "application/x-www-form-urlencoded") == (
        b"a+b=x%26y&list=1&list=true&obj=%7B%22k%22%3A1%7D"
    )
    with pytest.raises(errors.InvalidArgumentError):
        encode([1], "application/x-www-form-urlencoded")


def parts(value: object) -> list[tuple[str, str | None, str | None, bytes]]:
    """Name, file name, media type and content of each part, read back."""
    found = []
    for part in messages(content(value, "multipart/form-data")):
        disposition = part.get_param("name", header="content-disposition")
        media = part.get_content_type() if "content-type" in part else None
        payload = part.get_payload(decode=True)
        assert isinstance(payload, bytes)
        found.append((str(disposition), part.get_filename(), media, payload))
    return found


def messages(sent: Any) -> list[Any]:
    """The parts of a multipart body."""
    head = f"Content-Type: {sent.media}\r\n\r\n".encode()
    found: Any = message_from_bytes(head + sent.data).get_payload()
    return list(found)


def test_multipart(tmp_path: Path) -> None:
    path = tmp_path / "cat.png"
    path.write_bytes(b"\x89PNG\r\n")
    with path.open("rb") as file:
        found = parts(
            {
                "raw": b"abc",
                "file": file,
                "path": path,
                "renamed": ("dog.png", path),
                "memory": io.BytesIO(b"mem"),
                "named": ("n.txt", b"text"),
                "typed": ("t.json", io.BytesIO(b"{}"), "application/json"),
                "many": [b"1", ("two", b"2")],
                "flag": True,
                "tags": ["x", "y"],
                "object": owner("z"),
                "none": None,
                "gone": omit,
            }
        )
    octets = "application/octet-stream"
    assert found == [
        ("raw", "raw", octets, b"abc"),
        ("file", "cat.png", octets, b"\x89PNG\r\n"),
        ("path", "cat.png", octets, b"\x89PNG\r\n"),
        ("renamed", "dog.png", octets, b"\x89PNG\r\n"),
        ("memory", "memory", octets, b"mem"),
        ("named", "n.txt", octets, b"text"),
        ("typed", "t.json", "application/json", b"{}"),
        ("many", "many", octets, b"1"),
        ("many", "two", octets, b"2"),
        ("flag", None, None, b"true"),
        ("tags", None, None, b"x"),
        ("tags", None, None, b"y"),
        ("object", None, "application/json", b'{"from":"z"}'),
    ]


def test_names_in_multipart_cannot_break_out() -> None:
    data = encode({'a"\r\nX: 1': ('f"\r\n.txt', b"")}, "multipart/form-data")
    assert b"\r\nX: 1" not in data
    assert b'name="a%22%0D%0AX: 1"; filename="f%22%0D%0A.txt"' in data


@pytest.mark.parametrize("media", ["text/plain\r\nX: 1", "nonsense", "", "a/b; c"])
def test_a_malformed_media_type_of_a_file(media: str) -> None:
    with pytest.raises(errors.InvalidArgumentError):
        encode({"f": ("n", b"", media)}, "multipart/form-data")


def test_a_file_in_text_mode() -> None:
    with pytest.raises(errors.InvalidArgumentError):
        encode({"f": io.StringIO("x")}, "multipart/form-data")


def test_what_is_no_file() -> None:
    form = "multipart/form-data"
    told = "give bytes, an open binary file, a path or"
    wrongs: list[object] = ["cat.png", ("n.txt", "text"), 1, [b"1", "2"], owner("x")]
    for wrong in wrongs:
        with pytest.raises(errors.InvalidArgumentError, match=f"^file: {told}"):
            encode({"file": wrong, "text": "x"}, form, files=("file",))
    for right in (b"1", [b"1", b"2"], None, omit):
        encode({"file": right, "text": "x"}, form, files=("file",))
    with pytest.raises(errors.InvalidArgumentError, match=r"^body: give bytes,"):
        encode("cat.png", "image/png", files=("body",))


def test_a_path_without_a_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        encode({"f": tmp_path / "none"}, "multipart/form-data")


def test_raw_bodies(tmp_path: Path) -> None:
    path = tmp_path / "cat.png"
    path.write_bytes(b"cat")
    assert encode(path, "image/png", files=("body",)) == b"cat"
    assert encode("é", "text/plain") == "é".encode()
    assert encode(b"\xff", "application/octet-stream") == b"\xff"
    assert encode(io.BytesIO(b"file"), "application/octet-stream") == b"file"
    assert encode(bytearray(b"x"), "image/png") == b"x"
