"""Reading: from a path or standard input to text whose places can be named."""

from __future__ import annotations

import os
import re
import stat
import sys
from bisect import bisect_right
from hashlib import sha256
from itertools import accumulate
from typing import TYPE_CHECKING

from ..diagnostics import Fatal, Span, diagnostic
from ..values import dataclass

if TYPE_CHECKING:
    from pathlib import Path

    from .remote import Fetched, Fetcher

SIZE_LIMIT = 50_000_000
"""Bytes of the document that the user names."""

_EXCERPT_WIDTH = 120
_STDIN = "<stdin>"
_LINE_END = re.compile("\n|\r(?!\n)")
_LONE_RETURN = re.compile("\r(?!\n)")
_WIDE_BOMS = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")


@dataclass(frozen=True, slots=True)
class Source:
    """Where the document comes from: a path, an address, else standard input.

    `data` is the content when the caller has read it already. Files that the document
    refers to must lie below `ref_root`, by default the folder of the document.
    `overlays` are applied to it in their order. The `fetcher` reads addresses, as far as
    the user allows; without one none is read.
    """

    path: Path | None = None
    data: bytes | None = None
    ref_root: Path | None = None
    overlays: tuple[Source, ...] = ()
    address: str = ""
    fetcher: Fetcher | None = None

    @property
    def label(self) -> str:
        """How messages name the document."""
        if self.address:
            return self.address.partition("?")[0]
        return str(self.path) if self.path is not None else _STDIN

    @property
    def name(self) -> str:
        """The name of the document without folders."""
        if self.address:
            host, _, path = self.label.partition("://")[2].partition("/")
            return path.rpartition("/")[2] or host
        return self.path.name if self.path is not None else _STDIN


class SourceText:
    """The text of one file, and the way from an offset in it to line and column."""

    __slots__ = ("_starts", "digest", "file", "text")

    def __init__(self, file: str, data: bytes) -> None:
        """Decode `data`. Raises Fatal when it is not UTF-8 (RFC 3629), with the place."""
        self.file = file
        self.digest = sha256(data).hexdigest()
        self._starts: list[int] | None = None
        self.text = ""
        self.text = self._decode(data)

    def span(self, offset: int, pointer: str = "") -> Span:
        """The place of the character at `offset`, with its line as excerpt."""
        starts = self._line_starts()
        line = bisect_right(starts, offset)
        start = starts[line - 1]
        first = start if offset - start < _EXCERPT_WIDTH else offset - 40
        excerpt = self.text[first : first + _EXCERPT_WIDTH]
        end = excerpt.find("\n", offset - first)
        excerpt = (excerpt if end < 0 else excerpt[:end]).rstrip("\r\n")
        return Span(
            self.file,
            line,
            offset - start + 1,
            pointer,
            excerpt,
            first - start + 1,
        )

    def offset(self, line: int, column: int) -> int:
        """The way back from `span`: lines and columns count from 1."""
        starts = self._line_starts()
        return starts[min(line, len(starts)) - 1] + column - 1

    def _line_starts(self) -> list[int]:
        if self._starts is None:
            if _LONE_RETURN.search(self.text):
                ends = (match.end() for match in _LINE_END.finditer(self.text))
                self._starts = [0, *ends]
            else:
                lengths = (len(line) + 1 for line in self.text.split("\n"))
                self._starts = list(accumulate(lengths, initial=0))[:-1]
        return self._starts

    def _decode(self, data: bytes) -> str:
        if data.startswith(_WIDE_BOMS):
            raise Fatal(diagnostic("E104", Span(self.file, 0, 0)))
        body = data.removeprefix(b"\xef\xbb\xbf")
        try:
            return body.decode("utf-8")
        except UnicodeDecodeError as error:
            self.text = body[: error.start].decode("utf-8")
            raise Fatal(
                diagnostic(
                    "E103",
                    self.span(error.start and len(self.text)),
                    byte=f"0x{body[error.start]:02x}",
                )
            ) from None


def read_source(source: Source) -> SourceText:
    """Read the document that the user named.

    Raises Fatal when it is missing, no regular file, not allowed to be fetched, larger
    than `SIZE_LIMIT` or not UTF-8.
    """
    if source.address:
        data = fetch_source(source).data
    elif source.data is not None:
        data = source.data
    elif source.path is None:
        data = sys.stdin.buffer.read(SIZE_LIMIT + 1)
    else:
        data = _read_path(source.path, source.label)
    if len(data) > SIZE_LIMIT:
        raise Fatal(
            diagnostic("E102", Span(source.label, 0, 0), limit=SIZE_LIMIT // 1_000_000)
        )
    return SourceText(source.label, data)


def fetch_source(source: Source) -> Fetched:
    """What stands at the address of a source. Raises Fatal when it cannot be read."""
    from .remote import Forbidden, NotAnAddress, Unreachable

    code, reason = "E131", "pass --allow-remote if you trust the host"
    if source.fetcher is not None:
        try:
            return source.fetcher.fetch(source.address, SIZE_LIMIT)
        except Forbidden as problem:
            code, reason = "E161", problem.reason
        except (NotAnAddress, Unreachable) as problem:
            code, reason = "E160", problem.reason
    raise Fatal(
        diagnostic(
            code, Span(source.label, 0, 0), reference=source.label, reason=reason
        )
    )


def _read_path(path: Path, label: str) -> bytes:
    try:
        return read_regular(path, SIZE_LIMIT)
    except FileNotFoundError:
        raise Fatal(diagnostic("E100", Span(label, 0, 0), file=label)) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not a regular file"
        raise Fatal(
            diagnostic("E101", Span(label, 0, 0), file=label, reason=reason)
        ) from None


def read_regular(path: Path, limit: int, *, follow: bool = True) -> bytes:
    """The bytes of a regular file, at most one more than `limit`.

    Opens without blocking, so that a pipe without a writer does not hang. With
    `follow=False` the last part of the path must not be a symbolic link. Raises
    OSError, and ValueError for anything but a regular file.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    if not follow:
        flags |= getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(path, flags)
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise ValueError("not a regular file")
        return file.read(limit + 1)
