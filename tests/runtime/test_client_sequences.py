"""Sequences that are no events: lines, records and parts, cut at any place."""

from __future__ import annotations

from typing import Any

import pytest

from .client_runtime import errors, load

sequences = load("sequences")

PARTS = (
    b"a preamble\r\n--cut\r\ncontent-type: application/json\r\nX-N: 1\r\n\r\n"
    b'{"n":1}\r\n--cut  \r\n\r\n\r\n--cut\r\n\r\na\r\nb--cut\r\n--cut--\r\nand more'
)


def pieces(decoder: Any, data: bytes, size: int) -> list[bytes]:
    """What a decoder gives for bytes that come in chunks of a size."""
    found = []
    for start in range(0, len(data), size):
        found += decoder.feed(data[start : start + size])
    return [event.data for event in [*found, *decoder.close()]]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_lines(size: int) -> None:
    decoder = sequences.LinesDecoder()
    data = b'{"a":1}\r\n\n{"b":2}\n3'
    assert pieces(decoder, data, size) == [b'{"a":1}', b'{"b":2}', b"3"]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_records(size: int) -> None:
    decoder = sequences.RecordsDecoder()
    data = b'\x1e{"a":1}\n\x1e\x1e{\n"b":\n2\n}\n\x1e"c"\x1e4\n\x1e{"d":5}'
    assert [piece.split() for piece in pieces(decoder, data, size)] == [
        [b'{"a":1}'],
        [b"{", b'"b":', b"2", b"}"],
        [b'"c"'],
        [b"4"],
        [b'{"d":5}'],
    ]
    assert decoder.is_whole


def test_a_record_comes_with_its_line_feed() -> None:
    decoder = sequences.RecordsDecoder()
    assert decoder.feed(b'\x1e{"a":') == []
    assert [event.data for event in decoder.feed(b"1}\n")] == [b'{"a":1}']
    assert decoder.feed(b"\x1e[\n1,\n") == []
    assert [event.data for event in decoder.feed(b"2]\n")] == [b"[\n1,\n2]"]


@pytest.mark.parametrize("end", [b"12", b"tru", b"null"])
def test_a_record_that_may_be_cut_off(end: bytes) -> None:
    decoder = sequences.RecordsDecoder()
    assert pieces(decoder, b"\x1e1\n\x1e" + end, 100) == [b"1"]
    assert not decoder.is_whole


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_parts(size: int) -> None:
    decoder = sequences.PartsDecoder("cut")
    assert pieces(decoder, PARTS, size) == [b'{"n":1}', b"", b"a\r\nb--cut"]
    assert decoder.is_whole


def test_parts_have_headers() -> None:
    first, *_ = sequences.PartsDecoder("cut").feed(PARTS)
    assert first.headers == (("content-type", "application/json"), ("x-n", "1"))


def test_parts_without_their_end() -> None:
    decoder = sequences.PartsDecoder("cut")
    cut = PARTS[: PARTS.index(b"--cut--")]
    assert len(pieces(decoder, cut, 5)) == 2
    assert not decoder.is_whole


@pytest.mark.parametrize(
    ("content_type", "kind"),
    [
        ("text/event-stream; charset=utf-8", "SSEDecoder"),
        ("application/x-ndjson", "LinesDecoder"),
        ("application/json-seq", "RecordsDecoder"),
        ("application/geo+json-seq", "RecordsDecoder"),
        ('multipart/mixed; boundary="a b"', "PartsDecoder"),
        ("", "LinesDecoder"),
    ],
)
def test_the_media_type_chooses(content_type: str, kind: str) -> None:
    assert type(sequences.decoder_of(content_type)).__name__ == kind


@pytest.mark.parametrize(
    ("decoder", "start"),
    [
        (sequences.LinesDecoder(10), b""),
        (sequences.RecordsDecoder(10), b"\x1e"),
        (sequences.PartsDecoder("cut", 10), b"--cut\r\n\r\n"),
    ],
)
def test_no_item_fills_the_memory(decoder: Any, start: bytes) -> None:
    decoder.feed(start)
    with pytest.raises(errors.StreamLimitError):
        for _ in range(4):
            decoder.feed(b"xxxxx")
