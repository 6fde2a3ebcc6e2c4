"""Bytes and text go through unchanged; no content is None."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from case_binary_and_text import AsyncClient, Client, NotFoundError, server

if TYPE_CHECKING:
    from starlette.applications import Starlette

BYTES = bytes(range(256))


class Blobs(server.BlobsHandlers):
    def __init__(self) -> None:
        self.stored: dict[str, bytes] = {}

    async def put_blob(
        self, request: bytes, *, name: str, context: server.Context
    ) -> None:
        self.stored[name] = request

    async def get_blob(self, *, name: str, context: server.Context) -> bytes:
        if name not in self.stored:
            raise server.NotFound(f"There is no {name}.")
        return self.stored[name]

    async def get_notes(self, *, name: str, context: server.Context) -> str:
        return f"{name} ≠ größer\n"


def app() -> Starlette:
    return server.app(blobs=Blobs())


def check_there_and_back(url: str) -> None:
    with Client(base_url=url) as client:
        client.blobs.put("one", body=BYTES)
        client.blobs.put("two/../three", body=io.BytesIO(BYTES * 2))
        client.blobs.put("empty", body=b"")
        assert client.blobs.get("one") == BYTES
        assert client.blobs.get("two/../three") == BYTES * 2
        assert client.blobs.get("empty") == b""
        assert client.blobs.get_notes("one") == "one ≠ größer\n"


async def check_without_waiting(url: str) -> None:
    async with AsyncClient(base_url=url) as client:
        await client.blobs.put("one", body=BYTES)
        assert await client.blobs.get("one") == BYTES
        assert await client.blobs.get_notes("ä") == "ä ≠ größer\n"


def check_refusals_are_readable(url: str) -> None:
    with Client(base_url=url) as client, pytest.raises(NotFoundError) as caught:
        client.blobs.get("nothing")
    assert "There is no nothing." in str(caught.value)
