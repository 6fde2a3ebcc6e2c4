"""The event decoder against the same bytes as other clients were (WHATWG HTML, 9.2.6)."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .client_runtime import errors, load

sse = load("sse")


def decode(*chunks: bytes, limit: int | None = None) -> list[Any]:
    decoder = sse.SSEDecoder(limit)
    found = [event for chunk in chunks for event in decoder.feed(chunk)]
    return [*found, *decoder.close()]


def data(*chunks: bytes) -> list[bytes]:
    return [event.data for event in decode(*chunks)]


CASES: list[tuple[str, list[bytes], list[bytes]]] = [
    ("LF", [b"data: a\n\ndata: b\n\n"], [b"a", b"b"]),
    ("CRLF", [b"data: a\r\n\r\ndata: b\r\n\r\n"], [b"a", b"b"]),
    ("CR", [b"data: a\r\rdata: b\r\r"], [b"a", b"b"]),
    ("split CRLF", [b"data: a\r", b"\n\r", b"\ndata: b\r\n\r", b"\n"], [b"a", b"b"]),
    ("split CR", [b"data: a\r", b"\r", b"data: b\r\r"], [b"a", b"b"]),
    ("many lines", [b"data: a\ndata: b\ndata:\n\n"], [b"a\nb\n"]),
    ("one space goes", [b"data:a\n\ndata:  a\n\n"], [b"a", b" a"]),
    ("U+2028 ends no line", ["data: a\u2028b\n\n".encode()], ["a\u2028b".encode()]),
    ("BOM", [b"\xef\xbb\xbfdata: a\n\n"], [b"a"]),
    ("split BOM", [b"\xef", b"\xbb", b"\xbfdata: a\n\n"], [b"a"]),
    ("one BOM only", [b"\xef\xbb\xbf\xef\xbb\xbfdata: a\n\n"], []),
    ("split character", [b"data: \xe2", b"\x82", b"\xac\n\n"], ["€".encode()]),
    ("bad UTF-8", [b"data: a\xffb\n\n"], ["a\ufffdb".encode()]),
    ("no data", [b"id: 1\n\nretry: 5\n\nevent: x\n\n"], []),
    ("empty data", [b"data:\n\ndata\n\n"], [b"", b""]),
    ("unterminated", [b"data: a\n\ndata: b\n"], [b"a"]),
    ("JSON scalar", [b'data: "a"\n\n'], [b'"a"']),
    ("comments", [b": hello\ndata: a\n:\n\n"], [b"a"]),
    ("unknown field", [b"colour: red\ndata: a\n\n"], [b"a"]),
    ("field in disguise", [b" data: a\ndatum: b\n\n"], []),
    ("empty chunks", [b"", b"data: a", b"", b"\n\n", b""], [b"a"]),
]


@pytest.mark.parametrize(
    ("chunks", "expected"),
    [case[1:] for case in CASES],
    ids=[case[0] for case in CASES],
)
def test_table(chunks: list[bytes], expected: list[bytes]) -> None:
    assert data(*chunks) == expected


@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_chunk_borders_change_nothing(
    case: tuple[str, list[bytes], list[bytes]],
) -> None:
    whole = b"".join(case[1])
    assert data(whole) == case[2]
    assert data(*(whole[i : i + 1] for i in range(len(whole)))) == case[2]
    source = random.Random(1)
    for _ in range(20):
        cut = sorted(source.randrange(len(whole) + 1) for _ in range(3))
        parts = [whole[a:b] for a, b in zip([0, *cut], [*cut, len(whole)], strict=True)]
        assert data(*parts) == case[2]


def test_names_ids_and_retry_times() -> None:
    found = decode(
        b"event: add\nid: 7\nretry: 10\ndata: a\n\n"
        b"data: b\n\n"
        b"id: bad\0id\nretry: 1x\ndata: c\n\n"
        b"id\nretry: 12345678901\ndata: d\n\n"
    )
    assert [(item.event, item.id, item.retry) for item in found] == [
        ("add", "7", 10),
        ("", "7", 10),
        ("", "7", 10),
        ("", "", 10),
    ]


def test_a_large_event_is_refused() -> None:
    with pytest.raises(errors.StreamLimitError):
        decode(b"data: " + b"x" * 100, limit=50)
    with pytest.raises(errors.StreamLimitError):
        decode(*[b"data: x\n"] * 10, limit=50)
    assert len(decode(*[b"data: x\n\n"] * 100, limit=50)) == 100
    assert len(decode(b": ping\n" * 100 + b"data: x\n\n", limit=50)) == 1


def _seconds(make: Any) -> float:
    start = time.process_time()
    make()
    return time.process_time() - start


def test_time_grows_with_the_bytes_only() -> None:
    """Twice the bytes in one event must not cost four times; the best of three runs."""

    def feed(chunks: int) -> None:
        decoder = sse.SSEDecoder(None)
        decoder.feed(b"data: ")
        for _ in range(chunks):
            decoder.feed(b"x" * 1024)
        assert len(decoder.feed(b"\n\n")) == 1

    small = min(_seconds(lambda: feed(4_000)) for _ in range(3))
    large = min(_seconds(lambda: feed(16_000)) for _ in range(3))
    assert large < 12 * small + 0.02


def test_many_lines_in_one_event() -> None:
    decoder = sse.SSEDecoder()
    (event,) = decoder.feed(b"data: x\n" * 50_000 + b"\n")
    assert event.data.count(b"\n") == 49_999


SPELLED = st.lists(
    st.sampled_from(
        [
            b"data: a\n\n",
            b"data: \xc3\xa9\n\n",
            b"data: \xff\n\n",
            b"data: a\rb\n\n",
            b"data: a\ndata: b\n\n",
            b"data:a\n\n",
            b"data: \n\n",
            b"data: a\n",
            b"id: 1\n",
            b"id: 2\n\n",
            b"event: e\n",
            b"retry: 7\n",
            b": note\n",
            b"\n",
            b"data: a\r\n\r\n",
            b"x",
            b"\r",
        ]
    ),
    max_size=12,
)


@given(SPELLED)
def test_a_chunk_for_each_event_is_read_like_any_other(pieces: list[bytes]) -> None:
    """The short way for an event in a chunk of its own gives what bytes one by one give."""
    whole, split = sse.SSEDecoder(), sse.SSEDecoder()
    at_once = [event for piece in pieces for event in whole.feed(piece)]
    one_by_one = [
        event for byte in b"".join(pieces) for event in split.feed(bytes([byte]))
    ]
    assert at_once == one_by_one
    assert whole.last_event_id == split.last_event_id and whole.retry == split.retry
