"""Rules that see request and response, in apps whose bodies have several forms."""

from __future__ import annotations

import gzip
import zlib
from typing import Any

import pytest

from .apps import JSON, KINDS, Kind, Script, ask, guarded, told

SEEN = ["application/json", "application/vnd.wish+json; charset=utf-8"]
UNSEEN = [
    ("application/merge-patch+json", b'{"text": "a", "guests": 9}'),
    ("application/x-www-form-urlencoded", b"guests=9"),
]
"""Bodies that the rule is not written for, though they have what it asks of."""

WISH, ROOM = b'{"guests": 2}', b'{"beds": 1}'
BEDS = ("exchange", "", "/response/beds", "x-validations")


def faults_of(
    rooms: Any,
    kind: Kind,
    script: Script,
    path: str,
    headers: dict[str, str] | None = None,
    body: bytes = b"",
    **options: Any,
) -> list[tuple[str, str, str, str]]:
    """What is told of one call, that the app answers by a script."""
    method = "POST" if path in ("/rooms", "/search", "/text") else "GET"
    with guarded(rooms, kind, script.of(kind), **options) as (url, faults):
        answer = ask(url, method, path, headers, body)
    is_refused = bool(faults) and options.get("responses") == "refuse"
    assert answer.status == (500 if is_refused else script.status)
    if not is_refused:
        assert answer.body == b"".join(script.chunks)
    return told(faults)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("mode", ["report", "refuse"])
def test_rules_are_asked_of_the_forms_that_they_are_written_for(
    rooms: Any, kind: Kind, mode: str
) -> None:
    wrong = Script(chunks=[ROOM])
    for media in SEEN:
        sent = {"content-type": media}
        for status in (200, 201):
            script = Script(status, chunks=[ROOM[:4], ROOM[4:]])
            found = faults_of(rooms, kind, script, "/rooms", sent, WISH, responses=mode)
            assert found == [BEDS]
        good = Script(chunks=[b'{"beds": 2.0}'])
        assert faults_of(rooms, kind, good, "/rooms", sent, WISH, responses=mode) == []
    for media, body in UNSEEN:
        sent = {"content-type": media}
        found = faults_of(rooms, kind, wrong, "/rooms", sent, body, responses=mode)
        assert found == [], media


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("requests", ["off", "report"])
def test_rules_are_not_asked_of_other_answers(
    rooms: Any, kind: Kind, requests: str
) -> None:
    sent = {"content-type": "application/json"}
    options = {"requests": requests, "responses": "refuse"}
    for script in (
        Script(202, chunks=[b'{"text": "later", "beds": 0}']),
        Script(422, chunks=[ROOM]),
        Script(200, [JSON, ("content-encoding", "br")], [ROOM]),
    ):
        assert faults_of(rooms, kind, script, "/rooms", sent, WISH, **options) == []
    # A request that cannot be read, or is larger than what is kept, is not known.
    script = Script(chunks=[ROOM])
    packed = {**sent, "content-encoding": "gzip"}
    found = faults_of(
        rooms, kind, script, "/rooms", packed, gzip.compress(WISH), **options
    )
    assert found == [BEDS]
    packed = {**sent, "content-encoding": "br"}
    found = faults_of(rooms, kind, script, "/rooms", packed, WISH, requests="off")
    assert found == []
    large = WISH + b" " * 2000
    options["requests"] = "off"
    options["max_body_bytes"] = 1000
    assert faults_of(rooms, kind, script, "/rooms", sent, large, **options) == []
    for broken in (b"{", b"[]", b"{}"):
        assert faults_of(rooms, kind, script, "/rooms", sent, broken, **options) == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("requests", ["off", "report", "refuse"])
def test_a_body_that_may_lack(rooms: Any, kind: Kind, requests: str) -> None:
    script = Script(chunks=[b"[1, 2, 3]"])
    sent = {"content-type": "application/json"}
    options = {"requests": requests}
    whole = ("exchange", "", "/response", "x-validations")
    for headers, body, expected in (
        ({}, b"", []),
        (sent, b"", []),
        (sent, b'{"limit": 3}', []),
        (sent, b'{"limit": 2}', [whole]),
    ):
        found = faults_of(rooms, kind, script, "/search", headers, body, **options)
        assert found == expected


