# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Files that are sent."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path, PurePath
from typing import IO, NamedTuple, TypeAlias, cast

from .errors import InvalidArgumentError

FileContent: TypeAlias = bytes | IO[bytes] | os.PathLike[str]
"""What a file holds: its bytes, an open binary file to read to the end, or a path."""

FileInput: TypeAlias = (
    FileContent | tuple[str, FileContent] | tuple[str, FileContent, str]
)
"""A file to send: its content, or `(name, content)`, or `(name, content, media type)`."""


class Upload(NamedTuple):
    """A file, read."""

    name: str
    content: bytes
    media: str


def as_upload(value: object, name: str) -> Upload | None:
    """A file given in any of the forms of `FileInput`, or None when it is no file.

    `name` is the file name where the value brings none.

    Raises:
        InvalidArgumentError: The file is open in text mode.
        OSError: The file at the path cannot be read.
    """
    media = "application/octet-stream"
    if isinstance(value, tuple):
        parts = cast("tuple[object, ...]", value)
        if not 2 <= len(parts) <= 3 or not isinstance(parts[0], str):
            return None
        name = parts[0]
        media = str(parts[2]) if len(parts) == 3 else media
        value = parts[1]
    elif (path := _path(value)) is not None:
        name = path.name
    elif isinstance(given := getattr(value, "name", None), str):
        name = PurePath(given).name
    content = read_content(value)
    return None if content is None else Upload(name, content, media)


def read_content(value: object) -> bytes | None:
    """The bytes of a file's content, or None when the value is no `FileContent`.

    Raises:
        InvalidArgumentError: The file is open in text mode.
        OSError: The file at the path cannot be read.
    """
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(cast("bytes | bytearray | memoryview[int]", value))
    path = _path(value)
    if path is not None:
        return path.read_bytes()
    read = cast("Callable[[], object] | None", getattr(value, "read", None))
    if read is None:
        return None
    content = read()
    if not isinstance(content, bytes):
        raise InvalidArgumentError("a file must be open in binary mode")
    return content


def _path(value: object) -> Path | None:
    if not isinstance(value, os.PathLike):
        return None
    return Path(os.fsdecode(cast("os.PathLike[str]", value)))
