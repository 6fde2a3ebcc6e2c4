# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Bodies that are read while they are sent: large files, iterables of bytes."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator
from pathlib import Path
from typing import IO, TypeAlias, TypeGuard, cast

import httpx2

from .errors import InvalidArgumentError
from .files import path_of, read_content

PIECE = 64 * 1024
HELD = 1024 * 1024
"""A file up to this size is read at once, so that every attempt sends the same."""

Source: TypeAlias = Path | IO[bytes] | Iterable[bytes] | AsyncIterable[bytes]


class Chunks(httpx2.SyncByteStream, httpx2.AsyncByteStream):
    """A body in pieces.

    `size` is the number of bytes, None when only the end tells. `is_spent` turns true
    when pieces were taken out of something that gives them only once.
    """

    def __init__(self, source: Source, size: int | None = None) -> None:
        self.size = size
        self.is_spent = False
        self._source = source
        self._start = source.tell() if _is_seekable(source) else None

    def __iter__(self) -> Iterator[bytes]:
        source = self._source
        if isinstance(source, Path):
            with source.open("rb") as file:
                yield from _pieces(file)
        elif _is_file(source):
            if self._start is None:
                self.is_spent = True
            else:
                source.seek(self._start)
            yield from _pieces(source)
        elif isinstance(source, Iterable):
            pieces = iter(source)
            self.is_spent = pieces is source
            yield from map(_checked, pieces)
        else:
            raise InvalidArgumentError(
                "body: only the asynchronous client takes an asynchronous iterable"
            )

    async def __aiter__(self) -> AsyncIterator[bytes]:
        if isinstance(self._source, AsyncIterable):
            pieces = aiter(self._source)
            self.is_spent = pieces is self._source
            async for piece in pieces:
                yield _checked(piece)
        else:
            for piece in self:
                yield piece


def body_content(value: object) -> bytes | Chunks | None:
    """What a body of bytes is sent from, or None when the value is nothing of the kind.

    Raises:
        InvalidArgumentError: The file is open in text mode.
        OSError: The file at a path cannot be read.
    """
    path = path_of(value)
    if path is not None:
        size = path.stat().st_size
        return Chunks(path, size) if size > HELD else path.read_bytes()
    if _is_file(value):
        if not _is_seekable(value):
            return Chunks(value)
        rest = _rest(value)
        return Chunks(value, rest) if rest > HELD else read_content(value)
    found = read_content(value)
    if found is not None:
        return found
    if isinstance(value, (AsyncIterable, Iterable)) and not isinstance(
        value, (str, dict)
    ):
        return Chunks(cast("Iterable[bytes] | AsyncIterable[bytes]", value))
    return None


def _is_file(value: object) -> TypeGuard[IO[bytes]]:
    return hasattr(value, "read")


def _is_seekable(value: object) -> TypeGuard[IO[bytes]]:
    if not _is_file(value):
        return False
    seekable = getattr(value, "seekable", None)
    return seekable is not None and bool(seekable())


def _rest(file: IO[bytes]) -> int:
    """How many bytes of a file are still to be read."""
    start = file.tell()
    end = file.seek(0, 2)
    file.seek(start)
    return end - start


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    while piece := _checked(file.read(PIECE)):
        yield piece


def _checked(piece: object) -> bytes:
    if not isinstance(piece, bytes):
        raise InvalidArgumentError("body: what is sent must come as bytes")
    return piece