@pytest.mark.parametrize("kind", KINDS)
def test_an_operation_without_a_body(rooms: Any, kind: Kind) -> None:
    for text, expected in ((b"0", []), (b"-1", ["/response"])):
        found = faults_of(rooms, kind, Script(chunks=[text]), "/count")
        assert [pointer for _, _, pointer, _ in found] == expected


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("mode", ["report", "refuse"])
def test_text_is_what_its_schema_says(rooms: Any, kind: Kind, mode: str) -> None:
    plain = ("content-type", "text/plain; charset=utf-8")
    sent = {"content-type": "text/plain"}
    options = {"responses": mode, "requests": "report"}
    long = "Ünmöglich".encode()
    for status, chunks, body, expected in (
        (200, [b"\xc3\x9cben"], b"12345", []),
        (200, [], b"", []),
        (200, [long[:4], long[4:]], b"", [("body", "", "", "maxLength")]),
        (200, [b"\xff"], b"", [("body", "", "", "format")]),
        (203, [b"\xff", long], b"", []),
    ):
        script = Script(status, [plain], chunks)
        assert (
            faults_of(rooms, kind, script, "/text", sent, body, **options) == expected
        )
    script = Script(203, [plain], [b"x"])
    with guarded(rooms, kind, script.of(kind)) as (url, faults):
        assert ask(url, "POST", "/text", sent, b"123456").status == 400
    assert told(faults) == [("body", "", "", "maxLength")]


HEADERS = {
    "x-count": "3",
    "x-flag": "true",
    "x-name": "",
    "X-Kind": "a",
    "x-list": "1, 2,3",
    "x-pair": "x,1,y,b",
    "x-spread": "x=1,y=b=c",
    "x-json": '{"x": 1}',
    "x-grid": "[[1],[2,3]]",
    "x-maybe": "5",
    "set-cookie": "session=1",
}
"""What an answer of `heads` may have."""

WRONG: list[tuple[str, str, list[tuple[str, str]]]] = [
    ("x-count", "0", [("", "minimum")]),
    ("x-count", "1, 2", [("", "type")]),
    ("x-count", "three", [("", "type")]),
    ("x-count", "", [("", "type")]),
    ("x-flag", "yes", [("", "type")]),
    ("X-Kind", "c", [("", "enum")]),
    ("x-list", "1,b", [("/1", "type")]),
    ("x-list", "1,2,3,4", [("", "maxItems")]),
    ("x-pair", "y,b", [("/x", "required")]),
    ("x-pair", "x,1,y", [("", "format")]),
    ("x-pair", "x,one", [("/x", "type")]),
    ("x-spread", "x=one", [("/x", "type")]),
    ("x-spread", "x,1", [("/x", "type")]),
    ("x-json", "{", [("", "format")]),
    ("x-json", "{}", [("/x", "required")]),
    ("x-grid", "[[1],[true]]", [("/1/0", "type")]),
]
"""A header, and what is wrong with its value."""

NAMES = {
    name.lower(): name
    for name in ("X-Count", "X-Flag", "X-Kind", "X-List", "X-Pair", "X-Spread")
} | {"x-json": "X-Json", "x-grid": "X-Grid"}


def heads(changes: dict[str, str | None]) -> list[tuple[str, str]]:
    """The headers of an answer, some of them changed or taken away."""
    found = {**HEADERS, **changes}
    return [(name, text) for name, text in found.items() if text is not None]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("mode", ["report", "refuse"])
def test_headers_that_are_as_documented(rooms: Any, kind: Kind, mode: str) -> None:
    """What servers add themselves is not asked for; cookies are not one value."""
    least = [(name, HEADERS[name]) for name in ("x-count", "x-name", "set-cookie")]
    cookies = [("set-cookie", "theme=dark; Expires=Wed, 21 Oct 2026 07:28:00 GMT")]
    lines = [*heads({"x-list": None}), ("x-list", "1"), ("x-list", "2, 3")]
    for headers in (heads({}), least, [*least, *cookies], lines, heads({"x-list": ""})):
        script = Script(200, headers, [])
        assert faults_of(rooms, kind, script, "/heads", responses=mode) == []
    for script in (
        Script(304, [("etag", '"a"')], []),
        Script(418, [("x-reason", "7")], []),
        Script(500, [], [b"out of order"]),
    ):
        assert faults_of(rooms, kind, script, "/heads", responses=mode) == []


@pytest.mark.parametrize("kind", KINDS)
def test_headers_that_are_not(rooms: Any, kind: Kind) -> None:
    for name, text, expected in WRONG:
        script = Script(200, heads({name: text}), [])
        found = faults_of(rooms, kind, script, "/heads")
        own = NAMES[name.lower()]
        assert found == [("header", own, *one) for one in expected], (name, text)


@pytest.mark.parametrize("kind", KINDS)
def test_wrong_headers_are_refused_before_anything_is_sent(
    rooms: Any, kind: Kind
) -> None:
    script = Script(200, heads({"x-count": "0", "x-name": None}), [b"body"])
    found = faults_of(rooms, kind, script, "/heads", responses="refuse")
    assert found == [
        ("header", "X-Count", "", "minimum"),
        ("header", "X-Name", "", "required"),
    ]
    for status, headers, name in (
        (304, [("etag", "a")], "ETag"),
        (500, [("x-reason", "none")], "X-Reason"),
    ):
        (one,) = faults_of(rooms, kind, Script(status, headers, []), "/heads")
        assert one[:2] == ("header", name)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("depth", [10, 600, 900, 3000])
