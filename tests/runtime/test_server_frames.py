"""How the items of a stream are written, and that the client reads them so."""

from __future__ import annotations

from typing import Any

import pytest

from .client_runtime import load
from .server_runtime import load as load_server

frames = load_server("server_frames")
sequences = load("sequences")
StreamAnswer = frames.StreamAnswer


def read(answer: Any, items: list[object]) -> list[Any]:
    """What a client reads of items that a server writes."""
    writer = frames.Frames(answer)
    data = b"".join(writer.item(item) for item in items)
    decoder = sequences.decoder_of(writer.content_type)
    found = decoder.feed(data + writer.sentinel() + writer.end)
    found += decoder.close()
    assert decoder.is_whole
    return list(found)


@pytest.mark.parametrize(
    "media",
    [
        "text/event-stream",
        "application/jsonl",
        "application/json-seq",
        "application/geo+json-seq",
        "multipart/mixed",
    ],
)
def test_json_in_each_format(media: str) -> None:
    found = read(StreamAnswer(200, media), [{"n": 1}, "a\nb", [2]])
    assert [event.data for event in found] == [b'{"n":1}', b'"a\\nb"', b"[2]"]


def test_text_and_bytes() -> None:
    text = StreamAnswer(200, "text/event-stream", "[DONE]", form="text")
    assert [event.text for event in read(text, ["one\r\ntwo", " "])] == [
        "one\ntwo",
        " ",
        "[DONE]",
    ]
    parts = StreamAnswer(200, "multipart/mixed", form="bytes", part_media="image/png")
    (part,) = read(parts, [b"\r\n\x00"])
    assert part.data == b"\r\n\x00"
    assert part.headers == (("content-type", "image/png"),)


def test_whole_events() -> None:
    answer = StreamAnswer(200, "text/event-stream", form="event")
    first, second = read(
        answer,
        [
            {"event": "add\nid: 9", "data": {"n": 1}, "id": "7", "retry": 5},
            {"data": "plain\ntext"},
        ],
    )
    assert (first.event, first.data, first.id, first.retry) == (
        "add id: 9",
        b'{"n":1}',
        "7",
        5,
    )
    assert second.text == "plain\ntext"


@pytest.mark.parametrize(
    ("accept", "media"),
    [
        ("", "text/event-stream"),
        ("*/*", "text/event-stream"),
        ("application/jsonl", "application/jsonl"),
        ("text/*;q=0.1, application/*", "application/jsonl"),
        ("text/event-stream;q=x, */*;q=0.2", "application/jsonl"),
        ("image/png", "text/event-stream"),
    ],
)
def test_the_caller_may_choose(accept: str, media: str) -> None:
    answers = [
        StreamAnswer(200, "text/event-stream"),
        StreamAnswer(200, "application/jsonl"),
    ]
    assert frames.preferred(answers, accept).media == media
    assert frames.preferred([], accept) is None
