"""Requests of every kind, from a client to its server over loopback."""

from __future__ import annotations

import asyncio
import datetime
from typing import Any

import httpx2
import pytest

from .support import case
from .wire import wired

KINDS = "requests-kinds"


def test_bodies_of_methods_that_have_none_as_a_rule() -> None:
    with wired(case(KINDS)) as wire:
        wire.client.search.get_with_body(text="a")
        assert (wire.last.method, wire.last.body) == ("GET", b'{"text":"a"}')
        assert wire.body.text == "a"
        wire.client.search.delete_with_body(body=[1])
        assert (wire.last.method, wire.body) == ("DELETE", [1])
        wire.client.search.delete_with_body()
        assert (wire.last.body, wire.body) == (b"", None)


def test_a_method_of_ones_own_is_sent_as_it_is_written() -> None:
    """Not over loopback: the parser of that server takes methods that it knows only."""
    made = case(KINDS)
    seen: list[str] = []

    class Handlers:
        async def copy(self, context: Any) -> None:
            seen.append(context.request.method)

    app = made.module("server").app(search=Handlers())

    async def call() -> None:
        transport = httpx2.ASGITransport(app)
        async with httpx2.AsyncClient(transport=transport) as http:
            client = made.module().AsyncClient(
                base_url="http://kinds.test", http_client=http
            )
            await client.search.copy()

    asyncio.run(call())
    assert seen == ["copy"]


def test_any_media_type() -> None:
    with wired(case(KINDS)) as wire:
        wire.client.any.put(text="a")
    assert wire.last.headers["content-type"] == "application/json"
    assert wire.body.text == "a"


def test_xml_is_bytes() -> None:
    with wired(case(KINDS)) as wire:
        wire.client.xml.put(body=b"<note/>")
    assert wire.last.headers["content-type"] == "application/xml"
    assert wire.body == b"<note/>"


def test_json_of_several_media_types() -> None:
    with wired(case(KINDS)) as wire:
        patch = wire.client.patch.patch
        patch(body=[{"op": "test"}])
        assert wire.last.headers["content-type"] == "application/json-patch+json"
        assert wire.body == [{"op": "test"}]
        patch(text="a")
        assert wire.last.headers["content-type"] == "application/merge-patch+json"
        assert wire.body.text == "a"


def test_maps_and_unions() -> None:
    made = case(KINDS)
    note = made.model("Note")
    with wired(made) as wire:
        wire.client.values.post_map(body={"a": 1})
        assert wire.body == {"a": 1}
        for value in (note(text="a"), ["b"], 3):
            wire.client.values.put_union(body=value)
            assert wire.body == value


@pytest.mark.parametrize("media", ["application/json-seq", "text/event-stream"])
def test_sequences(media: str) -> None:
    made = case(KINDS)
    notes = [made.model("Note")(text=text) for text in ("a", "b\nc")]
    with wired(made) as wire:
        wire.client.sequences.post(body=iter(notes), content_type=media)
        assert wire.last.headers["content-type"] == media
        assert wire.body == notes


def test_a_sequence_of_files() -> None:
    with wired(case(KINDS)) as wire:
        files = (bytes([number]) for number in range(3))
        wire.client.sequences.post(body=files, content_type="multipart/mixed")
        assert wire.body == [b"\0", b"\1", b"\2"]
        assert wire.body[0].content_type == "image/png"


def test_parameters_of_every_kind() -> None:
    made = case(KINDS)
    note = made.model("Note")
    with wired(made) as wire:
        wire.client.open.get(
            limit=1,
            rest={"colour": "blue", "size": "5"},
            deep={"a": 1},
            list=[note(text="a"), note(text="b")],
            x_point={"x": 1, "y": -2},
            x_json=["a, b"],
            plain="a b",
            count=3,
        )
        assert wire.last.query == (
            "limit=1&colour=blue&size=5&deep%5Ba%5D=1&list%5B0%5D%5Btext%5D=a"
            "&list%5B1%5D%5Btext%5D=b&plain=a%20b&count=3&days=2024-02-29"
        )
        given = wire.arguments
        assert given["rest"] == {"colour": "blue", "size": "5"}
        assert (given["limit"], given["deep"], given["plain"]) == (1, {"a": 1}, "a b")
        assert given["list"] == [note(text="a"), note(text="b")]
        assert (given["x_point"].x, given["x_point"].y) == (1, -2)
        assert (given["x_json"], given["count"]) == (["a, b"], 3)
        assert given["days"] == [datetime.date(2024, 2, 29)]
        wire.client.open.get(deep="")
        assert wire.arguments["deep"] == ""
