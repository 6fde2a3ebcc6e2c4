# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Files that are sent."""

from __future__ import annotations

import os
from collections.abc import AsyncIterable, Callable, Iterable, Mapping
from pathlib import Path, PurePath
from typing import IO, NamedTuple, TypeAlias, cast

from .errors import InvalidArgumentError

FileContent: TypeAlias = bytes | IO[bytes] | os.PathLike[str]
"""What a file holds: its bytes, an open binary file to read to the end, or a path."""

FileInput: TypeAlias = (
    FileContent
    | tuple[str, FileContent]
    | tuple[str, FileContent, str]
    | tuple[str, FileContent, str, Mapping[str, str]]
)
"""A file to send: its content, `(name, content)`, `(name, content, media type)`, or
`(name, content, media type, headers of its part)`.
"""

BodyContent: TypeAlias = FileContent | Iterable[bytes] | AsyncIterable[bytes]
"""A body of bytes: whole, or in pieces that are sent as they come.

A large file is read while it is sent. What gives its pieces only once is not sent again
when an attempt fails; asynchronous iterables are for the asynchronous client.
"""


class Upload(NamedTuple):
    """A file, read; `media` is None where the caller does not name it."""

    name: str
    content: bytes
    media: str | None
    headers: Mapping[str, str]


def as_upload(value: object, name: str) -> Upload | None:
    """A file given in any of the forms of `FileInput`, or None when it is no file.

    `name` is the file name where the value brings none.

    Raises:
        InvalidArgumentError: The file is open in text mode.
        OSError: The file at the path cannot be read.
    """
    media: str | None = None
    headers: Mapping[str, str] = {}
    if isinstance(value, tuple):
        parts = cast("tuple[object, ...]", value)
        if not 2 <= len(parts) <= 4 or not isinstance(parts[0], str):
            return None
        name, value = parts[0], parts[1]
        media = str(parts[2]) if len(parts) > 2 else None
        headers = cast("Mapping[str, str]", parts[3]) if len(parts) > 3 else headers
    elif (path := path_of(value)) is not None:
        name = path.name
    elif isinstance(given := getattr(value, "name", None), str):
        name = PurePath(given).name
    content = read_content(value)
    return None if content is None else Upload(name, content, media, headers)


def is_file(value: object) -> bool:
    """Whether `as_upload` takes a value for a file; nothing is read."""
    if isinstance(value, tuple):
        parts = cast("tuple[object, ...]", value)
        is_named = 2 <= len(parts) <= 4 and isinstance(parts[0], str)
        return is_named and not isinstance(parts[1], tuple) and is_file(parts[1])
    if isinstance(value, (bytes, bytearray, memoryview, os.PathLike)):
        return True
    return hasattr(value, "read")


def read_content(value: object) -> bytes | None:
    """The bytes of a file's content, or None when the value is no `FileContent`.

    Raises:
        InvalidArgumentError: The file is open in text mode.
        OSError: The file at the path cannot be read.
    """
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(cast("bytes | bytearray | memoryview[int]", value))
    path = path_of(value)
    if path is not None:
        return path.read_bytes()
    read = cast("Callable[[], object] | None", getattr(value, "read", None))
    if read is None:
        return None
    content = read()
    if not isinstance(content, bytes):
        raise InvalidArgumentError("a file must be open in binary mode")
    return content


def no_file(name: str, value: object, forms: str) -> InvalidArgumentError:
    """The error for a value that is none of the `forms` of a file."""
    if isinstance(value, tuple):
        parts = cast("tuple[object, ...]", value)
        value = parts[1] if len(parts) > 1 else None
    hint = ""
    if isinstance(value, str):
        hint = (
            "; a str is no path: wrap it in pathlib.Path, or encode it if it is content"
        )
    return InvalidArgumentError(f"{name}: give {forms}{hint}")


def path_of(value: object) -> Path | None:
    """The path that a value is, None when it is none."""
    if not isinstance(value, os.PathLike):
        return None
    return Path(os.fsdecode(cast("os.PathLike[str]", value)))
