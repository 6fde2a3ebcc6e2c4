# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Content codings: a compressed body as it is before that (RFC 9110, section 8.4.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeAlias

from .server_errors import BadRequest, ContentTooLarge
from .violations import Violation

Decode: TypeAlias = Callable[[bytes], "bytes | None"]
"""What a chunk adds to the decoded body; None where that cannot be told any more."""

ENCODING = "content-encoding"
"""The header that names the codings of a body."""

KNOWN = ("gzip", "deflate")
"""Those that are read, as they are told to callers."""

_INFLATED = ("gzip", "x-gzip", "deflate")
_ANY_HEADER = 32 + 15
"""Tells zlib to find out by itself whether it is gzip or zlib."""

_NO_HEADER = -15
"""Tells zlib that it is what some senders call deflate: without a header."""

_MOST_CODINGS = 3
"""So many codings of one body are undone, one after the other."""

_MOST_MEMBERS = 1000
"""So many members of one body are read: a tiny one costs as much as a large one."""

_WINDOW = 1 << 14
"""So much is decoded at a time: what follows the end of a member is copied."""


def codings_of(lines: Iterable[str]) -> list[str]:
    """The codings of a body by its lines `Content-Encoding`, the last one outermost."""
    names = [name.strip().lower() for line in lines for name in line.split(",")]
    return [name for name in names if name not in ("", "identity")]


def is_known(codings: list[str]) -> bool:
    """Whether a body with these codings can be read."""
    return len(codings) <= _MOST_CODINGS and all(name in _INFLATED for name in codings)


def decoder(codings: list[str], limit: int) -> Decode | None:
    """What decodes the body of a response; None where a coding is not known.

    A chunk that becomes larger than `limit` is not decoded, nor is what follows it.
    """
    if not is_known(codings):
        return None
    if not codings:
        return bytes
    layers = [_Inflater(name, limit) for name in reversed(codings)]
    return layers[0] if len(layers) == 1 else partial(_through, layers)


def decoded(data: bytes, codings: list[str], limit: int) -> bytes:
    """The whole body of a request without its codings, which are known.

    Raises:
        BadRequest: It is not in these codings, or not whole.
        ContentTooLarge: It is larger than `limit`, which is found out before it is held.
    """
    for name in reversed(codings):
        layer = _Inflater(name, limit)
        found = layer(data)
        if layer.is_large:
            raise ContentTooLarge(f"is larger than {limit} bytes")
        if found is None or not layer.is_whole:
            text = f"is not {name}"
            wrong = (Violation("", "contentEncoding", text),)
            raise BadRequest(text, violations=wrong)
        data = found
    return data


def _through(layers: list[_Inflater], chunk: bytes) -> bytes | None:
    found: bytes | None = chunk
    for layer in layers:
        found = None if found is None else layer(found)
    return found


class _Inflater:
    """Decodes gzip and deflate, with several members one after the other.

    `is_large` tells that a chunk became larger than `limit`, or had too many members.
    """

    def __init__(self, name: str, limit: int) -> None:
        import zlib

        self.is_large = False
        self._limit = limit
        self._make = zlib.decompressobj
        self._error = zlib.error
        self._may_be_bare = name == "deflate"
        self._start = b""
        self._members = 0
        self._current = self._make(_ANY_HEADER)
        self._is_lost = False

    @property
    def is_whole(self) -> bool:
        """Whether what was decoded ends here."""
        return self._current.eof

    def __call__(self, chunk: bytes) -> bytes | None:
        if self._may_be_bare:
            self._start += chunk
            if len(self._start) < 2:
                return b""
            chunk, self._start, self._may_be_bare = self._start, b"", False
            if not _has_header(chunk):
                self._current = self._make(_NO_HEADER)
        found = bytearray()
        try:
            for start in range(0, len(chunk), _WINDOW):
                self._inflate(chunk[start : start + _WINDOW], found)
                if self.is_large:
                    break
        except self._error:
            self._is_lost = True
        return None if self._is_lost or self.is_large else bytes(found)

    def _inflate(self, piece: bytes, found: bytearray) -> None:
        while piece:
            if self._current.eof:
                piece = piece.lstrip(b"\0")  # padding behind the last member
                if not piece:
                    return
                self._members += 1
                self._current = self._make(_ANY_HEADER)
            left = self._limit + 1 - len(found)
            found += self._current.decompress(piece, left)
            piece = self._current.unused_data
            is_more = bool(self._current.unconsumed_tail) or len(found) > self._limit
            if is_more or self._members > _MOST_MEMBERS:
                self.is_large = True
                return


def _has_header(data: bytes) -> bool:
    """Whether data begins as zlib (RFC 1950, section 2.2) or gzip does."""
    is_zlib = data[0] & 0x0F == 8 and int.from_bytes(data[:2], "big") % 31 == 0
    return is_zlib or data[:2] == b"\x1f\x8b"
