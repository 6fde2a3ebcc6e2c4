"""Sequences that pass in pieces: how they are cut makes no difference, nor how large they are."""

from __future__ import annotations

import time
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .server_runtime import Violation, load

streams = load("traffic_streams")
sse = load("sse")

EVENTS = "text/event-stream"
LINES = "application/jsonl"
RECORDS = "application/json-seq"

TEXTS = st.lists(
    st.sampled_from(
        [
            b"data: 1",
            b"data:2",
            b"data",
            b"event: x",
            b"id: 3",
            b": c",
            b"",
            b"retry: 5",
            b"data: \xc3\xa9",
            b"data:  [",
            b"\xef\xbb\xbf",
            b"datas: 1",
            b"data: a:b",
        ]
    ),
    max_size=12,
)
ENDS = st.sampled_from([b"\n", b"\r\n", b"\r"])


def cut(text: bytes, places: list[int]) -> list[bytes]:
    """A text in pieces."""
    spots = sorted({place % (len(text) + 1) for place in places} | {0, len(text)})
    return [text[start:end] for start, end in pairwise(spots)]


@given(TEXTS, ENDS, st.lists(st.integers(0, 200), max_size=6))
def test_events_are_those_of_the_client(
    lines: list[bytes], end: bytes, places: list[int]
) -> None:
    text = b"".join(line + end for line in lines)
    decoder, splitter = sse.SSEDecoder(), streams.Sequence(EVENTS).splitter()
    expected = decoder.feed(text)
    found = [piece for chunk in cut(text, places) for piece in splitter.feed(chunk)]
    found += splitter.end()
    assert [piece.data.decode(errors="replace") for piece in found] == [
        event.text for event in expected
    ]
    assert [dict(piece.members).get("event", "") for piece in found] == [
        event.event for event in expected
    ]


@pytest.mark.parametrize(
    ("media", "separator"), [(LINES, b"\n"), (LINES, b"\r\n"), (RECORDS, b"\n\x1e")]
)
@given(
    st.lists(st.sampled_from([b"1", b" {} ", b"", b'"\xc3\xa9"']), max_size=8),
    st.data(),
)
def test_items_are_cut_anywhere(
    media: str, separator: bytes, items: list[bytes], data: Any
) -> None:
    text = separator.join(items)
    places = data.draw(st.lists(st.integers(0, 60), max_size=5))
    splitter = streams.Sequence(media).splitter()
    found = [piece for chunk in cut(text, places) for piece in splitter.feed(chunk)]
    found += splitter.end()
    assert [piece.data.strip() for piece in found] == [
        item.strip() for item in items if item.strip()
    ]


def whole(value: object) -> list[Any] | None:
    """Accepts whole numbers only."""
    return (
        None if type(value) is int else [Violation("", "type", "expected an integer")]
    )


def judged(
    media: str, chunks: list[bytes], limit: int = 100, **facts: Any
) -> list[str]:
    """Where something is wrong with the items of a response, and by which keyword."""
    pieces = streams.Sequence(media, whole, **facts).pieces(limit)
    found = [item for chunk in chunks for item in pieces.feed(chunk)] + pieces.end()
    return [f"{item.path} {item.keyword}" for item in found]


def test_items_are_counted() -> None:
    assert judged(LINES, [b'1\n"a"\n2\n{\n', b"3\n4.5"]) == [
        "/1 type",
        "/3 format",
        "/5 type",
    ]
    assert judged(LINES, [b"[" * 99_999, b"\n1"], 10**6) == ["/0 format"]
    assert judged(LINES, [b"[" * 500 + b"]" * 500, b"\n1"], 10**6) == ["/0 format"]


def test_what_the_sentinel_ends() -> None:
    marked = {"sentinel": "[DONE]"}
    assert judged(EVENTS, [b"data: 1\n\ndata: [DONE]\n\ndata: x\n\n"], **marked) == []
    assert judged(EVENTS, [b"data: x\n\ndata: [DO", b"NE]\n\n"], **marked) == [
        "/0 format"
    ]
    assert judged(EVENTS, [b"data: 1\n\n"], **marked) == ["/1 sentinel"]
    failed = b'data: 1\n\nevent: error\ndata: {"message": "x"}\n\n'
    assert judged(EVENTS, [failed], **marked) == []


def test_done_ends_json_though_nobody_says_so() -> None:
    assert judged(EVENTS, [b"data: 1\n\ndata: [DONE]\n\ndata: x\n\n"]) == []
    assert judged(EVENTS, [b"data: 1\n\ndata: [DONE\n\n"]) == ["/1 format"]
    text = {"form": "text event"}
    assert judged(EVENTS, [b"data: [DONE]\n\n"], **text) == ["/0 type"]


def test_text_and_whole_events() -> None:
    seen: list[object] = []

    def keep(value: object) -> None:
        seen.append(value)

    text = b"event: error\nid: 7\nretry: 10\ndata: [1]\n\n"
    for form in ("text", "text event", "event"):
        pieces = streams.Sequence(EVENTS, keep, form=form).pieces(100)
        assert pieces.feed(text) + pieces.end() == []
    members = {"event": "error", "id": "7", "retry": 10}
    assert seen == [{**members, "data": "[1]"}, {**members, "data": [1]}]


def test_the_data_of_an_event_is_json_or_text() -> None:
    """As the client reads it, but that a schema may say of text what JSON could be."""

    def texts(value: Any) -> list[Any] | None:
        return None if type(value["data"]) is str else [Violation("/data", "type", "")]

    for text, expected in ((b"1", 0), (b"{", 0), (b'"a"', 0)):
        pieces = streams.Sequence(EVENTS, texts, form="event").pieces(100)
        assert len(pieces.feed(b"data: " + text + b"\n\n")) == expected
    numbers = streams.Sequence(
        EVENTS,
        lambda value: None if value["data"] == 1 else [Violation("/data", "const", "")],
        form="event",
    ).pieces(100)
    assert numbers.feed(b"data: 1\n\n") == []
    assert len(numbers.feed(b"data: 2\n\ndata: x\n\n")) == 2


@pytest.mark.parametrize("media", [EVENTS, LINES, RECORDS])
def test_an_item_that_does_not_end_is_let_go(media: str) -> None:
    pieces = streams.Sequence(media, whole).pieces(1000)
    start = time.process_time()
    for _ in range(20_000):
        assert pieces.feed(b"data: x" * 100) == []
    assert time.process_time() - start < 5
    assert pieces.feed(b"\n\n") + pieces.end() == []


def test_a_fault_is_one_short_line() -> None:
    """Names of properties come from outside and may hold anything."""
    faults = load("traffic_faults")
    path = "/\n\x1b[31m\ud800" + "x" * 500
    wrong = (Violation(path, "additionalProperties", "is not a known property"),)
    text = str(faults.TrafficFault("add", "request", "body", wrong, 400))
    assert text.isprintable() and len(text) < 300
    assert text.startswith("add: request, body /\\n\\x1b[31m\\ud800xxx")
    media, content = faults.problem(
        faults.Refusal(400, [faults.TrafficFault("add", "request", "body", wrong, 400)])
    )
    assert media == "application/problem+json" and content.isascii()
