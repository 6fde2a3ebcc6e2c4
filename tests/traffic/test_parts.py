"""Multipart bodies within parts, checked on their way to apps written by hand."""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any

import pytest

from ..golden.cases import generated, write
from .apps import KINDS, Kind, Script, ask, guarded, told

if TYPE_CHECKING:
    from collections.abc import Iterator

MIXED = {"content-type": "multipart/mixed; boundary=O"}
FORM = {"content-type": "multipart/form-data; boundary=O"}
ANSWER = [b"[]"]


@pytest.fixture(scope="module")
def mails(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The middleware of the golden case, and the modules of its runtime."""
    folder = tmp_path_factory.mktemp("traffic_parts")
    write(folder / "traffic_mails", generated("nested_multipart").files)
    sys.path.insert(0, str(folder))
    yield importlib.import_module("traffic_mails.middleware")
    sys.path.remove(str(folder))


def body(boundary: str, *parts: str) -> str:
    """A multipart body of whole parts."""
    texts = "".join(f"--{boundary}\r\n{part}\r\n" for part in parts)
    return f"{texts}--{boundary}--\r\n"


def json(text: str) -> str:
    """A part in JSON."""
    return f"Content-Type: application/json\r\n\r\n{text}"


def inner(*parts: str, name: str = "") -> str:
    """A part that is a body, with a boundary that none of its parts has."""
    boundary = f"I{sum(map(len, parts)):05}"
    named = f'Content-Disposition: form-data; name="{name}"\r\n' if name else ""
    head = f"{named}Content-Type: multipart/mixed; boundary={boundary}\r\n\r\n"
    return head + body(boundary, *parts)


def field(name: str, text: str) -> str:
    """A part with a name."""
    return f'Content-Disposition: form-data; name="{name}"\r\n\r\n{text}'


HEAD = json('{"subject": "s"}')
EMPTY = json('{"subject": ""}')
FILE = "Content-Type: image/png\r\n\r\n\x00"
COVER = [field("caption", "c"), field("copies", "2")]
ALBUM = [field("title", "t"), inner(FILE, FILE, name="photos")]

GOOD = [
    ("/mails", MIXED, body("O", HEAD, inner(HEAD, "\r\ntext", "\r\n5", FILE))),
    ("/digests", MIXED, body("O", inner(inner(inner(HEAD))))),
    ("/albums", FORM, body("O", *ALBUM)),
    ("/albums", FORM, body("O", *ALBUM, inner(HEAD, FILE, name="pages"))),
    ("/albums", FORM, body("O", *ALBUM, inner(*COVER, name="cover"))),
]

WRONG = [
    ("/mails", MIXED, body("O", HEAD, inner(EMPTY, "\r\nt", "\r\n5")), "/1/0/subject"),
    ("/mails", MIXED, body("O", HEAD, inner(HEAD, "\r\nt", "\r\nx")), "/1/2"),
    ("/mails", MIXED, body("O", HEAD, inner(HEAD, "\r\nt")), "/1"),
    ("/mails", MIXED, body("O", HEAD, HEAD), "/1"),
    ("/mails", MIXED, body("O", HEAD, inner(HEAD)[:-4]), "/1"),
    ("/digests", MIXED, body("O", inner(HEAD)), "/0/0"),
    ("/digests", MIXED, body("O", inner(inner(inner(EMPTY)))), "/0/0/0/0/subject"),
    (
        "/albums",
        FORM,
        body("O", *ALBUM, inner(COVER[0], name="cover")),
        "/cover/copies",
    ),
    ("/albums", FORM, body("O", ALBUM[0], inner(name="photos")), "/photos"),
    (
        "/albums",
        FORM,
        body("O", *ALBUM, inner(EMPTY, name="pages")),
        "/pages/0/0/subject",
    ),
    ("/albums", FORM, body("O", *[inner(*[FILE] * 99, name="photos")] * 11), "/photos"),
]


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_as_documented_arrives_as_it_was_sent(mails: Any, kind: Kind) -> None:
    script = Script(chunks=ANSWER)
    with guarded(mails, kind, script.of(kind)) as (url, faults):
        for path, headers, text in GOOD:
            answer = ask(url, "POST", path, headers, text.encode())
            assert (answer.status, told(faults)) == (200, []), text
    assert [seen.body.decode() for seen in script.seen] == [text for *_, text in GOOD]


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_not_is_refused(mails: Any, kind: Kind) -> None:
    script = Script(chunks=ANSWER)
    with guarded(mails, kind, script.of(kind)) as (url, faults):
        for path, headers, text, pointer in WRONG:
            faults.clear()
            answer = ask(url, "POST", path, headers, text.encode())
            found = [(where, name, place) for where, name, place, _ in told(faults)]
            assert answer.status == 400, text
            assert found == [("body", "", pointer)], text
    assert not script.seen