def test_deep_json_in_parameters_and_headers(
    rooms: Any, kind: Kind, depth: int
) -> None:
    """What is too deep to be followed is wrong, and never a failure of ours."""
    tree = "[" * depth + "]" * depth
    script = Script(204, [("x-tree", tree)], [])
    options = {"requests": "report", "responses": "report"}
    with guarded(rooms, kind, script.of(kind), **options) as (url, faults):
        assert ask(url, "GET", f"/deep?tree={tree}").status == 204
    found = {(fault.where, fault.name) for fault in faults}
    both = {("query", "tree"), ("header", "X-Tree")}
    assert all(one[3] == "format" for one in told(faults))
    assert found == (set() if depth == 10 else both)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("mode", ["report", "refuse"])
def test_bodies_that_are_too_deep_for_validators(
    rooms: Any, kind: Kind, mode: str
) -> None:
    """However deep the JSON may be by the options."""
    tree = b"[" * 700 + b"]" * 700
    options = {"max_json_depth": 2000, "requests": "report", "responses": mode}
    script = Script(chunks=[tree])
    with guarded(rooms, kind, script.of(kind), **options) as (url, faults):
        assert ask(url, "GET", "/deep").status == (500 if mode == "refuse" else 200)
    assert told(faults) == [("body", "", "", "format")]
    script = Script(headers=[("content-type", "application/jsonl")], chunks=[tree])
    with guarded(rooms, kind, script.of(kind), **options) as (url, faults):
        assert ask(url, "GET", "/deep").status == 200
    assert [one[3] for one in told(faults)] == ["format"]
    script, sent = Script(204, [], []), {"content-type": "application/json"}
    with guarded(rooms, kind, script.of(kind), **options) as (url, faults):
        assert ask(url, "POST", "/deep", sent, tree).status == 204
    assert told(faults) == [("body", "", "", "format")]


def raw_deflate(data: bytes) -> bytes:
    """Deflate without the frame that it should have, as some servers send it."""
    made = zlib.compressobj(wbits=-15)
    return made.compress(data) + made.flush()


PACKED: list[tuple[str, list[bytes], bool]] = [
    ("gzip", [gzip.compress(ROOM)], True),
    ("X-GZip", [bytes([byte]) for byte in gzip.compress(ROOM)], True),
    ("gzip", [gzip.compress(ROOM[:3]) + gzip.compress(ROOM[3:])], True),
    ("deflate", [zlib.compress(ROOM)], True),
    ("deflate", [raw_deflate(ROOM)], True),
    ("gzip", [ROOM], False),
    ("gzip", [gzip.compress(ROOM) + b"garbage"], False),
    ("gzip, gzip", [gzip.compress(gzip.compress(ROOM))], True),
    ("gzip, br", [gzip.compress(ROOM)], False),
    ("gzip", [gzip.compress(ROOM + b" " * 50_000_000)], False),
    ("gzip", [gzip.compress(b" " * 900), gzip.compress(b" " * 900)], False),
]
"""A wrong answer in a coding, and whether it is looked into."""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("mode", ["report", "refuse"])
def test_compressed_answers(rooms: Any, kind: Kind, mode: str) -> None:
    """They are looked into if they can be, and pass as they are otherwise."""
    sent = {"content-type": "application/json"}
    options = {"responses": mode, "max_body_bytes": 1000}
    for coding, chunks, is_seen in PACKED:
        script = Script(200, [JSON, ("content-encoding", coding)], chunks)
        found = faults_of(rooms, kind, script, "/rooms", sent, WISH, **options)
        assert found == ([BEDS] if is_seen else []), (coding, chunks[0][:50])
    good = gzip.compress(b'{"beds": 2}')
    script = Script(200, [JSON, ("content-encoding", "gzip")], [good[:9], good[9:]])
    assert faults_of(rooms, kind, script, "/rooms", sent, WISH, **options) == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("coding", ["gzip", "deflate"])
def test_items_of_compressed_streams_are_checked(
    completions: Any, kind: Kind, coding: str
) -> None:
    made = zlib.compressobj(wbits=31 if coding == "gzip" else 15)
    chunks: list[bytes] = []
    for event in (
        b'data: {"choices": []}\n\n',
        b"data: no JSON\n\n",
        b"data: [DONE]\n\n",
    ):
        chunks += [made.compress(event) + made.flush(zlib.Z_SYNC_FLUSH)]
    chunks.append(made.flush())
    headers = [("content-type", "text/event-stream"), ("content-encoding", coding)]
    script = Script(200, headers, chunks)
    sent = {"content-type": "application/json"}
    body = b'{"model": "m", "prompt": "a", "stream": true}'
    with guarded(completions, kind, script.of(kind), responses="refuse") as (
        url,
        faults,
    ):
        answer = ask(url, "POST", "/v1/completions", sent, body)
    assert (answer.status, answer.body) == (200, b"".join(chunks))
    found = told(faults)
    assert ("body", "", "/0/id", "required") in found
    assert found[-1] == ("body", "", "/1", "format")
