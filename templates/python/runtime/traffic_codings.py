# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Content codings: a compressed body as it is before that (RFC 9110, section 8.4.1)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

Decode: TypeAlias = Callable[[bytes], "bytes | None"]
"""What a chunk adds to the decoded body; None where that cannot be told any more."""

_ANY_HEADER = 32 + 15
"""Tells zlib to find out by itself whether it is gzip or deflate."""


def decoder(coding: str, limit: int) -> Decode | None:
    """What decodes the body of a response; None for a coding that is not known.

    A chunk that becomes larger than `limit` is not decoded, nor is what follows it.
    """
    name = coding.strip().lower()
    if name in ("", "identity"):
        return bytes
    return _Inflater(limit) if name in ("gzip", "x-gzip", "deflate") else None


class _Inflater:
    """Decodes gzip and deflate, with several members one after the other."""

    def __init__(self, limit: int) -> None:
        import zlib

        self._limit = limit
        self._new = partial(zlib.decompressobj, _ANY_HEADER)
        self._error = zlib.error
        self._current = self._new()
        self._is_lost = False

    def __call__(self, chunk: bytes) -> bytes | None:
        found = b""
        try:
            while chunk and not self._is_lost:
                if self._current.eof:
                    self._current = self._new()
                left = self._limit + 1 - len(found)
                found += self._current.decompress(chunk, left)
                chunk = self._current.unused_data
                if self._current.unconsumed_tail or len(found) > self._limit:
                    self._is_lost = True
        except self._error:
            self._is_lost = True
        return None if self._is_lost else found
